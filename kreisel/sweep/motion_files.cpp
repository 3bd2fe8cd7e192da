// Gathers up to a number of members or of bytes.
#include "kreisel/sweep/motion_files.hpp"

#include <fmt/format.h>

#include "kreisel/io/output_file.hpp"

namespace kreisel {

MotionFiles::MotionFiles(std::filesystem::path folder, std::string worker,
                         std::function<void(std::size_t, MemberResult)> keep)
    : folder_(std::move(folder)), worker_(std::move(worker)), keep_(std::move(keep)) {
  require_writable_folder(folder_);
}

void MotionFiles::add(std::size_t member, RunMember run) {
  constexpr std::size_t most_members = 64, most_bytes = std::size_t{1} << 26U;
  const std::lock_guard lock(mutex_);
  if (run.motion.times.empty()) {
    keep_(member, std::move(run.result));
    return;
  }
  if (columns_.empty())
    for (const Column& column : run.motion.record.columns) {
      columns_.push_back(column.name);
      units_.push_back(column.unit);
    }
  bytes_ += (run.motion.values.size() + run.motion.times.size()) * sizeof(double);
  run.result.motion_row = std::ssize(motions_);
  waiting_.emplace_back(member, std::move(run.result));
  motions_.push_back({std::move(run.motion.times), std::move(run.motion.values)});
  if (motions_.size() >= most_members || bytes_ >= most_bytes) write();
}

void MotionFiles::flush() {
  const std::lock_guard lock(mutex_);
  if (!motions_.empty()) write();
}

void MotionFiles::write() {
  std::string name;
  do {  // an earlier process may have had this name
    name = fmt::format("{}-{}.h5", worker_, files_++);
  } while (std::filesystem::exists(folder_ / name));
  const std::optional<FileError> failure = write_hdf5_motions(folder_ / name, motions_, columns_, units_);
  if (failure && !failure_) failure_.emplace(*failure);
  if (!failure)
    for (auto& [member, result] : waiting_) {
      result.motion_file = name;
      keep_(member, std::move(result));
    }
  waiting_.clear();
  motions_.clear();
  bytes_ = 0;
}

}  // namespace kreisel
