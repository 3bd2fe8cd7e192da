// Walks the list of options of a run.
#include "apps/cli/spec_options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/option_values.hpp"

namespace kreisel::cli {
namespace {

void declare_settings(CLI::App& app, SpecOptions& o) {
  app.add_option("--set", o.settings,
                 "parameter of the model, the problem or the method, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

void declare_listed(CLI::App& app, SpecOptions& o) {
  const RunSpec usual{};
  for_each_option(usual, [&](const auto& option, const auto&) {
    if (!option.is_on_command_line()) return;
    app.add_option(as_typed(option.name), o.listed[option.name], std::string(option.description))
        ->type_name(std::string(option.value));
  });
  app.add_option(
         "--start", o.start,
         "where stiff springs and strong dampers start: smooth[:K], raw; or starting values of the "
         "method: plain, a_only, perturbed; both as smooth,plain; equilibrium: at rest where it balances")
      ->type_name("NAME");
}

/// What was typed, as the type of the option has it.
template <class Option, class Member>
void read(const Option& option, const std::string& text, Member& value) {
  const std::string name = as_typed(option.name);
  if constexpr (std::is_same_v<Member, std::string>) {
    value = text;
  } else if constexpr (OptionalChoice<Member>) {
    value = named_value(name, spoken(option.name), choices_of(typename Member::value_type{}), text);
  } else if constexpr (ChoiceEnum<Member>) {
    value = named_value(name, spoken(option.name), choices_of(value), text);
  } else if constexpr (std::is_same_v<Member, long>) {
    value = positive_count(name, text);
  } else if constexpr (std::is_same_v<Member, double> || std::is_same_v<Member, std::optional<double>>) {
    value = number_that_is(option.accepts, name, in_si_units(name, text, option.unit()));
  }
}

StartValues method_start(const std::string& word) {
  std::vector<std::string> known{"smooth", "smooth:K", "raw", "equilibrium"};
  for (const auto& entry : start_values_names) {
    if (entry.name == word) return entry.value;
    known.emplace_back(entry.name);
  }
  throw UnknownName(fmt::format("there is no start \"{}\"", word), "--start",
                    suggestion(word, "starts", known));
}

/// "smooth:2", "raw", "plain" or one of each, separated by a comma.
void set_start(const std::string& text, RunSpec& spec) {
  constexpr std::string_view smooth_to = "smooth:";
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string word = text.substr(from, comma - from);
    from = comma + 1;
    if (word == "automatic") continue;
    if (word == "equilibrium") {
      spec.from_equilibrium = true;
      continue;
    }
    if (word == "raw" || word == "smooth") {
      spec.start.motion = word == "raw" ? InitialMotion::raw : InitialMotion::smooth;
    } else if (word.starts_with(smooth_to)) {
      spec.start.motion = InitialMotion::smooth;
      spec.start.order =
          small_count("--start smooth:K", word.substr(smooth_to.size()), highest_initial_order);
    } else {
      spec.steps.start_values = method_start(word);
    }
  }
}

}  // namespace

void declare_spec(CLI::App& app, SpecOptions& options) {
  app.add_option("TARGET", options.target,
                 "model file (.json) or problem; `kreisel list problems` names the latter");
  declare_spec_but_target(app, options);
}

void declare_spec_but_target(CLI::App& app, SpecOptions& options) {
  declare_settings(app, options);
  declare_listed(app, options);
}

RunSpec spec_from(const SpecOptions& o) {
  if (o.target.empty())
    throw OptionError("there is nothing to run", "TARGET",
                      "name a problem or a model file: kreisel run heavy_top");
  RunSpec spec;
  spec.target = o.target;
  spec.settings = settings(o.settings);
  for_each_option(spec, [&](const auto& option, auto& value) {
    const auto typed = o.listed.find(option.name);
    if (typed != o.listed.end() && !typed->second.empty()) read(option, typed->second, value);
  });
  if (!o.start.empty()) set_start(o.start, spec);
  return spec;
}

}  // namespace kreisel::cli
