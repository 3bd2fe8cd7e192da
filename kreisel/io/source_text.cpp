// Only UTF-8 is text; lines and columns count characters.
#include "kreisel/io/source_text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return static_cast<std::uint8_t>(text[i]);
}

bool continues(std::string_view text, std::size_t i, std::uint8_t low = 0x80, std::uint8_t high = 0xBF) {
  return i < text.size() && byte_at(text, i) >= low && byte_at(text, i) <= high;
}

/// Length of the well-formed character that begins at i, 0 if there is none: [Unicode 15, table 3-7].
std::size_t character_length(std::string_view text, std::size_t i) {
  const std::uint8_t lead = byte_at(text, i);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(text, i + 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const std::uint8_t low = lead == 0xE0 ? 0xA0 : 0x80, high = lead == 0xED ? 0x9F : 0xBF;
    return continues(text, i + 1, low, high) && continues(text, i + 2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const std::uint8_t low = lead == 0xF0 ? 0x90 : 0x80, high = lead == 0xF4 ? 0x8F : 0xBF;
    return continues(text, i + 1, low, high) && continues(text, i + 2) && continues(text, i + 3) ? 4 : 0;
  }
  return 0;
}

bool is_utf16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

std::string read_all(int file, const std::filesystem::path& path) {
  constexpr std::size_t piece = std::size_t{1} << 16;
  std::string text;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + piece);
    const ssize_t got = ::read(file, text.data() + before, piece);
    if (got < 0 && errno == EINTR) {
      text.resize(before);
      continue;
    }
    if (got < 0) throw file_error("cannot read the file", path, errno);
    text.resize(before + static_cast<std::size_t>(got));
    // One byte more than allowed is enough to refuse it; the rest need not be read.
    if (got == 0 || text.size() > SourceText::most_bytes + byte_order_mark.size()) return text;
  }
}

/// Closes what open() gave; FileHandle is for files that are written.
struct ReadOnlyFile {
  explicit ReadOnlyFile(const std::filesystem::path& path)
      : number(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~ReadOnlyFile() {
    if (number >= 0) ::close(number);
  }
  ReadOnlyFile(const ReadOnlyFile&) = delete;
  ReadOnlyFile& operator=(const ReadOnlyFile&) = delete;
  int number;
};

}  // namespace

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (byte_at(text, end) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  if (std::string_view(text_).starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
  line_begins_.push_back(0);
  if (text_.size() > most_bytes) {
    throw ParseError(fmt::format("the file has more than {} MiB", most_bytes >> 20), where(0),
                     "make the model smaller, or build it with the C++ interface");
  }
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_begins_.push_back(i + 1);
  }
  require_text();
}

void SourceText::require_text() const {
  if (is_utf16(text_)) {
    throw ParseError("the file is UTF-16", where(0), "save it as UTF-8");
  }
  for (std::size_t i = 0; i < text_.size();) {
    const std::size_t length = character_length(text_, i);
    if (length == 0 || text_[i] == '\0') {
      throw ParseError(fmt::format("byte 0x{:02X} is no UTF-8 text", byte_at(text_, i)), where(i),
                       "a model is a text file: save it as UTF-8");
    }
    i += length;
  }
  if (text_.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw ParseError("the file is empty", where(0), "a model begins with { and ends with }");
  }
}

SourceText SourceText::from_file(const std::filesystem::path& path) {
  const ReadOnlyFile file(path);
  if (file.number < 0) {
    const int cause = errno;
    if (cause != ENOENT) throw file_error("cannot open the file", path, cause);
    throw FileError("there is no such file", path.string(), "check the name and the folder");
  }
  return SourceText(path.string(), read_all(file.number, path));
}

TextPlace SourceText::place(std::size_t offset) const {
  const std::size_t end = std::min(offset, text_.size());
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), end);
  const std::size_t begin = *(after - 1);
  const auto is_lead = [](char c) { return (static_cast<std::uint8_t>(c) & 0xC0) != 0x80; };
  const auto first = text_.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto characters = std::count_if(first, text_.begin() + static_cast<std::ptrdiff_t>(end), is_lead);
  return {static_cast<std::size_t>(after - line_begins_.begin()), static_cast<std::size_t>(characters) + 1};
}

std::string SourceText::where(std::size_t offset, std::string_view pointer) const {
  const TextPlace at = place(offset);
  const std::string text = fmt::format("{}:{}:{}", name_, at.line, at.column);
  return pointer.empty() ? text : fmt::format("{} ({})", text, pointer);
}

}  // namespace kreisel
