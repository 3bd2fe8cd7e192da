// Standard output and error as they really are: closed, full, a pipe nobody reads, a terminal or not.
#pragma once

#include <string>
#include <string_view>

#include "kreisel/core/error.hpp"

namespace kreisel::cli {

/// Call once, first. Closed standard streams must not become the first files we open, and a reader that went
/// away or a full disk must be a failed write that we can report, not a signal that ends us.
void prepare_standard_streams();

/// Writes all of it to standard output. Throws FileError.
void print(std::string_view text);
/// The same where a failure has been told already.
void try_print(std::string_view text);

/// To standard error; there is nobody to tell if that fails.
void print_error_text(std::string_view text);

/// kreisel: error: FACT (WHERE)
///   hint: HINT
void print_error(std::string_view fact, std::string_view where, std::string_view hint);

bool error_is_terminal();
/// Columns of the terminal on standard error; 80 when unknown.
int terminal_width();

/// Breaks at spaces so that lines, indented, stay within 100 characters.
std::string wrapped(std::string_view text, int indent);

}  // namespace kreisel::cli
