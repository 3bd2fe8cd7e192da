// What has been computed of sweeps, in a folder of files that only grow: a line per member, a file per worker.
//
// A line holds the identity of a member, a checksum and its result. A line that was torn by a kill, or changed later, does
// not fit its checksum: it is left aside, told, and computed again. Nobody writes into another one's file.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "kreisel/io/file_handle.hpp"
#include "kreisel/sweep/member_result.hpp"

namespace kreisel {

class RecordStore {
 public:
  /// Creates the folder. Throws FileError. Without a folder: in memory.
  explicit RecordStore(std::optional<std::filesystem::path> folder);

  /// Reads all files, what other workers wrote among it. Returns how many lines could not be trusted.
  std::size_t load();
  /// Takes a line that was computed elsewhere. False when it cannot be trusted.
  bool take(const std::string& line);
  const MemberResult* find(const std::string& identity) const;
  void forget(const std::string& identity) { results_.erase(identity); }

  /// Into the file of this worker, in one piece. From any thread. False when it could not be written.
  bool append(const std::string& worker, const std::string& identity, const MemberResult& result);
  bool append(const std::string& worker, const std::string& line);
  const std::optional<FileError>& failure() const { return failure_; }
  /// Onto the disk.
  void sync();

  static std::string line(const std::string& identity, const MemberResult& result);

 private:
  bool open_own(const std::string& worker);

  std::optional<std::filesystem::path> folder_;
  FileHandle own_;
  std::mutex mutex_;
  std::optional<FileError> failure_;
  std::unordered_map<std::string, MemberResult> results_;
};

}  // namespace kreisel
