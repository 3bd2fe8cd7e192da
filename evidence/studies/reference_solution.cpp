// Runs two families until they agree, and puts stored digits in where they are better.
#include "evidence/studies/reference_solution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "kreisel/methods/catalog.hpp"
#include "kreisel/run/method_choice.hpp"

namespace kreisel {
namespace {

constexpr const char* first_family = "implicit_runge_kutta";

struct Candidate {
  Job job = {};
  JobResult result = {};
  std::string family = {}, name = {};
};

Candidate candidate(const RunSpec& base, const std::string& method) {
  Candidate one;
  one.job.spec = base;
  one.job.spec.method = method;
  one.family = family_of(method);
  return one;
}

Candidate controlled(const RunSpec& base, const std::string& method, double tolerance, long most_steps) {
  Candidate one = candidate(base, method);
  one.job.spec.steps.rtol = one.job.spec.steps.atol = tolerance;
  one.job.spec.limits.max_steps = most_steps;
  one.name = fmt::format("{} with tolerance {:g}", method, tolerance);
  return one;
}

Candidate constant(const RunSpec& base, const std::string& method, double length, long steps) {
  Candidate one = candidate(base, method);
  one.job.spec.steps.step = length / static_cast<double>(steps);
  // An explicit method divides its steps without end where the motion is stiff: somebody else knows it better.
  one.job.spec.limits.max_steps = 4 * steps;
  one.name = fmt::format("{} with {} steps", method, steps);
  return one;
}

void run_candidates(std::vector<Candidate>& all, std::size_t first, const PoolOptions& pool) {
  std::vector<Job> jobs;
  for (std::size_t i = first; i < all.size(); ++i) jobs.push_back(all[i].job);
  const std::vector<JobResult> results = run_jobs(jobs, pool);
  for (std::size_t i = first; i < all.size(); ++i) all[i].result = results[i - first];
}

/// Two runs and how they differ; smaller `size` is better.
struct Pair {
  const Candidate* one = nullptr;
  const Candidate* other = nullptr;
  std::vector<Difference> difference = {};
  double size = std::numeric_limits<double>::infinity();
};

/// Sum of the decades of the components' differences, so that none of them hides behind another.
double size_of(const std::vector<ComparedQuantity>& quantities, const std::vector<Difference>& difference) {
  constexpr double round_off = 1e-15;
  const RunErrors errors = errors_of(quantities, difference);
  double sum = 0.0;
  for (const Component c : judged_components) {
    const ComponentError& error = errors.of(c);
    if (error.quantity.empty()) continue;
    if (!std::isfinite(error.relative)) return std::numeric_limits<double>::infinity();
    sum += std::log10(std::max(round_off, error.relative));
  }
  return sum;
}

Pair best_pair(const std::vector<Candidate>& all, bool of_two_families) {
  Pair best;
  for (const Candidate& one : all) {
    for (const Candidate& other : all) {
      const bool is_other_family = other.family != one.family;
      if (one.family != first_family || is_other_family != of_two_families || &one >= &other) continue;
      if (!one.result.is_complete() || !other.result.is_complete()) continue;
      Pair pair{&one, &other, differences(trajectory_of(other.result), trajectory_of(one.result))};
      pair.size = size_of(quantities_of(one.result.columns), pair.difference);
      if (pair.size < best.size) best = std::move(pair);
    }
  }
  return best;
}

bool is_good_enough(const Pair& pair) {
  constexpr double wanted = 1e-11;
  if (pair.one == nullptr) return false;
  const RunErrors errors = errors_of(quantities_of(pair.one->result.columns), pair.difference);
  return std::ranges::all_of(judged_components, [&](Component c) {
    return errors.of(c).quantity.empty() || errors.of(c).relative <= wanted;
  });
}

/// The candidates one after another until two families agree well, cheap ones first.
std::vector<Candidate> candidates_for(const RunSpec& base, long samples, const PoolOptions& pool) {
  constexpr long default_steps = 256, most_steps = 1L << 16, most_controlled = 20'000,
                 most_multistep = 10'000;
  std::vector<Candidate> all;
  all.reserve(16);  // pairs point into it
  all.push_back(controlled(base, "radau", 1e-12, most_controlled));
  all.push_back(controlled(base, "radau", 1e-11, most_controlled));
  run_candidates(all, 0, pool);
  const JobResult& pilot = all.front().result;
  if (pilot.status == "refused")
    throw Error(pilot.exit_code, fmt::format("the reference cannot be computed: {}", pilot.message), "radau",
                "try `kreisel run` with --method radau first");
  // Of order 9 instead of up to 13: more steps, but only so many more where there are many already.
  const long accepted = pilot.statistics.accepted;
  const long needed = pilot.is_complete() ? std::min(8 * accepted, 3 * accepted + 2000) : default_steps;
  long steps = samples;
  while (steps < needed && 4 * steps <= most_steps) steps *= 2;
  const double length = pilot.t_end - pilot.t_begin;
  for (const long factor : {1L, 2L}) {
    all.push_back(constant(base, "radau_iia_5", length, factor * steps));
    all.push_back(constant(base, "dop853", length, 2 * factor * steps));
  }
  run_candidates(all, 2, pool);
  if (is_good_enough(best_pair(all, true))) return all;
  const std::size_t first = all.size();
  all.push_back(controlled(base, "dop853", 1e-12, most_controlled));
  all.push_back(controlled(base, "bliedf", 1e-10, most_multistep));
  all.push_back(controlled(base, "bliedf", 1e-8, most_multistep));
  run_candidates(all, first, pool);
  return all;
}

/// Digits that a publication or a closed form gives for the end of the run.
std::string use_stored_digits(const std::vector<ReferenceValue>& digits, ReferenceSolution& reference) {
  std::size_t agreeing = 0, used = 0, known = 0;
  for (const ReferenceValue& digit : digits) {
    for (std::size_t k = 0; k < reference.quantities.size(); ++k) {
      const ComparedQuantity& quantity = reference.quantities[k];
      if (quantity.is_rotation || quantity.name != digit.observable) continue;
      ++known;
      double& value = reference.trajectory.values.back()[quantity.column];
      Difference& estimate = reference.estimate[k];
      // Digits that differ belong to another motion: stiff rows may start smoothly or as they are given.
      if (!(std::abs(value - digit.value) <= reference_margin * (estimate.largest + digit.uncertainty)))
        continue;
      ++agreeing;
      if (!(digit.uncertainty < estimate.at_end)) continue;
      value = reference.check.values.back()[quantity.column] = digit.value;
      estimate.at_end = digit.uncertainty;
      ++used;
    }
  }
  if (known == 0) return "";
  return fmt::format(
      "; {} of {} stored values for the end agree with it{}, {} are more accurate and are used", agreeing,
      known, agreeing < known ? " (the others are left aside)" : "", used);
}

std::string words(const Pair& pair, bool of_two_families) {
  return fmt::format("{}, checked by {}{}", pair.one->name, pair.other->name,
                     of_two_families ? "" : " (the same family: no other one got there)");
}

struct FamilyName {
  std::string operator()(const GeneralizedAlphaParameters&) const { return "generalized_alpha"; }
  std::string operator()(const MultistepParameters&) const { return "multistep"; }
  std::string operator()(const ImplicitRungeKuttaParameters&) const { return first_family; }
  std::string operator()(const ExplicitRungeKuttaParameters&) const { return "explicit_runge_kutta"; }
};

RunSpec base_of(const RunSpec& what, long samples) {
  RunSpec base = what;
  base.samples.count = samples;
  base.formulation.reset();
  base.steps.step = base.steps.rtol = base.steps.atol = base.steps.lambda_tol = base.samples.every = 0.0;
  base.steps.start_values = StartValues::automatic;
  base.steps.step_change = StepChange::automatic;
  base.limits = {};
  return base;
}

}  // namespace

std::string family_of(const std::string& method) {
  if (method == automatic_method) return {};
  const MethodEntry& entry = find_method(method);
  return std::visit(FamilyName{}, entry.coefficients(Parameters(entry.parameters)));
}

double ReferenceSolution::floor(Component component, bool is_at_end) const {
  const RunErrors errors = own_errors();
  const ComponentError& own = errors.of(component, is_at_end);
  return std::isfinite(own.relative) ? reference_margin * own.relative : 0.0;
}

ReferenceSolution reference_solution(const RunSpec& what, long samples, const PoolOptions& pool) {
  const std::vector<Candidate> all = candidates_for(base_of(what, samples), samples, pool);
  Pair pair = best_pair(all, true);
  const bool of_two_families = pair.one != nullptr;
  if (!of_two_families) pair = best_pair(all, false);
  if (pair.one == nullptr) {
    const JobResult& first = all.front().result;
    throw Error(first.exit_code == ExitCode::success ? ExitCode::solver_failed : first.exit_code,
                fmt::format("no reference could be computed: {} at t = {:.6g} s: {}", first.status, first.t,
                            first.message),
                what.target, "give an earlier --t-end, or look at it with `kreisel run --method radau`");
  }
  ReferenceSolution reference;
  reference.trajectory = trajectory_of(pair.one->result);
  reference.check = trajectory_of(pair.other->result);
  reference.quantities = quantities_of(pair.one->result.columns);
  reference.estimate = pair.difference;
  reference.family = of_two_families ? first_family : "";
  reference.steps = all.front().result.statistics.accepted;
  reference.how = words(pair, of_two_families);
  reference.how += use_stored_digits(pair.one->result.references, reference);
  return reference;
}

std::vector<Difference> differences_from(const ReferenceSolution& reference, const JobResult& result,
                                         const std::string& method) {
  const bool is_own = family_of(method) == reference.family;
  return differences(trajectory_of(result), is_own ? reference.check : reference.trajectory);
}

}  // namespace kreisel
