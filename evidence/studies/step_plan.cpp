// From a pilot run to the step sizes of every order.
#include "evidence/studies/step_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kreisel {
namespace {

constexpr long most_samples = 32;  // errors are smooth; more samples find no larger ones

/// Largest divisor of n that is at most `most`.
long divisor_of(long n, long most) {
  for (long candidate = std::min(n, most); candidate > 1; --candidate)
    if (n % candidate == 0) return candidate;
  return 1;
}

StepPlan plan_given(std::vector<double> steps, double length) {
  std::ranges::sort(steps, std::greater{});
  StepPlan plan{.given = std::move(steps), .length = length};
  long common = 0;
  for (const double h : plan.given) {
    const double count = std::round(length / h);
    if (!(std::abs(count * h - length) <= 1e-9 * length)) {
      plan.note =
          "Not every step divides the interval: errors are taken at the end of the run only, where all runs "
          "meet.";
      return plan;
    }
    common = std::gcd(common, static_cast<long>(count));
  }
  plan.samples = divisor_of(common, most_samples);
  return plan;
}

}  // namespace

long pilot_steps(const StudySpec& spec, const Contest& contest, const PoolOptions& pool) {
  constexpr long without_pilot = 64;
  Job pilot;
  pilot.spec = run_spec(spec, contest, {.method = "radau"});
  pilot.spec.settings = settings_for(find_method("radau"), contest.target, spec.settings);
  pilot.spec.steps.rtol = pilot.spec.steps.atol = 1e-6;
  pilot.spec.samples.count = 1;
  pilot.spec.limits.max_steps = 20'000;
  PoolOptions quiet = pool;
  quiet.progress = {};
  const JobResult result = run_jobs({pilot}, quiet).front();
  return result.is_complete() ? result.statistics.accepted : without_pilot;
}

std::vector<double> StepPlan::steps_for(int order) const {
  if (!given.empty()) return given;
  // The range in which errors fall from a few per cent to round-off, as multiples of `base`.
  const bool is_high = order >= 5;
  const long coarsest = order >= 8 ? 1 : is_high ? 4 : order >= 3 ? 8 : order == 2 ? 16 : 256;
  const int octaves = is_high ? 6 : order >= 2 ? 7 : 4;
  std::vector<double> steps;
  for (int j = 0; j <= octaves; ++j) {
    const double count = static_cast<double>((base * coarsest) << j);
    steps.push_back(length / count);
    if (is_high && j < octaves) steps.push_back(length / (1.5 * count));
  }
  return steps;
}

StepPlan plan_steps(const StudySpec& spec, const Contest& contest, const PoolOptions& pool) {
  constexpr long fewest = 4, of_pilot = 4;
  const double length = contest.length();
  if (!spec.steps.empty()) return plan_given(spec.steps, length);
  const long needed = pilot_steps(spec, contest, pool) / of_pilot;
  StepPlan plan{.length = length, .base = fewest};
  while (plan.base < needed) plan.base *= 2;
  plan.samples = std::min(plan.base, most_samples);
  return plan;
}

std::vector<double> plan_tolerances(const StudySpec& spec) {
  std::vector<double> tolerances = spec.tolerances;
  if (tolerances.empty()) tolerances = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
  std::ranges::sort(tolerances, std::greater{});
  return tolerances;
}

}  // namespace kreisel
