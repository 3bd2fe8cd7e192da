#include "apps/cli/pool_choices.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/option_values.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/terminal.hpp"

namespace kreisel::cli {
namespace {

int threads_from(const PoolChoices& choices) {
  if (choices.jobs.empty()) return 0;
  constexpr long most = 1024;
  const long count = positive_count("--jobs", choices.jobs);
  if (count > most)
    throw OptionError("more than 1024 runs at once do not help", "--jobs", "give at most 1024");
  return static_cast<int>(count);
}

/// Where results are kept: --cache, or the user's cache folder; nothing with --no-cache or without a home.
std::optional<std::filesystem::path> store_from(const PoolChoices& choices) {
  if (choices.no_cache) return std::nullopt;
  if (!choices.cache.empty()) return choices.cache;
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  const auto is_set = [](const char* text) { return text != nullptr && *text != '\0'; };
  if (is_set(cache)) return std::filesystem::path(cache) / "kreisel" / "results";
  if (is_set(home)) return std::filesystem::path(home) / ".cache" / "kreisel" / "results";
  return std::nullopt;
}

}  // namespace

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

PoolOptions pool_options(const PoolChoices& choices, ProgressBar& bar, const char* what) {
  PoolOptions pool;
  pool.threads = threads_from(choices);
  pool.store = store_from(choices);
  pool.is_interrupted = is_interrupted;
  pool.progress = [&bar, what](const PoolProgress& progress) {
    bar.advance_runs(progress.done, progress.total, what);
  };
  pool.note = [&bar](const std::string& text) {
    bar.clear();
    print_error_text(fmt::format("kreisel: note: {}\n", text));
  };
  return pool;
}

}  // namespace kreisel::cli
