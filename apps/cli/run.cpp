// kreisel run: options -> RunSpec -> files and three lines.
#include <array>
#include <map>
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
  std::map<std::string_view, std::string> listed;  // by the name of an option of RunSpec
  std::string target, out, format, start;
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

void declare_target(CLI::App& app, RunOptions& o) {
  app.add_option("TARGET", o.target,
                 "model file (.json) or problem; `kreisel list problems` names the latter");
  app.add_option("--set", o.settings,
                 "parameter of the model, the problem or the method, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

void declare_listed(CLI::App& app, RunOptions& o) {
  const RunSpec usual{};
  for_each_option(usual, [&](const auto& option, const auto&) {
    if (!option.is_on_command_line()) return;
    app.add_option(as_typed(option.name), o.listed[option.name], std::string(option.description))
        ->type_name(std::string(option.value));
  });
  app.add_option("--start", o.start,
                 "where stiff springs and strong dampers start: smooth[:K], raw; or starting values of the "
                 "method: plain, a_only, perturbed; both as smooth,plain")
      ->type_name("NAME");
}

void declare_output(CLI::App& app, RunOptions& o) {
  app.add_option("--out", o.out, "folder for samples.csv and run.json")->type_name("DIR");
  app.add_option("--format", o.format, "of the samples in the folder: csv, hdf5 or both; csv unless given")
      ->type_name("NAME");
  app.add_flag("--report", o.with_report, "also write report.html with plots into the folder of --out");
  app.add_flag("--json", o.as_json, "print run.json to standard output and nothing else");
  app.add_flag("--quiet", o.is_quiet, "print errors only");
}

void refuse_contradictions(const RunOptions& o) {
  const auto refuse = [](const char* fact, const char* where, const char* hint) {
    throw OptionError(fact, where, hint);
  };
  if (o.target.empty())
    refuse("there is nothing to run", "TARGET", "name a problem or a model file: kreisel run heavy_top");
  if (o.with_report && o.out.empty()) refuse("a report needs a folder", "--report", "add --out DIR");
  if (!o.format.empty() && o.out.empty()) refuse("samples need a folder", "--format", "add --out DIR");
  if (o.as_json && o.is_quiet) {
    refuse("--json prints, --quiet does not", "--json, --quiet", "give one of them");
  }
}

/// What was typed, as the type of the option has it.
template <class Option, class Member>
void read(const Option& option, const std::string& text, Member& value) {
  const std::string name = as_typed(option.name);
  if constexpr (std::is_same_v<Member, std::string>) {
    value = text;
  } else if constexpr (OptionalChoice<Member>) {
    value = named_value(name, spoken(option.name), choices_of(typename Member::value_type{}), text);
  } else if constexpr (ChoiceEnum<Member>) {
    value = named_value(name, spoken(option.name), choices_of(value), text);
  } else if constexpr (std::is_same_v<Member, long>) {
    value = positive_count(name, text);
  } else if constexpr (std::is_same_v<Member, double> || std::is_same_v<Member, std::optional<double>>) {
    value = number_that_is(option.accepts, name, in_si_units(name, text, option.unit()));
  }
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
      spec.start.motion = word == "raw" ? InitialMotion::raw : InitialMotion::smooth;
    } else if (word.starts_with(smooth_to)) {
      spec.start.motion = InitialMotion::smooth;
      spec.start.order =
          small_count("--start smooth:K", word.substr(smooth_to.size()), highest_initial_order);
    } else {
      spec.steps.start_values = method_start(word);
    }
  }
}

RunSpec spec_from(const RunOptions& o) {
  refuse_contradictions(o);
  RunSpec spec;
  spec.target = o.target;
  spec.settings = settings(o.settings);
  for_each_option(spec, [&](const auto& option, auto& value) {
    const auto typed = o.listed.find(option.name);
    if (typed != o.listed.end() && !typed->second.empty()) read(option, typed->second, value);
  });
  if (!o.start.empty()) set_start(o.start, spec);
  const bool has_samples = spec.samples.count > 0 || spec.samples.every > 0.0;
  if (!has_samples && o.with_report) spec.samples.count = samples_of_a_report;
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
  declare_target(*app, *options);
  declare_listed(*app, *options);
  declare_output(*app, *options);
  app->footer(run_examples);
  return {app, [options] { return execute_run(*options); }};
}

}  // namespace kreisel::cli
