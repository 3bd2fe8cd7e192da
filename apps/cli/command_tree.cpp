// All commands with their options, as the parser, the manual and the completions read them.
#include "apps/cli/command_tree.hpp"

#include <CLI/CLI.hpp>

namespace kreisel::cli {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

const CLI::App* command_of(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : commands_of(app))
    if (command->get_name() == name) return command;
  return nullptr;
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::string shown_name(const CLI::Option& option) {
  return option.get_name(option.get_positional());
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

bool may_be_repeated(const CLI::Option& option) {
  return option.get_items_expected_max() > 1;
}

}  // namespace kreisel::cli
