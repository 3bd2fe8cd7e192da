// Results of jobs in a store of contents, named by everything they depend on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "evidence/studies/content_store.hpp"
#include "evidence/studies/job.hpp"

namespace kreisel {

class JobStore {
 public:
  /// Creates the folder. Throws FileError.
  explicit JobStore(std::filesystem::path folder) : contents_(std::move(folder)) {}

  /// Nothing when there is no such result, or none that can be trusted; the latter is told to `note`.
  std::optional<JobResult> load(const std::string& text, const ContentStore::Note& note) const;
  /// A result that cannot be kept is no failure of the study; the cause comes back for a note.
  std::optional<std::string> save(const std::string& text, const JobResult& result) const;

  std::filesystem::path path_of(const std::string& text) const { return contents_.path_of(text); }

 private:
  ContentStore contents_;
};

/// Round trip without loss: job_result(result_json(r)) is r, NaN included.
std::string result_json(const JobResult& result);
/// Throws std::exception when it is not what result_json writes.
JobResult job_result(const std::string& json);

}  // namespace kreisel
