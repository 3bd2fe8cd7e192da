// Runs of generalized-α on the heavy top: starting phase, stabilised form, stopping tolerances.
#include "evidence/published/heavy_top_alpha.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "evidence/peers/printed_methods.hpp"
#include "evidence/published/shown_series.hpp"

namespace kreisel::experiments {
namespace {

const ErrorKind late_q{&Errors::late_q, "largest error of q, second half", "1"},
    late_lambda{&Errors::late_lambda, "largest error of λ, second half", "N"};

CatalogueChoice alpha(const std::string& rho, StartValues start,
                      Formulation formulation = Formulation::index3) {
  return {.method = "generalized_alpha",
          .settings = {{"rho_inf", rho}},
          .start = start,
          .formulation = formulation};
}

Subject top() {
  return heavy_top_subject({.constraint = "a"});
}

struct Transient {
  MeasuredCurve curve;  // λ3
  Errors errors;
};

Transient transient(const std::string& rho, StartValues start, Formulation formulation, double h) {
  Transient out{{fmt::format("ρ∞ = {}", rho)}, {}};
  const auto look = [&](const Stepper& stepper, const State&, long) {
    const StateView state = stepper.state();
    if (state.t > 0.1) return;
    out.curve.x.push_back(state.t);
    out.curve.y.push_back(state.lambda(2));
  };
  out.errors = run_errors(top(), alpha(rho, start, formulation), constant_steps(h, 1.0), look);
  return out;
}

MeasuredCurve exact_force() {
  ExactMotion reference = top().reference();
  MeasuredCurve curve{"exact"};
  for (int i = 1; i <= 100; ++i) {
    curve.x.push_back(1e-3 * i);
    curve.y.push_back(reference(1e-3 * i).lambda(2));
  }
  return curve;
}

/// The multipliers η of the stabilised form from what a run shows: a_{n+1} from the velocities, then
/// Bᵀη = v_n + h(1/2-β) a_n + hβ a_{n+1} - log(q_n⁻¹q_{n+1})/h. Errors of a_0 decay like 0.9ⁿ.
struct EtaWatch {
  AnySystem system;
  GeneralizedAlphaParameters p;
  double h;
  State before;
  Vector a;
  double largest = 0.0;
  MeasuredCurve curve = {};

  void look(const StateView& now) {
    const ProductGroup& group = system.group();
    const Vector next = (now.v - before.v - (1.0 - p.gamma) * h * a) / (p.gamma * h);
    const Vector increment = group.log(group.compose(group.inverse(before.q), now.q)) / h;
    const Vector rest = before.v + h * (0.5 - p.beta) * a + h * p.beta * next - increment;
    Matrix b = Matrix::Zero(row_count(system), group.dimension());
    system.jacobian(before.t, before.q, b);
    const Vector eta = (b * b.transpose()).lu().solve(b * rest);
    constexpr double settled = 0.1;
    if (now.t > settled) {
      largest = std::max(largest, eta.cwiseAbs().maxCoeff());
      curve.x.push_back(now.t);
      curve.y.push_back(eta.norm());
    }
    a = next;
    before = {now.t, now.q, now.v, now.acceleration, now.lambda};
  }
};

EtaWatch watched_run(double h) {
  const Subject subject = top();
  EtaWatch watch{subject.system, GeneralizedAlphaParameters::chung_hulbert(0.9), h, subject.start,
                 subject.start.acceleration};
  watch.curve.name = fmt::format("h = {:g}", h);
  run_errors(subject, alpha("0.9", StartValues::automatic, Formulation::index2), constant_steps(h, 1.0),
             [&](const Stepper& stepper, const State&, long) { watch.look(stepper.state()); });
  return watch;
}

}  // namespace

Measurement reference_of_the_top() {
  const Subject subject = top();
  Plot position{"position", "t [s]", "x [m]", false, false, {{"x1"}, {"x2"}, {"x3"}}},
      force{"reaction force", "t [s]", "λ [N]", false, false, {{"λ1"}, {"λ2"}, {"λ3"}}};
  const auto look = [&](const Stepper& stepper, const State&, long step) {
    const StateView state = stepper.state();
    if (step % 200 != 0) return;
    for (Index i = 0; i < 3; ++i) {
      MeasuredCurve &x = position.curves[static_cast<std::size_t>(i)],
                    &l = force.curves[static_cast<std::size_t>(i)];
      x.x.push_back(state.t);
      l.x.push_back(state.t);
      x.y.push_back(state.q(i));
      l.y.push_back(state.lambda(i));
    }
  };
  const Errors e = run_errors(subject, alpha("0.9", StartValues::automatic, Formulation::index2),
                              constant_steps(2.5e-5, 1.0), look);
  Measurement m;
  m.plots = {position, force};
  m.checks = {{"largest error of q of this solution against the exact motion", e.q_algebra, 0.0, 1e-4},
              {"largest error of λ over its size at the end", e.lambda_norm / e.scale_lambda, 0.0, 1e-4}};
  return m;
}

Measurement transient_of_the_top() {
  Measurement m;
  for (const StartValues start : {StartValues::plain, StartValues::perturbed}) {
    const Transient weak = transient("0.9", start, Formulation::index3, 1e-3),
                    strong = transient("0.6", start, Formulation::index3, 1e-3);
    const bool is_plain = start == StartValues::plain;
    m.plots.push_back({is_plain ? "plain start" : "perturbed start",
                       "t [s]",
                       "λ3 [N]",
                       false,
                       false,
                       {weak.curve, strong.curve, exact_force()}});
    const double late_weak = weak.errors.late_lambda, late_strong = strong.errors.late_lambda;
    if (is_plain) {
      m.checks.push_back({"ρ∞ = 0.9: error of λ largest at n = 15 ± 1",
                          static_cast<double>(weak.errors.lambda_peak), 14.0, 16.0});
      m.checks.push_back({"ρ∞ = 0.6: error of λ largest at n = 4 ± 1",
                          static_cast<double>(strong.errors.lambda_peak), 3.0, 5.0});
      m.checks.push_back({"ρ∞ = 0.9: transient error over that of the second half",
                          weak.errors.lambda_norm / late_weak, 5.0, any});
      m.checks.push_back({"largest transient error, ρ∞ = 0.9 over 0.6",
                          weak.errors.lambda_norm / strong.errors.lambda_norm, 2.0, any});
    } else {
      m.checks.push_back({"perturbed, ρ∞ = 0.9: largest error over that of the second half",
                          weak.errors.lambda_norm / late_weak, 0.9, 1.1});
      m.checks.push_back({"perturbed, ρ∞ = 0.6: largest error over that of the second half",
                          strong.errors.lambda_norm / late_strong, 0.9, 1.1});
    }
  }
  return m;
}

Measurement stabilised_top() {
  const EtaWatch coarse = watched_run(1e-3), fine = watched_run(5e-4);
  const Transient force = transient("0.9", StartValues::automatic, Formulation::index2, 1e-3);
  Measurement m;
  m.plots.push_back({"auxiliary multipliers", "t [s]", "|η| [1]", false, true, {coarse.curve, fine.curve}});
  m.plots.push_back({"index 2", "t [s]", "λ3 [N]", false, false, {force.curve, exact_force()}});
  m.checks = {{"order of |η|", std::log2(coarse.largest / fine.largest), 1.8, 2.2},
              {"largest error of λ over that of the second half (no transient)",
               force.errors.lambda_norm / force.errors.late_lambda, 0.9, 1.1}};
  return m;
}

Measurement late_errors_of_the_top() {
  const std::vector<double> steps{1e-3, 5e-4, 2.5e-4, 1.25e-4};
  std::vector<RunSeries> all;
  for (const char* rho : {"0.9", "0.6"}) {
    all.push_back(measure(fmt::format("index 3, plain start, ρ∞ = {}", rho), top(),
                          alpha(rho, StartValues::plain), steps));
    all.push_back(measure(fmt::format("index 3, perturbed start, ρ∞ = {}", rho), top(),
                          alpha(rho, StartValues::perturbed), steps));
    all.push_back(measure(fmt::format("index 2, ρ∞ = {}", rho), top(),
                          alpha(rho, StartValues::automatic, Formulation::index2), steps));
  }
  Measurement m;
  for (const ErrorKind& c : {late_q, late_lambda}) {
    show(m, "beyond the transient phase", all, c);
    for (const RunSeries& series : all) m.checks.push_back(order_check(series, c, 2.0));
  }
  return m;
}

Measurement stopping_of_the_top() {
  Measurement m;
  MeasuredTable table{"errors of λ for t >= 0.5 s",
                      {"h [s]", "round-off [N]", "as printed [N]", "100 times [N]",
                       "iterations per step, as printed", "iterations per step, 100 times"}};
  const StoppingTest fine{1e-12, 1e-8, true}, coarse{1e-10, 1e-6, true};
  for (const double h : {2e-4, 1e-4, 5e-5}) {
    const StepSequence plan = constant_steps(h, 1.0);
    const auto count = static_cast<double>(plan.steps.size());
    const Errors exact = printed_variable_alpha(top(), 0.9, 1, plan),
                 printed = printed_variable_alpha(top(), 0.9, 1, plan, fine),
                 loose = printed_variable_alpha(top(), 0.9, 1, plan, coarse);
    const double n_printed = static_cast<double>(printed.newton_iterations) / count,
                 n_loose = static_cast<double>(loose.newton_iterations) / count;
    table.rows.push_back({h, exact.late_lambda, printed.late_lambda, loose.late_lambda, n_printed, n_loose});
    m.checks.push_back({fmt::format("h = {:g}: error with the printed tolerances over round-off", h),
                        printed.late_lambda / exact.late_lambda, 0.95, 1.05});
    if (h > 1.5e-4)
      m.checks.push_back({fmt::format("h = {:g}: iterations, coarse over printed tolerances", h),
                          n_loose / n_printed, 0.3, 0.9});
    else
      m.checks.push_back({fmt::format("h = {:g}: error, coarse over printed tolerances (about 8)", h),
                          loose.late_lambda / printed.late_lambda, 4.0, 16.0});
  }
  m.tables.push_back(table);
  return m;
}

}  // namespace kreisel::experiments
