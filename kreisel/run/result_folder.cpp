// Writes samples, record and report into a folder.
#include "kreisel/run/result_folder.hpp"

#include <system_error>
#include <utility>

#include "kreisel/core/version.hpp"
#include "kreisel/io/output_file.hpp"
#include "kreisel/run/record_json.hpp"
#include "kreisel/run/report.hpp"

namespace kreisel {
namespace {

/// Calls `first` if there is one, then `second`.
template <class... Arguments, class Second>
std::function<void(const Arguments&...)> both(std::function<void(const Arguments&...)> first, Second second) {
  return [first = std::move(first), second = std::move(second)](const Arguments&... arguments) {
    if (first) first(arguments...);
    second(arguments...);
  };
}

}  // namespace

ResultFolder::ResultFolder(std::filesystem::path folder, bool with_report, SampleFormat format)
    : folder_(std::move(folder)), with_report_(with_report), format_(format) {
  require_writable_folder(folder_);
  for (const char* name : {samples_name, hdf5_name, record_name, report_name})
    require_replaceable(folder_ / name);
}

void ResultFolder::attach_to(RunSinks& sinks) {
  sinks.begin = both(std::move(sinks.begin), [this](const std::vector<Column>& columns) { begin(columns); });
  sinks.sample = both(std::move(sinks.sample), [this](const Sample& sample) { take(sample); });
  if (with_report_)
    sinks.step = both(std::move(sinks.step), [this](const StepNote& note) { trace_.take(note); });
  sinks.is_interrupted = [this, others = std::move(sinks.is_interrupted)] {
    return (samples_ && samples_->failure()) || (hdf5_ && hdf5_->failure()) || (others && others());
  };
}

void ResultFolder::begin(const std::vector<Column>& columns) {
  // Results of an earlier run would be mistaken for those of this one, should it be killed.
  std::error_code is_none;  // nothing to remove is fine, and what cannot be removed is reported when replaced
  for (const char* name : {record_name, report_name}) std::filesystem::remove(folder_ / name, is_none);
  if (format_ == SampleFormat::hdf5) std::filesystem::remove(folder_ / samples_name, is_none);
  if (format_ == SampleFormat::csv) std::filesystem::remove(folder_ / hdf5_name, is_none);
  std::vector<std::string> header{"t [s]"};
  for (const Column& column : columns) header.push_back(column.name + " [" + column.unit + "]");
  if (format_ != SampleFormat::hdf5) samples_ = std::make_unique<CsvWriter>(folder_ / samples_name, header);
  if (format_ != SampleFormat::csv) {
    std::vector<Hdf5Column> table{{"t", "s"}};
    for (const Column& column : columns) table.push_back({column.name, column.unit});
    hdf5_ = std::make_unique<Hdf5Writer>(folder_ / hdf5_name, table);
    hdf5_->write_text("version", std::string(version()));
    hdf5_->write_text("compiler", compiler_name());
    hdf5_->flush();
  }
  trace_.begin(columns);
}

void ResultFolder::take(const Sample& sample) {
  row_.assign(1, sample.t);
  row_.insert(row_.end(), sample.values.data(), sample.values.data() + sample.values.size());
  if (samples_) samples_->append(row_);
  if (hdf5_) hdf5_->append(row_);
  if (with_report_) trace_.take(sample);
}

/// The HDF5 file gets the record as it is before anything is lost: it cannot tell its own loss.
std::optional<FileError> ResultFolder::close_samples(const RunRecord& record) {
  std::optional<FileError> loss;
  if (samples_ && !samples_->close()) loss.emplace(*samples_->failure());
  if (!hdf5_) return loss;
  hdf5_->write_text("run", record_json(record));
  if (!record.model_text.empty()) hdf5_->write_text("model", record.model_text);
  if (!hdf5_->close() && !loss) loss.emplace(*hdf5_->failure());
  return loss;
}

void ResultFolder::finish(RunRecord& record) {
  std::optional<FileError> loss = close_samples(record);
  if (loss) {
    record.status = "file_error";
    record.message = loss->fact();
    record.exit_code = loss->code();
  }
  const auto remember = [&](const std::optional<FileError>& failure) {
    if (!loss && failure) loss.emplace(*failure);
  };
  remember(replace_file(folder_ / record_name, record_json(record)));
  if (with_report_) remember(replace_file(folder_ / report_name, report_html(record, trace_)));
  if (loss) throw FileError(*loss);
}

}  // namespace kreisel
