// One run as the program does it: interruptible, with a progress bar, with files if wanted.
#pragma once

#include <filesystem>
#include <optional>

#include "kreisel/run/result_folder.hpp"

namespace kreisel::cli {

struct RunFiles {
  std::optional<std::filesystem::path> folder;  // none: no files
  bool with_report = false;
  SampleFormat format = SampleFormat::csv;
};

/// Names and folder are checked before anything is computed. Throws Error for bad input and failed writes.
RunRecord watched_run(const RunSpec& spec, const RunFiles& files, bool show_progress);

/// Three lines: how it ended, how good it is, where it is.
std::string summary(const RunRecord& record, const RunFiles& files);

/// Says on standard error what the record's message says, unless the run is complete.
void complain_if_incomplete(const RunRecord& record, const RunFiles& files);
/// Says on standard error what was done differently from what was asked: corrected start values, smaller steps.
void note_deviations(const RunRecord& record);

}  // namespace kreisel::cli
