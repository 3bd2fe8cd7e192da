// Motions of members in HDF5: every worker gathers some, writes them as one file that is whole or not there, and only then
// keeps the results that refer to it. A kill costs those gathered.
#pragma once

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kreisel/io/hdf5_tables.hpp"
#include "kreisel/sweep/member_run.hpp"

namespace kreisel {

class MotionFiles {
 public:
  /// `keep` takes a result whose motion is on the disk. Creates the folder; throws FileError.
  MotionFiles(std::filesystem::path folder, std::string worker,
              std::function<void(std::size_t, MemberResult)> keep);

  /// From any thread. Nothing but the result is kept of a run without samples.
  void add(std::size_t member, RunMember run);
  /// Writes what has been gathered.
  void flush();
  const std::optional<FileError>& failure() const { return failure_; }

 private:
  void write();

  std::filesystem::path folder_;
  std::string worker_;
  std::function<void(std::size_t, MemberResult)> keep_;
  std::mutex mutex_;
  std::vector<std::pair<std::size_t, MemberResult>> waiting_;
  std::vector<Hdf5Motion> motions_;
  std::vector<std::string> columns_, units_;
  std::size_t bytes_ = 0, files_ = 0;
  std::optional<FileError> failure_;
};

}  // namespace kreisel
