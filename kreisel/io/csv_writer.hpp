// A table of numbers that grows on disk while a run goes on, so that whatever ends the run, the rows so far
// are there.
//
// Only whole rows are handed to the system, at the latest a second after they were appended. A write that fails
// halfway is cut back to the last whole row.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "kreisel/core/error.hpp"
#include "kreisel/io/file_handle.hpp"

namespace kreisel {

class CsvWriter {
 public:
  /// Creates or empties the file and writes the header. Throws FileError.
  CsvWriter(std::filesystem::path path, std::span<const std::string> header);

  /// False from the first failure on; the time loop asks this instead of catching exceptions.
  bool append(std::span<const double> row);
  bool flush();
  /// Flushes, syncs and closes; false if anything was lost, now or earlier.
  bool close();

  const std::optional<FileError>& failure() const { return failure_; }
  /// Whole rows known to be in the file.
  long rows() const { return rows_written_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  using Clock = std::chrono::steady_clock;

  void fail(int cause);

  std::filesystem::path path_;
  FileHandle file_;
  std::string buffer_;
  std::size_t bytes_written_ = 0;  // up to the end of the last whole row
  long rows_written_ = 0;
  bool has_header_ = false;
  Clock::time_point flushed_ = Clock::now();
  std::optional<FileError> failure_;
};

/// 17 significant digits, which read back as the same number, whatever the locale.
void append_number(std::string& text, double value);

}  // namespace kreisel
