// Written beside its place and moved there, so that nobody sees half a file.
#include "kreisel/io/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "kreisel/io/file_handle.hpp"

namespace kreisel {
namespace fs = std::filesystem;
namespace {

std::string hint_for(int cause) {
  switch (cause) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "free some space, write to another disk, or ask for fewer samples";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a file or folder you may use, or change its permissions";
    case ENOTDIR:
    case EISDIR:
    case EEXIST:
      return "there is a folder where a file is needed, or a file where a folder is; choose another name";
    case ENAMETOOLONG:
      return "choose a shorter name";
    default:
      return "choose another file or folder";
  }
}

/// Beside the final name and hidden; the number of the process keeps two runs apart.
fs::path temporary_beside(const fs::path& path) {
  return path.parent_path() / fmt::format(".{}.{}.tmp", path.filename().string(), ::getpid());
}

FileHandle create_file(const fs::path& path) {
  constexpr mode_t new_file = 0666;  // the umask takes away what it must
  return FileHandle(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, new_file));
}

/// Makes the new name survive a power cut. The file itself is safe already, so failure is no loss.
void sync_folder(const fs::path& folder) {
  static_cast<void>(FileHandle(::open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY)).sync());
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace

FileError file_error(const std::string& fact, const fs::path& path, int cause) {
  return {fmt::format("{}: {}", fact, std::generic_category().message(cause)), path.string(),
          hint_for(cause)};
}

std::optional<FileError> replace_file(const fs::path& path, std::string_view text) {
  const fs::path temporary = temporary_beside(path);
  FileHandle file = create_file(temporary);
  if (!file.is_open()) return file_error("cannot create the file", path, errno);
  int cause = file.write_all(text).cause;
  if (cause == 0) cause = file.sync();
  if (cause == 0) cause = file.close();
  if (cause == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) cause = errno;
  if (cause == 0) {
    sync_folder(folder_of(path));
    return std::nullopt;
  }
  ::unlink(temporary.c_str());
  return file_error("cannot write the file", path, cause);
}

void require_writable_folder(const fs::path& folder) {
  std::error_code error, unknown;
  fs::create_directories(folder, error);
  if (fs::exists(folder, unknown) && !fs::is_directory(folder, unknown)) {
    throw FileError("there is a file of this name, a folder is needed", folder.string(),
                    "choose another folder, or move the file away");
  }
  if (error) throw file_error("cannot create the folder", folder, error.value());
  const fs::path trial = temporary_beside(folder / "trial");
  if (!create_file(trial).is_open()) throw file_error("cannot create a file in the folder", folder, errno);
  ::unlink(trial.c_str());
}

void require_replaceable(const fs::path& path) {
  const FileHandle file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open() && errno != ENOENT) throw file_error("cannot overwrite the file", path, errno);
}

}  // namespace kreisel
