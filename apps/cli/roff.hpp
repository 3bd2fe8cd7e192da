// Text in the language of manual pages, with the macros of man(7).
#pragma once

#include <string>
#include <string_view>

namespace kreisel::cli::roff {

/// Plain text; what would be a command of roff is escaped.
std::string escaped(std::string_view text);
std::string bold(std::string_view text);
std::string italic(std::string_view text);

/// A line of plain text that is filled like its neighbours.
std::string line(std::string_view text);
std::string paragraph(std::string_view text);
std::string section(std::string_view title);
std::string subsection(std::string_view title);

/// An entry of a list; `head` is roff already, `text` is plain.
std::string item(std::string_view head, std::string_view text);

/// The footer of a help text: paragraphs, and blocks of indented lines below a title such as "Examples:", which keep
/// their lines.
std::string footer(const std::string& text);

}  // namespace kreisel::cli::roff
