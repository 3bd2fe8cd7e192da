// Reads XML from left to right, elements on a stack of their own: deep files cannot exhaust that of the machine.
#include "kreisel/exchange/xml_document.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace kreisel {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}
bool continues_name(char c) {
  return begins_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

void append_utf8(unsigned long code, std::string& out) {
  const auto byte = [&](unsigned long bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0U | (code >> 6U)), byte(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    byte(0xE0U | (code >> 12U)), byte(0x80U | ((code >> 6U) & 0x3FU)), byte(0x80U | (code & 0x3FU));
  } else {
    byte(0xF0U | (code >> 18U)), byte(0x80U | ((code >> 12U) & 0x3FU));
    byte(0x80U | ((code >> 6U) & 0x3FU)), byte(0x80U | (code & 0x3FU));
  }
}

class XmlReader {
 public:
  explicit XmlReader(SourceText source)
      : source_(std::make_shared<const SourceText>(std::move(source))), text_(source_->text()) {}

  XmlElement read() {
    while (at_ < text_.size()) {
      if (text_[at_] != '<') {
        read_text();
      } else if (looking_at("<!--")) {
        skip_behind("-->", "a comment");
      } else if (looking_at("<?")) {
        skip_behind("?>", "a declaration");
      } else if (looking_at("<![CDATA[")) {
        read_character_data();
      } else if (looking_at("<!")) {
        fail(at_, "a document type is not read", "leave out <!DOCTYPE ...> and its entities");
      } else if (looking_at("</")) {
        close_element();
      } else {
        open_element();
      }
    }
    if (!open_.empty())
      fail(open_.back().offset, fmt::format("<{}> is never closed", open_.back().name),
           fmt::format("add </{}>", open_.back().name));
    if (!root_) fail(0, "there is no element", "an XML file has one element around everything");
    return std::move(*root_);
  }

 private:
  [[noreturn]] void fail(std::size_t offset, std::string fact, std::string hint) const {
    throw ParseError(std::move(fact), source_->where(offset), std::move(hint));
  }
  bool looking_at(std::string_view wanted) const { return text_.substr(at_, wanted.size()) == wanted; }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  void skip_behind(std::string_view end, const char* what) {
    const std::size_t found = text_.find(end, at_ + 2);
    if (found == std::string_view::npos)
      fail(at_, fmt::format("{} has no end", what), fmt::format("close it with {}", end));
    at_ = found + end.size();
  }
  std::string_view name(const char* what) {
    const std::size_t begin = at_;
    if (at_ < text_.size() && begins_name(text_[at_]))
      while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    if (at_ == begin)
      fail(at_, fmt::format("the name of {} is missing", what), "in a text, write &lt; for <");
    return text_.substr(begin, at_ - begin);
  }

  /// &amp; and its like, and numbers of characters.
  std::string decoded(std::size_t begin, std::size_t end) const {
    static const std::map<std::string_view, char> known = {
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    std::string out;
    for (std::size_t i = begin; i < end; ++i) {
      if (text_[i] != '&') {
        out += is_blank(text_[i]) ? ' ' : text_[i];
        continue;
      }
      const std::size_t semicolon = text_.find(';', i);
      if (semicolon == std::string_view::npos || semicolon >= end || semicolon - i > 12)
        fail(i, "& begins an entity that has no end", "write &amp; for &");
      const std::string_view entity = text_.substr(i + 1, semicolon - i - 1);
      if (const auto found = known.find(entity); found != known.end()) {
        out += found->second;
      } else {
        append_utf8(character_number(entity, i), out);
      }
      i = semicolon;
    }
    return out;
  }
  unsigned long character_number(std::string_view entity, std::size_t offset) const {
    unsigned long code = 0;
    bool is_number = entity.size() > 1 && entity[0] == '#';
    if (is_number) {
      const bool is_hex = entity[1] == 'x';
      const char* const begin = entity.data() + (is_hex ? 2 : 1);
      const char* const end = entity.data() + entity.size();
      const auto [stop, status] = std::from_chars(begin, end, code, is_hex ? 16 : 10);
      is_number = status == std::errc() && stop == end && code >= 0x20 && code <= 0x10FFFF &&
                  !(code >= 0xD800 && code <= 0xDFFF);
    }
    if (!is_number)
      fail(offset, fmt::format("&{}; is no entity of XML", shortened(entity)), "write &amp; for &");
    return code;
  }

  void read_text() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find('<', at_), text_.size());
    std::string text = decoded(begin, at_);
    if (!open_.empty()) {
      open_.back().text += text;
    } else if (text.find_first_not_of(' ') != std::string::npos) {
      fail(begin + text.find_first_not_of(' '), "text outside of the element that is the document",
           "put everything inside one element");
    }
  }
  void read_character_data() {
    const std::size_t begin = at_;
    skip_behind("]]>", "character data");
    if (open_.empty()) fail(begin, "character data outside of every element", "leave it out");
    open_.back().text += text_.substr(begin + 9, at_ - begin - 12);
  }

  void open_element() {
    XmlElement element;
    element.offset = at_++;
    element.source = source_;
    element.name = name("an element");
    if (open_.empty() && root_)
      fail(element.offset, fmt::format("a second element <{}> beside the first", element.name),
           "put everything inside one element");
    if (open_.size() >= most_xml_levels)
      fail(element.offset, fmt::format("more than {} elements inside each other", most_xml_levels),
           "make the tree flatter");
    if (++count_ > most_xml_elements)
      fail(element.offset, fmt::format("more than {} elements", most_xml_elements), "split the file");
    element.path = path_of(element.name);
    while (!read_attribute(element)) {
    }
    const bool is_empty = text_[at_] == '/';
    at_ += is_empty ? 2 : 1;
    open_.push_back(std::move(element));
    if (is_empty) finish_element();
  }
  /// "/robot/link[2]": counted among those of its name, from 1; the first has no number.
  std::string path_of(const std::string& own) const {
    if (open_.empty()) return "/" + own;
    const XmlElement& parent = open_.back();
    const auto before = std::count_if(parent.children.begin(), parent.children.end(),
                                      [&](const XmlElement& child) { return child.name == own; });
    return before == 0 ? fmt::format("{}/{}", parent.path, own)
                       : fmt::format("{}/{}[{}]", parent.path, own, before + 1);
  }
  /// True at the end of the tag, which is left for the caller.
  bool read_attribute(XmlElement& element) {
    const std::size_t before = at_;
    skip_blanks();
    if (at_ >= text_.size())
      fail(element.offset, fmt::format("the tag <{} has no end", element.name), "close it with >");
    if (text_[at_] == '>' || looking_at("/>")) return true;
    if (before == at_) fail(at_, "a blank is missing between attributes", "separate attributes by blanks");
    XmlAttribute attribute;
    attribute.name_offset = at_;
    attribute.name = name("an attribute");
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != '=')
      fail(at_, fmt::format("the attribute {} has no value", attribute.name),
           fmt::format("write {}=\"...\"", attribute.name));
    ++at_;
    skip_blanks();
    if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\''))
      fail(at_, fmt::format("the value of {} has no quotes", attribute.name),
           fmt::format("write {}=\"...\"", attribute.name));
    const char quote = text_[at_++];
    attribute.value_offset = at_;
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos)
      fail(at_ - 1, fmt::format("the value of {} has no end", attribute.name), "close the quotes");
    if (const std::size_t tag = text_.substr(at_, end - at_).find('<'); tag != std::string_view::npos)
      fail(at_ + tag, fmt::format("< in the value of {}: its quotes are not closed", attribute.name),
           "close the quotes, or write &lt;");
    attribute.value = decoded(at_, end);
    at_ = end + 1;
    if (element.find(attribute.name))
      fail(attribute.name_offset, fmt::format("a second attribute {} of <{}>", attribute.name, element.name),
           "leave one of them out");
    element.attributes.push_back(std::move(attribute));
    return false;
  }
  void close_element() {
    const std::size_t begin = at_;
    at_ += 2;
    const std::string_view closed = name("an element");
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != '>')
      fail(at_, fmt::format("the tag </{} has no end", closed), "close it with >");
    if (open_.empty() || open_.back().name != closed)
      fail(begin,
           open_.empty() ? fmt::format("</{}> closes nothing", closed)
                         : fmt::format("</{}> where <{}> of line {} is open", closed, open_.back().name,
                                       source_->place(open_.back().offset).line),
           "elements end in the reverse order of their beginning");
    ++at_;
    finish_element();
  }
  void finish_element() {
    XmlElement element = std::move(open_.back());
    open_.pop_back();
    if (open_.empty())
      root_ = std::move(element);
    else
      open_.back().children.push_back(std::move(element));
  }

  std::shared_ptr<const SourceText> source_;
  std::string_view text_;
  std::size_t at_ = 0, count_ = 0;
  std::vector<XmlElement> open_;
  std::optional<XmlElement> root_;
};

}  // namespace

const XmlAttribute* XmlElement::find(std::string_view attribute) const {
  for (const XmlAttribute& one : attributes)
    if (one.name == attribute) return &one;
  return nullptr;
}

const XmlElement* XmlElement::child(std::string_view wanted) const {
  for (const XmlElement& one : children)
    if (one.name == wanted) return &one;
  return nullptr;
}

XmlElement read_xml(SourceText source) {
  return XmlReader(std::move(source)).read();
}

void refuse(const XmlPlace& place, std::string fact, std::string hint) {
  throw ModelError(std::move(fact), place.where(), place.path, std::move(hint));
}

std::vector<double> numbers_of(const XmlElement& element, const XmlAttribute& attribute) {
  std::vector<double> out;
  const std::string& text = attribute.value;
  for (std::size_t i = 0; i < text.size();) {
    if (is_blank(text[i])) {
      ++i;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", i), text.size());
    const std::size_t begin = text[i] == '+' ? i + 1 : i;
    double value = 0.0;
    const auto [stop, status] = std::from_chars(text.data() + begin, text.data() + end, value);
    if (status != std::errc() || stop != text.data() + end || !std::isfinite(value))
      refuse(element.place_of(attribute),
             fmt::format("\"{}\" is no number, or not a finite one", shortened(text.substr(i, end - i))),
             "write numbers separated by blanks, such as 0 0.5 1e-3");
    out.push_back(value);
    i = end;
  }
  return out;
}

bool begins_with_element(std::string_view text, std::string_view root) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (is_blank(text[i])) {
      ++i;
    } else if (text.substr(i, 4) == "<!--") {
      const std::size_t end = text.find("-->", i);
      if (end == std::string_view::npos) return false;
      i = end + 3;
    } else if (text.substr(i, 2) == "<?") {
      const std::size_t end = text.find("?>", i);
      if (end == std::string_view::npos) return false;
      i = end + 2;
    } else {
      return text[i] == '<' && text.substr(i + 1, root.size()) == root &&
             (i + 1 + root.size() >= text.size() || !continues_name(text[i + 1 + root.size()]));
    }
  }
  return false;
}

}  // namespace kreisel
