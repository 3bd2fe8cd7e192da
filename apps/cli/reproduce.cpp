// kreisel study reproduce: its options; what they ask for is done in studies/.
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/studies.hpp"

namespace kreisel::cli {
namespace {

constexpr const char* reproduce_examples = R"(Examples:
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
  app->footer(reproduce_examples);
  return {app, [options] { return reproduce(*options); }};
}

}  // namespace kreisel::cli
