// [Stumpp 2004]: strong damping, explicit and implicit.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "evidence/peers/stiff_code.hpp"
#include "evidence/published/collision_runs.hpp"
#include "evidence/published/gymnast.hpp"
#include "evidence/published/runs.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel::experiments {
namespace {

const char* const source = "Stumpp 2004";

// Tableaux: figures 3.1, 3.2 ---------------------------------------------------------------------------

Measurement tableau(int stages) {
  const Tableau generated = implicit_tableau(ImplicitFamily::radau_iia, stages);
  const double r = std::sqrt(6.0);
  Matrix printed;
  if (stages == 2)
    printed = (Matrix(2, 2) << 5.0 / 12, -1.0 / 12, 3.0 / 4, 1.0 / 4).finished();
  else
    printed = (Matrix(3, 3) << (88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225,
               (296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225, (16 - r) / 36, (16 + r) / 36,
               1.0 / 9)
                  .finished();
  Measurement m;
  m.checks = {{"largest difference to the coefficients of the catalogue",
               (generated.a - printed).cwiseAbs().maxCoeff(), 0.0, 1e-14},
              {"order by rooted trees", static_cast<double>(order_by_trees(generated, 2 * stages)),
               2.0 * stages - 1.0, 2.0 * stages - 1.0}};
  return m;
}

// Rod pendulum -----------------------------------------------------------------------------------------

struct Swing {
  Trace trace;
  std::vector<double> late_distance, late_speed;  // t > 1 s
};

Swing swing(const std::string& damping) {
  RunSpec spec = spec_of("rod_pendulum", "radau", {{"damping", damping}}, 10.0);
  spec.samples.count = 2000;
  Swing s{traced_run(spec), {}, {}};
  for (std::size_t i = 0; i < s.trace.times.size(); ++i)
    if (s.trace.times[i] > 1.0) {
      s.late_distance.push_back(s.trace.column("distance")[i]);
      s.late_speed.push_back(s.trace.column("radial_speed")[i]);
    }
  return s;
}

void show_swing(Measurement& m, const Swing& s) {
  m.plots.push_back({"distance of P2 from P3",
                     "t [s]",
                     "y [m]",
                     false,
                     false,
                     {{"y", s.trace.times, s.trace.column("distance")}}});
  m.plots.push_back({"relative speed",
                     "t [s]",
                     "v [m/s]",
                     false,
                     false,
                     {{"v", s.trace.times, s.trace.column("radial_speed")}}});
}

/// Angle of the rod where the spring is longest, for t > 1 s.
double angle_at_longest(const Swing& s) {
  double longest = 0.0, angle = 0.0;
  for (std::size_t i = 0; i < s.trace.times.size(); ++i)
    if (s.trace.times[i] > 1.0 && s.trace.column("distance")[i] > longest) {
      longest = s.trace.column("distance")[i];
      angle = std::remainder(s.trace.column("phi")[i], 2.0 * 3.14159265358979323846);
    }
  return std::abs(angle);
}

Measurement figure_6_10() {
  const Swing weak = swing("1e4"), strong = swing("1e5");
  Measurement m;
  show_swing(m, weak);
  const double range = largest_of(weak.late_distance) - least_of(weak.late_distance);
  const auto& energy = weak.trace.column("energy");
  m.checks = {
      {"distance for t > 1 s, least", least_of(weak.late_distance), 7.5e-5, 8.5e-5, "m"},
      {"distance for t > 1 s, largest", largest_of(weak.late_distance), 1.3e-4, 1.44e-4, "m"},
      {"range of the distance, d = 1e5 over 1e4 (smaller with more damping)",
       (largest_of(strong.late_distance) - least_of(strong.late_distance)) / range, 0.0, 0.9},
      {"least relative speed for t > 1 s (both signs)", least_of(weak.late_speed), -1e-3, -1e-5, "m/s"},
      {"largest relative speed for t > 1 s", largest_of(weak.late_speed), 1e-5, 1e-3, "m/s"},
      {"largest |relative speed| of the whole run over that for t > 1 s",
       -least_of(weak.trace.column("radial_speed")) / largest_of(weak.late_speed), 1.0, any},
      {"angle of the rod where the spring is longest (vertical)", angle_at_longest(weak), 0.0, 0.1, "rad"},
      {"loss of energy in 10 s over the energy of the swing", (energy.front() - energy.back()) / 2.3, 0.0,
       0.01}};
  return m;
}

Measurement figure_1_5() {
  const Swing s = swing("1e4");
  Measurement m;
  show_swing(m, s);
  const double range = largest_of(s.late_distance) - least_of(s.late_distance);
  m.checks = {
      {"range of the distance for t > 1 s over its mean", range / largest_of(s.late_distance), 0.0, 0.5},
      {"largest |relative speed| for t > 1 s", largest_of(s.late_speed), 0.0, 1e-3, "m/s"}};
  return m;
}

struct Count {
  double damping, radau, dopri;  // steps as printed; 0: aborted
};
constexpr std::array<Count, 8> printed_steps{{{1e1, 209, 75027},
                                              {1e2, 46, 753265},
                                              {1e3, 37, 0},
                                              {1e4, 60, 0},
                                              {1e5, 128, 0},
                                              {1e6, 185, 0},
                                              {1e7, 291, 0},
                                              {1e8, 583, 0}}};

Trace rod_run(const std::string& method, const std::string& form, double damping, double t_end,
              long most_steps = 100'000'000) {
  RunSpec spec =
      spec_of("rod_pendulum", method, {{"form", form}, {"damping", fmt::format("{:g}", damping)}}, t_end);
  spec.limits.max_steps = most_steps;
  return traced_run(spec);
}

/// In the plane, as a system of first order, y = (x, y, φ, their rates): what RADAU5 was given.
FirstOrderProblem rod_first_order(double damping) {
  constexpr double stiffness = 1e5, inertia = 4e-5, gravity = 9.81,
                   angle = 2.0 * 3.14159265358979323846 / 9.0;
  FirstOrderProblem p;
  p.start = (Vector(6) << -std::sin(angle), -std::cos(angle), angle, 0, 0, 0).finished();
  p.mass = Vector::Ones(6);
  p.power = {0, 0, 0, 0, 0, 0};
  p.rate = [damping](double, const Vector& y) {
    const double s = std::sin(y(2)), c = std::cos(y(2));
    const double fx = -stiffness * (y(0) + s) - damping * (y(3) + c * y(5)),
                 fy = -stiffness * (y(1) + c) - damping * (y(4) - s * y(5));
    return Vector((Vector(6) << y(3), y(4), y(5), fx, fy - gravity, (c * fx - s * fy) / inertia).finished());
  };
  return p;
}

Measurement table_6_2() {
  Measurement m;
  MeasuredTable table{"steps for 1 s",
                      {"d [N s/m]", "RADAU5 published", "RADAU5's control", "radau_iia_3, damper as row",
                       "ODE45 published", "dopri5"}};
  std::vector<double> dampings, steps, row_steps, published;
  for (const Count& c : printed_steps) {
    const auto plain = static_cast<double>(radau5(rod_first_order(c.damping), 1e-6, 1e-8, 1e-6).steps);
    const double row = rod_run("radau_iia_3", "row", c.damping, 1.0).steps();
    MeasuredCell dopri = "";
    if (c.dopri > 0.0) {
      const double part =
          c.damping > 10.0 ? 0.1 : 1.0;  // a tenth of the run tells: the step is at the limit of stability
      dopri = rod_run("dopri5", "force", c.damping, part).steps() / part;
      m.checks.push_back({fmt::format("d = {:g}: explicit steps over published", c.damping),
                          *dopri.number / c.dopri, 0.8, 1.25});
    }
    table.rows.push_back({c.damping, c.radau, plain, row,
                          c.dopri > 0.0 ? MeasuredCell(c.dopri) : MeasuredCell("aborted"), dopri});
    if (c.damping < 1e3) {
      m.checks.push_back({fmt::format("implicit steps at d = {:g} over those at 1e3 (published {:.1f})",
                                      c.damping, c.radau / 37.0),
                          plain / static_cast<double>(radau5(rod_first_order(1e3), 1e-6, 1e-8, 1e-6).steps),
                          1.0, any});
      continue;
    }
    dampings.push_back(c.damping);
    steps.push_back(plain);
    row_steps.push_back(row);
    published.push_back(c.radau);
  }
  m.tables.push_back(table);
  m.checks.push_back(
      {"implicit steps at d = 1e8 over 1e3 (published 15.8)", steps.back() / steps.front(), 3.0, any});
  m.checks.push_back(
      {"power of d in the implicit steps from 1e3 on (published 0.24)", slope_of(dampings, steps), 0.1, 0.5});
  m.checks.push_back({"damper as row: steps at d = 1e8 over 1e3 (the text: independent of d)",
                      row_steps.back() / row_steps.front(), 0.7, 1.3});
  m.as_printed.push_back({"the text: effort proportional to d from 1e3 on; power of d in the printed table",
                          slope_of(dampings, published), 0.8, 1.2});
  return m;
}

Measurement figure_6_11() {
  Measurement m;
  MeasuredCurve explicit_steps{"dopri5, first 3000 steps"}, implicit_steps{"RADAU5's control"},
      row_steps{"radau_iia_3, damper as row"};
  for (const Count& c : printed_steps) {
    for (MeasuredCurve* curve : {&explicit_steps, &implicit_steps, &row_steps}) curve->x.push_back(c.damping);
    explicit_steps.y.push_back(rod_run("dopri5", "force", c.damping, 1.0, 3000).mean_step());
    implicit_steps.y.push_back(
        1.0 / static_cast<double>(radau5(rod_first_order(c.damping), 1e-6, 1e-8, 1e-6).accepted));
    row_steps.y.push_back(rod_run("radau_iia_3", "row", c.damping, 1.0).mean_step());
  }
  m.plots.push_back(
      {"mean step", "d [N s/m]", "mean step [s]", true, true, {explicit_steps, implicit_steps, row_steps}});
  const auto late = [](const MeasuredCurve& c) {
    return slope_of({c.x.begin() + 2, c.x.end()}, {c.y.begin() + 2, c.y.end()});
  };
  m.checks = {
      {"power of d in the mean step, explicit", slope_of(explicit_steps.x, explicit_steps.y), -1.1, -0.9},
      {"power of d in the mean step, implicit, d >= 1e3", late(implicit_steps), -0.5, 0.1},
      {"power of d in the mean step, damper as row, d >= 1e3", late(row_steps), -0.1, 0.1}};
  return m;
}

// The list ---------------------------------------------------------------------------------------------

Experiment entry(const std::string& key, const std::string& number, const char* title, const char* setup,
                 const char* published, const char* criterion, std::function<Measurement()> measure_it) {
  Experiment e{.name = "stumpp_2004_" + key,
               .source = source,
               .number = number,
               .title = title,
               .setup = setup,
               .published = published,
               .criterion = criterion};
  e.measure = std::move(measure_it);
  return e;
}

const char* const no_figure =
    "the model of the human body (masses, joints, spring-dampers) and every result in numbers";

Experiment figure_on_the_bar() {
  Experiment e = entry("figure_6_1", "figure 6.1", "human figure on the horizontal bar",
                       "our gymnast of twelve segments, every joint and both grips spring-dampers of 5e5 "
                       "N/m; radau_iia_3, 3 s, and "
                       "dopri5, 0.05 s, tolerance 1e-5, damping 1e3 … 3e4 N s/m",
                       "Pictures of a simulation of another work, without numbers. The text: all joints are "
                       "spring-dampers with large "
                       "damping; Radau IIA integrates such models uniformly well whatever the damping, "
                       "explicit methods need steps "
                       "proportional to 1/d.",
                       "hands stay within 1 cm of the bar; power of d in the mean step between -0.1 and 0.35 "
                       "(Radau IIA), between -1.1 and "
                       "-0.6 (explicit)",
                       gymnast_on_the_bar);
  e.missing = no_figure;
  return e;
}

Experiment figure_in_a_crash() {
  Experiment e = entry(
      "figure_6_2", "figure 6.2", "human figure in a crash", "none",
      "Pictures of a simulation of another work, without numbers; of the implicit methods at hand there, "
      "only RADAU5 could simulate it efficiently.",
      "none", [] { return Measurement{}; });
  e.missing = no_figure;
  return e;
}

const char* const rod_erratum =
    "Printed F = +k y2 + d v2 drives the joint apart, gravity is missing and the inertia lacks the mass: "
    "here F = -k y2 - d v2, gravity "
    "9.81 m/s² downwards, 2/5 m r².";

Experiment steps_against_damping() {
  Experiment e = entry("table_6_2", "table in section 6.2", "rod pendulum: steps against damping",
                       "Radau IIA 5 with the control of RADAU5 on the equations of first order, "
                       "radau_iia_3 with the damper as row, dopri5; rtol 1e-6, "
                       "atol 1e-8, 1 s from rest; dopri5 at d = 100 over 0.1 s, times 10",
                       "RADAU5 209, 46, 37, 60, 128, 185, 291, 583 steps for d = 1e1 … 1e8; ODE45 75027 "
                       "and 753265 for d = 10, 100, then "
                       "aborted. The effort of RADAU5 grows from d = 1e3 on.",
                       "explicit steps within 25 % of the printed ones; implicit steps least at d = 1e3 "
                       "and then growing like d^0.1 to d^0.5; as a "
                       "row within ±30 %",
                       table_6_2);
  e.erratum =
      "The text calls the effort proportional to d, the printed table grows like d^0.24; another sentence "
      "calls it independent of "
      "d. It grows where Newton works with 1/d-scaled forces, and does not with the damper as a row.";
  return e;
}

std::vector<Experiment> rod_experiments() {
  Experiment first =
      entry("figure_1_5", "figure 1.5", "pendulum on a spring-damper: what strong damping looks like",
            "radau, rtol 1e-6, rod_pendulum with the data of figure 6.10, 10 s",
            "The distance of P2 and P3 quickly comes near a fixed value, the relative speed becomes small.",
            "range and speed for t > 1 s between stated bounds", figure_1_5);
  first.missing = "its data; those of figure 6.10 are taken";
  Experiment second = entry(
      "figure_6_10", "figure 6.10", "rod pendulum, d = 1e4: distance and relative speed",
      "radau, rtol 1e-6, atol 1e-8, k = 1e5 N/m, d = 1e4 N s/m, 40°, 10 s",
      "The distance is soon confined to a small interval, smaller for larger d; the speed, large at first, "
      "comes near 0 "
      "with both signs; the spring is longest with the rod vertical; hardly any energy is lost. Curves only.",
      "each statement as a number between two bounds", figure_6_10);
  second.explanation =
      "all but one statement hold: the spring is longest 0.18 rad after the vertical, not in it, because the "
      "damper lags by up to "
      "d/k = 0.1 s";
  const Experiment third = steps_against_damping();
  Experiment fourth =
      entry("figure_6_11", "figure 6.11", "rod pendulum: mean step against damping",
            "dopri5, first 3000 steps, RADAU5's control, and radau_iia_3 with the damper as row, d = 1e1 … "
            "1e8, rtol 1e-6, atol 1e-8",
            "The mean step of ODE45 is proportional to 1/d, that of RADAU5 hardly changes.",
            "power of d within ±0.1 of -1; between -0.5 and 0.1 with RADAU5's control, within ±0.1 as a row",
            figure_6_11);
  std::vector<Experiment> all{first, second, third, fourth};
  for (Experiment& e : all)
    if (e.erratum.empty()) e.erratum = rod_erratum;
  return all;
}

std::vector<Experiment> collision_experiments() {
  Experiment moderate = entry("figure_6_6", "figure 6.6", "collision, moderate damping",
                              "radau, rtol 1e-6, y0 = 1 m, 10 m/s downwards, k = 4e4, d = 4e3, 2 s",
                              "Depth almost 10 cm, rebound almost 40 cm, at rest after 1 s.",
                              "depth in [8.5, 10] cm, rebound in [35, 40] cm", moderate_collision);
  moderate.explanation =
      "with the printed law and data the depth is 6.8 cm and the rebound below 1 mm: the speed at lift-off "
      "is of size "
      "k²/d³, so other data, or another law, made the figure";
  Experiment flops =
      entry("figure_6_9", "figure 6.9", "collision: effort against damping",
            "runs of figure 6.8; operations of steps, iterations, factorisations and evaluations as counted, "
            "for two "
            "unknowns",
            "At d = 1e4 RADAU5 needs twice the operations of ODE45, at d = 5e5 it is already cheaper.",
            "ratio of floating-point operations within a factor of 2 of 2 at d = 1e4, below 1 at 5e5 and 5e7",
            operations_of_collisions);
  flops.explanation =
      "the operations of a step depend on how a program counts and organises its linear algebra: the source "
      "has those of "
      "an interpreter";
  return {
      moderate,
      entry("figure_6_7", "figure 6.7", "collision, strong damping",
            "radau, rtol 1e-6, 100 m/s, k = 1e5, d = 1e7, 0.1 s",
            "Impact at t = 0.01 s, all motion stops there.", "time, depth and rebound between stated bounds",
            strong_collision),
      entry(
          "figure_6_8", "figure 6.8", "collision: mean step against damping",
          "dopri5 and radau_iia_3, rtol 1e-6, atol 1e-8, 100 m/s, k = 1e5, d = 1e4 … 5e7, 0.6 s; contact by "
          "events",
          "The mean step of ODE45 falls with d, that of RADAU5 stays large; both are accurate to about 1e-8.",
          "power of d between -0.7 and -0.3 (rate of the ground √(2 v d)), and within ±0.15 of 0; final "
          "heights agree to 1e-6 m",
          steps_of_collisions),
      flops};
}

}  // namespace

std::vector<Experiment> stumpp_2004() {
  std::vector<Experiment> all{entry("figure_3_1", "figure 3.1", "coefficients of Radau IIA of order 3",
                                    "implicit_tableau(radau_iia, 2)", "The tableau.",
                                    "coefficients to 1e-14, order by trees", [] { return tableau(2); }),
                              entry("figure_3_2", "figure 3.2", "coefficients of Radau IIA of order 5",
                                    "implicit_tableau(radau_iia, 3)", "The tableau.",
                                    "coefficients to 1e-14, order by trees", [] { return tableau(3); }),
                              figure_on_the_bar(), figure_in_a_crash()};
  for (const auto& part : {rod_experiments(), collision_experiments()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace kreisel::experiments
