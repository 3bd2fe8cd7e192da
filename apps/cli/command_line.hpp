// From argc and argv to the chosen subcommand, with near misses for misspelt options.
#pragma once

#include "kreisel/core/error.hpp"

namespace kreisel::cli {

/// Does what the command line says. Throws Error for bad input.
ExitCode obey(int argc, char** argv);

/// Whether --json is among the arguments, even if the rest makes no sense.
bool asks_for_json(int argc, char** argv);

}  // namespace kreisel::cli
