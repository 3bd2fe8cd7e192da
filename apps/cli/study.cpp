// kreisel study: many runs, compared. Its options; what they ask for is done in studies/.
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "apps/cli/choices.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/studies.hpp"

namespace kreisel::cli {
namespace {

constexpr const char* study_examples = R"(Kinds:
  orders          observed orders in q, v and λ, each with its fit window and confidence, against the claims
  work-precision  error against computing time, force evaluations and steps
  drift           energy and joint residuals over a run ten times as long
  tolerance       achieved error against the tolerance asked for
  steps           step sizes over time, rejected steps and why
  robustness      every problem and model with every method at every tolerance: who gets there, how far off
  reproduce       published experiments measured again: kreisel study reproduce --help

Examples:
  kreisel study orders heavy_top --out orders
  kreisel study orders pendulum --methods generalized_alpha,radau_iia_3 --formulation all --steps 0.02,0.01,0.005
  kreisel study work-precision andrews --methods radau,bliedf,dopri5 --at-end --out andrews
  kreisel study drift kepler --methods gauss_2,rk4 --steps 0.05 --t-end 200
  kreisel study tolerance heavy_top --set group=se3 --methods radau,bliedf --json > tolerance.json
  kreisel study robustness andrews,models/truck.json --tolerances 1e-4,1e-6 --out robustness

Errors are measured against a reference that two families of methods agree on; errors near its own are not judged.
Results of runs are kept, so that a study repeated, extended or interrupted computes only what is missing; a method
that changed is run again. Exit codes: 0 done, 2 usage, 3 unknown name, 4 files, 6 to 9 no reference could be computed,
10 with --strict when a claim is contradicted, 130 interrupted: the same command goes on (docs/studies.md).)";

}  // namespace

std::vector<Choice> study_kind_choices() {
  return {{"orders", ""},    {"work-precision", ""}, {"drift", ""},
          {"tolerance", ""}, {"steps", ""},          {"robustness", ""}};
}

Command add_study(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("study", "Compare methods on a problem by many runs");
  const auto options = std::make_shared<StudyOptions>();
  declare_study_options(*app, *options);
  app->footer(study_examples);
  const Command reproduce = add_reproduce(*app);
  return {app, [options, reproduce] {
            return reproduce.options->parsed() ? reproduce.execute() : study(*options);
          }};
}

}  // namespace kreisel::cli
