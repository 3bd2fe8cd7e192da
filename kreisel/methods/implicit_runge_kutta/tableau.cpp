// Collocation, Lobatto and diagonally implicit tableaus by their conditions.
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "kreisel/core/error.hpp"

namespace kreisel {
namespace {

// Generated in extended precision and rounded once: no linear system is solved, every entry is a product or
// a sum of few terms, so that doubles are right to about an ulp of the largest entry.
using Real = long double;
using RealVector = VectorOf<Real, Dynamic>;
using RealMatrix = MatrixOf<Real, Dynamic, Dynamic>;

constexpr int most_stages = 12;

struct Coefficients {
  RealMatrix a;
  RealVector b, c;
};

/// P_n^(α,β)(x) by its three-term recurrence, [Abramowitz, Stegun 1964] 22.7.1.
Real jacobi_polynomial(Index n, Real alpha, Real beta, Real x) {
  if (n == 0) return 1.0L;
  const Real sum = alpha + beta;
  Real before = 1.0L, p = (alpha - beta + (sum + 2.0L) * x) / 2.0L;
  for (Index k = 2; k <= n; ++k) {
    const Real m = static_cast<Real>(k), two = 2.0L * m + sum;
    const Real next = (two - 1.0L) * (two * (two - 2.0L) * x + alpha * alpha - beta * beta) * p -
                      2.0L * (m + alpha - 1.0L) * (m + beta - 1.0L) * two * before;
    before = std::exchange(p, next / (2.0L * m * (m + sum) * (two - 2.0L)));
  }
  return p;
}

/// [DLMF] 18.9.15.
Real jacobi_slope(Index n, Real alpha, Real beta, Real x) {
  return (static_cast<Real>(n) + alpha + beta + 1.0L) / 2.0L *
         jacobi_polynomial(n - 1, alpha + 1.0L, beta + 1.0L, x);
}

/// Ascending zeros of P_n^(α,β), by Newton from their asymptotic places, [DLMF] 18.16(ii).
RealVector jacobi_zeros(Index n, Real alpha, Real beta) {
  constexpr int newton_steps = 8;  // quadratic from 1e-2: 4 would do
  RealVector zeros(n);
  for (Index k = 0; k < n; ++k) {
    const Real angle = std::numbers::pi_v<Real> * (static_cast<Real>(k) + 0.75L + alpha / 2.0L) /
                       (static_cast<Real>(n) + (alpha + beta + 1.0L) / 2.0L);
    Real x = std::cos(angle);
    for (int i = 0; i < newton_steps; ++i)
      x -= jacobi_polynomial(n, alpha, beta, x) / jacobi_slope(n, alpha, beta, x);
    zeros(n - 1 - k) = x;
  }
  return zeros;
}

/// Nodes in [0, 1], with 0 and 1 themselves where asked for: the inner ones are zeros of the Jacobi polynomial
/// whose weight has those ends as factors in [Hairer, Wanner 1996] IV.5.
RealVector nodes(Index stages, bool has_left, bool has_right) {
  const Index left = has_left ? 1 : 0, right = has_right ? 1 : 0, inner = stages - left - right;
  RealVector c = RealVector::Zero(stages);
  if (has_right) c(stages - 1) = 1.0L;
  const RealVector x = jacobi_zeros(inner, static_cast<Real>(right), static_cast<Real>(left));
  c.segment(left, inner) = (x.array() + 1.0L) / 2.0L;
  return c;
}

Real lagrange_polynomial(const RealVector& c, Index j, Real x) {
  Real product = 1.0L;
  for (Index m = 0; m < c.size(); ++m)
    if (m != j) product *= (x - c(m)) / (c(j) - c(m));
  return product;
}

/// b_j = ∫_0^1 ℓ_j, a_ij = ∫_0^(c_i) ℓ_j, by a Gauss formula that is exact for them: B(s) and C(s).
Coefficients collocation(const RealVector& c) {
  const Index stages = c.size(), points = stages / 2 + 1;
  const RealVector x = jacobi_zeros(points, 0.0L, 0.0L);
  const auto integral = [&](Index j, Real end) {
    Real sum = 0.0L;
    for (Index k = 0; k < points; ++k) {
      const Real slope = jacobi_slope(points, 0.0L, 0.0L, x(k));
      const Real weight = 1.0L / ((1.0L - x(k) * x(k)) * slope * slope);  // [Abramowitz, Stegun 1964] 25.4.29
      sum += weight * lagrange_polynomial(c, j, end * (1.0L + x(k)) / 2.0L);
    }
    return end * sum;
  };
  Coefficients r{RealMatrix(stages, stages), RealVector(stages), c};
  for (Index j = 0; j < stages; ++j) {
    r.b(j) = integral(j, 1.0L);
    for (Index i = 0; i < stages; ++i) r.a(i, j) = integral(j, c(i));
  }
  return r;
}

/// b_i a_ij = b_j ∫_(c_j)^1 ℓ_i: D(s) with the nodes and weights of a collocation method.
RealMatrix by_adjoint_assumption(const Coefficients& collocated) {
  const auto& [a, b, c] = collocated;
  RealMatrix result(a.rows(), a.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j) result(i, j) = b(j) * (1.0L - a(j, i) / b(i));
  return result;
}

/// C(s-1) and a given column: a row may change by multiples of the divided difference over all nodes, which
/// is blind to polynomials up to degree s-2.
RealMatrix with_column(const Coefficients& collocated, Index column, Real value) {
  const auto& [a, b, c] = collocated;
  RealVector difference(c.size());
  for (Index j = 0; j < c.size(); ++j) {
    Real product = 1.0L;
    for (Index m = 0; m < c.size(); ++m)
      if (m != j) product *= c(j) - c(m);
    difference(j) = 1.0L / product;
  }
  const RealVector lacks = value - a.col(column).array();
  return a + lacks * (difference / difference(column)).transpose();
}

struct LobattoMatrices {
  RealMatrix a, b, c, d;
};

/// [Schaub 2004] chapter 3: A has C(s), B has D(s), C has a_i1 = b_1, D is the mean of C and C*, a_is = 0.
LobattoMatrices lobatto_matrices(const Coefficients& collocated) {
  const RealMatrix c = with_column(collocated, 0, collocated.b(0));
  const RealMatrix c_star = with_column(collocated, collocated.b.size() - 1, 0.0L);
  return {collocated.a, by_adjoint_assumption(collocated), c, (c + c_star) / 2.0L};
}

/// A = θ X + (1-θ) Y, written so that entries that X and Y share are kept; [Schaub 2004] chapter 3.
RealMatrix lobatto_blend(const LobattoMatrices& m, ImplicitFamily family, Real theta) {
  const auto blend = [theta](const RealMatrix& x, const RealMatrix& y) {
    return RealMatrix(y + theta * (x - y));
  };
  switch (family) {
    case ImplicitFamily::lobatto_iiia:
      return m.a;
    case ImplicitFamily::lobatto_iiib:
      return m.b;
    case ImplicitFamily::lobatto_iiic:
      return m.c;
    case ImplicitFamily::lobatto_iiid:
      return m.d;
    case ImplicitFamily::lobatto_iiiab:
      return blend(m.a, m.b);
    case ImplicitFamily::lobatto_iiiac:
      return blend(m.a, m.c);
    case ImplicitFamily::lobatto_iiidc:
      return blend(m.d, m.c);
    case ImplicitFamily::lobatto_iiiabc:
      return blend((m.a + m.b) / 2.0L, m.c);
    default:
      return blend((m.a + m.b) / 2.0L, m.d);
  }
}

struct FamilyFacts {
  const char* name;
  int lowest, highest;  // stages; for sdirk and esdirk the order
  bool is_blend = false;
};

const FamilyFacts& facts(ImplicitFamily family) {
  static constexpr std::array<FamilyFacts, 14> table{{{"gauss", 1, most_stages},
                                                      {"radau_ia", 1, most_stages},
                                                      {"radau_iia", 1, most_stages},
                                                      {"lobatto_iiia", 2, most_stages},
                                                      {"lobatto_iiib", 2, most_stages},
                                                      {"lobatto_iiic", 2, most_stages},
                                                      {"lobatto_iiid", 2, most_stages},
                                                      {"lobatto_iiiab", 2, most_stages, true},
                                                      {"lobatto_iiiac", 2, most_stages, true},
                                                      {"lobatto_iiidc", 2, most_stages, true},
                                                      {"lobatto_iiiabc", 2, most_stages, true},
                                                      {"lobatto_iiiabd", 2, most_stages, true},
                                                      {"sdirk", 2, 4},
                                                      {"esdirk", 2, 4}}};
  return table[static_cast<std::size_t>(family)];
}

void check_arguments(const FamilyFacts& family, int stages, double theta) {
  const std::string range = std::to_string(family.lowest) + " to " + std::to_string(family.highest);
  if (stages < family.lowest || stages > family.highest)
    throw OptionError("there is no " + std::string(family.name) + " with stages=" + std::to_string(stages),
                      "parameter \"stages\"", "choose " + range);
  if (family.is_blend && !(theta >= 0.0 && theta <= 1.0))
    throw OptionError("theta=" + std::to_string(theta) + " does not blend two methods", "parameter \"theta\"",
                      "choose a number from 0 to 1");
}

Coefficients coefficients(ImplicitFamily family, Index stages, double theta) {
  switch (family) {
    case ImplicitFamily::gauss:
      return collocation(nodes(stages, false, false));
    case ImplicitFamily::radau_iia:
      return collocation(nodes(stages, false, true));
    case ImplicitFamily::radau_ia: {
      Coefficients result = collocation(nodes(stages, true, false));
      result.a = by_adjoint_assumption(result);
      return result;
    }
    default: {
      Coefficients result = collocation(nodes(stages, true, true));
      result.a = lobatto_blend(lobatto_matrices(result), family, static_cast<Real>(theta));
      return result;
    }
  }
}

int order_of(ImplicitFamily family, int stages) {
  if (family == ImplicitFamily::gauss) return 2 * stages;
  const bool is_radau = family == ImplicitFamily::radau_ia || family == ImplicitFamily::radau_iia;
  return is_radau ? 2 * stages - 1 : 2 * stages - 2;
}

}  // namespace

bool Tableau::is_explicit() const {
  return is_diagonally_implicit() && a.diagonal().isZero(0.0);
}

bool Tableau::is_diagonally_implicit() const {
  return a.isLowerTriangular(0.0);
}

bool Tableau::has_explicit_first_stage() const {
  return a.row(0).isZero(0.0);
}

bool Tableau::is_stiffly_accurate() const {
  return a.row(stages() - 1) == b.transpose();
}

Tableau implicit_tableau(ImplicitFamily family, int stages, double theta) {
  check_arguments(facts(family), stages, theta);
  if (family == ImplicitFamily::sdirk) return sdirk_tableau(stages);
  if (family == ImplicitFamily::esdirk) return esdirk_tableau(stages);
  const Coefficients exact = coefficients(family, stages, theta);
  Tableau result;
  result.name = std::string(facts(family).name).append("_").append(std::to_string(stages));
  result.a = exact.a.cast<double>();
  result.b = exact.b.cast<double>();
  result.c = exact.c.cast<double>();
  result.order = order_of(family, stages);
  return result;
}

double strongest_damping_theta(double chi) {
  constexpr double undamped = 7.2469507659595980;  // √105 - 3: below it the best θ would be negative
  const double square = chi * chi;
  if (square <= undamped) return 0.0;
  const double w = 1.0 / square;
  return 1.0 - std::sqrt((1.0 - 12.0 * w + 2304.0 * w * w * w) / (1.0 + 12.0 * w + 144.0 * w * w));
}

}  // namespace kreisel
