// The methods of ours that meet IDA on problems with joints.
#include <cmath>
#include <utility>

#include "benchmarks/dae_case.hpp"
#include "kreisel/run/run.hpp"
#include "kreisel/solve/solve.hpp"

namespace kreisel::benchmarks {
namespace {

/// The clock starts at the consistent state, as IDA's does.
Trial run_ours(const DaeCase& dae, const StepperMaker& make, const SolveOptions& options) {
  const TimeSpan span{0.0, dae.t_end};
  const auto stepper = make(options.method, stepper_options(options, span));
  StartedState start =
      started(dae.system, span, dae.instance.q0, dae.instance.v0, options.steps, options.start);
  const double began = processor_seconds();
  const Solution solution = solve_with(*stepper, dae.system, span, std::move(start), options, {});
  Trial trial;
  trial.seconds = processor_seconds() - began;
  trial.steps = solution.outcome.accepted;
  if (solution.outcome.termination == Termination::reached_end) {
    trial.error = dae.error(solution.state.q.data());
  } else {
    trial.failure = name_of(solution.outcome.termination);
  }
  return trial;
}

Contestant with_tolerance(const DaeCase& dae, const StepperMaker& make, SolveOptions options) {
  return {"tolerance", half_decades(2, 26), [&dae, make, options](double tolerance) mutable {
            options.steps.rtol = options.steps.atol = tolerance;
            return run_ours(dae, make, options);
          }};
}

Contestant with_constant_steps(const DaeCase& dae, const StepperMaker& make, SolveOptions options) {
  std::vector<double> counts;
  for (double n = 64.0; n < 1e7; n *= std::sqrt(2.0)) counts.push_back(std::round(n));
  return {"steps", counts, [&dae, make, options](double count) mutable {
            options.steps.step = dae.t_end / count;
            return run_ours(dae, make, options);
          }};
}

/// A chart that moves with a body spinning about an axis of symmetry is special to such problems: never unsaid.
std::string chart_name(const DaeCase& dae, const OurEntry& entry, const MethodCoefficients& method) {
  if (!dae.has_moving_chart || !std::holds_alternative<ImplicitRungeKuttaParameters>(method)) return "";
  return entry.plain_chart ? ", plain chart" : ", moving chart";
}

MethodCoefficients coefficients_of(const OurEntry& entry) {
  const MethodEntry& method = find_method(entry.method);
  MethodCoefficients coefficients = method.coefficients(Parameters(method.parameters));
  if (entry.plain_chart) std::get<ImplicitRungeKuttaParameters>(coefficients).chart = StepChart::plain;
  return coefficients;
}

}  // namespace

std::vector<Contestant> our_contestants(const DaeCase& dae, const OurEntry& entry) {
  SolveOptions options;
  options.method = coefficients_of(entry);
  options.formulation = entry.formulation;
  options.limits.max_seconds = longest_run;
  const std::string name =
      entry.method + " " + std::string(name_of(entry.formulation)) + chart_name(dae, entry, options.method);
  std::vector<Contestant> all;
  const auto enter = [&](Contestant contestant, const char* type) {
    contestant.name = name + ", " + contestant.name + type;
    all.push_back(std::move(contestant));
  };
  if (entry.constant_steps) {
    enter(with_constant_steps(dae, dae.fixed_size, options), "");
  } else {
    enter(with_tolerance(dae, dae.fixed_size, options), "");
    enter(with_tolerance(dae, dae.any_system, options), ", any system");
  }
  return all;
}

Trial ida_trial(const DaeCase& dae, IdaStabilised& ida, double tolerance) {
  const IdaRun run = ida.run({&dae.t_end, 1}, tolerance);
  Trial trial;
  trial.seconds = run.seconds;
  trial.steps = run.steps;
  if (run.flag < 0) {
    trial.failure = ida_flag_name(run.flag);
  } else {
    trial.error = dae.error(run.outputs.back().data());
  }
  return trial;
}

std::vector<Contestant> ida_contestants(const DaeCase& dae) {
  const std::pair<const char*, IdaSettings> entries[] = {
      {"IDA index2, KLU", {}},
      {"IDA index2, dense", {.solver = IdaSolver::dense}},
      {"IDA index2, KLU, plain tolerances", IdaSettings::plain()},
  };
  std::vector<Contestant> all;
  for (const auto& [name, settings] : entries) {
    const auto ida = std::make_shared<IdaStabilised>(*dae.equations, settings);
    all.push_back({name, half_decades(4, 26),
                   [&dae, ida](double tolerance) { return ida_trial(dae, *ida, tolerance); }});
  }
  return all;
}

}  // namespace kreisel::benchmarks
