// Strings with their escapes, numbers and comments, character by character.
#include "kreisel/io/json_scanner.hpp"

#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "kreisel/io/source_text.hpp"

namespace kreisel {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

void append_utf8(std::string& out, unsigned code) {
  const auto byte = [&out](unsigned value) { out.push_back(static_cast<char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | (code >> 6));
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | (code >> 12));
    byte(0x80 | ((code >> 6) & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | (code >> 18));
    byte(0x80 | ((code >> 12) & 0x3F));
    byte(0x80 | ((code >> 6) & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

std::string word_hint(std::string_view word) {
  if (word == "True" || word == "TRUE") return "write true";
  if (word == "False" || word == "FALSE") return "write false";
  if (word == "None" || word == "NULL" || word == "nil") return "write null, or leave the field out";
  if (word == "NaN" || word == "nan" || word == "Infinity" || word == "inf" || word == "INF") {
    return "every number of a model is finite: write one";
  }
  return fmt::format("a text needs double quotes: \"{}\"", word);
}

}  // namespace

void JsonScanner::refuse(std::size_t offset, std::string fact, std::string hint) const {
  throw JsonRefusal{offset, std::move(fact), std::move(hint)};
}

std::string JsonScanner::found() const {
  if (at_end()) return "the end of the file";
  std::size_t end = at_ + 1;
  if (is_word(text_[at_])) {
    while (end < text_.size() && is_word(text_[end])) ++end;
  } else {
    while (end < text_.size() && (static_cast<std::uint8_t>(text_[end]) & 0xC0) == 0x80) ++end;
  }
  return fmt::format("'{}'", shortened(text_.substr(at_, end - at_)));
}

void JsonScanner::skip_blanks_and_comments() {
  while (!at_end()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at_;
    } else if (c == '/') {
      skip_comment();
    } else {
      return;
    }
  }
}

void JsonScanner::skip_comment() {
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("//")) {
    const std::size_t line_end = rest.find('\n');
    at_ = line_end == std::string_view::npos ? text_.size() : at_ + line_end;
  } else if (rest.starts_with("/*")) {
    const std::size_t end = rest.find("*/", 2);
    if (end == std::string_view::npos) {
      refuse(at_, "this comment has no end", "close it with */");
    }
    at_ += end + 2;
  } else {
    refuse(at_, "'/' stands alone", "comments are // to the end of the line, or /* … */");
  }
}

std::string_view JsonScanner::read_string(std::string& decoded) {
  const std::size_t quote = at_++;
  const std::size_t begin = at_;
  bool has_escapes = false;
  decoded.clear();
  while (!at_end() && text_[at_] != '"') {
    const char c = text_[at_];
    if (c == '\n' || c == '\r') refuse(quote, "this text is not closed on its line", "end it with \"");
    if (static_cast<std::uint8_t>(c) < 0x20) {
      refuse(at_, fmt::format("control character 0x{:02X} in a text", static_cast<std::uint8_t>(c)),
             c == '\t' ? "write \\t, or a blank" : "remove it, or write it as \\u00XX");
    }
    if (c != '\\') {
      if (has_escapes) decoded.push_back(c);
      ++at_;
      continue;
    }
    if (!has_escapes) decoded.assign(text_.substr(begin, at_ - begin));
    has_escapes = true;
    read_escape(decoded);
  }
  if (at_end()) refuse(quote, "this text is not closed; the file ends inside of it", "end it with \"");
  const std::string_view plain = text_.substr(begin, at_ - begin);
  ++at_;
  return has_escapes ? std::string_view(decoded) : plain;
}

void JsonScanner::read_escape(std::string& decoded) {
  constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
  const std::size_t begin = at_++;
  const char letter = peek();
  if (letter == 'u') {
    ++at_;
    append_utf8(decoded, read_code_point(begin));
    return;
  }
  const std::size_t found_at = at_end() ? std::string_view::npos : letters.find(letter);
  if (found_at == std::string_view::npos) {
    refuse(begin, fmt::format("\\ followed by {} means nothing", found()),
           "write \\\\ for the character \\ itself");
  }
  decoded.push_back(meanings[found_at]);
  ++at_;
}

unsigned JsonScanner::read_hexadecimal() {
  constexpr std::size_t length = 4;
  const std::string_view digits = text_.substr(at_, length);
  unsigned code = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  if (digits.size() < length || status != std::errc() || end != digits.data() + length) {
    refuse(at_, "\\u needs four hexadecimal digits", "write for example \\u00B0");
  }
  at_ += length;
  return code;
}

unsigned JsonScanner::read_code_point(std::size_t begin) {
  constexpr unsigned first_high = 0xD800, first_low = 0xDC00, after_low = 0xE000;
  const unsigned code = read_hexadecimal();
  if (code < first_high || code >= after_low) return code;
  if (code < first_low && text_.substr(at_).starts_with("\\u")) {
    at_ += 2;
    const unsigned low = read_hexadecimal();
    if (low >= first_low && low < after_low) {
      return 0x10000 + ((code - first_high) << 10) + (low - first_low);
    }
  }
  refuse(begin, "half of a surrogate pair", "write the character itself");
}

std::size_t JsonScanner::digits_from(std::size_t begin) const {
  std::size_t end = begin;
  while (end < text_.size() && is_digit(text_[end])) ++end;
  return end;
}

std::size_t JsonScanner::number_end() const {
  const auto char_at = [this](std::size_t i) { return i < text_.size() ? text_[i] : '\0'; };
  const std::size_t begin = char_at(at_) == '-' ? at_ + 1 : at_;
  std::size_t end = digits_from(begin);
  if (end == begin) {
    refuse(at_, "a number needs a digit here",
           char_at(begin) == '.' ? "write 0.5 for .5" : "write for example -1.5e-3");
  }
  if (char_at(begin) == '0' && end > begin + 1) {
    refuse(at_, "a number may not begin with 0", "leave out the leading zeros");
  }
  if (char_at(end) == '.') {
    const std::size_t after = digits_from(end + 1);
    if (after == end + 1) refuse(at_, "no digit follows the point", "write 1.0 for 1.");
    end = after;
  }
  if (char_at(end) == 'e' || char_at(end) == 'E') {
    const bool is_signed = char_at(end + 1) == '+' || char_at(end + 1) == '-';
    const std::size_t digits = end + (is_signed ? 2 : 1);
    const std::size_t after = digits_from(digits);
    if (after == digits) refuse(at_, "the exponent has no digits", "write for example 1e-3");
    end = after;
  }
  return end;
}

double JsonScanner::read_number() {
  const std::size_t begin = at_, end = number_end();
  const std::string_view digits = text_.substr(begin, end - begin);
  if (end < text_.size() && (is_word(text_[end]) || text_[end] == '.')) {
    const std::size_t stop = text_.find_first_of(" \t\r\n,]}/\"", end);
    refuse(begin, fmt::format("'{}' is no number", shortened(text_.substr(begin, stop - begin))),
           "write a number such as 0.25 or 1e-3; with a unit it is a text: \"5 mm\"");
  }
  double value = 0.0;
  const auto [stop, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (status == std::errc::result_out_of_range) {
    refuse(begin, fmt::format("{} is beyond the range of numbers, 1e-323 to 1.7e308", shortened(digits)),
           "write 0, or a number within the range");
  }
  if (status != std::errc() || stop != digits.data() + digits.size()) {
    refuse(begin, fmt::format("'{}' is no number", shortened(digits)), "write for example 1.5e-3");
  }
  at_ = end;
  return value;
}

std::string_view JsonScanner::read_word() {
  std::size_t end = at_;
  while (end < text_.size() && is_word(text_[end])) ++end;
  const std::string_view word = text_.substr(at_, end - at_);
  if (word != "true" && word != "false" && word != "null") {
    refuse(at_, fmt::format("'{}' is no value", shortened(word)), word_hint(shortened(word)));
  }
  at_ = end;
  return word;
}

}  // namespace kreisel
