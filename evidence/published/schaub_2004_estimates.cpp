// [Schaub 2004] section 4.1: error estimates on stiff springs.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/published/runs.hpp"
#include "evidence/published/schaub_2004.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/solve/stepper_for.hpp"

namespace kreisel::experiments {
namespace {

struct LocalErrors {
  double position = 0.0, velocity = 0.0, estimate = 0.0;
};

/// One step of q'' = -ω²(q - cos 2t) - 4 cos 2t from exact values, where no derivative of the cosine vanishes.
LocalErrors one_step(const std::string& method, const std::string& omega, double h,
                     const std::string& estimator = "") {
  constexpr double t = 0.3;
  const ProblemEntry& entry = find_problem("prothero_robinson");
  Parameters parameters(entry.parameters);
  parameters.set("omega", omega);
  const ProblemInstance problem = entry.make(parameters);
  CatalogueChoice choice{.method = method, .settings = {{"projection", "none"}}};
  StepperOptions options = choice.options();
  if (!estimator.empty()) {
    choice.settings.push_back({"estimator", estimator});
    choice.settings.push_back({"norm", "classical"});
    options.tolerances.relative = options.tolerances.absolute = 1e-6;
  }
  const auto stepper = stepper_for(problem.system, choice.coefficients(), options);
  stepper->start({t, Vector{{std::cos(2.0 * t)}}, Vector{{-2.0 * std::sin(2.0 * t)}},
                  Vector{{-4.0 * std::cos(2.0 * t)}}, Vector(0)});
  const StepAttempt attempt = stepper->attempt(h);
  stepper->accept(t + h);
  return {std::abs(stepper->state().q(0) - std::cos(2.0 * (t + h))),
          std::abs(stepper->state().v(0) + 2.0 * std::sin(2.0 * (t + h))), attempt.error};
}

const std::vector<double> steps{0.1, 0.05, 0.025};

struct LocalSeries {
  std::vector<double> position = {}, velocity = {}, estimate = {};
};

LocalSeries local_series(const std::string& method, const std::string& omega,
                         const std::string& estimator = "") {
  LocalSeries all;
  for (const double h : steps) {
    const LocalErrors e = one_step(method, omega, h, estimator);
    all.position.push_back(e.position);
    all.velocity.push_back(e.velocity);
    all.estimate.push_back(e.estimate);
  }
  return all;
}

Measurement table_4_4() {
  Measurement m;
  MeasuredTable table{"powers of h of the local error", {"method", "ω [rad/s]", "η", "q", "v"}};
  for (const auto& [method, eta] :
       std::vector<std::pair<std::string, double>>{{"lobatto_iiic_3", 2.0}, {"radau_iia_3", 3.0}})
    for (const char* omega : {"1e3", "1e6"}) {
      const LocalSeries s = local_series(method, omega);
      const double q = slope_of(steps, s.position), v = slope_of(steps, s.velocity),
                   squared = std::pow(std::stod(omega), -2.0);
      table.rows.push_back({method, std::stod(omega), eta, q, v});
      m.checks.push_back(
          {fmt::format("{}, ω = {}: power of h in q (η - 1)", method, omega), q, eta - 1.25, eta - 0.75});
      m.checks.push_back(
          {fmt::format("{}, ω = {}: power of h in v (η)", method, omega), v, eta - 0.25, eta + 0.25});
      m.checks.push_back({fmt::format("{}, ω = {}: error of q over ε²", method, omega),
                          s.position.front() / squared, 1e-4, 10.0});
    }
  m.tables.push_back(table);
  return m;
}

Measurement figure_4_1() {
  Measurement m;
  const LocalSeries exact = local_series("lobatto_iiic_3", "1e3"),
                    third = local_series("lobatto_iiic_3", "1e3", "iiidc"),
                    first = local_series("lobatto_iiic_3", "1e3", "spark");
  m.plots.push_back({"stiff spring, ω = 1e3 rad/s",
                     "h [s]",
                     "error of v, estimates over the tolerance",
                     true,
                     true,
                     {{"local error of v", steps, exact.velocity},
                      {"estimate of order 3", steps, third.estimate},
                      {"estimate of order 1", steps, first.estimate}}});
  const double of_error = slope_of(steps, exact.velocity), of_third = slope_of(steps, third.estimate),
               of_first = slope_of(steps, first.estimate);
  m.checks = {
      {"power of h of the local error of v", of_error, 1.75, 2.25},
      {"power of h of the estimate of order 3, less that of the error", of_third - of_error, -1.25, 1.25},
      {"deviation of the power, estimate of order 1 over that of order 3",
       std::abs(of_first - of_error) / std::max(0.05, std::abs(of_third - of_error)), 1.0, any}};
  return m;
}

double achieved(const std::string& method, const std::string& estimator, double tolerance) {
  RunSpec spec;
  spec.target = "prothero_robinson";
  spec.method = method;
  spec.settings = {{"estimator", estimator}, {"norm", "classical"}};
  spec.steps.rtol = spec.steps.atol = tolerance;
  spec.samples.count = 10;
  const Trace trace = traced_run(spec);
  double worst = 0.0;
  for (std::size_t i = 0; i < trace.times.size(); ++i)
    worst = std::max(worst, std::abs(trace.column("v")[i] + 2.0 * std::sin(2.0 * trace.times[i])));
  return worst;
}

Measurement figure_4_2() {
  const std::vector<double> tolerances{1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
  Measurement m;
  Plot plot{"achieved error of v, ω = 1e3 rad/s", "tolerance", "error of v [m/s]"};
  for (const char* method : {"lobatto_iiic_3", "lobatto_iiid_3"})
    for (const char* estimator : {"spark", "iiidc"}) {
      MeasuredCurve curve{fmt::format("{}, {}", method, estimator)};
      for (const double tolerance : tolerances) {
        curve.x.push_back(tolerance);
        curve.y.push_back(achieved(method, estimator, tolerance));
      }
      const bool is_first = std::string(estimator) == "spark";
      m.checks.push_back({fmt::format("{}, order {}: error over tolerance at 1e-7", method, is_first ? 1 : 3),
                          curve.y.back() / 1e-7, is_first ? 1e3 : 0.0, is_first ? 1e6 : 1e3});
      plot.curves.push_back(curve);
    }
  m.plots.push_back(plot);
  return m;
}

Experiment entry(const char* number, const char* title, const char* setup, const char* published,
                 const char* criterion, const char* missing, Measurement (*measure_it)()) {
  return schaub_2004(number, title, setup, published, criterion, measure_it, missing);
}

}  // namespace

std::vector<Experiment> schaub_2004_estimates() {
  return {
      entry(
          "figure 4.1", "error estimates of order 1 and 3 on a stiff spring",
          "lobatto_iiic_3, one step from exact values, ω = 1e3 rad/s, h = 0.1, 0.05, 0.025 s; estimates "
          "(IIIDC)^ and that of SPARK3",
          "With ω = 1e3 the estimate of order 3 represents the order reduction better than that of order 1.",
          "powers of h: that of the estimate of order 3 nearer to that of the error of v",
          "Ω, the steps and the soft ω", figure_4_1),
      entry("figure 4.2", "prescribed and achieved tolerance",
            "lobatto_iiic_3, lobatto_iiid_3, norm classical, ω = 1e3 rad/s, tolerances 1e-3 … 1e-7, 2 s, "
            "largest error of v at ten times",
            "On stiff springs the error with the estimate of order 1 is up to 1e5 times the tolerance; with "
            "that of order 3 it follows evenly.",
            "error over tolerance at 1e-7 in [1e3, 1e6] with order 1, below 1e3 with order 3",
            "Ω, the interval", figure_4_2),
      entry("table 4.4", "local errors of stiff components",
            "one step from exact values, lobatto_iiic_3 (η = 2) and radau_iia_3 (η = 3), ω = 1e3 and 1e6 "
            "rad/s, h = 0.1, 0.05, 0.025 s",
            "For stiff components q is O(ε²h^(η-1)) and v O(h^η), which the filtered estimate Δν follows.",
            "powers of h of the local errors within ±0.25; error of q proportional to ε²", "", table_4_4)};
}

}  // namespace kreisel::experiments
