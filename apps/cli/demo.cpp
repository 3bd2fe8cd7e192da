// kreisel demo: the heavy top with its joint, under three tolerances, beside trusted digits.
#include <array>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/cli/watched_run.hpp"
#include "kreisel/run/reference_comparison.hpp"
#include "kreisel/run/result_folder.hpp"

namespace kreisel::cli {
namespace {

constexpr std::array tolerances{1e-3, 1e-5, 1e-7};
constexpr double shown_tolerance = 1e-5;  // the run whose report is written

RunSpec spec_for(double tolerance) {
  RunSpec spec;
  spec.target = "heavy_top";
  spec.settings = {{"group", "r3xso3"}};
  spec.method = "generalized_alpha";
  spec.steps.rtol = spec.steps.atol = tolerance;
  spec.t_end = 1.0;
  spec.samples.count = 1000;
  return spec;
}

double error_in(const std::vector<LargestError>& errors, std::string_view unit) {
  for (const LargestError& e : errors)
    if (e.unit == unit) return e.error;
  return std::numeric_limits<double>::quiet_NaN();
}

std::string line_for(double tolerance, const RunRecord& record) {
  const std::vector<LargestError> errors = largest_errors(compare_with_references(record));
  return fmt::format("{:>9.0e}  {:>12.1e}  {:>12.1e}  {:>8}  {:>13.1e}  {:>10.1e}  {:>8.3f}\n", tolerance,
                     error_in(errors, "m"), error_in(errors, "N"), record.statistics.accepted,
                     record.audit.max_position_residual, record.audit.energy_drift.value_or(NAN),
                     record.statistics.wall_seconds);
}

ExitCode execute_demo(const std::string& out) {
  print("Heavy top on R³×SO(3), tip held by a joint, generalized-α in the stabilised index-2 form, 1 s.\n\n");
  print("tolerance  position [m]  reaction [N]     steps  joint gap [m]  energy [J]  time [s]\n");
  for (const double tolerance : tolerances) {
    RunFiles files;
    if (tolerance == shown_tolerance) files = {out, true};
    const RunRecord record = watched_run(spec_for(tolerance), files, true);
    complain_if_incomplete(record, files);
    if (record.exit_code != ExitCode::success) return record.exit_code;
    print(line_for(tolerance, record));
  }
  const std::filesystem::path report = std::filesystem::absolute(out) / ResultFolder::report_name;
  print(fmt::format(
      "\nErrors are against reference digits at t = 1 s. Plots of the run with tolerance {:.0e}:\n{}\n",
      shown_tolerance, report.lexically_normal().string()));
  return ExitCode::success;
}

}  // namespace

Command add_demo(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("demo", "Simulate the heavy top and write a report with plots");
  const auto out = std::make_shared<std::string>("kreisel-demo");
  app->add_option("--out", *out, "folder for samples.csv, run.json and report.html")
      ->type_name("DIR")
      ->capture_default_str();
  app->footer("Examples:\n  kreisel demo\n  kreisel demo --out results/demo");
  return {app, [out] { return execute_demo(*out); }};
}

}  // namespace kreisel::cli
