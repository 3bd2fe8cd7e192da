// kreisel check: derivatives of a problem against differences, and its start values against its joints.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/equations/check_derivatives.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/problems/system_variant.hpp"

namespace kreisel::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CheckOptions {
  std::string target, start_limit, difference_step;
  std::vector<std::string> settings;
  bool as_json = false;
};

struct Findings {
  StartReport start;
  DerivativeReport derivatives;
  bool is_start_consistent = true;
};

constexpr double consistent = 1e-6;  // larger violations are a mistake, not rounding of published digits
constexpr std::size_t most_shown = 10;

/// A compliant row put on its slow motion is meant to have a gap.
bool is_violated(const RowStart& row) {
  return !row.smooth && !(std::abs(row.gap) <= consistent && std::abs(row.rate) <= consistent);
}

ProblemInstance instance_of(const CheckOptions& options) {
  if (options.target.empty()) {
    throw OptionError("there is nothing to check", "TARGET", "name a problem: kreisel check heavy_top");
  }
  const ProblemEntry& problem = find_problem(options.target);
  Parameters parameters(problem.parameters);
  for (const auto& [key, value] : settings(options.settings)) parameters.set(key, value);
  return problem.make(parameters);
}

Findings examine(const CheckOptions& options) {
  const ProblemInstance problem = instance_of(options);
  StartOptions start_options;
  if (!options.start_limit.empty())
    start_options.limit = number_not_negative("--start-limit", options.start_limit);
  Findings found;
  const AnySystem system = as_any_system(problem.system);
  const State state =
      consistent_start(system, problem.t_begin, problem.q0, problem.v0, start_options, found.start);
  DerivativeCheckOptions check;
  if (!options.difference_step.empty())
    check.step = positive_number("--difference-step", options.difference_step);
  found.derivatives =
      std::visit([&](const auto& own) { return check_derivatives(own, state, check); }, problem.system);
  for (const RowStart& row : found.start.rows) found.is_start_consistent &= !is_violated(row);
  return found;
}

std::string text_of(const Findings& found, const std::string& target) {
  const std::vector<DerivativeEntry> wrong = found.derivatives.failures();
  std::string text =
      fmt::format("{}: {} derivatives compared with differences, largest relative error {:.2g}: {}\n", target,
                  found.derivatives.entries.size(), found.derivatives.worst(),
                  wrong.empty() ? "all agree" : fmt::format("{} are wrong", wrong.size()));
  for (std::size_t i = 0; i < std::min(most_shown, wrong.size()); ++i)
    text += "  " + describe(wrong[i]) + "\n";
  if (wrong.size() > most_shown) text += fmt::format("  … and {} more\n", wrong.size() - most_shown);
  text += fmt::format("start values: {} joint rows, largest gap {:.2g}, largest rate {:.2g}: {}\n",
                      found.start.rows.size(), found.start.worst_gap(), found.start.worst_rate(),
                      found.is_start_consistent ? "consistent" : "inconsistent");
  for (const RowStart& row : found.start.rows) {
    if (!is_violated(row)) continue;
    text += fmt::format("  row \"{}\": gap {:.3g}, rate {:.3g}\n", row.row, row.gap, row.rate);
  }
  return text;
}

std::string json_of(const Findings& found, const CheckOptions& options) {
  Json wrong = Json::array(), rows = Json::array();
  for (const DerivativeEntry& e : found.derivatives.failures()) {
    wrong.push_back({{"what", e.what},
                     {"sample", e.sample},
                     {"row", e.row},
                     {"column", e.column},
                     {"ours", e.ours},
                     {"difference", e.difference},
                     {"relative_error", e.relative_error}});
  }
  for (const RowStart& row : found.start.rows)
    rows.push_back({{"row", row.row}, {"gap", row.gap}, {"rate", row.rate}, {"smooth", row.smooth}});
  const bool is_right = wrong.empty() && found.is_start_consistent;
  const Json json = {{"status", is_right ? "ok" : "check_failed"},
                     {"problem", options.target},
                     {"derivatives",
                      {{"compared", found.derivatives.entries.size()},
                       {"largest_relative_error", found.derivatives.worst()},
                       {"seed", found.derivatives.seed},
                       {"wrong", wrong}}},
                     {"start",
                      {{"is_consistent", found.is_start_consistent},
                       {"moved_position", found.start.moved_position},
                       {"moved_velocity", found.start.moved_velocity},
                       {"rows", rows}}}};
  return json.dump(2) + "\n";
}

ExitCode execute(const CheckOptions& options) {
  const Findings found = examine(options);
  print(options.as_json ? json_of(found, options) : text_of(found, options.target));
  const bool is_right = found.derivatives.ok() && found.is_start_consistent;
  if (is_right) return ExitCode::success;
  print_error(
      found.derivatives.ok() ? "start values violate the joints" : "derivatives disagree with differences",
      options.target,
      found.derivatives.ok()
          ? "correct q0 and v0; a run would move them"
          : "correct the entries named above; should the model vary within millimetres, give a smaller "
            "--difference-step");
  return ExitCode::check_failed;
}

}  // namespace

Command add_check(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("check", "Compare a problem's derivatives with differences");
  const auto options = std::make_shared<CheckOptions>();
  app->add_option("TARGET", options->target, "problem to check");
  app->add_option("--set", options->settings, "parameter of the problem, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  app->add_option("--start-limit", options->start_limit, "refuse start values that violate a joint by more")
      ->type_name("X");
  app->add_option("--difference-step", options->difference_step, "largest step of the differences [m, rad]")
      ->type_name("H");
  app->add_flag("--json", options->as_json, "as JSON");
  app->footer(
      "Examples:\n  kreisel check heavy_top --set group=se3\n  kreisel check car_axis --json\n"
      "  kreisel check kepler --set e=0.999 --difference-step 1e-5\n\n"
      "Exit code 10 when a derivative is wrong or the start values violate a joint.");
  return {app, [options] { return execute(*options); }};
}

}  // namespace kreisel::cli
