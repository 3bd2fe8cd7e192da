// XML with places: every element and attribute knows its file, line and column, so that mistakes can be shown.
//
// What XML files of mechanisms consist of: elements with attributes, comments, declarations, character data (kept, entities
// decoded). No document types: entities of one's own are how a small file becomes a large one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/io/source_text.hpp"

namespace kreisel {

/// A place in one of the files a document was read from.
struct XmlPlace {
  std::shared_ptr<const SourceText> source = {};
  std::size_t offset = 0;
  std::string path = {};  // of elements, "/mujoco/worldbody/body[2]"

  std::string where() const { return source ? source->where(offset, path) : path; }
};

struct XmlAttribute {
  std::string name = {}, value = {};
  std::size_t name_offset = 0, value_offset = 0;
};

struct XmlElement {
  std::string name = {}, text = {};
  std::shared_ptr<const SourceText> source = {};
  std::size_t offset = 0;
  std::string path = {};
  std::vector<XmlAttribute> attributes = {};
  std::vector<XmlElement> children = {};

  XmlPlace place() const { return {source, offset, path}; }
  XmlPlace place_of(const XmlAttribute& attribute) const {
    return {source, attribute.value_offset, path + "/@" + attribute.name};
  }
  const XmlAttribute* find(std::string_view attribute) const;
  const XmlElement* child(std::string_view wanted) const;
};

/// Deeper elements and longer documents are refused.
inline constexpr std::size_t most_xml_levels = 200, most_xml_elements = 1'000'000;

/// The root. Throws ParseError with FILE:LINE:COLUMN.
XmlElement read_xml(SourceText source);

/// Throws ModelError at the place.
[[noreturn]] void refuse(const XmlPlace& place, std::string fact, std::string hint);

/// Numbers separated by blanks; throws ModelError at the first that is none or is not finite.
std::vector<double> numbers_of(const XmlElement& element, const XmlAttribute& attribute);

/// True when the text begins like XML with this root element.
bool begins_with_element(std::string_view text, std::string_view root);

}  // namespace kreisel
