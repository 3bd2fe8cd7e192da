// Around the C library: its error numbers become values.
#include "kreisel/io/file_handle.hpp"

#include <cerrno>

#include <unistd.h>

namespace kreisel {

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

FileHandle::~FileHandle() {
  if (is_open()) ::close(number_);
}

FileHandle::Written FileHandle::write_all(std::string_view text) const {
  Written done;
  while (done.bytes < text.size()) {
    const ssize_t written = ::write(number_, text.data() + done.bytes, text.size() - done.bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      done.cause = written < 0 ? errno : ENOSPC;
      return done;
    }
    done.bytes += static_cast<std::size_t>(written);
  }
  return done;
}

int FileHandle::truncate(std::size_t bytes) const {
  const auto end = static_cast<off_t>(bytes);
  if (::ftruncate(number_, end) != 0) return errno;
  return ::lseek(number_, end, SEEK_SET) == end ? 0 : errno;
}

int FileHandle::sync() const {
  if (::fsync(number_) == 0) return 0;
  const bool is_pipe_or_device = errno == EINVAL || errno == ENOTSUP;
  return is_pipe_or_device ? 0 : errno;
}

int FileHandle::close() {
  const int number = std::exchange(number_, -1);
  return ::close(number) == 0 || errno == EINTR ? 0 : errno;
}

}  // namespace kreisel
