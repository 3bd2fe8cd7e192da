// The subcommands. Each declares its options and says what to do when it is chosen.
#pragma once

#include <functional>

#include "kreisel/core/error.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace kreisel::cli {

struct Command {
  CLI::App* options;
  std::function<ExitCode()> execute;  // throws Error for bad input
};

/// Below `study`.
Command add_reproduce(CLI::App& study);
Command add_new(CLI::App& root);
Command add_run(CLI::App& root);
Command add_view(CLI::App& root);
Command add_list(CLI::App& root);
Command add_describe(CLI::App& root);
Command add_check(CLI::App& root);
Command add_convert(CLI::App& root);
Command add_equilibrium(CLI::App& root);
Command add_modes(CLI::App& root);
Command add_expand(CLI::App& root);
Command add_sweep(CLI::App& root);
Command add_study(CLI::App& root);
Command add_demo(CLI::App& root);
Command add_completion(CLI::App& root);
/// `root` must outlive the command.
Command add_manual(CLI::App& root);

}  // namespace kreisel::cli
