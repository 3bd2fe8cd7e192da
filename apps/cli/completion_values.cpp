// Which values an option or argument can be completed with.
#include "apps/cli/completion_values.hpp"

#include <array>

#include <fmt/format.h>

#include "apps/cli/catalog_text.hpp"
#include "apps/cli/studies.hpp"
#include "kreisel/integrate/expansion.hpp"
#include "kreisel/problems/target.hpp"
#include "kreisel/run/method_choice.hpp"
#include "kreisel/run/option_names.hpp"

namespace kreisel::cli {
namespace {

using Choices = std::vector<Choice>;

template <class Table>
Choices choices_of(const Table& table) {
  Choices all;
  for (const auto& entry : table) all.push_back({std::string(entry.name), std::string(entry.description)});
  return all;
}

Choices operator+(Choices a, const Choices& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Choices problems(const TypedWords&) {
  return choices_of(all_problems());
}

Choices methods(const TypedWords&) {
  return choices_of(all_methods());
}

Choices methods_or_automatic(const TypedWords& typed) {
  return Choices{{automatic_method, "what kreisel check recommends"}} + methods(typed);
}

Choices formulation_names(const TypedWords&) {
  return choices_of(formulations);
}

Choices formulations_or_all(const TypedWords&) {
  return choices_of(formulations) + Choices{{"all", "every formulation that a method has"}};
}

Choices initial_motions(const TypedWords&) {
  Choices all;
  for (const auto& entry : initial_motion_names)
    if (entry.value != InitialMotion::automatic)
      all.push_back({std::string(entry.name), std::string(entry.description)});
  return all;
}

Choices starts(const TypedWords& typed) {
  return initial_motions(typed) + choices_of(start_values_names);
}

Choices step_changes(const TypedWords&) {
  return choices_of(step_change_names);
}

Choices expansion_orders(const TypedWords&) {
  Choices all;
  for (int order = 0; order <= highest_expansion_order; ++order) all.push_back({std::to_string(order), ""});
  return all;
}

Choices described_names(const TypedWords& typed) {
  return problems(typed) + methods(typed) + choices_of(all_group_entries());
}

Choices experiment_names(const TypedWords&) {
  return experiment_choices();
}

/// A key that wants a value, or the key with each value it can have.
void add_settings(const std::vector<Parameter>& parameters, Choices& all) {
  for (const Parameter& p : parameters) {
    if (p.choices.empty()) all.push_back({p.name + "=", parameter_text(p)});
    for (const std::string& choice : p.choices) all.push_back({p.name + "=" + choice, p.description});
  }
}

/// Parameters of the target and of the methods that are named already; nothing for names that do not exist.
Choices settings_of(const TypedWords& typed) {
  Choices all;
  const auto given = [&](const char* argument) {
    const auto found = typed.values.find(argument);
    return found == typed.values.end() ? std::vector<std::string>{} : found->second;
  };
  for (const std::string& target : given("TARGET")) {
    try {
      add_settings(find_target(target).parameters, all);
    } catch (const Error&) {  // a misspelt or unreadable target: the command itself will say so
    }
  }
  for (const char* argument : {"--method", "--methods"})
    for (const std::string& names : given(argument))
      for (const MethodEntry& method : all_methods())
        if (("," + names + ",").find("," + method.name + ",") != std::string::npos)
          add_settings(method.parameters, all);
  return all;
}

Choices nothing(const TypedWords&) {
  return {};
}
Choices catalogues(const TypedWords&) {
  return catalogue_choices();
}
Choices study_kinds(const TypedWords&) {
  return study_kind_choices();
}
Choices formats(const TypedWords&) {
  return sample_format_choices();
}
Choices shells(const TypedWords&) {
  return shell_choices();
}

struct ValueSource {
  std::string_view command;  // empty: of any command
  std::string_view argument;
  Choices (*choices)(const TypedWords&);
  FileKind files = FileKind::none;
  bool is_list = false;  // "a,b,c"
};

/// The first entry that fits counts.
constexpr std::array<ValueSource, 18> sources{{
    {"list", "KIND", catalogues},
    {"study", "KIND", study_kinds},
    {"describe", "NAME", described_names, FileKind::models},
    {"reproduce", "NAME", experiment_names},
    {"completion", "SHELL", shells},
    {"", "TARGET", problems, FileKind::models},
    {"", "--set", settings_of},
    {"", "--method", methods_or_automatic},
    {"", "--methods", methods, FileKind::none, true},
    {"study", "--formulation", formulations_or_all, FileKind::none, true},
    {"", "--formulation", formulation_names},
    {"", "--format", formats},
    {"study", "--start", initial_motions},
    {"", "--start", starts, FileKind::none, true},
    {"", "--step-change", step_changes},
    {"", "--order", expansion_orders},
    {"", "--out", nothing, FileKind::folders},
    {"", "--cache", nothing, FileKind::folders},
}};

}  // namespace

Completions value_completions(const TypedWords& typed, std::string_view argument, const std::string& word) {
  for (const ValueSource& source : sources) {
    const bool is_of_command = source.command.empty() || source.command == typed.command;
    if (!is_of_command || source.argument != argument) continue;
    const std::size_t comma = source.is_list ? word.rfind(',') : std::string::npos;
    const std::string before = comma == std::string::npos ? "" : word.substr(0, comma + 1);
    Completions found{.files = source.files};
    for (const Choice& choice : source.choices(typed))
      if ((before + choice.name).starts_with(word))
        found.choices.push_back({before + choice.name, choice.help});
    return found;
  }
  return {};
}

}  // namespace kreisel::cli
