// JsonDocument: a JSON text [RFC 8259] with // and /* */ comments as a tree whose values know their place.
//
// Stricter than most readers: no duplicate keys, no trailing commas, no numbers that a double cannot hold, at
// most 100 levels and 5 million values. Every refusal is a ParseError with FILE:LINE:COLUMN (POINTER).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kreisel/io/source_text.hpp"

namespace kreisel {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

/// "a number", "an object", … as messages say it.
std::string_view described(JsonKind kind);

struct JsonTree;  // json_document.cpp

/// One value of a document, which must outlive it. Cheap to copy.
class JsonValue {
 public:
  JsonValue(const JsonTree& tree, std::uint32_t node) : tree_(&tree), node_(node) {}

  JsonKind kind() const;
  bool is(JsonKind wanted) const { return kind() == wanted; }
  bool boolean() const;
  double number() const;
  std::string_view string() const;

  /// Items of an array or members of an object, in the order of the file.
  std::size_t size() const;
  std::optional<JsonValue> first() const;
  std::optional<JsonValue> next() const;
  std::optional<JsonValue> find(std::string_view key) const;
  /// Name under which this value is a member of an object.
  std::string_view key() const;

  /// [RFC 6901]; "" for the whole document.
  std::string pointer() const;
  std::size_t offset() const;
  std::size_t key_offset() const;
  /// "FILE:LINE:COLUMN (POINTER)" of the value, or of its key.
  std::string where() const;
  std::string key_where() const;

 private:
  const JsonTree* tree_;
  std::uint32_t node_;
};

class JsonDocument {
 public:
  static constexpr std::size_t most_levels = 100;
  static constexpr std::size_t most_values = 5'000'000;

  explicit JsonDocument(SourceText source);
  JsonDocument(JsonDocument&&) noexcept;
  JsonDocument& operator=(JsonDocument&&) noexcept;
  ~JsonDocument();

  const SourceText& source() const;
  JsonValue root() const;
  /// The value that a pointer names, or the nearest one around it: for places of what is missing.
  JsonValue nearest(std::string_view pointer) const;

 private:
  std::unique_ptr<JsonTree> tree_;
};

/// "name" as a JSON string, quotes included.
std::string json_quoted(std::string_view text);
/// "a~b/c" -> "a~0b~1c": a key as part of a pointer.
std::string json_pointer_part(std::string_view key);

}  // namespace kreisel
