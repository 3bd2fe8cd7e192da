// A file open for writing that reports every failure as a value: the error number, 0 for none.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace kreisel {

class FileHandle {
 public:
  struct Written {
    std::size_t bytes = 0;
    int cause = 0;
  };

  explicit FileHandle(int number = -1) : number_(number) {}
  FileHandle(FileHandle&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept;
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  ~FileHandle();

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  /// Goes on after partial writes and signals, until all is written or nothing more can be.
  Written write_all(std::string_view text) const;
  /// Cuts the file to its first `bytes` bytes and goes on writing from there.
  int truncate(std::size_t bytes) const;
  /// Onto the disk; some file systems report a lack of space only here.
  int sync() const;
  int close();
  /// Gives the open file back to the caller.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

}  // namespace kreisel
