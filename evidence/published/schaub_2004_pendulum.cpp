// [Schaub 2004] section 5.1.2: the stiff pendulum in SPARK3 and RADAU5.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "evidence/peers/stiff_code.hpp"
#include "evidence/published/schaub_2004.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel::experiments {
namespace {

// Stiff pendulum: tables 5.3 to 5.5, figure 5.3 --------------------------------------------------------

/// (5.3) as a system of first order, from (1, 0) at rest.
FirstOrderProblem pendulum_force(double epsilon) {
  FirstOrderProblem p;
  p.start = (Vector(4) << 1, 0, 0, 0).finished();
  p.mass = Vector::Ones(4);
  p.power = {0, 0, 0, 0};
  p.t_end = 10.0;
  p.rate = [epsilon](double, const Vector& y) {
    const double r = y.head<2>().norm(), pull = (r - 1.0) / (epsilon * epsilon * r);
    return Vector((Vector(4) << y(2), y(3), -pull * y(0), -pull * y(1) - 1.0).finished());
  };
  return p;
}

/// (5.4): ε²λ = r - 1, or differentiated ε²λ' = q·v/r; λ counts h^power.
FirstOrderProblem pendulum_row(double epsilon, bool is_differentiated, int power) {
  FirstOrderProblem p;
  p.start = (Vector(5) << 1, 0, 0, 0, 0).finished();
  p.mass = (Vector(5) << 1, 1, 1, 1, is_differentiated ? epsilon * epsilon : 0.0).finished();
  p.power = {0, 0, 0, 0, power};
  p.t_end = 10.0;
  p.rate = [epsilon, is_differentiated](double, const Vector& y) {
    const double r = y.head<2>().norm();
    const double last =
        is_differentiated ? y.head<2>().dot(y.segment<2>(2)) / r : r - 1.0 - epsilon * epsilon * y(4);
    return Vector((Vector(5) << y(2), y(3), -y(4) * y(0) / r, -y(4) * y(1) / r - 1.0, last).finished());
  };
  return p;
}

struct PrintedPendulum {
  std::string form;
  double epsilon, steps, accepted, rejected, failures;  // published
  StiffRun run = {};
};

void show_pendulum(Measurement& m, const std::vector<PrintedPendulum>& rows) {
  MeasuredTable table{"steps",
                      {"form", "ε", "steps, published", "steps", "accepted, published", "accepted",
                       "Newton failures, published", "Newton failures"}};
  for (const PrintedPendulum& r : rows)
    table.rows.push_back({r.form, r.epsilon, r.steps, double(r.run.steps), r.accepted, double(r.run.accepted),
                          r.failures, double(r.run.newton_failures)});
  m.tables.push_back(table);
}

Measurement table_5_5() {
  constexpr double tol = 1e-5;
  const std::vector<PrintedPendulum> rows{
      {"standard", 1e-2, 292, 220, 2, 70, radau5(pendulum_force(1e-2), tol, tol, 1e-3)},
      {"standard", 1e-3, 1251, 642, 0, 609, radau5(pendulum_force(1e-3), tol, tol, 1e-3)},
      {"ε²λ", 1e-2, 263, 214, 9, 40, radau5(pendulum_row(1e-2, false, 1), tol, tol, 1e-3)},
      {"ε²λ", 1e-3, 257, 204, 0, 53, radau5(pendulum_row(1e-3, false, 1), tol, tol, 1e-3)}};
  Measurement m;
  show_pendulum(m, rows);
  const auto failures = [&](std::size_t i) { return double(rows[i].run.newton_failures); };
  const auto steps = [&](std::size_t i) { return double(rows[i].run.steps); };
  m.checks = {
      {"standard form, ε = 1e-3: share of Newton failures among the steps (published 0.49)",
       failures(1) / steps(1), 0.35, 0.6},
      {"standard form: steps at ε = 1e-3 over 1e-2 (published 4.3)", steps(1) / steps(0), 2.5, 7.0},
      {"ε²λ form: steps at ε = 1e-3 over 1e-2 (published 0.98)", steps(3) / steps(2), 0.6, 1.6},
      {"ε = 1e-3: steps of the standard over the ε²λ form (published 4.9)", steps(1) / steps(3), 2.5, any},
      {"ε = 1e-3: Newton failures of the standard over the ε²λ form (published 11)",
       failures(1) / std::max(1.0, failures(3)), 4.0, any}};
  return m;
}

Measurement table_5_4() {
  constexpr double tol = 1e-6;
  const std::vector<PrintedPendulum> rows{
      {"Radau, λ not scaled", 1e-2, 1652, 1344, 308, 7, radau5(pendulum_row(1e-2, true, 0), tol, tol, 1e-3)},
      {"Radau, λ scaled", 1e-2, 724, 595, 129, 0, radau5(pendulum_row(1e-2, true, 1), tol, tol, 1e-3)},
      {"Radau, λ not scaled", 1e-3, 21106, 18539, 2567, 66,
       radau5(pendulum_row(1e-3, true, 0), tol, tol, 1e-3)},
      {"Radau, λ scaled", 1e-3, 174, 138, 36, 2, radau5(pendulum_row(1e-3, true, 1), tol, tol, 1e-3)}};
  Measurement m;
  show_pendulum(m, rows);
  const auto steps = [&](std::size_t i) { return double(rows[i].run.steps); };
  m.checks = {{"ε = 1e-2: steps without over with scaled λ (published 2.3)", steps(0) / steps(1), 1.2, any},
              {"ε = 1e-3: steps without over with scaled λ (published 121)", steps(2) / steps(3), 1.5, any},
              {"scaled λ, ε = 1e-3: steps over published", steps(3) / 174.0, 0.5, 2.0}};
  return m;
}

// SPARK3 and Lobatto methods: (5.3) from the top with unit speed, where λ = 0 and nothing vibrates -----

FirstOrderProblem from_the_top(FirstOrderProblem p) {
  p.start.head<4>() << 0, 1, 1, 0;
  return p;
}

enum class Spark { iiic, iiid, radau_iia, iiidc_min };
constexpr std::array<const char*, 4> spark_names{"IIIC", "IIID", "Radau IIA", "IIIDC_min"};

StiffRun spark_run(Spark method, const FirstOrderProblem& problem, double epsilon) {
  StiffCode code;
  if (method != Spark::radau_iia) {
    code.family = method == Spark::iiic   ? ImplicitFamily::lobatto_iiic
                  : method == Spark::iiid ? ImplicitFamily::lobatto_iiid
                                          : ImplicitFamily::lobatto_iiidc;
    code.estimate = StiffEstimate::iiidc;
  }
  if (method == Spark::iiidc_min)
    code.theta = [epsilon](double h) { return strongest_damping_theta(h / epsilon); };
  return run_stiff_code(problem, code, 1e-6, 1e-6, 1e-3);
}

using SparkRuns = std::array<StiffRun, 4>;

SparkRuns spark_runs(double epsilon) {
  SparkRuns all;
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = spark_run(static_cast<Spark>(i), from_the_top(pendulum_force(epsilon)), epsilon);
  return all;
}

Measurement table_5_3() {
  const double published[2][4] = {{1062, 956, 501, 1064}, {5767, 96591, 8827, 5705}};
  const SparkRuns soft = spark_runs(1e-2), stiff = spark_runs(1e-4);
  Measurement m;
  MeasuredTable table{
      "steps", {"method", "ε", "steps, published", "steps", "accepted", "rejected", "Newton failures"}};
  for (std::size_t e = 0; e < 2; ++e)
    for (std::size_t i = 0; i < 4; ++i) {
      const StiffRun& r = e == 0 ? soft[i] : stiff[i];
      table.rows.push_back({spark_names[i], e == 0 ? 1e-2 : 1e-4, published[e][i], double(r.steps),
                            double(r.accepted), double(r.rejected), double(r.newton_failures)});
    }
  m.tables.push_back(table);
  const auto ratio = [](const StiffRun& a, const StiffRun& b) { return double(a.steps) / double(b.steps); };
  const auto lost = [](const StiffRun& r) { return 1.0 - double(r.accepted) / double(r.steps); };
  m.checks = {
      {"ε = 1e-2: IIIC over Radau IIA (published 2.1: higher order wins)", ratio(soft[0], soft[2]), 1.2, 4.0},
      {"ε = 1e-2: IIID over IIIC (published 0.9: similar)", ratio(soft[1], soft[0]), 0.7, 1.4},
      {"ε = 1e-2: IIIDC_min over IIIC (published 1.0)", ratio(soft[3], soft[0]), 0.8, 1.2},
      {"ε = 1e-4: IIID over IIIC (published 17: no damping)", ratio(stiff[1], stiff[0]), 4.0, 60.0},
      {"ε = 1e-4: IIIDC_min over IIIC (published 0.99)", ratio(stiff[3], stiff[0]), 0.8, 1.2},
      {"ε = 1e-4: share of steps of Radau IIA that are not accepted (published 0.52)", lost(stiff[2]), 0.4,
       0.65},
      {"ε = 1e-4: Radau IIA over IIIC (published 1.5)", ratio(stiff[2], stiff[0]), 1.0, 3.0}};
  return m;
}

Measurement figure_5_3() {
  const SparkRuns runs = spark_runs(1e-4);
  Measurement m;
  Plot plot{"step sizes, ε = 1e-4", "t [s]", "h [s]", false, true};
  for (const std::size_t i : {std::size_t{0}, std::size_t{3}, std::size_t{2}})
    plot.curves.push_back({spark_names[i], runs[i].times, runs[i].sizes});
  m.plots.push_back(plot);
  const double radau = runs[2].restlessness();
  m.checks = {{"mean |log h(n+1)/h(n)|, Radau IIA over IIIC", radau / runs[0].restlessness(), 1.2, any},
              {"mean |log h(n+1)/h(n)|, Radau IIA over IIIDC_min", radau / runs[3].restlessness(), 1.2, any}};
  return m;
}

// The list ---------------------------------------------------------------------------------------------

const char* const pendulum_data =
    "initial values, interval, first step and the constants of SPARK3's controller";

std::vector<Experiment> pendulum() {
  const char* spark =
      "Lobatto IIIC, IIID, IIIDC_min with (IIIDC)^ and Radau IIA, control and tolerances of RADAU5 for all, "
      "tolerance 1e-6, spring as force, from the top with 1 m/s, 10 s, h0 = 1e-3 s; start and interval are "
      "our choice";
  const char* ours =
      "Radau IIA 5 with the control and the tolerances of RADAU5, from (1, 0) at rest, 10 s, h0 = 1e-3";
  return {
      schaub_2004(
          "table 5.3", "stiff pendulum, standard form", spark,
          "ε = 1e-2: IIIC 1062, IIID 956, Radau IIA 501, IIIDC_min 1064 steps; ε = 1e-4: 5767, 96591, "
          "8827, 5705. Radau wins at "
          "moderate, damping at extreme stiffness.",
          "ratios of steps as the text reads them, with bounds on both sides", table_5_3, pendulum_data),
      schaub_2004("figure 5.3", "stiff pendulum: step sizes at ε = 1e-4", spark,
                  "Strong oscillations of the step with Radau IIA, much less with IIIC and IIIDC_min.",
                  "mean |log h(n+1)/h(n)| at least 1.2 times that of the Lobatto methods", figure_5_3,
                  pendulum_data),
      schaub_2004("table 5.4", "stiff pendulum, differentiated ε²λ form", ours,
                  "Radau IIA without and with λ times h: 1652 → 724 (ε = 1e-2), 21106 → 174 (1e-3) steps.",
                  "scaling saves steps: ratio above 1.2 and 1.5; with scaling within a factor of 2 of the "
                  "published number",
                  table_5_4, pendulum_data),
      schaub_2004(
          "table 5.5", "stiff pendulum with RADAU5", ours,
          "Steps/accepted/rejected/Newton failures: standard 292/220/2/70 (ε = 1e-2), 1251/642/0/609 "
          "(1e-3); ε²λ 263/214/9/40, "
          "257/204/0/53.",
          "share of Newton failures, growth with 1/ε and ratios of the two forms between bounds around the "
          "published ones",
          table_5_5, pendulum_data)};
}

}  // namespace

std::vector<Experiment> schaub_2004_pendulum() {
  return pendulum();
}

}  // namespace kreisel::experiments
