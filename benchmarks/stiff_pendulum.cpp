// The stiff pendulum from ε = 1e-2 to 1e-8, 10 s: our methods on the row ε²λ = |q| - 1, CVODE on the spring
// force, IDA on the row, in processor time to a relative error of the position at the end.
//
//   stiff_pendulum [-v]      -v: every run
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "benchmarks/stiff_pendulum_case.hpp"
#include "kreisel/solve/solve.hpp"

namespace kreisel::benchmarks {
namespace {

constexpr double epsilons[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
constexpr double targets[] = {1e-4, 1e-6};

/// Of one contestant: per target one price for each ε.
struct Line {
  std::string name;
  std::vector<std::optional<Price>> prices[std::size(targets)];
};

void print_trials(const std::string& name, double epsilon, const std::vector<Trial>& trials) {
  std::printf("\n  %s, epsilon %.0e\n", name.c_str(), epsilon);
  for (const Trial& trial : trials)
    std::printf("  %10.2e %9ld steps %9.4f ms  error %.1e  %s\n", trial.setting, trial.steps,
                1e3 * trial.seconds, trial.error, trial.failure.c_str());
}

void race(double epsilon, bool show_all, std::vector<Line>& lines) {
  const DaeCase row = stiff_pendulum_case(epsilon, PendulumForm::row);
  std::vector<Contestant> contestants;
  const auto enter = [&](std::vector<Contestant> more) {
    for (Contestant& contestant : more) contestants.push_back(std::move(contestant));
  };
  for (const char* method : {"radau", "radau_iia_3"})
    enter(our_contestants(row, {.method = method, .formulation = Formulation::index3}));
  enter(cvode_pendulum_contestants(row, epsilon));
  enter(ida_pendulum_contestants(row, epsilon));
  if (lines.empty()) lines.resize(contestants.size());
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    std::fprintf(stderr, "epsilon %.0e: sweeping %s\n", epsilon, contestants[i].name.c_str());
    const std::vector<Trial> trials = sweep(contestants[i], targets[std::size(targets) - 1]);
    if (show_all) print_trials(contestants[i].name, epsilon, trials);
    lines[i].name = contestants[i].name;
    for (std::size_t k = 0; k < std::size(targets); ++k)
      lines[i].prices[k].push_back(price_of(trials, targets[k]));
  }
}

void print_lines(const std::vector<Line>& lines, std::size_t target) {
  std::printf("\n  %-42s", "");
  for (const double epsilon : epsilons) std::printf(" | %15.0e", epsilon);
  std::printf("\n");
  for (const Line& line : lines) {
    std::printf("  %-42s", line.name.c_str());
    for (const auto& price : line.prices[target]) {
      if (price) {
        std::printf(" | %7.4f %7.0f", 1e3 * price->seconds, price->steps);
      } else {
        std::printf(" | %15s", "not met");
      }
    }
    std::printf("\n");
  }
}

/// Error of one tight run, which checks the digits everything else is measured by.
double tight_error(const DaeCase& dae, const char* method, Formulation formulation, double tolerance) {
  const MethodEntry& entry = find_method(method);
  SolveOptions options;
  options.method = entry.coefficients(Parameters(entry.parameters));
  options.formulation = formulation;
  options.steps.rtol = options.steps.atol = tolerance;
  options.limits.max_seconds = longest_run;
  const TimeSpan span{0.0, dae.t_end};
  const auto stepper = dae.any_system(options.method, stepper_options(options, span));
  StartedState start =
      started(dae.system, span, dae.instance.q0, dae.instance.v0, options.steps, options.start);
  const Solution end = solve_with(*stepper, dae.system, span, std::move(start), options, {});
  if (end.outcome.termination != Termination::reached_end) return std::numeric_limits<double>::quiet_NaN();
  return dae.error(end.state.q.data());
}

void check_digits() {
  constexpr double least_for_explicit = 1e-3;  // the steps of an explicit method shrink with ε
  std::printf("\n  difference of a tight run from the digits: radau at 1e-12, dop853 at 1e-10\n");
  std::printf("  %-10s %16s %24s\n", "epsilon", "radau, row", "dop853, spring force");
  for (const double epsilon : epsilons) {
    const DaeCase row = stiff_pendulum_case(epsilon, PendulumForm::row);
    std::printf("  %-10.0e %16.1e", epsilon, tight_error(row, "radau", Formulation::index3, 1e-12));
    if (epsilon >= least_for_explicit) {
      const DaeCase force = stiff_pendulum_case(epsilon, PendulumForm::force);
      std::printf(" %24.1e", tight_error(force, "dop853", Formulation::index1, 1e-10));
    }
    std::printf("\n");
  }
}

}  // namespace
}  // namespace kreisel::benchmarks

int main(int count, char** arguments) {
  using namespace kreisel::benchmarks;
  const bool show_all = count > 1 && std::string(arguments[1]) == "-v";
  std::vector<Line> lines;
  for (const double epsilon : epsilons) race(epsilon, show_all, lines);
  for (std::size_t k = 0; k < std::size(targets); ++k) {
    std::printf("\nms and steps to an error of %.0e, by epsilon", targets[k]);
    print_lines(lines, k);
  }
  check_digits();
  return 0;
}
