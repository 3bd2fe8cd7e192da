// Which methods the theory of strong damping covers, and why not the others.
#include "kreisel/methods/shared/strong_damping.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/LU>

#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace {

constexpr double tolerance = 1e-10;

bool has_negative_eigenvalue(const Matrix& a) {
  const Eigen::VectorXcd values = eigenvalues_of(a);
  return std::any_of(values.begin(), values.end(), [](const std::complex<double>& x) {
    return x.real() < 0.0 && std::abs(x.imag()) <= tolerance * std::abs(x);
  });
}

/// A w > 0 with |R(-w)| >= 1, or 0.
double undamped_rate(const Tableau& tableau) {
  for (double exponent = -3.0; exponent <= 8.0; exponent += 0.05) {
    const double w = std::pow(10.0, exponent);
    if (!(std::abs(stability_function(tableau, -w)) < 1.0)) return w;
  }
  return 0.0;
}

DampingVerdict verdict_of(const GeneralizedAlphaParameters& p) {
  // d -> ∞ leaves (1-αf) v_{n+1} + αf v_n = 0 and γ a_{n+1} + (1-γ) a_n = 0.
  const double attraction =
      std::max(std::abs(p.alpha_f / (1.0 - p.alpha_f)), std::abs((1.0 - p.gamma) / p.gamma));
  if (attraction < 1.0 - tolerance)
    return {true, attraction,
            fmt::format("a step leaves {:.2g} of a disturbance of the damper forces", attraction)};
  return {false, attraction, "steps do not damp what is off the slow motion (spectral radius 1 at infinity)"};
}

DampingVerdict verdict_of(const MultistepParameters& p) {
  if (p.is_bdf()) return {true, 0.0, "backward differentiation: all roots are 0 at infinity"};
  if (p.order == 1) return {true, 0.0, "implicit Euler in the velocities"};
  return {false, p.order == 2 ? 1.0 : INFINITY,
          p.order == 2 ? "the trapezoidal rule does not damp what is off the slow motion"
                       : "Adams-Moulton formulas of order 3 and more are unstable for strong dampers"};
}

DampingVerdict verdict_of(const ImplicitRungeKuttaParameters& p) {
  if (!p.variable_order) return strong_damping(implicit_tableau(p.family, p.stages, p.theta));
  return strong_damping(implicit_tableau(p.family, 3));  // all members have what this one has
}

DampingVerdict verdict_of(const ExplicitRungeKuttaParameters&) {
  return {false, INFINITY, "explicit: steps must be shorter than the time in which the damper relaxes"};
}

}  // namespace

DampingVerdict strong_damping(const Tableau& tableau) {
  Eigen::FullPivLU<Matrix> lu(tableau.a);
  lu.setThreshold(tolerance);
  DampingVerdict verdict{false, INFINITY, {}};
  if (!lu.isInvertible()) {
    verdict.reason = "its matrix A is singular, so the stages do not determine the damper forces";
    return verdict;
  }
  verdict.attraction = std::abs(stability_at_infinity(tableau));
  if (has_negative_eigenvalue(tableau.a)) {
    verdict.reason = "A has a negative eigenvalue: steps need not exist";
  } else if (!(verdict.attraction < 1.0 - tolerance)) {
    verdict.reason =
        fmt::format("|R(∞)| = {:.3g}: what is off the slow motion is not damped", verdict.attraction);
  } else if (const double w = undamped_rate(tableau); w > 0.0) {
    verdict.reason = fmt::format("|R(-w)| >= 1 at w = {:.3g}: dampers of this strength are not damped", w);
  } else {
    verdict.is_covered = true;
    verdict.reason = fmt::format("A invertible, |R(∞)| = {:.2g}, |R(-w)| < 1", verdict.attraction);
  }
  return verdict;
}

DampingVerdict strong_damping(const MethodCoefficients& coefficients) {
  return std::visit([](const auto& p) { return verdict_of(p); }, coefficients);
}

}  // namespace kreisel
