// [Schaub 2004] section 5.1.1: a linear differential-algebraic equation.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "evidence/peers/stiff_code.hpp"
#include "evidence/published/schaub_2004.hpp"
#include "evidence/published/sources.hpp"

namespace kreisel::experiments {
namespace {

// Linear equation: tables 5.1, 5.2, figures 5.1, 5.2 ---------------------------------------------------

constexpr double stiff = 1e3, drive = 20.0, tolerance = 1e-5, first_step = 1e-2, last_time = 2.0;

/// M a of (5.1): soft springs, drive and the stiff spring; without the joint.
Vector3 applied(double t, const Vector& q) {
  const double c = std::cos(drive * t), d2 = drive * drive;
  return {-(q(0) - q(1)) - (d2 + 1.0) * c - stiff * stiff * (q(0) - c),
          (q(0) - q(1)) - (q(1) - q(2)) - (4.0 * d2 - 1.0) * c, q(1) - q(2)};
}

/// y = (q, v, λ, μ), stabilised by Gear, Gupta and Leimkuhler.
FirstOrderProblem standard_form(bool scales_v1) {
  FirstOrderProblem p;
  p.start = (Vector(8) << 1, 2, 2, 0, 0, 0, -2.0 * drive * drive, 0).finished();
  p.mass = (Vector(8) << 1, 1, 1, 1, 1, 1, 0, 0).finished();
  p.power = {0, 0, 0, scales_v1 ? 1 : 0, 0, 0, 1, 1};
  p.t_end = last_time;
  p.rate = [](double t, const Vector& y) {
    Vector r(8);
    r.head<3>() = y.segment<3>(3) + y(7) * Vector3(0, 1, -1);
    r.segment<3>(3) = applied(t, y.head<3>()) - y(6) * Vector3(0, 1, -1);
    r(6) = y(4) - y(5);
    r(7) = y(1) - y(2);
    return r;
  };
  return p;
}

/// y = (q, v, a, λ, μ), (5.2); a, λ, μ are variables of index 2.
FirstOrderProblem semi_explicit_form(bool scales_v1, bool scales_a1) {
  FirstOrderProblem p;
  p.start = (Vector(11) << 1, 2, 2, 0, 0, 0, -drive * drive, -2 * drive * drive, -2 * drive * drive,
             -2 * drive * drive, 0)
                .finished();
  p.mass = (Vector(11) << 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0).finished();
  p.power = {0, 0, 0, scales_v1 ? 1 : 0, 0, 0, scales_a1 ? 2 : 1, 1, 1, 1, 1};
  p.t_end = last_time;
  p.rate = [](double t, const Vector& y) {
    Vector r(11);
    r.head<3>() = y.segment<3>(3) + y(10) * Vector3(0, 1, -1);
    r.segment<3>(3) = y.segment<3>(6);
    r.segment<3>(6) = applied(t, y.head<3>()) - y(9) * Vector3(0, 1, -1) - y.segment<3>(6);
    r(9) = y(4) - y(5);
    r(10) = y(1) - y(2);
    return r;
  };
  return p;
}

/// The first step is not published, and the accepted steps without scaling depend on it by ±10 %.
constexpr std::array<double, 7> first_steps{1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1};

struct PrintedRun {
  std::string name;
  double steps, accepted, rejected;  // published
  FirstOrderProblem problem;

  std::vector<StiffRun> runs() const {
    std::vector<StiffRun> all;
    for (const double h : first_steps) all.push_back(radau5(problem, tolerance, tolerance, h));
    return all;
  }
  StiffRun run() const { return radau5(problem, tolerance, tolerance, first_step); }
};

struct Range {
  double least = 1e300, most = 0.0;

  void add(long count) {
    least = std::min(least, static_cast<double>(count));
    most = std::max(most, static_cast<double>(count));
  }
  /// How far a number lies outside, relative to it.
  double misses(double number) const { return std::max({0.0, least / number - 1.0, 1.0 - most / number}); }
  std::string shown() const { return fmt::format("{:g} … {:g}", least, most); }
};

Measurement compare_rows(const std::vector<PrintedRun>& rows) {
  Measurement m;
  MeasuredTable table{"steps over seven first steps",
                      {"scaled", "steps, published", "steps", "accepted, published", "accepted",
                       "rejected, published", "rejected"}};
  for (const PrintedRun& r : rows) {
    Range steps, accepted, rejected;
    for (const StiffRun& run : r.runs()) {
      steps.add(run.steps);
      accepted.add(run.accepted);
      rejected.add(run.rejected);
    }
    table.rows.push_back(
        {r.name, r.steps, steps.shown(), r.accepted, accepted.shown(), r.rejected, rejected.shown()});
    for (const Range& range : {steps, accepted})
      if (range.most - range.least > 0.2 * range.least)
        m.remarks.push_back(fmt::format("scaled {}: {} depending on the first step", r.name, range.shown()));
    m.checks.push_back({fmt::format("scaled {}: the published number of steps misses the range by", r.name),
                        steps.misses(r.steps), 0.0, 0.1});
    m.checks.push_back({fmt::format("scaled {}: that of accepted steps misses the range by", r.name),
                        accepted.misses(r.accepted), 0.0, 0.1});
  }
  m.tables.push_back(table);
  return m;
}

std::vector<PrintedRun> standard_rows() {
  return {{"nothing", 266, 215, 51, standard_form(false)}, {"v1", 146, 137, 8, standard_form(true)}};
}

std::vector<PrintedRun> semi_explicit_rows() {
  return {{"nothing", 342, 284, 57, semi_explicit_form(false, false)},
          {"v1", 227, 193, 33, semi_explicit_form(true, false)},
          {"v1, a1", 142, 135, 2, semi_explicit_form(true, true)}};
}

Measurement compare_step_histories(const std::vector<PrintedRun>& rows) {
  Measurement m;
  Plot plot{"step sizes", "t [s]", "h [s]", false, true};
  std::vector<double> spread;
  for (const PrintedRun& r : rows) {
    const StiffRun run = r.run();
    plot.curves.push_back({"scaled: " + r.name, run.times, run.sizes});
    spread.push_back(run.spread());
  }
  m.plots.push_back(plot);
  for (std::size_t i = 1; i < rows.size(); ++i)
    m.checks.push_back(
        {fmt::format("standard deviation of log h, scaled {} over {}", rows[i].name, rows[i - 1].name),
         spread[i] / spread[i - 1], 0.0, 0.9});
  return m;
}

// The list ---------------------------------------------------------------------------------------------

const char* const interval = "the interval (2 s fits best) and the first step";
const char* const wrong_start = "The printed λ(0) = 0 is inconsistent; it is -2Ω² = -800.";
std::vector<Experiment> linear_equation() {
  const char* setup =
      "Radau IIA 5 with the control and the tolerances of RADAU5, tolerance 1e-5, ω = (1e3, 1, 1), Ω = 20, 2 "
      "s, h0 = 0.01; "
      "algebraic variables times h";
  return {
      schaub_2004(
          "table 5.1", "h-scaling, standard form", setup,
          "266/215/51 steps/accepted/rejected without, 146/137/8 with v1 times h.",
          "published numbers within 10 % of the range over first steps from 1e-3 to 0.1 s",
          [] { return compare_rows(standard_rows()); }, interval, wrong_start),
      schaub_2004(
          "table 5.2", "h-scaling, semi-explicit form", setup,
          "342/284/57, with v1 227/193/33, with v1 and a1 142/135/2.",
          "published numbers within 10 % of the range over first steps from 1e-3 to 0.1 s",
          [] { return compare_rows(semi_explicit_rows()); }, interval, wrong_start),
      schaub_2004(
          "figure 5.1", "step sizes, standard form", setup, "With h-scaling the step size is much smoother.",
          "standard deviation of log h falls by at least 10 %",
          [] { return compare_step_histories(standard_rows()); }, interval, wrong_start),
      schaub_2004(
          "figure 5.2", "step sizes, semi-explicit form", setup,
          "With v1 scaled smoother, still oscillating; smooth only with a1 scaled, too.",
          "standard deviation of log h falls by at least 10 % each time",
          [] { return compare_step_histories(semi_explicit_rows()); }, interval, wrong_start)};
}

}  // namespace

std::vector<Experiment> schaub_2004_tests() {
  return linear_equation();
}

}  // namespace kreisel::experiments
