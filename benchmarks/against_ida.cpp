// Our methods against IDA on problems with joints, both in processor time to a relative error of the positions
// at the end: the heavy top on R³×SO(3), 1 s, and Andrews' squeezing mechanism, 0.03 s.
//
//   against_ida [heavy_top] [andrews] [-v]      -v: every run
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "benchmarks/dae_case.hpp"

namespace kreisel::benchmarks {
namespace {

/// Entries of methods that the catalogue does not have are left out.
const OurEntry our_entries[] = {
    {.method = "generalized_alpha", .formulation = Formulation::index2},
    {.method = "bliedf", .formulation = Formulation::index2},
    {.method = "bliedf", .formulation = Formulation::index3},
    {.method = "bliedf_5", .formulation = Formulation::index3, .constant_steps = true},
    {.method = "radau", .formulation = Formulation::index3},
    {.method = "radau", .formulation = Formulation::index3, .plain_chart = true},
    {.method = "radau_iia_3", .formulation = Formulation::index3},
    {.method = "radau_iia_5", .formulation = Formulation::index3},
    {.method = "dopri5", .formulation = Formulation::index1},
    {.method = "dop853", .formulation = Formulation::index1},
};

bool is_known(const OurEntry& entry) {
  const auto methods = all_methods();
  const auto at = std::find_if(methods.begin(), methods.end(),
                               [&](const MethodEntry& method) { return method.name == entry.method; });
  return at != methods.end() && at->claims.find(entry.formulation) != nullptr;
}

struct Result {
  std::string name;
  std::vector<Trial> trials;
};

void print_trials(const Result& result) {
  std::printf("\n  %s\n  %10s %9s %9s %9s %9s   %s\n", result.name.c_str(), "setting", "steps", "us/step",
              "ms", "error", "failure");
  for (const Trial& trial : result.trials) {
    std::printf("  %10.2e %9ld %9.2f %9.3f %9.1e   %s\n", trial.setting, trial.steps,
                1e6 * trial.seconds / static_cast<double>(std::max(trial.steps, 1L)), 1e3 * trial.seconds,
                trial.error, trial.failure.c_str());
  }
}

/// The fastest of the peers per target; 0: none meets it.
std::vector<double> fastest(const std::vector<Result>& peers, const std::vector<double>& targets) {
  std::vector<double> best;
  for (const double target : targets) {
    double seconds = 0.0;
    for (const Result& peer : peers) {
      const auto price = price_of(peer.trials, target);
      if (price && (seconds == 0.0 || price->seconds < seconds)) seconds = price->seconds;
    }
    best.push_back(seconds);
  }
  return best;
}

void print_prices(const std::vector<Result>& results, const std::vector<double>& targets,
                  const std::vector<double>& peer) {
  std::printf("\n  %-56s", "ms, steps, time / fastest IDA at an error of");
  for (const double target : targets) std::printf(" | %25.0e", target);
  std::printf("\n");
  for (const Result& result : results) {
    std::printf("  %-56s", result.name.c_str());
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const auto price = price_of(result.trials, targets[i]);
      if (!price) {
        std::printf(" | %25s", "not met");
      } else if (peer[i] > 0.0) {
        std::printf(" | %9.3f %8.0f %6.2f", 1e3 * price->seconds, price->steps, price->seconds / peer[i]);
      } else {
        std::printf(" | %9.3f %8.0f %6s", 1e3 * price->seconds, price->steps, "");
      }
    }
    std::printf("\n");
  }
}

std::vector<Result> swept(const std::vector<Contestant>& contestants, double enough) {
  std::vector<Result> results;
  for (const Contestant& contestant : contestants) {
    std::fprintf(stderr, "sweeping %s\n", contestant.name.c_str());
    results.push_back({contestant.name, sweep(contestant, enough)});
  }
  return results;
}

void race(const DaeCase& dae, bool show_all) {
  std::printf("\n%s, end at %g s; Jacobian for IDA against differences: %.0e\n", dae.name.c_str(), dae.t_end,
              jacobian_error(*dae.equations));
  const std::vector<Result> peers = swept(ida_contestants(dae), 0.0);
  for (const Result& peer : peers) print_trials(peer);
  std::vector<Result> results = peers;
  for (const OurEntry& entry : our_entries) {
    if (!is_known(entry) || (entry.plain_chart && !dae.has_moving_chart)) continue;
    for (Result& result : swept(our_contestants(dae, entry), dae.targets.back())) {
      if (show_all) print_trials(result);
      results.push_back(std::move(result));
    }
  }
  print_prices(results, dae.targets, fastest(peers, dae.targets));
}

}  // namespace
}  // namespace kreisel::benchmarks

int main(int count, char** arguments) {
  using namespace kreisel::benchmarks;
  const std::vector<std::string> words(arguments + 1, arguments + count);
  const auto has = [&](const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  const bool show_all = has("-v"), all_cases = has("heavy_top") == has("andrews");
  if (all_cases || has("heavy_top")) race(heavy_top_dae(), show_all);
  if (all_cases || has("andrews")) race(andrews_dae(), show_all);
  return 0;
}
