// JsonScanner: walks over a JSON text; blanks, comments, strings, numbers and words, each with its own refusal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kreisel {

/// Thrown by the scanner; the parser, which knows the pointer, turns it into a ParseError.
struct JsonRefusal {
  std::size_t offset = 0;
  std::string fact = {}, hint = {};
};

class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : text_(text) {}

  std::size_t offset() const { return at_; }
  /// What stands here, '\0' at the end of the text.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_end() const { return at_ == text_.size(); }
  void take() { ++at_; }
  void skip_blanks_and_comments();

  /// The contents of the string that begins here: a piece of the text, or `decoded` when it has escapes.
  std::string_view read_string(std::string& decoded);
  double read_number();
  /// true, false, null; anything else is refused with the cause that is likely.
  std::string_view read_word();

  [[noreturn]] void refuse(std::size_t offset, std::string fact, std::string hint) const;
  /// `"x"`, `'x'` or `the end of the file`: what stands here, for messages.
  std::string found() const;

 private:
  void skip_comment();
  void read_escape(std::string& decoded);
  unsigned read_hexadecimal();
  unsigned read_code_point(std::size_t begin);
  std::size_t digits_from(std::size_t begin) const;
  std::size_t number_end() const;

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace kreisel
