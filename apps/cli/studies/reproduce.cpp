// kreisel study reproduce: published experiments, measured again, with a verdict each.
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/signals.hpp"
#include "apps/cli/studies.hpp"
#include "apps/cli/studies/options.hpp"
#include "apps/cli/terminal.hpp"
#include "evidence/published/all.hpp"
#include "evidence/published/presentation.hpp"
#include "evidence/published/reproduction.hpp"
#include "evidence/published/run_experiments.hpp"

namespace kreisel::cli {
namespace {

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

}  // namespace

ExitCode reproduce(const ReproduceOptions& o) {
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

std::string experiments_text() {
  return experiments::experiments_text() + "\n`kreisel study reproduce NAME` measures one again.\n";
}

std::string experiments_json() {
  return experiments::experiments_json();
}

std::vector<Choice> experiment_choices() {
  std::vector<Choice> all;
  for (const auto& experiment : experiments::all_experiments())
    all.push_back({experiment.name, experiment.title});
  return all;
}

void remember_arguments(int, char**) {}

}  // namespace kreisel::cli
