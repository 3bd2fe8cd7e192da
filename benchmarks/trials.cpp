// Runs a solver at one setting after the other and interpolates what an error costs.
#include "benchmarks/trials.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace kreisel::benchmarks {
namespace {

Trial best_of_repetitions(const Contestant& contestant, double setting) {
  constexpr int most = 40;
  constexpr double budget = 0.3;  // [s]
  Trial best = contestant.run(setting);
  double spent = best.seconds;
  for (int i = 1; i < most && spent < budget && best.failure.empty(); ++i) {
    const Trial again = contestant.run(setting);
    spent += again.seconds;
    best.seconds = std::min(best.seconds, again.seconds);
  }
  best.setting = setting;
  return best;
}

}  // namespace

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::vector<double> half_decades(int first, int last) {
  std::vector<double> values;
  for (int k = first; k <= last; ++k) values.push_back(std::pow(10.0, -0.5 * k));
  return values;
}

std::vector<Trial> sweep(const Contestant& contestant, double enough) {
  std::vector<Trial> trials;
  int below = 0;
  for (const double setting : contestant.settings) {
    trials.push_back(best_of_repetitions(contestant, setting));
    below = trials.back().error < enough ? below + 1 : 0;
    if (below == 2 || trials.back().seconds > 0.5 * longest_run) break;
  }
  return trials;
}

std::optional<Price> price_of(const std::vector<Trial>& all, double error) {
  std::vector<Trial> trials;
  for (const Trial& trial : all)
    if (trial.failure.empty()) trials.push_back(trial);
  for (std::size_t i = 0; i + 1 < trials.size(); ++i)
    trials[i].error = std::max(trials[i].error, trials[i + 1].error);
  const auto met =
      std::find_if(trials.begin(), trials.end(), [&](const Trial& trial) { return trial.error <= error; });
  if (met == trials.end()) return std::nullopt;
  if (met == trials.begin()) return Price{met->seconds, static_cast<double>(met->steps)};
  const Trial& before = *(met - 1);
  const double s = std::log(before.error / error) / std::log(before.error / met->error);
  const auto between = [s](double a, double b) { return a * std::pow(b / a, s); };
  return Price{between(before.seconds, met->seconds),
               between(static_cast<double>(before.steps), static_cast<double>(met->steps))};
}

}  // namespace kreisel::benchmarks
