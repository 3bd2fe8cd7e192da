// What the manual and the completion ask of CLI11's commands and options.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
class Option;
}  // namespace CLI

namespace kreisel::cli {

/// In the order of their declaration.
std::vector<const CLI::App*> commands_of(const CLI::App& app);
/// The command of that name; nullptr when there is none.
const CLI::App* command_of(const CLI::App& app, const std::string& name);

std::vector<const CLI::Option*> positionals_of(const CLI::App& app);

/// "--method" or "TARGET".
std::string shown_name(const CLI::Option& option);
/// Whether a value follows; flags have none.
bool takes_value(const CLI::Option& option);
bool may_be_repeated(const CLI::Option& option);

}  // namespace kreisel::cli
