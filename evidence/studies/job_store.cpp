// Loads and saves the result of a job.
#include "evidence/studies/job_store.hpp"

namespace kreisel {

std::optional<JobResult> JobStore::load(const std::string& text, const ContentStore::Note& note) const {
  const std::optional<std::string> content = contents_.load(text, note);
  if (!content) return std::nullopt;
  try {
    return job_result(*content);
  } catch (const std::exception&) {  // written by something else under our name
    contents_.tell_damage(text, note);
  }
  return std::nullopt;
}

std::optional<std::string> JobStore::save(const std::string& text, const JobResult& result) const {
  return contents_.save(text, result_json(result));
}

}  // namespace kreisel
