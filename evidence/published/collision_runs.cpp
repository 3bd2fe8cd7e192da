// A ball that falls on a spring-damper: steps, depth, rebound.
#include "evidence/published/collision_runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "evidence/published/runs.hpp"
#include "evidence/published/shown_series.hpp"

namespace kreisel::experiments {
namespace {

Trace collision(const std::string& stiffness, const std::string& damping, const char* speed, double t_end,
                const char* method = "radau") {
  RunSpec spec =
      spec_of("collision", method, {{"speed", speed}, {"stiffness", stiffness}, {"damping", damping}}, t_end);
  spec.samples.count = 4000;
  return traced_run(spec);
}

double rebound(const Trace& trace) {
  double highest = 0.0;
  bool was_below = false;
  for (const double y : trace.column("y")) {
    was_below = was_below || y < 0.0;
    if (was_below) highest = std::max(highest, y);
  }
  return highest;
}

const std::array<const char*, 8> collision_dampings{"1e4", "5e4", "1e5", "5e5", "1e6", "5e6", "1e7", "5e7"};

struct Collisions {
  MeasuredCurve explicit_steps{"dopri5"}, implicit_steps{"radau_iia_3"};
  double difference = 0.0;  // of the final heights
};

Collisions collisions() {
  Collisions all;
  for (const char* damping : collision_dampings) {
    const Trace e = collision("1e5", damping, "100", 0.6, "dopri5"),
                i = collision("1e5", damping, "100", 0.6, "radau_iia_3");
    const double d = std::stod(damping);
    for (MeasuredCurve* curve : {&all.explicit_steps, &all.implicit_steps}) curve->x.push_back(d);
    all.explicit_steps.y.push_back(e.mean_step());
    all.implicit_steps.y.push_back(i.mean_step());
    all.difference = std::max(all.difference, std::abs(e.final_value("y") - i.final_value("y")));
  }
  return all;
}

// Floating-point operations for n = 2 unknowns of first order, f with 5 operations (k y² + d y v).
constexpr double unknowns = 2.0, per_force = 5.0, per_sum = 2.0 * unknowns;  // per_sum: y += a x

/// Dormand-Prince: six new stages that sum 1 to 6 slopes, the error from 7 slopes and its norm.
double explicit_operations(const RunStatistics& s) {
  constexpr double stages = 6.0 * per_force + 21.0 * per_sum, error = 7.0 * per_sum + 4.0 * unknowns;
  return static_cast<double>(s.accepted + s.rejected) * (stages + error);
}

/// Radau IIA with three stages as RADAU5 works: a real and a complex LU (10 n³/3); in every iteration both solutions (10 n²),
/// nine sums each to the eigenvectors, back and for A⁻¹Z, and a norm; in every step nine sums of the prediction, the error
/// from four sums, a solution and a norm.
double implicit_operations(const RunStatistics& s) {
  constexpr double lu = 10.0 / 3.0 * unknowns * unknowns * unknowns, solution = 10.0 * unknowns * unknowns,
                   iteration = solution + 27.0 * per_sum + 12.0 * unknowns,
                   step = 13.0 * per_sum + 2.0 * unknowns * unknowns + 4.0 * unknowns;
  return static_cast<double>(s.work.factorizations) * lu +
         static_cast<double>(s.work.force_evaluations) * per_force +
         static_cast<double>(s.work.newton_iterations) * iteration +
         static_cast<double>(s.accepted + s.rejected) * step;
}

RunStatistics counted(const char* damping, const char* method) {
  return run(spec_of("collision", method, {{"speed", "100"}, {"stiffness", "1e5"}, {"damping", damping}},
                     0.6))
      .statistics;
}

}  // namespace

Measurement moderate_collision() {
  const Trace printed = collision("4e4", "4e3", "10", 2.0), other = collision("6.6e4", "1.18e3", "10", 2.0);
  Measurement m;
  m.plots.push_back({"height",
                     "t [s]",
                     "y [m]",
                     false,
                     false,
                     {{"k = 4e4, d = 4e3 as printed", printed.times, printed.column("y")},
                      {"k = 6.6e4, d = 1.18e3", other.times, other.column("y")}}});
  m.checks = {{"depth", -least_of(printed.column("y")), 0.085, 0.1, "m"},
              {"height of the rebound", rebound(printed), 0.35, 0.4, "m"}};
  m.remarks = {
      fmt::format("With k = 6.6e4 N/m² and d = 1.18e3 N s/m² the same law gives a depth of {:.3f} m and a "
                  "rebound of {:.2f} m: "
                  "other data, or another law, must have made the figure.",
                  -least_of(other.column("y")), rebound(other))};
  return m;
}

Measurement strong_collision() {
  const Trace trace = collision("1e5", "1e7", "100", 0.1);
  const auto& y = trace.column("y");
  double impact = 0.0;
  for (std::size_t i = 0; i < y.size() && impact == 0.0; ++i)
    if (y[i] < 0.0) impact = trace.times[i];
  Measurement m;
  m.plots.push_back({"height", "t [s]", "y [m]", false, false, {{"y", trace.times, y}}});
  m.checks = {{"time of the impact", impact, 0.0095, 0.0105, "s"},
              {"depth (motion stops at the impact)", -least_of(y), 0.0, 0.01, "m"},
              {"height of the rebound", rebound(trace), 0.0, 1e-3, "m"}};
  return m;
}
Measurement steps_of_collisions() {
  const Collisions all = collisions();
  Measurement m;
  m.plots.push_back(
      {"mean step", "d [N s/m²]", "mean step [s]", true, true, {all.explicit_steps, all.implicit_steps}});
  m.checks = {{"power of d in the mean step, explicit", slope_of(all.explicit_steps.x, all.explicit_steps.y),
               -0.7, -0.3},
              {"power of d in the mean step, implicit", slope_of(all.implicit_steps.x, all.implicit_steps.y),
               -0.15, 0.15},
              {"mean step at d = 5e7, implicit over explicit",
               all.implicit_steps.y.back() / all.explicit_steps.y.back(), 10.0, any},
              {"largest difference of the final heights of the two methods", all.difference, 0.0, 1e-6, "m"}};
  return m;
}

Measurement operations_of_collisions() {
  Measurement m;
  MeasuredCurve with_dopri{"dopri5"}, with_radau{"radau_iia_3"};
  MeasuredTable table{"operations", {"d [N s/m²]", "explicit", "implicit", "implicit over explicit"}};
  std::vector<double> ratio;
  for (const char* damping : collision_dampings) {
    const double d = std::stod(damping);
    const double with_steps = explicit_operations(counted(damping, "dopri5")),
                 with_newton = implicit_operations(counted(damping, "radau_iia_3"));
    for (MeasuredCurve* curve : {&with_dopri, &with_radau}) curve->x.push_back(d);
    with_dopri.y.push_back(with_steps);
    with_radau.y.push_back(with_newton);
    ratio.push_back(with_newton / with_steps);
    table.rows.push_back({d, with_steps, with_newton, ratio.back()});
  }
  m.tables.push_back(table);
  m.plots.push_back(
      {"effort", "d [N s/m²]", "floating-point operations", true, true, {with_dopri, with_radau}});
  m.checks = {{"implicit over explicit operations at d = 1e4 (published 2)", ratio.front(), 1.0, 4.0},
              {"implicit over explicit operations at d = 5e5 (already cheaper)", ratio[3], 0.0, 1.0},
              {"implicit over explicit operations at d = 5e7", ratio.back(), 0.0, 1.0}};
  return m;
}

}  // namespace kreisel::experiments
