// The folder of one run: samples.csv or samples.h5 or both while it goes on, run.json and (if wanted) report.html when it
// ends. samples.h5 holds run.json and the text of a model file as well.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "kreisel/io/csv_writer.hpp"
#include "kreisel/io/hdf5_writer.hpp"
#include "kreisel/run/run.hpp"
#include "kreisel/run/run_trace.hpp"

namespace kreisel {

enum class SampleFormat { csv, hdf5, both };

class ResultFolder {
 public:
  static constexpr const char* samples_name = "samples.csv";
  static constexpr const char* hdf5_name = "samples.h5";
  static constexpr const char* record_name = "run.json";
  static constexpr const char* report_name = "report.html";

  /// Makes sure, before anything is computed, that the folder exists and takes our files; others in it are left
  /// alone. Throws FileError.
  ResultFolder(std::filesystem::path folder, bool with_report, SampleFormat format = SampleFormat::csv);

  /// Adds writing to whatever these sinks do already. A failed write interrupts the run instead of throwing
  /// through the time loop; finish() then throws it.
  void attach_to(RunSinks& sinks);
  /// Closes the samples, writes run.json and report.html. Throws FileError, after having saved what could be.
  void finish(RunRecord& record);

  const std::filesystem::path& path() const { return folder_; }

 private:
  void begin(const std::vector<Column>& columns);
  void take(const Sample& sample);
  std::optional<FileError> close_samples(const RunRecord& record);

  std::filesystem::path folder_;
  bool with_report_;
  SampleFormat format_;
  std::unique_ptr<CsvWriter> samples_;
  std::unique_ptr<Hdf5Writer> hdf5_;
  std::vector<double> row_;
  RunTrace trace_;
};

}  // namespace kreisel
