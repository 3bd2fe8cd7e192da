// kreisel equilibrium: where a model rests, what its joints carry there, and whether it stays.
#include <cmath>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/run/equilibrium_run.hpp"

namespace kreisel::cli {
namespace {

struct EquilibriumWords {
  std::string target, at_time, turning, load_steps, starts, seed;
  std::vector<std::string> settings;
  bool as_json = false;
};

constexpr const char* equilibrium_examples = R"(Examples:
  kreisel equilibrium models/quarter_car.json
  kreisel equilibrium models/spring_pendulum.json --set "stiffness=20 N/m" --starts 20
  kreisel equilibrium models/simple_pendulum.json --turning 0,0,6
  kreisel equilibrium models/truck.json --json

Drives stand where they are at --time. It ends with exit code 6 and the reason where nothing resists a force.)";

Vector3 three_numbers(const std::string& option, const std::string& text) {
  const std::vector<std::string> parts = words(option, text);
  if (parts.size() != 3)
    throw OptionError(fmt::format("\"{}\" is no vector", text), option, "give three numbers: 0,0,6");
  return {number(option, parts[0]), number(option, parts[1]), number(option, parts[2])};
}

EquilibriumSpec spec_from(const EquilibriumWords& o) {
  if (o.target.empty())
    throw OptionError("there is nothing to bring to rest", "TARGET",
                      "name a problem or a model file: kreisel equilibrium models/quarter_car.json");
  constexpr int most = 100'000;
  EquilibriumSpec spec{.target = o.target, .settings = settings(o.settings)};
  if (!o.at_time.empty()) spec.options.t = number("--time", in_si_units("--time", o.at_time, "s"));
  if (!o.turning.empty()) spec.options.turning = three_numbers("--turning", o.turning);
  if (!o.load_steps.empty())
    spec.options.load_steps = std::max(1, small_count("--load-steps", o.load_steps, most));
  if (!o.starts.empty()) spec.options.starts = std::max(1, small_count("--starts", o.starts, most));
  if (!o.seed.empty()) spec.options.seed = static_cast<std::uint64_t>(positive_count("--seed", o.seed));
  return spec;
}

std::string stability_text(const EquilibriumAnswer& answer) {
  std::string text = fmt::format("{}: ", name_of(answer.found.stability));
  if (!answer.growing.empty())
    text += "a small push grows\n";
  else
    text += answer.free.empty() ? "it comes back, or swings about it, after a small push\n"
                                : "some motions meet no resistance\n";
  for (std::size_t i = 0; i < answer.growing.size(); ++i)
    text +=
        wrapped(fmt::format("grows with {:.4g} 1/s: {}", answer.found.growing[i].rate, answer.growing[i]), 2);
  for (const std::string& motion : answer.free) text += wrapped("free: " + motion, 2);
  return text;
}

std::string places_text(const EquilibriumRecord& record, const EquilibriumAnswer& answer) {
  constexpr std::size_t most = 40;
  std::string text;
  std::size_t lines = 0;
  for (const Column& column : record.columns) {
    if (!column.name.ends_with(".x") || column.name.starts_with("lambda.")) continue;
    const std::string body = column.name.substr(0, column.name.size() - 2);
    if (std::isnan(record.value(answer, body + ".qw"))) continue;
    if (++lines > most) continue;
    text += fmt::format("  {:<16} at {:.9g}, {:.9g}, {:.9g} m\n", body, record.value(answer, body + ".x"),
                        record.value(answer, body + ".y"), record.value(answer, body + ".z"));
  }
  for (const std::string& joint : record.reactions) {
    if (++lines > most) continue;
    const auto of = [&](const char* what) { return record.value(answer, joint + what); };
    text += fmt::format("  {:<16} carries {:.6g}, {:.6g}, {:.6g} N; {:.6g}, {:.6g}, {:.6g} N m\n", joint,
                        of(".fx"), of(".fy"), of(".fz"), of(".mx"), of(".my"), of(".mz"));
  }
  if (lines > most) text += fmt::format("  … and {} more; --json has all\n", lines - most);
  if (!text.empty()) return text;
  for (std::size_t i = 0; i < std::min(most, record.columns.size()); ++i)
    text += fmt::format("  {:<16} {:.9g} {}\n", record.columns[i].name, answer.values[static_cast<Index>(i)],
                        record.columns[i].unit);
  return text;
}

std::string text_of(const EquilibriumRecord& record) {
  std::string text;
  for (std::size_t i = 0; i < record.answers.size(); ++i) {
    const EquilibriumAnswer& answer = record.answers[i];
    text += record.answers.size() == 1 ? fmt::format("{} rests, ", record.problem)
                                       : fmt::format("equilibrium {} of {}, ", i + 1, record.answers.size());
    text += stability_text(answer) + places_text(record, answer);
    text += fmt::format("  remaining force {:.1e} of those that balance, gaps {:.1e}, {} steps\n",
                        answer.found.force, answer.found.gap, answer.found.iterations);
  }
  return text;
}

ExitCode execute_equilibrium(const EquilibriumWords& o) {
  const EquilibriumRecord record = equilibrium(spec_from(o));
  print(o.as_json ? record.json() : text_of(record));
  return ExitCode::success;
}

}  // namespace

Command add_equilibrium(CLI::App& root) {
  CLI::App* const app =
      root.add_subcommand("equilibrium", "Find where a model rests, and whether it stays there");
  const auto options = std::make_shared<EquilibriumWords>();
  app->add_option("TARGET", options->target, "model file (.json) or problem");
  app->add_option("--set", options->settings, "parameter of the model or problem, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  app->add_option("--time", options->at_time, "at which drives stand still [s], 0 unless given")
      ->type_name("T");
  app->add_option("--turning", options->turning,
                  "rest in a frame that turns about the origin: angular velocity x,y,z [rad/s]")
      ->type_name("X,Y,Z");
  app->add_option("--load-steps", options->load_steps, "apply the forces in so many steps, 1 unless given")
      ->type_name("N");
  app->add_option("--starts", options->starts, "search from so many starts, all but the first at random")
      ->type_name("N");
  app->add_option("--seed", options->seed, "of the random starts, 1 unless given")->type_name("N");
  app->add_flag("--json", options->as_json, "as JSON");
  app->footer(equilibrium_examples);
  return {app, [options] { return execute_equilibrium(*options); }};
}

}  // namespace kreisel::cli
