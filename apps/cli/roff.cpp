// Text for the manual page: escapes, sections and lists of roff.
#include "apps/cli/roff.hpp"

#include <algorithm>
#include <vector>

namespace kreisel::cli::roff {
namespace {

std::vector<std::string> split(const std::string& text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, end - from));
    from = end + separator.size();
  }
  return parts;
}

bool is_indented(std::string_view text) {
  return text.starts_with("  ");
}

/// Indented lines as they are, the others filled.
std::string block(const std::string& text) {
  std::string result = ".PP\n";
  bool is_example = false;
  for (const std::string& one : split(text, "\n")) {
    if (one.empty()) continue;
    if (is_indented(one) != is_example) result += is_example ? ".EE\n.RE\n" : ".RS 2\n.EX\n";
    is_example = is_indented(one);
    result += line(is_example ? one.substr(2) : one);
  }
  return result + (is_example ? ".EE\n.RE\n" : "");
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";  // a minus, as typed; a plain one may be printed as a hyphen
    } else if (c == '\'') {
      result += "\\(aq";
    } else if (c == '`') {
      result += "\\(ga";
    } else if (c == '^') {
      result += "\\(ha";
    } else if (c == '~') {
      result += "\\(ti";
    } else {
      result += c;
    }
  }
  return result.starts_with('.') ? "\\&" + result : result;
}

std::string bold(std::string_view text) {
  return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + escaped(text) + "\\fR";
}

std::string line(std::string_view text) {
  return escaped(text) + "\n";
}

std::string paragraph(std::string_view text) {
  return ".PP\n" + line(text);
}

std::string section(std::string_view title) {
  return ".SH " + escaped(title) + "\n";
}

std::string subsection(std::string_view title) {
  return ".SS " + escaped(title) + "\n";
}

std::string item(std::string_view head, std::string_view text) {
  return ".TP\n" + std::string(head) + "\n" + line(text);
}

std::string footer(const std::string& text) {
  std::string result;
  for (const std::string& part : split(text, "\n\n"))
    if (!part.empty()) result += block(part);
  return result;
}

}  // namespace kreisel::cli::roff
