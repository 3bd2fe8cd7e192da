// Results of jobs on disk, named by the hash of everything they depend on.
//
// A file holds a line with the hash of the rest, the text of the job and its result. It is written in one move;
// whatever does not fit its hash or its job is left aside with a note, and the job runs again.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "kreisel/evidence/job.hpp"

namespace kreisel {

class JobStore {
 public:
  /// Creates the folder. Throws FileError.
  explicit JobStore(std::filesystem::path folder);

  /// Nothing when there is no such result, or none that can be trusted; the latter is told to `note`.
  std::optional<JobResult> load(const std::string& text,
                                const std::function<void(const std::string&)>& note) const;
  /// A result that cannot be kept is no failure of the study; the cause comes back for a note.
  std::optional<std::string> save(const std::string& text, const JobResult& result) const;

  std::filesystem::path path_of(const std::string& text) const;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// Round trip without loss: job_result(result_json(r)) is r, NaN included.
std::string result_json(const JobResult& result);
/// Throws std::exception when it is not what result_json writes.
JobResult job_result(const std::string& json);

}  // namespace kreisel
