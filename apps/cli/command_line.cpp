// From the words of the command line to one command, with remedies for words that nobody takes.
#include "apps/cli/command_line.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/completion_words.hpp"
#include "apps/cli/engines.hpp"
#include "apps/cli/studies.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/core/version.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel::cli {
namespace {

constexpr const char* command_line_examples = R"(Examples:
  kreisel demo                                    simulate the heavy top, write a report with plots
  kreisel new pendulum                            a commented model to begin with
  kreisel list problems                           what there is to run
  kreisel describe heavy_top                      its parameters and references
  kreisel run heavy_top --rtol 1e-6 --out top     samples.csv and run.json in the folder top
  kreisel view models/slider_crank.json           a page on which it moves
  kreisel check heavy_top --set group=se3         compare its derivatives with differences
  kreisel equilibrium models/truck.json           where it rests, what its joints carry
  kreisel modes models/truck.json                 how it vibrates about that
  kreisel expand chaplygin_sleigh --order 3       strong damping as a power series
  kreisel study orders heavy_top --out orders     measured orders of all methods, with figures

`kreisel COMMAND --help` shows the options of a command.)";

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> command_names(const CLI::App& root) {
  std::vector<std::string> names;
  for (const CLI::App* command : root.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::string near_miss_or(const std::string& name, const std::vector<std::string>& known,
                         std::string otherwise) {
  const std::vector<std::string> close = near_misses(name, known);
  return close.empty() ? std::move(otherwise) : fmt::format("did you mean {}?", close.front());
}

/// What `kreisel run` would take.
bool is_target(const std::string& text) {
  return is_model_file(text) || std::ranges::any_of(all_problems(), [&](const ProblemEntry& problem) {
           return problem.name == text;
         });
}

/// Throws for the first argument that nobody took, options before the rest.
void refuse_leftovers(const CLI::App& app, bool is_root) {
  const std::vector<std::string> left = app.remaining();
  for (const std::string& argument : left) {
    if (!argument.starts_with("-") || argument == "--") continue;
    const std::string name = argument.substr(0, argument.find('='));
    const std::string help = is_root ? "options come after the command; `kreisel --help` shows examples"
                                     : fmt::format("`kreisel {} --help` lists the options", app.get_name());
    throw OptionError(fmt::format("there is no option \"{}\"", name),
                      is_root ? "kreisel" : "kreisel " + app.get_name(),
                      near_miss_or(name, option_names(app), help));
  }
  if (left.empty()) return;
  if (is_root) {
    throw OptionError(fmt::format("there is no command \"{}\"", left.front()), "kreisel",
                      is_target(left.front()) ? fmt::format("did you mean `kreisel run {}`?", left.front())
                                              : suggestion(left.front(), "commands", command_names(app)));
  }
  const bool is_setting = left.front().find('=') != std::string::npos;
  throw OptionError(fmt::format("\"{}\" is one argument too many", left.front()), "kreisel " + app.get_name(),
                    is_setting ? "write --set before every key=value"
                               : fmt::format("`kreisel {} --help` shows how it is called", app.get_name()));
}

/// An empty value is usually a shell variable nobody set; without a word it would count as "not given".
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& value : option->results()) {
      if (!value.empty()) continue;
      throw OptionError("the value is empty", option->get_name(), "give a value, or leave the option out");
    }
  }
}

/// What CLI11 has to say, in our form.
OptionError option_error(const CLI::ParseError& error, const CLI::App& root) {
  std::string command = "kreisel";
  for (const CLI::App* chosen : root.get_subcommands()) command += " " + chosen->get_name();
  return {error.what(), command, fmt::format("`{} --help` shows how it is called", command)};
}

/// What a completion script asks with `kreisel __complete WORD…`. Not a command of the tree: the words may be anything.
std::optional<std::vector<std::string>> words_to_complete(int argc, char** argv) {
  const std::vector<std::string> arguments(argv, argv + argc);
  if (argc < 2 || arguments[1] != "__complete") return std::nullopt;
  return std::vector<std::string>(arguments.begin() + 2, arguments.end());
}

ExitCode execute(const CLI::App& root, const std::vector<Command>& commands) {
  refuse_leftovers(root, true);
  for (const Command& command : commands) {
    if (!command.options->parsed()) continue;
    refuse_leftovers(*command.options, false);
    refuse_empty_values(*command.options);
    return command.execute();
  }
  print(root.help());
  return ExitCode::success;
}

}  // namespace

ExitCode obey(int argc, char** argv) {
  remember_arguments(argc, argv);
  remember_arguments_for_engines(argv);
  CLI::App root("Simulates mechanical systems with joints on Lie groups.", "kreisel");
  root.set_version_flag("--version", fmt::format("kreisel {}", version()));
  root.footer(command_line_examples);
  root.allow_extras();
  root.require_subcommand(0, 1);
  const std::vector<Command> commands{
      add_new(root),   add_run(root),     add_view(root),        add_list(root),       add_describe(root),
      add_check(root), add_convert(root), add_equilibrium(root), add_modes(root),      add_expand(root),
      add_sweep(root), add_study(root),   add_demo(root),        add_completion(root), add_manual(root)};
  for (const Command& command : commands) command.options->allow_extras();
  if (const auto words = words_to_complete(argc, argv)) {
    print(completion_lines(root, *words));
    return ExitCode::success;
  }
  try {
    root.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(root.help());
    return ExitCode::success;
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + "\n");
    return ExitCode::success;
  } catch (const CLI::ParseError& error) {
    throw option_error(error, root);
  }
  return execute(root, commands);
}

bool asks_for_json(int argc, char** argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  return std::ranges::any_of(arguments, [](std::string_view argument) { return argument == "--json"; });
}

}  // namespace kreisel::cli
