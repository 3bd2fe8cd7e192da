// See options.hpp.
#include "apps/cli/studies/options.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "apps/cli/option_values.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/run/option_names.hpp"

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

void set_formulations(const std::string& text, StudySpec& spec) {
  spec.all_formulations = text == "all";
  if (text.empty() || spec.all_formulations) return;
  for (const std::string& word : words("--formulation", text))
    spec.formulations.push_back(named_value("--formulation", "formulation", formulations, word));
}

void refuse_contradictions(const StudyOptions& o) {
  refuse_contradictions(o.pool);
  const auto refuse = [](const char* fact, const char* where, const char* hint) {
    throw OptionError(fact, where, hint);
  };
  if (o.target.empty() && o.kind != "robustness")
    refuse("there is nothing to study", "TARGET", "name a problem: kreisel study orders heavy_top");
  const bool has_steps = !o.steps.empty(), has_tolerances = !o.tolerances.empty();
  if (o.kind == "orders" && has_tolerances)
    refuse("orders are measured with constant steps", "--tolerances",
           "give --steps, or study work-precision");
  if ((o.kind == "tolerance" || o.kind == "steps" || o.kind == "robustness") && has_steps)
    refuse("this study is about error control", "--steps", "give --tolerances, or study orders");
  if (o.at_end && (o.kind == "drift" || o.kind == "steps"))
    refuse("this study measures no errors", "--at-end", "leave it out");
}

}  // namespace

StudySpec study_spec_from(const StudyOptions& o) {
  refuse_contradictions(o);
  StudySpec spec;
  spec.target = o.target;
  spec.settings = settings(o.settings);
  spec.at_end = o.at_end;
  if (!o.methods.empty()) spec.methods = words("--methods", o.methods);
  set_formulations(o.formulation, spec);
  if (!o.t_end.empty()) spec.t_end = number("--t-end", o.t_end);
  if (!o.steps.empty()) spec.steps = positive_numbers("--steps", o.steps);
  if (!o.tolerances.empty()) spec.tolerances = positive_numbers("--tolerances", o.tolerances);
  if (!o.start.empty()) {
    if (o.start != "raw" && o.start != "smooth")
      throw UnknownName("there is no start \"" + o.start + "\"", "--start", "give smooth or raw");
    spec.initial_motion = o.start == "raw" ? InitialMotion::raw : InitialMotion::smooth;
  }
  return spec;
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
