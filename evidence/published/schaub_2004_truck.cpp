// [Schaub 2004] section 5.2.3: the loading platform of a truck in modal coordinates; mesh and road are ours.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/peers/stiff_code.hpp"
#include "evidence/published/schaub_2004.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"
#include "kreisel/problems/elastic_platform.hpp"
#include "kreisel/problems/truck_platform.hpp"

namespace kreisel::experiments {
namespace {

constexpr Index modes = 40;
constexpr double slow_interval = 14.0;

const PlatformModes& platform() {
  static const PlatformModes all = modes_of(ElasticPlatform{}, modes);
  return all;
}

/// Displacement Φz of the whole platform: z'' = -ω²(z - p u), without damping, from the static equilibrium z = p u, z' = 0.
FirstOrderProblem truck(double speed) {
  const RoadExcitation road{.speed = speed};
  const Vector stiffness = platform().frequencies.cwiseAbs2(), p = platform().participation;
  FirstOrderProblem problem;
  problem.start = Vector::Zero(2 * modes);
  problem.start.head(modes) = p * road(0.0);
  problem.mass = Vector::Ones(2 * modes);
  problem.power.assign(static_cast<std::size_t>(2 * modes), 0);
  problem.t_end = slow_interval / speed;
  problem.rate = [=](double t, const Vector& y) {
    Vector out(2 * modes);
    out << y.tail(modes), -stiffness.cwiseProduct(y.head(modes) - road(t) * p);
    return out;
  };
  return problem;
}

StiffCode lobatto(bool is_least = false) {
  StiffCode code;
  code.family = ImplicitFamily::lobatto_iiic;
  code.estimate = StiffEstimate::iiiac;
  code.loosens_tolerances = false;
  if (is_least) {  // damped most at the frequency in the middle
    code.family = ImplicitFamily::lobatto_iiidc;
    const double omega = platform().frequencies(modes / 2);
    code.theta = [omega](double h) { return strongest_damping_theta(omega * h); };
  }
  return code;
}

constexpr double relative = 1e-4, absolute = 1e-12;

/// Modes that seven constant steps find stiff.
std::vector<Index> found(double speed, double h) {
  StiffCode code = lobatto();
  code.search = {.positions = modes, .steps = 7};
  code.most_accepted = 7;
  code.keeps_step = true;
  FirstOrderProblem problem = truck(speed);
  problem.t_end = 1e9;
  return run_stiff_code(problem, code, relative, absolute, h).stiff;
}

Measurement figure_5_13() {
  const std::vector<double> counts{140, 280, 700, 1400, 2800, 7000, 14000, 28000, 70000};
  Measurement m;
  MeasuredTable table{"scaled modes of 40", {"steps for the whole road", "slow", "fast"}};
  MeasuredCurve slow{"slow road"}, fast{"fast road"};
  double rises = 0.0, lowest_step = 0.0;
  for (const double count : counts) {
    const double h = slow_interval / count;
    const std::vector<Index> few = found(100.0, h / 100.0), many = found(1.0, h);
    table.rows.push_back({count, double(many.size()), double(few.size())});
    for (MeasuredCurve* c : {&slow, &fast}) c->x.push_back(h);
    slow.y.push_back(double(many.size()));
    fast.y.push_back(double(few.size()));
    const std::size_t n = slow.y.size();
    if (n > 1) rises = std::max({rises, slow.y[n - 1] - slow.y[n - 2], fast.y[n - 1] - fast.y[n - 2]});
    if (many.size() > 1)  // the border ω_i h of one step
      lowest_step = platform().frequencies(many.front()) * h;
  }
  m.tables.push_back(table);
  m.plots.push_back({"scaled modes",
                     "h of the slow road, 100 h of the fast one [s]",
                     "scaled modes",
                     true,
                     false,
                     {slow, fast}});
  double more = 1e300;
  for (std::size_t i = 0; i < 5; ++i) more = std::min(more, slow.y[i] - fast.y[i]);
  m.checks = {
      {"largest rise of the number of scaled modes when the step falls (none)", rises, 0.0, 0.0},
      {"scaled modes, slow road, smallest over largest step", slow.y.back() / slow.y.front(), 0.0, 0.5},
      {"scaled modes of the slow less the fast road, least of the five largest steps (many more)", more, 5.0,
       40.0},
      {"ωh of the lowest scaled mode at the smallest step (a border ω ~ 1/h)", lowest_step, 0.5, 20.0}};
  return m;
}

StiffRun drive(const std::vector<Index>& scaled, long most_steps, bool is_least = false) {
  FirstOrderProblem problem = truck(1.0);
  for (const Index i : scaled) problem.power[static_cast<std::size_t>(modes + i)] = 1;
  StiffCode code = lobatto(is_least);
  code.most_steps = most_steps;
  return run_stiff_code(problem, code, relative, absolute, 0.1);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double ab = 0.0, aa = 0.0, bb = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) ab += a[i] * b[i], aa += a[i] * a[i], bb += b[i] * b[i];
  return ab / std::sqrt(aa * bb);
}

Measurement figure_5_14() {
  const StiffRun scaled = drive(found(1.0, 0.1), 20'000), plain = drive({}, 2 * scaled.steps),
                 least = drive(found(1.0, 0.1), 20'000, true);
  const RoadExcitation road;
  Measurement m;
  Plot steps{
      "step sizes", "t [s]",
      "h [s]",      true,
      true,         {{"scaled", scaled.times, scaled.sizes}, {"not scaled", plain.times, plain.sizes}}};
  Plot motion{"modes over their share in the road", "t [s]", "z/p [m]", false, false};
  double similar = 1.0;
  for (Index i = 0; i < 4; ++i) {
    MeasuredCurve curve{fmt::format("z{}", i + 1), scaled.times};
    std::vector<double> u;
    for (std::size_t k = 0; k < scaled.times.size(); ++k) {
      curve.y.push_back(scaled.states[k](i) / platform().participation(i));
      u.push_back(road(scaled.times[k]));
    }
    similar = std::min(similar, correlation(curve.y, u));
    motion.curves.push_back(curve);
  }
  m.plots = {steps, motion};
  const auto largest = [](const StiffRun& r) { return *std::max_element(r.sizes.begin(), r.sizes.end()); };
  const auto first = static_cast<double>(
      std::count_if(scaled.times.begin(), scaled.times.end(), [](double t) { return t < 0.01; }));
  m.checks = {{"scaled: the end is reached (1: yes)", scaled.is_complete ? 1.0 : 0.0, 1.0, 1.0},
              {"scaled: largest step", largest(scaled), 0.01, 0.2, "s"},
              {"scaled: accepted steps before 0.01 s (the large step takes a while)", first, 10.0, 2000.0},
              {"not scaled: part of the road passed with twice as many steps",
               plain.times.back() / slow_interval, 0.0, 0.1},
              {"largest step, scaled over not scaled", largest(scaled) / largest(plain), 20.0, any},
              {"least correlation of z1 … z4 with the road (the same form)", similar, 0.9, 1.0},
              {"steps with IIIDC_min over IIIC (remark 5.4: very similar)",
               double(least.steps) / double(scaled.steps), 0.8, 1.25}};
  return m;
}

Experiment entry(const char* number, const char* title, const char* setup, const char* published,
                 const char* criterion, Measurement (*measure_it)()) {
  return schaub_2004(
      number, title, setup, published, criterion, measure_it,
      "mesh, material, Fourier coefficients of the road, interval; mesh and road of truck_platform are ours");
}

}  // namespace

std::vector<Experiment> schaub_2004_truck() {
  return {entry("figure 5.13", "truck: scaled modes against the step size",
                "40 modes of truck_platform without damping, absolute modal coordinates, Lobatto IIIC with "
                "(IIIAC)^, "
                "seven constant steps, ϑ = -0.4; road once and 100 times as fast",
                "Fewer modes are scaled the smaller the step; many more on the slow than on the fast road, "
                "which needs "
                "smaller steps.",
                "counts never rise when the step falls; slow and fast road compared at the same number of "
                "steps for the "
                "whole road",
                figure_5_13),
          entry("figure 5.14", "truck: solution and step sizes",
                "the same, from the static equilibrium, modes scaled that are found at h = 0.1 s, rtol 1e-4, "
                "atol 1e-12, "
                "14 s; the run without scaling ends after twice the steps",
                "Without h-scaling the step stays small; with it a large step is reached after a while. The "
                "modes have the "
                "form of the road. IIIDC_min behaves very similarly (remark 5.4).",
                "each statement as a number between two bounds", figure_5_14)};
}

}  // namespace kreisel::experiments
