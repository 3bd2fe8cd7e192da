// JsonText: a value on its way into a file; objects and arrays that fit into a line stay on it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kreisel {

class JsonText {
 public:
  static JsonText object() { return JsonText('{'); }
  static JsonText array() { return JsonText('['); }
  static JsonText string(std::string_view text);
  /// The shortest text that reads as this number, which must be finite.
  static JsonText number(double value);
  static JsonText boolean(bool value);

  JsonText& add(std::string_view key, JsonText value);
  JsonText& add(JsonText item);
  /// Adds the members of another object.
  JsonText& merge(JsonText object);
  bool operator==(const JsonText&) const = default;

  /// With indents of two blanks and lines of at most 110 characters where possible; ends with a line break.
  std::string text() const;

 private:
  explicit JsonText(char open) : open_(open) {}
  std::string on_one_line() const;
  void append_lines(std::string& out, std::size_t indent, std::size_t used) const;

  char open_ = '\0';  // '{', '[', or neither: a scalar
  std::string scalar_ = {};
  std::vector<std::pair<std::string, JsonText>> entries_ = {};
};

}  // namespace kreisel
