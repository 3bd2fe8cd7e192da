// See pool_choices.hpp.
#include "apps/cli/pool_choices.hpp"

#include <CLI/CLI.hpp>

#include "kreisel/core/error.hpp"

namespace kreisel::cli {

void declare_pool_choices(CLI::App& app, PoolChoices& choices, const PoolHelp& help) {
  app.add_option("--out", choices.out, help.out)->type_name("DIR");
  app.add_option("--jobs", choices.jobs, "how many at the same time, as many as there are cores unless given")
      ->type_name("N");
  app.add_option("--cache", choices.cache, "folder in which results are kept for the next time")
      ->type_name("DIR");
  app.add_flag("--no-cache", choices.no_cache, "compute everything anew and keep nothing");
  app.add_flag("--strict", choices.is_strict, help.strict);
  app.add_flag("--json", choices.as_json, help.json);
  app.add_flag("--quiet", choices.is_quiet, "print errors only");
}

void refuse_contradictions(const PoolChoices& choices) {
  if (choices.as_json && choices.is_quiet)
    throw OptionError("--json prints, --quiet does not", "--json, --quiet", "give one of them");
  if (choices.no_cache && !choices.cache.empty())
    throw OptionError("a folder for results and none contradict each other", "--cache, --no-cache",
                      "give one of them");
}

}  // namespace kreisel::cli
