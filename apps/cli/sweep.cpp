// kreisel sweep: variations -> members -> a table, on the cores at hand.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/engines.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/spec_options.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/sweep/member_run.hpp"
#include "kreisel/sweep/table.hpp"

namespace kreisel::cli {
namespace {

struct SweepChoices {
  SpecOptions spec;
  std::vector<std::string> variations, objectives;
  std::string sample, seed, repeat, out, jobs, part;
  bool checks_error = false, keeps_motion = false, retries_failed = false, as_json = false, is_quiet = false;
};

constexpr const char* sweep_examples = R"help(Examples:
  kreisel sweep models/quarter_car.json --vary "speed=5 m/s:30 m/s:26" --vary "amplitude=1 cm,2 cm" --out cars
  kreisel sweep models/quarter_car.json --vary speed=5:30 --vary amplitude=normal:0.02:0.002 --sample lhs:1000 \
      --objective "load=max(abs(lambda.tyre.length))" --objective "calm=settling(car.z)" --out cars
  kreisel sweep models/spring_pendulum.json --vary @measured.csv --out measured
  kreisel sweep heavy_top --vary rtol=1e-4,1e-6,1e-8 --objective "x=end(top.x)" --check-error
  kreisel sweep double_pendulum --disturb-velocities 1e-3 --repeat 100 --objective "a=end(x2)" --out chaos
  mpirun -n 8 kreisel sweep models/quarter_car.json --vary speed=5:30:1000 --out cars
  kreisel sweep models/quarter_car.json --vary speed=5:30:1000 --part 3/16 --out cars    # the third of 16 jobs

Values: FROM:TO:COUNT (with :log equal ratios), A,B,C, @FILE.csv; for samples FROM:TO, FROM:TO:log, normal:MEAN:DEVIATION.
Whatever a run takes can be varied: parameters, method, tolerances. A formula of an objective has max, min, mean, rms,
start, end, integral, settling, time_of_max, time_of_min of columns, count, first and last of events (docs/sweeps.md).

DIR holds table.csv and table.h5, a row per member; the same command goes on where it was interrupted, and with more values
computes those that are new. Exit codes: 0 all members ran, whatever came out, 2 usage, 3 unknown name, 4 files,
11 bad model, 130 interrupted.)help";

void declare_members(CLI::App& app, SweepChoices& o) {
  app.add_option("--vary", o.variations, "what to vary, NAME=VALUES; may be repeated: each with each")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUES");
  app.add_option("--sample", o.sample, "draw samples from ranges: lhs:N, sobol:N or random:N")
      ->type_name("KIND:N");
  app.add_option("--seed", o.seed, "of samples, 1 unless given")->type_name("N");
  app.add_option("--repeat", o.repeat, "every member N times with other random start disturbances")
      ->type_name("N");
  app.add_option("--objective", o.objectives, "column of the table, NAME=FORMULA; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=FORMULA");
  app.add_flag("--check-error", o.checks_error,
               "run every member again, ten times as exact, and add the change of every objective");
}

void declare_work(CLI::App& app, SweepChoices& o) {
  app.add_option("--out", o.out, "folder for the table and for going on later")->type_name("DIR");
  app.add_flag("--motions", o.keeps_motion, "keep the samples of every member too, motions.h5");
  app.add_option("--jobs", o.jobs, "how many at the same time, as many as there are cores unless given")
      ->type_name("N");
  app.add_option("--part", o.part, "compute the K-th of N parts only, for job arrays")->type_name("K/N");
  app.add_flag("--retry-failed", o.retries_failed, "compute members that failed once more");
  app.add_flag("--json", o.as_json, "print sweep.json to standard output and nothing else");
  app.add_flag("--quiet", o.is_quiet, "print errors only");
}

Sampling sampling_from(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos)
    throw OptionError(fmt::format("\"{}\" has no number of samples", text), "--sample",
                      "write lhs:1000, sobol:1024 or random:1000");
  return {sampling_kind(text.substr(0, colon)),
          static_cast<std::size_t>(positive_count("--sample", text.substr(colon + 1)))};
}

std::vector<ObjectiveText> objectives_from(const std::vector<std::string>& texts) {
  std::vector<ObjectiveText> all;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      throw OptionError(fmt::format("\"{}\" is not of the form name=formula", text), "--objective",
                        "write for example --objective \"height=max(car.z)\"");
    const std::string name = text.substr(0, equals);
    for (const ObjectiveText& other : all)
      if (other.name == name)
        throw OptionError(fmt::format("the objective \"{}\" is given twice", name), "--objective",
                          "give every objective a name of its own");
    all.push_back({name, text.substr(equals + 1)});
  }
  return all;
}

/// "3/16": the third of sixteen.
void set_part(const std::string& text, SweepOptions& options) {
  const char* const end = text.data() + text.size();
  const auto [slash, failure] = std::from_chars(text.data(), end, options.part);
  const char* const behind = slash == end ? end : slash + 1;
  const auto [stop, no_number] = std::from_chars(behind, end, options.parts);
  const bool is_part =
      failure == std::errc{} && slash != end && *slash == '/' && no_number == std::errc{} && stop == end;
  if (!is_part || options.part < 1 || options.part > options.parts)
    throw OptionError(fmt::format("\"{}\" is no part", text), "--part",
                      "write K/N with K from 1 to N, such as 3/16");
  --options.part;
}

void refuse_contradictions(const SweepChoices& o) {
  const auto refuse = [](const char* fact, const char* where, const char* hint) {
    throw OptionError(fact, where, hint);
  };
  if (o.variations.empty() && o.repeat.empty())
    refuse("there is nothing to vary", "--vary",
           "give values: --vary stiffness=1000:2000:5, or --repeat with a disturbance");
  if (o.keeps_motion && o.out.empty()) refuse("motions need a folder", "--motions", "add --out DIR");
  if (!o.part.empty() && o.out.empty())
    refuse("a part needs a folder", "--part", "add --out DIR, the same for all parts");
  if (o.as_json && o.is_quiet)
    refuse("--json prints, --quiet does not", "--json, --quiet", "give one of them");
}

SweepSpec sweep_spec_from(const SweepChoices& o) {
  SweepSpec spec;
  spec.run = spec_from(o.spec);
  refuse_contradictions(o);
  for (const std::string& text : o.variations) spec.variations.push_back(read_variation(text));
  if (!o.sample.empty()) spec.sampling = sampling_from(o.sample);
  if (!o.seed.empty()) spec.seed = positive_count("--seed", o.seed);
  if (!o.repeat.empty()) spec.repetitions = static_cast<std::size_t>(positive_count("--repeat", o.repeat));
  spec.objectives = objectives_from(o.objectives);
  spec.checks_error = o.checks_error;
  spec.keeps_motion = o.keeps_motion;
  return spec;
}

std::string range_line(const SweepColumn& column) {
  double low = INFINITY, high = -INFINITY, sum = 0.0;
  std::size_t count = 0;
  for (const double x : column.numbers) {
    if (!std::isfinite(x)) continue;
    low = std::min(low, x);
    high = std::max(high, x);
    sum += x;
    ++count;
  }
  if (count == 0) return fmt::format("  {:<24} unknown\n", column.name);
  return fmt::format("  {:<24} {:>13.6g} {:>13.6g} {:>13.6g}\n", column.name, low,
                     sum / static_cast<double>(count), high);
}

/// Failed members, the first of every kind.
std::string failures(const SweepPlan& plan, const SweepOutcome& outcome) {
  std::string text;
  std::vector<std::string> told;
  for (std::size_t i = 0; i < outcome.results.size(); ++i) {
    if (!outcome.results[i] || outcome.results[i]->is_complete()) continue;
    const MemberResult& result = *outcome.results[i];
    if (std::find(told.begin(), told.end(), result.status) != told.end()) continue;
    told.push_back(result.status);
    text += wrapped(fmt::format("- {}: member {}: {}", result.status, i, result.message), 0);
    text += fmt::format("  {}\n", replay_command(plan, plan.member(i)));
  }
  return text;
}

std::string summary(const SweepPlan& plan, const SweepOutcome& outcome,
                    const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> counts, names;
  for (const auto& [status, count] : status_counts(outcome))
    counts.push_back(fmt::format("{} {}", count, status));
  std::string text = fmt::format("{}, {} members: {}; {} computed, {} known before, {:.3g} s on {}\n",
                                 plan.target().name, plan.count(), fmt::join(counts, ", "), outcome.computed,
                                 outcome.kept, outcome.seconds, outcome.engine);
  text += fmt::format("  {:<24} {:>13} {:>13} {:>13}\n", "", "least", "mean", "largest");
  for (const SweepColumn& column : sweep_table(plan, outcome)) {
    const bool is_shown = column.role == SweepColumn::Role::objective || column.name == "steps" ||
                          column.name.ends_with(".error");
    if (is_shown) text += range_line(column);
  }
  text += failures(plan, outcome);
  if (files.empty())
    return text + "no files written; --out DIR keeps the table and goes on after an interruption\n";
  for (const auto& file : files) names.push_back(file.string());
  return text + fmt::format("written: {}\n", fmt::join(names, ", "));
}

SweepOptions options_from(const SweepChoices& o, ProgressBar& bar) {
  SweepOptions options;
  if (!o.out.empty()) options.folder = o.out;
  if (!o.part.empty()) set_part(o.part, options);
  options.retries_failed = o.retries_failed;
  options.is_interrupted = is_interrupted;
  options.progress = [&bar](std::size_t done, std::size_t total) {
    bar.advance_runs(done, total, "members");
  };
  options.note = [&bar](const std::string& text) {
    bar.clear();
    print_error_text(fmt::format("kreisel: note: {}\n", text));
  };
  return options;
}

ExitCode execute_sweep(const SweepChoices& o) {
  const std::unique_ptr<Engine> engine =
      make_engine(o.jobs.empty() ? 0 : small_count("--jobs", o.jobs, 1024));
  const SweepPlan plan(sweep_spec_from(o));
  try_objectives(plan);
  const bool is_silent = o.as_json || o.is_quiet || !engine->is_first();
  ProgressBar bar(!is_silent && error_is_terminal() && !engine->has_others());
  const SweepOptions options = options_from(o, bar);
  catch_interrupts();
  const SweepOutcome outcome = sweep(plan, *engine, options);
  bar.clear();
  if (!outcome.is_first) return ExitCode::success;
  std::vector<std::filesystem::path> files;
  const bool is_whole = std::ranges::all_of(outcome.results, [](const auto& r) { return r.has_value(); });
  if (options.folder && is_whole) files = write_sweep(plan, outcome, *options.folder);
  if (o.as_json) print(sweep_json(plan, outcome));
  if (!is_silent) print(summary(plan, outcome, files));
  if (!is_whole && !is_silent)
    print_error_text(
        "kreisel: note: other parts are missing; the same command without --part writes the table\n");
  return ExitCode::success;
}

}  // namespace

Command add_sweep(CLI::App& root) {
  CLI::App* const app =
      root.add_subcommand("sweep", "Run a model many times with other parameters, into one table");
  const auto choices = std::make_shared<SweepChoices>();
  declare_members(*app, *choices);
  declare_spec(*app, choices->spec);
  declare_work(*app, *choices);
  app->footer(sweep_examples);
  return {app, [choices] { return execute_sweep(*choices); }};
}

}  // namespace kreisel::cli
