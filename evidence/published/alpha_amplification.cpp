// Powers of the error recursion of generalized-α, and runs that follow it.
#include "evidence/published/alpha_amplification.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "evidence/published/shown_series.hpp"
#include "kreisel/problems/all.hpp"

namespace kreisel::experiments {
namespace {

/// T₊⁻¹T₀ of the normal errors, (46).
Matrix3 amplification(double rho) {
  const GeneralizedAlphaParameters p = GeneralizedAlphaParameters::chung_hulbert(rho);
  Matrix3 plus, zero;
  plus << 0.0, 0.0, -p.beta, 1.0, 0.0, -p.gamma, 0.0, 1.0 - p.alpha_f, 1.0 - p.alpha_m;
  zero << 1.0, 0.0, 0.5 - p.beta, 1.0, 0.0, 1.0 - p.gamma, 0.0, -p.alpha_f, -p.alpha_m;
  return plus.inverse() * zero;
}

struct Peak {
  double value = 0.0;
  int n = 0;
  void note(double x, int at) {
    if (x <= value) return;
    value = x;
    n = at;
  }
};

Peak largest_power(double rho) {
  const Matrix3 t = amplification(rho);
  Matrix3 power = Matrix3::Identity();
  Peak peak;
  for (int n = 1; n <= 2000; ++n) {
    power = t * power;
    peak.note(Eigen::JacobiSVD<Matrix3>(power).singularValues()(0), n);
  }
  return peak;
}

double bound_of_jordan_powers(double rho) {
  Peak peak;
  for (int n = 2; n <= 2000; ++n) peak.note(0.5 * n * (n - 1) * std::pow(rho, n - 2), n);
  return peak.value;
}

/// Largest entries of the second row over n = first, first + stride, ...
std::array<double, 3> second_row(double rho, int stride) {
  const Matrix3 t = amplification(rho);
  Matrix3 power = Matrix3::Identity();
  std::array<double, 3> largest{};
  for (int n = 1; n <= 200; ++n) {
    power = t * power;
    if (n % stride != 0) continue;
    for (Index j = 0; j < 3; ++j)
      largest[static_cast<std::size_t>(j)] =
          std::max(largest[static_cast<std::size_t>(j)], std::abs(power(1, j)));
  }
  return largest;
}

}  // namespace

Measurement section_4_1() {
  Measurement m;
  const std::array<std::pair<double, double>, 3> printed{{{0.6, 2.2}, {0.9, 28.5}, {0.99, 2.7e3}}};
  MeasuredTable table{"max n(n-1)ρ^(n-2)/2", {"ρ∞", "published", "measured"}};
  for (const auto& [rho, value] : printed) {
    const double measured = bound_of_jordan_powers(rho);
    table.rows.push_back({rho, value, measured});
    m.checks.push_back(
        {fmt::format("c∞ for ρ∞ = {:g}: measured over published", rho), measured / value, 0.98, 1.02});
  }
  const Peak peak = largest_power(0.9);
  m.checks.push_back({"largest |(T₊⁻¹T₀)ⁿ|₂ for ρ∞ = 0.9 (published 34.3)", peak.value, 34.25, 34.35});
  m.checks.push_back({"reached at n (published 14)", static_cast<double>(peak.n), 14.0, 14.0});
  const Peak strong = largest_power(0.6);
  m.checks.push_back({"largest |(T₊⁻¹T₀)ⁿ|₂ for ρ∞ = 0.6 (published 7.4)", strong.value, 7.35, 7.45});
  m.checks.push_back({"reached at n (published 3)", static_cast<double>(strong.n), 3.0, 3.0});
  double worst = 0.0;
  for (double rho = 0.3; rho < 0.9905; rho += 0.01)
    worst = std::max(worst, std::abs(0.9 / (1.0 - std::pow(rho, 0.25)) / largest_power(rho).value - 1.0));
  m.checks.push_back({"largest deviation of 0.9/(1-ρ^0.25), ρ∞ in [0.3, 0.99]: 3 % to the printed digit",
                      worst, 0.025, 0.035});
  m.as_printed.push_back(
      {"largest deviation of 0.9/(1-ρ^0.25), ρ∞ in [0.3, 0.99]: below 3 %", worst, 0.0, 0.03});
  const auto all = second_row(0.9, 1), even = second_row(0.9, 2);
  const std::array<double, 3> row{31.91, 0.81, 0.31};
  MeasuredTable rows{"largest entries of the second row of (T₊⁻¹T₀)ⁿ, ρ∞ = 0.9",
                     {"column", "published", "even n", "all n"}};
  for (std::size_t j = 0; j < 3; ++j) {
    rows.rows.push_back({static_cast<double>(j + 1), row[j], even[j], all[j]});
    m.checks.push_back(
        {fmt::format("second row, column {}, even n, over published", j + 1), even[j] / row[j], 0.98, 1.02});
    m.as_printed.push_back(
        {fmt::format("second row, column {}, all n, over published", j + 1), all[j] / row[j], 0.98, 1.02});
  }
  m.tables = {table, rows};
  return m;
}

Measurement example_2() {
  const ProblemEntry& entry = find_problem("driven_point");
  const ProblemInstance problem = entry.make(Parameters(entry.parameters));
  constexpr double h = 1e-2;
  Measurement m;
  for (const char* rho : {"0.6", "0.9"}) {
    const GeneralizedAlphaParameters p = GeneralizedAlphaParameters::chung_hulbert(std::stod(rho));
    Subject point{"driven point", problem.system};
    point.start = {0.0, Vector::Zero(1), Vector::Zero(1), Vector::Zero(1), Vector::Zero(1)};
    point.reference = []() -> ExactMotion {
      return [](double t) -> State {
        return {t, Vector{{t * t * t}}, Vector{{3.0 * t * t}}, Vector{{6.0 * t}}, Vector{{-6.0 * t}}};
      };
    };
    const Matrix3 t = amplification(std::stod(rho));
    Vector3 predicted(h * (1.0 - 6.0 * p.beta - 3.0 * p.delta_alpha()), 0.0, 0.0);
    double worst = 0.0, largest = 0.0;
    MeasuredCurve measured{fmt::format("ρ∞ = {}, measured", rho)},
        theory{fmt::format("ρ∞ = {}, theory", rho)};
    const auto look = [&](const Stepper& stepper, const State& exact, long) {
      const StateView state = stepper.state();
      predicted = t * predicted;
      const double off = exact.lambda(0) - state.lambda(0);
      worst = std::max(worst, std::abs(off - predicted(1)));
      largest = std::max(largest, std::abs(off));
      measured.x.push_back(state.t);
      measured.y.push_back(off);
      theory.x.push_back(state.t);
      theory.y.push_back(predicted(1));
    };
    const CatalogueChoice choice{
        .method = "generalized_alpha", .settings = {{"rho_inf", rho}}, .start = StartValues::a_only};
    run_errors(point, choice, constant_steps(h, 0.6), look);
    m.checks.push_back(
        {fmt::format("ρ∞ = {}: largest deviation from the recursion over the largest error", rho),
         worst / largest, 0.0, 1e-6});
    m.plots.push_back(
        {fmt::format("ρ∞ = {}", rho), "t [s]", "error of λ [N]", false, false, {measured, theory}});
  }
  return m;
}

/// T of the stabilised index-2 form, (59).
Measurement remark_4() {
  Measurement m;
  MeasuredTable table{"stabilised index 2", {"ρ∞", "ϱ(T)", "formula", "largest |Tⁿ|₂"}};
  double off = 0.0, largest = 0.0, index_3 = 0.0;
  for (double rho = 0.0; rho < 0.995; rho += 0.01) {
    const GeneralizedAlphaParameters p = GeneralizedAlphaParameters::chung_hulbert(rho);
    Eigen::Matrix2d plus, zero;
    plus << 0.0, -p.gamma, 1.0 - p.alpha_f, 1.0 - p.alpha_m;
    zero << 0.0, 1.0 - p.gamma, -p.alpha_f, -p.alpha_m;
    Matrix3 t = Matrix3::Zero();
    t(0, 0) = -p.alpha_m / (1.0 - p.alpha_m);
    t.bottomRightCorner<2, 2>() = plus.inverse() * zero;
    const double radius = t.eigenvalues().cwiseAbs().maxCoeff();
    const double formula =
        std::max({std::abs((2.0 * rho - 1.0) / (2.0 - rho)), std::abs((3.0 * rho - 1.0) / (3.0 - rho)), rho});
    Matrix3 power = Matrix3::Identity();
    Peak peak;
    for (int n = 1; n <= 2000; ++n) {
      power = t * power;
      peak.note(Eigen::JacobiSVD<Matrix3>(power).singularValues()(0), n);
    }
    off = std::max(off, std::abs(radius - formula));
    largest = std::max(largest, peak.value);
    if (rho > 0.895 && rho < 0.905) index_3 = largest_power(rho).value / peak.value;
    if (std::lround(100.0 * rho) % 10 == 0) table.rows.push_back({rho, radius, formula, peak.value});
  }
  m.tables.push_back(table);
  m.checks = {{"largest deviation of ϱ(T) from the printed formula, ρ∞ = 0 … 0.99", off, 0.0, 1e-9},
              {"no substantial amplification: largest |Tⁿ|₂ over all ρ∞ and n", largest, 0.5, 3.0},
              {"ρ∞ = 0.9: largest power of index 3 over that of index 2", index_3, 10.0, any}};
  return m;
}

}  // namespace kreisel::experiments
