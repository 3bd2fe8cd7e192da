// kreisel check: is it a mechanism, does it start where it says, what will it do, and which method suits it.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "apps/cli/check_text.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/check/check_json.hpp"

namespace kreisel::cli {
namespace {

struct CheckOptions {
  std::string target, start_limit, difference_step;
  std::vector<std::string> settings;
  bool as_json = false;
};

ModelCheck examine(const CheckOptions& options) {
  if (options.target.empty()) {
    throw OptionError("there is nothing to check", "TARGET",
                      "name a problem or a model file: kreisel check heavy_top");
  }
  ModelCheckOptions check;
  if (!options.start_limit.empty())
    check.start_limit = number_not_negative("--start-limit", options.start_limit);
  if (!options.difference_step.empty())
    check.difference_step = positive_number("--difference-step", options.difference_step);
  return check_target(find_target(options.target), settings(options.settings), check);
}

ExitCode execute_check(const CheckOptions& options) {
  const ModelCheck check = examine(options);
  print(options.as_json ? check_json(check) : check_text(check));
  if (check.is_right()) return ExitCode::success;
  const bool agrees = check.derivatives.ok();
  print_error(
      agrees ? "start values violate the joints" : "derivatives disagree with differences", options.target,
      agrees ? "correct q0 and v0; a run would move them"
             : "correct the entries named above; should the model vary within millimetres, give a smaller "
               "--difference-step");
  return ExitCode::check_failed;
}

}  // namespace

Command add_check(CLI::App& root) {
  CLI::App* const app =
      root.add_subcommand("check", "Examine a problem or model: freedom, joints, start, time scales, method");
  const auto options = std::make_shared<CheckOptions>();
  app->add_option("TARGET", options->target, "problem or model file to check");
  app->add_option("--set", options->settings, "parameter of the problem or model, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  app->add_option("--start-limit", options->start_limit, "refuse start values that violate a joint by more")
      ->type_name("X");
  app->add_option("--difference-step", options->difference_step, "largest step of the differences [m, rad]")
      ->type_name("H");
  app->add_flag("--json", options->as_json, "as JSON");
  app->footer(
      "Examples:\n  kreisel check models/spring_pendulum.json\n  kreisel check heavy_top --set group=se3\n  "
      "kreisel check car_axis --json\n"
      "  kreisel check kepler --set e=0.999 --difference-step 1e-5\n\n"
      "Exit code 10 when a derivative is wrong or the start values of a problem violate a joint, 5 when a "
      "mechanism cannot\n"
      "be assembled within --start-limit or its joints contradict each other, 11 for a bad model file.");
  return {app, [options] { return execute_check(*options); }};
}

}  // namespace kreisel::cli
