// A run with its progress bar, its files and the notes on what was done differently.
#include "apps/cli/watched_run.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/cli/overview_text.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/run/reference_comparison.hpp"
#include "kreisel/run/result_folder.hpp"

namespace kreisel::cli {
namespace {

/// A thousand million rows are some hundred gigabytes: surely a slip.
void refuse_too_many_samples(const RunSpec& spec, double interval) {
  constexpr double most = 1e9;
  const double count =
      spec.samples.every > 0.0 ? interval / spec.samples.every : static_cast<double>(spec.samples.count);
  if (count <= most) return;
  throw OptionError(fmt::format("{:.3g} samples are too many", count),
                    spec.samples.every > 0.0 ? "--every" : "--samples",
                    fmt::format("ask for at most {:.0e}", most));
}

RunSinks sinks_for(ProgressBar& bar, double t_end) {
  RunSinks sinks;
  sinks.sample = [&bar, t_end, is_first = true](const Sample& sample) mutable {
    if (std::exchange(is_first, false)) bar.set_interval(sample.t, t_end);
  };
  sinks.step = [&bar, steps = 0L](const StepNote& note) mutable { bar.advance(note.t, ++steps); };
  sinks.is_interrupted = is_interrupted;
  sinks.warning = [&bar](const std::string& text) {
    bar.clear();
    print_error_text(fmt::format("kreisel: warning: {}\n", text));
  };
  return sinks;
}

/// Problems without units have energies without units.
std::string_view energy_unit(const RunRecord& record) {
  for (const Column& column : record.columns)
    if (column.unit != "1") return " J";
  return "";
}

std::string quality(const RunRecord& record) {
  std::string text;
  if (!record.start.rows.empty()) {
    text = fmt::format("joint residuals {:.2g} (position), {:.2g} (velocity)",
                       record.audit.max_position_residual, record.audit.max_velocity_residual);
  }
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (record.audit.energy_drift)
    add(fmt::format("energy drift {:.2g}{}", *record.audit.energy_drift, energy_unit(record)));
  std::string errors;
  for (const LargestError& e : largest_errors(compare_with_references(record))) {
    const std::string unit = e.unit == "1" ? "(" + e.observable + ")" : e.unit;
    errors += fmt::format("{}{:.2g} {}", errors.empty() ? "" : ", ", e.error, unit);
  }
  add(errors.empty() ? "no reference values for this run" : "error against the reference " + errors);
  return text;
}

std::string places(const RunFiles& files) {
  if (!files.folder) return "no files written; --out DIR keeps samples.csv and run.json";
  const std::filesystem::path& folder = *files.folder;
  std::string text = "written: ";
  if (files.format != SampleFormat::hdf5) text += (folder / ResultFolder::samples_name).string() + ", ";
  if (files.format != SampleFormat::csv) text += (folder / ResultFolder::hdf5_name).string() + ", ";
  text += (folder / ResultFolder::record_name).string();
  if (files.with_report) text += ", " + (folder / ResultFolder::report_name).string();
  return text;
}

void note_stiffness(const RunRecord& record) {
  constexpr std::size_t most = 4;
  if (record.findings.empty()) return;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, record.findings.size()); ++i) {
    const Finding& f = record.findings[i];
    text += fmt::format("{}{} (about {:.1e} {})", i == 0 ? "" : ", ", f.who, f.rate, f.unit);
  }
  if (record.findings.size() > most) text += fmt::format(" and {} more", record.findings.size() - most);
  print_error_text(
      fmt::format("kreisel: note: stiff, followed on their slow motion and not resolved: {}\n", text));
}

void note_redundancy(const RunRecord& record) {
  const RowRank& rank = record.rank;
  if (rank.redundant_rows() == 0) return;
  print_error_text(
      fmt::format("kreisel: note: {} of {} joint rows are redundant, in {}: the motion is unique, reaction "
                  "forces there are "
                  "not; those of least norm are shown\n",
                  rank.redundant_rows(), rank.rigid_rows, listed(rank.dependent.front().joints)));
}

void note_events(const RunRecord& record) {
  constexpr std::size_t most = 5;
  const auto& events = record.events;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, events.size()); ++i)
    text += fmt::format("kreisel: note: event \"{}\" at t = {:.9g} s ({})\n", events[i].name, events[i].t,
                        name_of(events[i].action));
  if (events.size() > most)
    text += fmt::format("kreisel: note: {} more events, the last one \"{}\" at t = {:.9g} s\n",
                        events.size() - most, events.back().name, events.back().t);
  if (!text.empty()) print_error_text(text);
}

void note_changes_of_method(const RunRecord& record) {
  constexpr std::size_t most = 4;
  const auto& changes = record.choice.changes;
  for (std::size_t i = 0; i < std::min(most, changes.size()); ++i)
    print_error_text(fmt::format("kreisel: note: from t = {:.6g} s on {} instead of {}: {}\n", changes[i].t,
                                 changes[i].to, changes[i].from, changes[i].reason));
  if (changes.size() > most)
    print_error_text(
        fmt::format("kreisel: note: {} more changes of the method, the last one to {} at t = {:.6g} s\n",
                    changes.size() - most, changes.back().to, changes.back().t));
}

/// The first few rows that start on their slow motion.
std::string followed_rows(const StartReport& start) {
  constexpr std::size_t most = 3;
  std::vector<std::string> names;
  for (const RowStart& row : start.rows)
    if (row.smooth) names.push_back("\"" + row.row + "\"");
  const std::string more =
      names.size() > most ? fmt::format(" and {} more", names.size() - most) : std::string();
  if (names.size() > most) names.resize(most);
  return fmt::format("{}{}", fmt::join(names, ", "), more);
}

void note_corrected_start(const RunRecord& record) {
  constexpr double visible = 1e-9;  // below, it is the rounding of published digits
  const StartReport& start = record.start;
  if (!(start.moved_position > visible) && !(start.moved_velocity > visible)) return;
  const RowStart* worst = nullptr;
  for (const RowStart& row : start.rows)
    if (worst == nullptr ||
        std::abs(row.gap) + std::abs(row.rate) > std::abs(worst->gap) + std::abs(worst->rate))
      worst = &row;
  if (worst == nullptr) return;
  if (worst->gap == 0.0 && worst->rate == 0.0) {
    print_error_text(fmt::format(
        "kreisel: note: springs and dampers too fast for the steps start on their slow motion: coordinates\n"
        "  moved by up to {:.3g}, velocities by up to {:.3g}, for {}; --start raw begins as given\n",
        start.moved_position, start.moved_velocity, followed_rows(start)));
    return;
  }
  print_error_text(fmt::format(
      "kreisel: note: start values were corrected: coordinates by up to {:.3g}, velocities by up to {:.3g};\n"
      "  most violated row \"{}\": gap {:.3g}, rate {:.3g}\n",
      start.moved_position, start.moved_velocity, worst->row, worst->gap, worst->rate));
}

}  // namespace

RunRecord watched_run(const RunSpec& spec, const RunFiles& files, bool show_progress) {
  PreparedRun prepared(spec);
  refuse_too_many_samples(spec, prepared.t_end() - prepared.t_begin());
  std::optional<ResultFolder> folder;
  if (files.folder) folder.emplace(*files.folder, files.with_report, files.format);
  catch_interrupts();
  ProgressBar bar(show_progress && error_is_terminal());
  RunSinks sinks = sinks_for(bar, prepared.t_end());
  if (!show_progress) sinks.warning = {};
  if (folder) folder->attach_to(sinks);
  RunRecord record = prepared.run(sinks);
  bar.clear();
  if (folder) folder->finish(record);
  return record;
}

std::string summary(const RunRecord& record, const RunFiles& files) {
  const std::string form = record.choice.formulation == "none" ? "" : ", " + record.choice.formulation;
  return fmt::format("{}, {}{}: {} at t = {:.9g} s, {} steps ({} rejected) in {:.3g} s\n{}{}\n{}\n",
                     record.problem, record.choice.method, form, record.status, record.t,
                     record.statistics.accepted, record.statistics.rejected, record.statistics.wall_seconds,
                     overview_text(record), quality(record), places(files));
}

void complain_if_incomplete(const RunRecord& record, const RunFiles& files) {
  if (record.exit_code == ExitCode::success) return;
  const std::string kept =
      files.folder ? fmt::format("everything up to t = {:.9g} s is in {}", record.t, files.folder->string())
                   : "with --out DIR everything up to here would have been kept";
  print_error(fmt::format("{}: {}", record.status, record.message), record.problem, kept);
}

void note_deviations(const RunRecord& record) {
  note_corrected_start(record);
  note_changes_of_method(record);
  note_stiffness(record);
  note_redundancy(record);
  note_events(record);
  if (record.spec.formulation && record.choice.formulation == "none")
    print_error_text("kreisel: note: --formulation has no effect, there are no rigid joints\n");
  const bool was_reduced = record.spec.steps.step > 0.0 && record.spec.limits.max_divisions > 0 &&
                           record.statistics.rejected > 0 && record.statistics.accepted > 0;
  if (!was_reduced) return;
  print_error_text(fmt::format(
      "kreisel: note: {} steps of {:g} s did not converge and were divided, the smallest to {:.3g} s\n",
      record.statistics.rejected, record.spec.steps.step, record.statistics.smallest_step));
}

}  // namespace kreisel::cli
