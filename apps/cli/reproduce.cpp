// kreisel study reproduce: published experiments, measured again, with a verdict each.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/pool_choices.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/evidence/experiments/all.hpp"
#include "kreisel/evidence/reproduction/presentation.hpp"
#include "kreisel/evidence/reproduction/reproduction.hpp"
#include "kreisel/evidence/reproduction/run_experiments.hpp"

namespace kreisel::cli {
namespace {

struct ReproduceOptions {
  std::vector<std::string> names;
  bool all = false;
  PoolChoices pool = {};
};

constexpr const char* examples = R"(Examples:
  kreisel study reproduce arnold_bruels_cardona_2015_figure_1
  kreisel study reproduce wieloch_2022_figure_6_1 wieloch_2022_table_4_1 --out reproduced
  kreisel study reproduce --all --out reproduced
  kreisel list experiments

Every figure and table of the five sources with an experiment is an entry of the list. Its verdict follows from checks with bounds on
both sides: reproduced, differs, or not reproducible from the published data. --out writes index.html (one page, no network),
figures as SVG, PDF and CSV, tables as CSV, reproduction.json, experiments.csv and checks.csv. Results are kept until the
library or an experiment changes, but for those that compare computing times; an interrupted reproduction goes on where it
stopped. Exit codes: 0 done, 2 usage, 3 unknown name, 4 files, 10 with --strict when an experiment differs, 130 interrupted
(docs/studies.md).)";

std::vector<const experiments::Experiment*> chosen(const ReproduceOptions& o) {
  std::vector<const experiments::Experiment*> all;
  if (o.all && !o.names.empty())
    throw OptionError("names and --all contradict each other", "--all", "leave one of the two out");
  if (!o.all && o.names.empty())
    throw OptionError("there is nothing to reproduce", "NAME",
                      "name an experiment, or give --all; `kreisel list experiments` shows the names");
  if (o.all)
    for (const experiments::Experiment& e : experiments::all_experiments()) all.push_back(&e);
  for (const std::string& name : o.names) all.push_back(&experiments::find_experiment(name));
  return all;
}

std::string places(const std::vector<std::filesystem::path>& files) {
  if (files.empty()) return "no files written; --out DIR keeps index.html, figures and tables\n";
  return fmt::format("written: {} and {} other files\n", files.front().string(), files.size() - 1);
}

/// A line each, and why those that are not reproduced are not.
std::string summary(const std::vector<experiments::Result>& results,
                    const std::vector<std::filesystem::path>& files) {
  std::string text = table_text(experiments::table_of_results(results)) + "\n";
  double seconds = 0.0;
  for (const experiments::Result& result : results) {
    seconds += result.seconds;
    if (result.verdict != experiments::Verdict::reproduced)
      text += wrapped(fmt::format("- {}: {}", result.name, result.reason), 0);
  }
  const std::string counts = experiments::counts_text(experiments::count(results));
  return text + fmt::format("{}; {:.0f} s of processor time\n", counts, seconds) + places(files);
}

ExitCode execute(const ReproduceOptions& o) {
  refuse_contradictions(o.pool);
  const std::vector<const experiments::Experiment*> list = chosen(o);
  ProgressBar bar(!o.pool.is_silent() && error_is_terminal());
  const PoolOptions pool = pool_options(o.pool, bar, "experiments");
  if (!o.pool.out.empty()) experiments::prepare_reproduction_folder(o.pool.out);
  catch_interrupts();
  const std::vector<experiments::Result> results = experiments::run_experiments(list, pool);
  bar.clear();
  std::vector<std::filesystem::path> files;
  if (!o.pool.out.empty()) files = experiments::write_reproduction(results, o.pool.out);
  if (o.pool.as_json) print(experiments::reproduction_json(results));
  if (!o.pool.is_silent()) print(summary(results, files));
  const bool has_failed = o.pool.is_strict && experiments::count(results).differs > 0;
  return has_failed ? ExitCode::check_failed : ExitCode::success;
}

}  // namespace

Command add_reproduce(CLI::App& study) {
  CLI::App* const app =
      study.add_subcommand("reproduce", "Measure published experiments again, with a verdict each");
  const auto options = std::make_shared<ReproduceOptions>();
  app->add_option("NAME", options->names, "experiments, as `kreisel list experiments` shows them");
  app->add_flag("--all", options->all, "every experiment of the list");
  declare_pool_choices(
      *app, options->pool,
      {.out = "folder for index.html, figures, tables, reproduction.json, experiments.csv and checks.csv",
       .strict = "exit code 10 when an experiment differs from its source",
       .json = "print reproduction.json to standard output and nothing else"});
  app->footer(examples);
  return {app, [options] { return execute(*options); }};
}

}  // namespace kreisel::cli
