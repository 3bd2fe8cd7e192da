// Numbers with 17 digits, written in pieces; after a failure the file ends where the last good piece did.
#include "kreisel/io/csv_writer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

#include <fcntl.h>

#include <fmt/format.h>

#include "kreisel/io/output_file.hpp"

namespace kreisel {
namespace {

constexpr std::size_t buffer_size = 65536;
constexpr std::chrono::seconds longest_wait{1};

/// A header cell; quoted when it holds a separator.
std::string quoted_if_needed(const std::string& cell) {
  if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

FileHandle create(const std::filesystem::path& path) {
  constexpr mode_t new_file = 0666;  // the umask takes away what it must
  return FileHandle(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, new_file));
}

}  // namespace

void append_number(std::string& text, double value) {
  constexpr int digits = 17;
  std::array<char, 32> cell{};
  char* const end =
      std::to_chars(cell.data(), cell.data() + cell.size(), value, std::chars_format::general, digits).ptr;
  text.append(cell.data(), end);
}

CsvWriter::CsvWriter(std::filesystem::path path, std::span<const std::string> header)
    : path_(std::move(path)), file_(create(path_)) {
  if (!file_.is_open()) throw file_error("cannot create the file", path_, errno);
  buffer_.reserve(buffer_size + buffer_size / 4);
  for (const std::string& cell : header) {
    if (!buffer_.empty()) buffer_ += ',';
    buffer_ += quoted_if_needed(cell);
  }
  buffer_ += '\n';
  if (!flush()) throw FileError(*failure_);
}

bool CsvWriter::append(std::span<const double> row) {
  if (failure_) return false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) buffer_ += ',';
    append_number(buffer_, row[i]);
  }
  buffer_ += '\n';
  const bool is_due = buffer_.size() >= buffer_size || Clock::now() - flushed_ >= longest_wait;
  return !is_due || flush();
}

bool CsvWriter::flush() {
  if (failure_) return false;
  flushed_ = Clock::now();
  const FileHandle::Written written = file_.write_all(buffer_);
  const std::string_view on_disk = std::string_view(buffer_).substr(0, written.bytes);
  const std::size_t last_end = on_disk.rfind('\n');
  if (last_end != std::string_view::npos) {
    bytes_written_ += last_end + 1;
    rows_written_ += std::count(on_disk.begin(), on_disk.end(), '\n') - (has_header_ ? 0 : 1);
    has_header_ = true;
  }
  buffer_.clear();
  if (written.cause == 0) return true;
  fail(written.cause);
  return false;
}

bool CsvWriter::close() {
  flush();
  if (failure_ || !file_.is_open()) return !failure_;
  const int cause_of_sync = file_.sync();
  const int cause_of_close = file_.close();
  if (cause_of_sync != 0 || cause_of_close != 0) fail(cause_of_sync != 0 ? cause_of_sync : cause_of_close);
  return !failure_;
}

void CsvWriter::fail(int cause) {
  if (file_.is_open()) file_.truncate(bytes_written_);
  const FileError plain = file_error("cannot write the samples", path_, cause);
  failure_.emplace(fmt::format("{}; {} rows are kept", plain.fact(), rows_written_), plain.where(),
                   plain.hint());
}

}  // namespace kreisel
