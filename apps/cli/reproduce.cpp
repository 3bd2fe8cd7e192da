// kreisel study reproduce: published experiments, measured again, with a verdict each.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/evidence/experiments/all.hpp"
#include "kreisel/evidence/experiments/reproduction.hpp"
#include "kreisel/evidence/experiments/run_experiments.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel::cli {
namespace {

struct ReproduceOptions {
  std::vector<std::string> names;
  std::string out, jobs;
  bool all = false, as_json = false, is_quiet = false, is_strict = false;
};

constexpr const char* examples = R"(Examples:
  kreisel study reproduce arnold_bruels_cardona_2015_figure_1
  kreisel study reproduce wieloch_2022_figure_6_1 wieloch_2022_table_4_1 --out reproduced
  kreisel study reproduce --all --out reproduced
  kreisel list experiments

Every figure and table of the five sources with an experiment is an entry of the list. Its verdict follows from checks with bounds on
both sides: reproduced, differs, or not reproducible from the published data. --out writes index.html (one page, no network),
reproduction.json, experiments.csv and checks.csv. Exit code 10 with --strict when a chosen experiment differs; 130 interrupted.)";

std::vector<const experiments::Experiment*> chosen(const ReproduceOptions& o) {
  std::vector<const experiments::Experiment*> all;
  if (o.all && !o.names.empty())
    throw OptionError("either names or --all", "--all", "leave one of the two out");
  if (!o.all && o.names.empty())
    throw OptionError("there is nothing to reproduce", "NAME",
                      "name an experiment, or give --all; `kreisel list experiments` shows the names");
  if (o.all)
    for (const experiments::Experiment& e : experiments::all_experiments()) all.push_back(&e);
  for (const std::string& name : o.names) all.push_back(&experiments::find_experiment(name));
  return all;
}

ExitCode execute(const ReproduceOptions& o) {
  const std::vector<const experiments::Experiment*> list = chosen(o);
  experiments::RunOptions options;
  if (!o.jobs.empty()) options.threads = static_cast<int>(positive_count("--jobs", o.jobs));
  if (!o.out.empty()) require_writable_folder(o.out);
  const bool is_silent = o.as_json || o.is_quiet;
  options.is_interrupted = is_interrupted;
  if (!is_silent && list.size() > 1)
    options.progress = [](const experiments::Result& result, std::size_t done, std::size_t total) {
      print_error_text(fmt::format("[{}/{}] {}: {}\n", done, total, result.name, name_of(result.verdict)));
    };
  catch_interrupts();
  const std::vector<experiments::Result> results = experiments::run_experiments(list, options);
  std::string places;
  if (!o.out.empty())
    for (const auto& file : experiments::write_reproduction(results, o.out))
      places += fmt::format("{}{}", places.empty() ? "written: " : ", ", file.string());
  if (o.as_json) print(experiments::reproduction_json(results));
  if (!is_silent) print(experiments::reproduction_text(results) + (places.empty() ? "" : places + "\n"));
  return o.is_strict && experiments::count(results).differs > 0 ? ExitCode::check_failed : ExitCode::success;
}

}  // namespace

Command add_reproduce(CLI::App& study) {
  CLI::App* const app =
      study.add_subcommand("reproduce", "Measure published experiments again, with a verdict each");
  const auto options = std::make_shared<ReproduceOptions>();
  app->add_option("NAME", options->names, "experiments, as `kreisel list experiments` shows them");
  app->add_flag("--all", options->all, "every experiment of the list");
  app->add_option("--out", options->out,
                  "folder for index.html, reproduction.json, experiments.csv, checks.csv")
      ->type_name("DIR");
  app->add_option("--jobs", options->jobs, "threads, as many as there are cores unless given")
      ->type_name("N");
  app->add_flag("--json", options->as_json, "print reproduction.json to standard output and nothing else");
  app->add_flag("--quiet", options->is_quiet, "print nothing");
  app->add_flag("--strict", options->is_strict, "exit code 10 when an experiment differs from its source");
  app->footer(examples);
  return {app, [options] { return execute(*options); }};
}

}  // namespace kreisel::cli
