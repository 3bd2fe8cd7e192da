// Time to reach a position error on the heavy top, 1 s simulated: ours and the peers, each at its cheapest
// setting.
//
// Settings (step sizes, tolerances) are swept from coarse to fine; for each target the first one that meets
// it, and whose finer neighbour meets it as well, is timed. Errors: largest component of x at the comparison
// times, those inside a step from the method's own interpolation.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "benchmarks/heavy_top_case.hpp"
#include "benchmarks/peers.hpp"
#include "kreisel/integrate/integrate.hpp"
#include "kreisel/integrate/step_controller.hpp"

namespace kreisel::benchmarks {
namespace {

struct RunResult {
  double error = std::numeric_limits<double>::infinity();  // [m]
  long steps = 0;
};

/// A solver with one knob; `settings` from coarse to fine.
struct Contestant {
  std::string name, knob;
  std::vector<double> settings;
  std::function<RunResult(double setting)> run;
};

constexpr double targets[] = {1e-4, 1e-6, 1e-8};  // [m]

std::vector<double> geometric(double first, double last, double ratio) {
  std::vector<double> values;
  for (double x = first; ratio > 1.0 ? x <= last : x >= last; x *= ratio) values.push_back(x);
  return values;
}

/// Runs ours; the positions inside a step are those of its dense output.
RunResult run_ours(Stepper& stepper, bool control_error, double first_step) {
  stepper.start(heavy_top_start());
  StepController controller;
  controller.control_error = control_error;
  controller.first_step = control_error ? stepper.suggest_first_step() : first_step;
  Positions x;
  std::size_t next = 0;
  State inside;
  const Observer observer = [&](const StepView& step) {
    for (; next + 1 < x.size() && comparison_times[next] <= step.t_end; ++next) {
      stepper.interpolate((comparison_times[next] - step.t_begin) / (step.t_end - step.t_begin), inside);
      x[next] = inside.q.head<3>();
    }
    return Flow::carry_on;
  };
  const Outcome outcome = integrate(stepper, t_end, controller, {}, observer);
  if (outcome.termination != Termination::reached_end) return {};
  x.back() = stepper.state().q.head<3>();
  return {position_error(x), outcome.accepted};
}

Contestant ours_with_fixed_step(const NamedChoice<Formulation>& formulation) {
  StepperOptions options;
  options.formulation = formulation.value;
  std::shared_ptr<Stepper> stepper = heavy_top_stepper(SystemType::fixed_size, options);
  return {"kreisel_" + std::string(formulation.name) + "_fixed", "h",
          geometric(2e-3, 5e-7, std::pow(2.0, -0.25)),
          [stepper](double h) { return run_ours(*stepper, false, t_end / std::round(t_end / h)); }};
}

Contestant ours_with_error_control(const NamedChoice<Formulation>& formulation) {
  return {"kreisel_" + std::string(formulation.name) + "_controlled", "rtol=atol",
          geometric(1e-1, 1e-11, std::pow(10.0, -0.25)), [value = formulation.value](double tolerance) {
            StepperOptions options;
            options.formulation = value;
            options.tolerances.relative = options.tolerances.absolute = tolerance;
            options.tolerances.interval = t_end;
            const auto stepper = heavy_top_stepper(SystemType::fixed_size, options);
            return run_ours(*stepper, true, 0.0);
          }};
}

Contestant peer_with_tolerance(std::shared_ptr<Peer> peer) {
  return {std::string(peer->name()), "rtol=atol", geometric(1e-2, 1e-13, std::pow(10.0, -0.25)),
          [peer](double tolerance) -> RunResult {
            const PeerRun run = peer->run(tolerance);
            if (!run.completed) return {};
            return {position_error(run.positions), run.steps};
          }};
}

std::vector<Contestant> contestants() {
  std::vector<Contestant> all;
  for (const NamedChoice<Formulation>& formulation : formulations) {
    if (formulation.value != Formulation::index3 && formulation.value != Formulation::index2) continue;
    all.push_back(ours_with_fixed_step(formulation));
    all.push_back(ours_with_error_control(formulation));
  }
  for (auto& peer : all_peers()) all.push_back(peer_with_tolerance(std::move(peer)));
  return all;
}

struct Choice {
  double target, setting;
  RunResult result;
};

/// The coarsest setting per target that meets it together with the next finer one.
std::vector<Choice> cheapest(const Contestant& contestant) {
  std::vector<Choice> choices;
  std::size_t open = 0;  // the first target without a choice
  RunResult coarser;
  double coarser_setting = 0.0;
  for (const double setting : contestant.settings) {
    const RunResult result = contestant.run(setting);
    while (open < std::size(targets) && coarser.error <= targets[open] && result.error <= targets[open]) {
      choices.push_back({targets[open], coarser_setting, coarser});
      ++open;
    }
    if (open == std::size(targets)) break;
    coarser = result;
    coarser_setting = setting;
  }
  return choices;
}

double smallest(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

void enter(const Contestant& contestant, const Choice& choice) {
  char target[16];
  std::snprintf(target, sizeof target, "%.0e", choice.target);
  const auto timed = [&contestant, choice](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(contestant.run(choice.setting));
    state.counters[contestant.knob] = choice.setting;
    state.counters["error"] = choice.result.error;
    state.counters["steps"] = static_cast<double>(choice.result.steps);
  };
  benchmark::RegisterBenchmark((contestant.name + "/" + target).c_str(), timed)
      ->Unit(benchmark::kMillisecond)
      ->ComputeStatistics("min", smallest);
}

}  // namespace
}  // namespace kreisel::benchmarks

int main(int count, char** arguments) {
  using namespace kreisel::benchmarks;
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
  const std::vector<Contestant> all = contestants();
  for (const Contestant& contestant : all) {
    std::fprintf(stderr, "sweeping %s\n", contestant.name.c_str());
    for (const Choice& choice : cheapest(contestant)) enter(contestant, choice);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
