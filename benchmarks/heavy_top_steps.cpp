// Time per step on the heavy top, h = 1 ms: every formulation of ours, the price of the run-time system type
// and of the time loop, and the peers in the same run.
//
// `time_per_step` is processor time; every repetition simulates 1 s.
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

#include <benchmark/benchmark.h>

#include "benchmarks/heavy_top_case.hpp"
#include "benchmarks/peers.hpp"
#include "kreisel/integrate/integrate.hpp"
#include "kreisel/integrate/step_controller.hpp"

namespace kreisel::benchmarks {
namespace {

constexpr long steps = 1000;
constexpr double h = t_end / steps;
constexpr double peer_tolerance = 1e-8;  // rtol = atol

void report(benchmark::State& state, double steps_per_run) {
  using benchmark::Counter;
  state.counters["time_per_step"] =
      Counter(steps_per_run, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void report_work(benchmark::State& state, const WorkCounters& work) {
  const double all = static_cast<double>(steps) * static_cast<double>(state.iterations());
  report(state, static_cast<double>(steps));
  state.counters["iterations_per_step"] = static_cast<double>(work.newton_iterations) / all;
  state.counters["factorizations_per_step"] = static_cast<double>(work.factorizations) / all;
}

void bare_steps(benchmark::State& state, Formulation formulation, SystemType type) {
  StepperOptions options;
  options.formulation = formulation;
  const auto stepper = heavy_top_stepper(type, options);
  for (auto _ : state) {
    stepper->start(heavy_top_start());
    for (long i = 1; i <= steps; ++i) {
      if (stepper->attempt(h).status != StepStatus::completed) throw std::runtime_error("a step failed");
      stepper->accept(static_cast<double>(i) * h);
    }
    benchmark::DoNotOptimize(stepper->state().q.data());
  }
  report_work(state, stepper->work());
}

void steps_in_the_time_loop(benchmark::State& state) {
  const auto stepper = heavy_top_stepper(SystemType::fixed_size, {});
  StepController controller;
  controller.first_step = h;
  const Observer carry_on = [](const StepView&) { return Flow::carry_on; };
  for (auto _ : state) {
    stepper->start(heavy_top_start());
    const Outcome outcome = integrate(*stepper, t_end, controller, {}, carry_on);
    if (outcome.accepted != steps) throw std::runtime_error(outcome.message);
  }
  report_work(state, stepper->work());
}

void peer_steps(benchmark::State& state, Peer& peer) {
  PeerRun run;
  for (auto _ : state) {
    run = peer.run(peer_tolerance);
    if (!run.completed) throw std::runtime_error(std::string(peer.name()) + " failed");
  }
  report(state, static_cast<double>(run.steps));
  state.counters["evaluations_per_step"] =
      static_cast<double>(run.evaluations) / static_cast<double>(run.steps);
  state.counters["position_error"] = position_error(run.positions);
}

double smallest(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

void enter(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  benchmark::RegisterBenchmark(name.c_str(), run)
      ->Unit(benchmark::kMicrosecond)
      ->ComputeStatistics("min", smallest);
}

}  // namespace
}  // namespace kreisel::benchmarks

int main(int count, char** arguments) {
  using namespace kreisel;
  using namespace kreisel::benchmarks;
  for (const NamedChoice<Formulation>& entry : formulations) {
    enter("kreisel/" + std::string(entry.name), [value = entry.value](benchmark::State& state) {
      bare_steps(state, value, SystemType::fixed_size);
    });
  }
  enter("kreisel/index3/any_system",
        [](benchmark::State& state) { bare_steps(state, Formulation::index3, SystemType::any_system); });
  enter("kreisel/index3/time_loop", steps_in_the_time_loop);
  const auto peers = all_peers();
  for (const auto& peer : peers) {
    enter(std::string(peer->name()), [&peer](benchmark::State& state) { peer_steps(state, *peer); });
  }
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
