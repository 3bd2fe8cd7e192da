// Lines that fit stay whole, others are broken after every member.
#include "kreisel/io/json_text.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "kreisel/core/contracts.hpp"
#include "kreisel/io/json_document.hpp"

namespace kreisel {
namespace {

constexpr std::size_t longest_line = 110;

}  // namespace

JsonText JsonText::string(std::string_view text) {
  JsonText out('\0');
  out.scalar_ = json_quoted(text);
  return out;
}

JsonText JsonText::number(double value) {
  KREISEL_EXPECTS(std::isfinite(value));
  std::array<char, 32> text{};
  JsonText out('\0');
  out.scalar_.assign(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
  return out;
}

JsonText JsonText::boolean(bool value) {
  JsonText out('\0');
  out.scalar_ = value ? "true" : "false";
  return out;
}

JsonText& JsonText::add(std::string_view key, JsonText value) {
  entries_.emplace_back(json_quoted(key) + ": ", std::move(value));
  return *this;
}

JsonText& JsonText::add(JsonText item) {
  entries_.emplace_back(std::string(), std::move(item));
  return *this;
}

JsonText& JsonText::merge(JsonText object) {
  for (auto& entry : object.entries_) entries_.push_back(std::move(entry));
  return *this;
}

std::string JsonText::on_one_line() const {
  if (open_ == '\0') return scalar_;
  std::string out(1, open_);
  for (const auto& [key, value] : entries_) {
    if (out.size() > 1) out += ", ";
    out += key + value.on_one_line();
  }
  return out + (open_ == '{' ? '}' : ']');
}

void JsonText::append_lines(std::string& out, std::size_t indent, std::size_t used) const {
  const std::string line = on_one_line();
  if (entries_.empty() || used + line.size() < longest_line) {
    out += line;
    return;
  }
  out += open_;
  const std::string blanks(indent + 2, ' ');
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto& [key, value] = entries_[i];
    out += (i == 0 ? "\n" : ",\n") + blanks + key;
    value.append_lines(out, indent + 2, indent + 2 + key.size());
  }
  out += '\n' + std::string(indent, ' ') + (open_ == '{' ? '}' : ']');
}

std::string JsonText::text() const {
  std::string out;
  append_lines(out, 0, 0);
  return out + '\n';
}

}  // namespace kreisel
