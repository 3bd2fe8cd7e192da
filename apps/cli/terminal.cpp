// Writes to standard output and standard error, and notices when nobody reads.
#include "apps/cli/terminal.hpp"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "kreisel/io/file_handle.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel::cli {
namespace {

/// Writes to a standard stream without ever closing it.
int write_to(int stream, std::string_view text) {
  FileHandle handle(stream);
  const int cause = handle.write_all(text).cause;
  handle.release();
  return cause;
}

/// Characters, not bytes, of UTF-8 text.
std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return count;
}

}  // namespace

void prepare_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    // Open for reading only: what is written to a closed stream still fails.
    if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void print(std::string_view text) {
  const int cause = write_to(STDOUT_FILENO, text);
  if (cause == 0) return;
  const FileError error = file_error("cannot write the output", "standard output", cause);
  throw FileError(error.fact(), error.where(), "whoever reads the output has gone, or its disk is full");
}

void try_print(std::string_view text) {
  static_cast<void>(write_to(STDOUT_FILENO, text));
}

void print_error_text(std::string_view text) {
  static_cast<void>(write_to(STDERR_FILENO, text));
}

void print_error(std::string_view fact, std::string_view where, std::string_view hint) {
  std::string text = fmt::format("kreisel: error: {}", fact);
  if (!where.empty()) text += fmt::format(" ({})", where);
  if (!hint.empty()) text += fmt::format("\n  hint: {}", hint);
  print_error_text(text + "\n");
}

bool error_is_terminal() {
  return ::isatty(STDERR_FILENO) == 1;
}

int terminal_width() {
  constexpr int usual = 80;
  winsize size{};
  const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : usual;
}

std::string wrapped(std::string_view text, int indent) {
  constexpr std::size_t width = 100;
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  std::string out = margin;
  std::size_t column = margin.size();
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word.empty()) continue;
    const bool is_first = column == margin.size();
    if (!is_first && column + 1 + characters(word) > width) {
      out += "\n" + margin;
      column = margin.size();
    } else if (!is_first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += characters(word);
  }
  return out + "\n";
}

}  // namespace kreisel::cli
