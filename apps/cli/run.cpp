// kreisel run: options -> RunSpec -> files and three lines.
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/choices.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/cli/watched_run.hpp"
#include "kreisel/run/option_names.hpp"
#include "kreisel/run/record_json.hpp"

namespace kreisel::cli {
namespace {

/// As typed; empty means not given. Checked in spec_from, so that every message has a remedy.
struct RunOptions {
  std::string target, method = "auto", formulation, t_end, step, rtol, atol, samples, every, out, format;
  std::string start, step_change, start_limit, lambda_tol, max_steps, max_seconds, min_step;
  std::vector<std::string> settings;
  bool with_report = false, as_json = false, is_quiet = false;
};

constexpr long samples_of_a_report = 1000;  // smooth curves, and few enough to draw at once

struct FormatEntry {
  std::string_view name;
  SampleFormat value;
};
constexpr std::array<FormatEntry, 3> sample_formats{
    {{"csv", SampleFormat::csv}, {"hdf5", SampleFormat::hdf5}, {"both", SampleFormat::both}}};

constexpr const char* run_examples = R"(Examples:
  kreisel run models/spring_pendulum.json --out results/pendulum --report
  kreisel run models/spring_pendulum.json --set "stiffness=2 kN/m" --set group=se3 --out results --format hdf5
  kreisel run heavy_top --rtol 1e-6 --atol 1e-6 --t-end 1 --out results/top --report
  kreisel run heavy_top --set group=se3 --set constraint=b --formulation index3 --step 1e-3
  kreisel run andrews --rtol 1e-7 --samples 500 --json > andrews.json
  kreisel run pendulum --method hht_alpha --set alpha=0.2 --step 0.01 --every 0.1

Without --step a run follows a tolerance, rtol = atol = 1e-6 unless given. Without --out no files are written.
Exit codes: 0 reached the end, 2 usage, 3 unknown name, 4 files, 5 inconsistent start, 6 solver failed,
7 not finite, 8 step too small, 9 a limit was reached, 11 bad model, 130 interrupted (docs/exit-codes.md).)";

void declare_choices(CLI::App& app, RunOptions& o) {
  app.add_option("TARGET", o.target,
                 "model file (.json) or problem; `kreisel list problems` names the latter");
  app.add_option("--set", o.settings,
                 "parameter of the model, the problem or the method, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  app.add_option("--method", o.method,
                 "integration method; auto takes what `kreisel check` recommends, `kreisel list methods` "
                 "names the others")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--formulation", o.formulation,
                 "how joints enter: index3, index2 (stabilised), index1, velocity")
      ->type_name("NAME");
  app.add_option("--t-end", o.t_end, "end time [s]")->type_name("T");
  app.add_option("--step", o.step, "constant step [s]")->type_name("H");
  app.add_option("--rtol", o.rtol, "relative tolerance; the step follows the error")->type_name("R");
  app.add_option("--atol", o.atol, "absolute tolerance; the same as --rtol unless given")->type_name("A");
  app.add_option("--lambda-tol", o.lambda_tol, "control reaction forces too, with this relative tolerance")
      ->type_name("R");
}

void declare_output(CLI::App& app, RunOptions& o) {
  app.add_option("--samples", o.samples,
                 "number of equally spaced samples after the start, 200 unless given (1000 with --report)")
      ->type_name("N");
  app.add_option("--every", o.every, "distance of the samples [s]")->type_name("DT");
  app.add_option("--out", o.out, "folder for samples.csv and run.json")->type_name("DIR");
  app.add_option("--format", o.format, "of the samples in the folder: csv, hdf5 or both; csv unless given")
      ->type_name("NAME");
  app.add_flag("--report", o.with_report, "also write report.html with plots into the folder of --out");
  app.add_flag("--json", o.as_json, "print run.json to standard output and nothing else");
  app.add_flag("--quiet", o.is_quiet, "print errors only");
}

void declare_details(CLI::App& app, RunOptions& o) {
  app.add_option("--start", o.start,
                 "where stiff springs and strong dampers start: smooth[:K], raw; or starting values of the "
                 "method: plain, a_only, perturbed; both as smooth,plain")
      ->type_name("NAME");
  app.add_option("--step-change", o.step_change, "when the step changes: automatic, restart, corrected, none")
      ->type_name("NAME");
  app.add_option("--start-limit", o.start_limit,
                 "refuse start values that violate a joint by more, 0.01 unless given")
      ->type_name("X");
  app.add_option("--max-steps", o.max_steps, "stop after so many steps")->type_name("N");
  app.add_option("--max-seconds", o.max_seconds, "stop after so much computing time [s]")->type_name("S");
  app.add_option("--min-step", o.min_step, "give up when the step would be smaller [s]")->type_name("H");
}

void refuse_contradictions(const RunOptions& o) {
  const auto refuse = [](const char* fact, const char* where, const char* hint) {
    throw OptionError(fact, where, hint);
  };
  if (o.target.empty())
    refuse("there is nothing to run", "TARGET", "name a problem or a model file: kreisel run heavy_top");
  if (!o.step.empty() && (!o.rtol.empty() || !o.atol.empty())) {
    refuse("a constant step and a tolerance contradict each other", "--step, --rtol, --atol",
           "give either --step H or --rtol R --atol A");
  }
  if (!o.step.empty() && !o.lambda_tol.empty()) {
    refuse("a constant step and a tolerance for reaction forces contradict each other",
           "--step, --lambda-tol", "give either --step H or --rtol R --lambda-tol R");
  }
  if (!o.samples.empty() && !o.every.empty()) {
    refuse("a number of samples and their distance contradict each other", "--samples, --every",
           "give either --samples N or --every DT");
  }
  if (o.with_report && o.out.empty()) refuse("a report needs a folder", "--report", "add --out DIR");
  if (!o.format.empty() && o.out.empty()) refuse("samples need a folder", "--format", "add --out DIR");
  if (o.as_json && o.is_quiet) {
    refuse("--json prints, --quiet does not", "--json, --quiet", "give one of them");
  }
}

void set_steps(const RunOptions& o, RunSpec& spec) {
  if (!o.step.empty()) spec.step = positive_number("--step", o.step);
  if (!o.rtol.empty()) spec.rtol = spec.atol = positive_number("--rtol", o.rtol);
  if (!o.atol.empty()) {
    spec.atol = positive_number("--atol", o.atol);
    if (o.rtol.empty()) spec.rtol = spec.atol;
  }
  if (!o.lambda_tol.empty()) spec.lambda_tolerance = positive_number("--lambda-tol", o.lambda_tol);
  if (!o.samples.empty()) spec.samples = positive_count("--samples", o.samples);
  if (o.samples.empty() && o.every.empty() && o.with_report) spec.samples = samples_of_a_report;
  if (!o.every.empty()) spec.every = positive_number("--every", o.every);
  if (!o.t_end.empty()) spec.t_end = number("--t-end", o.t_end);
}

StartValues method_start(const std::string& word) {
  std::vector<std::string> known{"smooth", "smooth:K", "raw"};
  for (const auto& entry : start_values_names) {
    if (entry.name == word) return entry.value;
    known.emplace_back(entry.name);
  }
  throw UnknownName(fmt::format("there is no start \"{}\"", word), "--start",
                    suggestion(word, "starts", known));
}

/// "smooth:2", "raw", "plain" or one of each, separated by a comma.
void set_start(const std::string& text, RunSpec& spec) {
  constexpr std::string_view smooth_to = "smooth:";
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string word = text.substr(from, comma - from);
    from = comma + 1;
    if (word == "automatic") continue;
    if (word == "raw" || word == "smooth") {
      spec.initial_motion = word == "raw" ? InitialMotion::raw : InitialMotion::smooth;
    } else if (word.starts_with(smooth_to)) {
      spec.initial_motion = InitialMotion::smooth;
      spec.initial_order =
          small_count("--start smooth:K", word.substr(smooth_to.size()), highest_initial_order);
    } else {
      spec.start_values = method_start(word);
    }
  }
}

RunSpec spec_from(const RunOptions& o) {
  refuse_contradictions(o);
  RunSpec spec;
  spec.target = o.target;
  spec.method = o.method;
  spec.settings = settings(o.settings);
  set_steps(o, spec);
  if (!o.formulation.empty())
    spec.formulation = named_value("--formulation", "formulation", formulations, o.formulation);
  if (!o.start.empty()) set_start(o.start, spec);
  if (!o.step_change.empty())
    spec.step_change = named_value("--step-change", "kind of step change", step_change_names, o.step_change);
  if (!o.start_limit.empty()) spec.start_limit = number_not_negative("--start-limit", o.start_limit);
  if (!o.max_steps.empty()) spec.limits.max_steps = positive_count("--max-steps", o.max_steps);
  if (!o.max_seconds.empty()) spec.limits.max_seconds = positive_number("--max-seconds", o.max_seconds);
  if (!o.min_step.empty()) spec.limits.min_step = positive_number("--min-step", o.min_step);
  return spec;
}

ExitCode execute_run(const RunOptions& o) {
  RunFiles files{std::nullopt, o.with_report, SampleFormat::csv};
  if (!o.out.empty()) files.folder = o.out;
  if (!o.format.empty()) files.format = named_value("--format", "format", sample_formats, o.format);
  const bool is_silent = o.as_json || o.is_quiet;
  const RunRecord record = watched_run(spec_from(o), files, !is_silent);
  if (!is_silent) note_deviations(record);
  complain_if_incomplete(record, files);
  if (o.as_json) print(record_json(record));
  if (!is_silent) print(summary(record, files));
  return record.exit_code;
}

}  // namespace

std::vector<Choice> sample_format_choices() {
  std::vector<Choice> all;
  for (const FormatEntry& format : sample_formats) all.push_back({std::string(format.name), ""});
  return all;
}

Command add_run(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("run", "Simulate a model or a problem");
  const auto options = std::make_shared<RunOptions>();
  declare_choices(*app, *options);
  declare_output(*app, *options);
  declare_details(*app, *options);
  app->footer(run_examples);
  return {app, [options] { return execute_run(*options); }};
}

}  // namespace kreisel::cli
