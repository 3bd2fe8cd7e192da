// kreisel run: options -> RunSpec -> files and three lines.
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/choices.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/gradient.hpp"
#include "apps/cli/spec_options.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/cli/watched_run.hpp"
#include "kreisel/run/record_json.hpp"

namespace kreisel::cli {
namespace {

struct RunOptions {
  SpecOptions spec;
  std::string out, format;
  GradientWords gradient;
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
  kreisel run models/spring_pendulum.json --gradient-of rod.x,hinge.fz --with-respect-to stiffness
  kreisel run pendulum --method hht_alpha --set alpha=0.2 --step 0.01 --every 0.1

Without --step a run follows a tolerance, rtol = atol = 1e-6 unless given. Without --out no files are written.
Exit codes: 0 reached the end, 2 usage, 3 unknown name, 4 files, 5 inconsistent start, 6 solver failed,
7 not finite, 8 step too small, 9 a limit was reached, 11 bad model, 130 interrupted (docs/exit-codes.md).)";

void declare_output(CLI::App& app, RunOptions& o) {
  app.add_option("--out", o.out, "folder for samples.csv and run.json")->type_name("DIR");
  app.add_option("--format", o.format, "of the samples in the folder: csv, hdf5 or both; csv unless given")
      ->type_name("NAME");
  app.add_flag("--report", o.with_report, "also write report.html with plots into the folder of --out");
  app.add_option("--gradient-of", o.gradient.of,
                 "print derivatives of these columns of results at the end; with --out, gradient.json")
      ->type_name("COLUMNS");
  app.add_option("--with-respect-to", o.gradient.with_respect_to,
                 "parameters of the model, for --gradient-of")
      ->type_name("PARAMETERS");
  app.add_flag("--json", o.as_json, "print run.json to standard output and nothing else");
  app.add_flag("--quiet", o.is_quiet, "print errors only");
}

void refuse_contradictions(const RunOptions& o) {
  const auto refuse = [](const char* fact, const char* where, const char* hint) {
    throw OptionError(fact, where, hint);
  };
  if (o.with_report && o.out.empty()) refuse("a report needs a folder", "--report", "add --out DIR");
  if (!o.format.empty() && o.out.empty()) refuse("samples need a folder", "--format", "add --out DIR");
  if (o.as_json && o.is_quiet) {
    refuse("--json prints, --quiet does not", "--json, --quiet", "give one of them");
  }
}

RunSpec spec_from(const RunOptions& o) {
  refuse_contradictions(o);
  RunSpec spec = spec_from(o.spec);
  const bool has_samples = spec.samples.count > 0 || spec.samples.every > 0.0;
  if (!has_samples && o.with_report) spec.samples.count = samples_of_a_report;
  return spec;
}

ExitCode execute_run(const RunOptions& o) {
  if (o.gradient.is_asked_for()) return execute_gradient(spec_from(o), o.gradient, o.out, o.as_json);
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
  declare_spec(*app, options->spec);
  declare_output(*app, *options);
  app->footer(run_examples);
  return {app, [options] { return execute_run(*options); }};
}

}  // namespace kreisel::cli
