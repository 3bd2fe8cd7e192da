// kreisel study: many runs, compared -> a table, and a folder with page, data and figures.
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/choices.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/study_options.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/evidence/study_folder.hpp"

namespace kreisel::cli {
namespace {

using Study = StudyReport (*)(const StudySpec&, const PoolOptions&);

struct StudyKind {
  std::string_view name;
  Study value;
};

constexpr std::array<StudyKind, 5> kinds{{{"orders", study_orders},
                                          {"work-precision", study_work_precision},
                                          {"drift", study_drift},
                                          {"tolerance", study_tolerance},
                                          {"steps", study_steps}}};

constexpr const char* examples = R"(Kinds:
  orders          observed orders in q, v and λ, each with its fit window and confidence, against the claims
  work-precision  error against computing time, force evaluations and steps
  drift           energy and joint residuals over a run ten times as long
  tolerance       achieved error against the tolerance asked for
  steps           step sizes over time, rejected steps and why
  reproduce       published experiments measured again: kreisel study reproduce --help

Examples:
  kreisel study orders heavy_top --out orders
  kreisel study orders pendulum --methods generalized_alpha,radau_iia_3 --formulation all --steps 0.02,0.01,0.005
  kreisel study work-precision andrews --methods radau,bliedf,dopri5 --at-end --out andrews
  kreisel study drift kepler --methods gauss_2,rk4 --steps 0.05 --t-end 200
  kreisel study tolerance heavy_top --set group=se3 --methods radau,bliedf --json > tolerance.json

Errors are measured against a reference that two families of methods agree on; errors near its own are not judged.
Results of runs are kept, so that a study repeated, extended or interrupted computes only what is missing; a method
that changed is run again. Exit codes: 0 done, 2 usage, 3 unknown name, 4 files, 6 to 9 no reference could be computed,
10 with --strict when a claim is contradicted, 130 interrupted: the same command goes on (docs/studies.md).)";

Study chosen(const std::string& kind) {
  if (kind.empty())
    throw OptionError(
        "there is nothing to study", "KIND",
        "name a kind and a problem: kreisel study orders heavy_top; `kreisel study --help` lists the kinds");
  return named_value("KIND", "kind of study", kinds, kind);
}

std::string places(const std::vector<std::filesystem::path>& files) {
  if (files.empty()) return "no files written; --out DIR keeps report.html, CSV tables and figures\n";
  std::vector<std::string> names;
  for (const auto& file : files) names.push_back(file.string());
  return fmt::format("written: {}\n", fmt::join(names, ", "));
}

std::string summary(const StudyReport& report, const std::vector<std::filesystem::path>& files) {
  std::string text = table_text(report.tables.front()) + "\n";
  for (const std::string& sentence : report.lead) text += wrapped(sentence, 0);
  for (const std::string& note : report.notes) text += wrapped("- " + note, 0);
  return text + places(files);
}

ExitCode execute(const StudyOptions& o) {
  const Study study = chosen(o.kind);
  const StudySpec spec = study_spec_from(o);
  ProgressBar bar(!o.pool.is_silent() && error_is_terminal());
  const PoolOptions pool = pool_options(o.pool, bar, "runs");
  static_cast<void>(
      study_target(spec.target, spec.settings));  // a misspelt name is found before a folder is made
  if (!o.pool.out.empty()) prepare_study_folder(o.pool.out);
  catch_interrupts();
  const StudyReport report = study(spec, pool);
  bar.clear();
  std::vector<std::filesystem::path> files;
  if (!o.pool.out.empty()) files = write_study(report, o.pool.out);
  if (o.pool.as_json) print(report_json(report));
  if (!o.pool.is_silent()) print(summary(report, files));
  return o.pool.is_strict && !report.is_as_claimed ? ExitCode::check_failed : ExitCode::success;
}

}  // namespace

std::vector<Choice> study_kind_choices() {
  std::vector<Choice> all;
  for (const StudyKind& kind : kinds) all.push_back({std::string(kind.name), ""});
  return all;
}

Command add_study(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("study", "Compare methods on a problem by many runs");
  const auto options = std::make_shared<StudyOptions>();
  declare_study_options(*app, *options);
  app->footer(examples);
  const Command reproduce = add_reproduce(*app);
  return {app, [options, reproduce] {
            return reproduce.options->parsed() ? reproduce.execute() : execute(*options);
          }};
}

}  // namespace kreisel::cli
