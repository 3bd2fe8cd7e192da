// Derives increments, modes, estimates and borders from a tableau.
#include "kreisel/methods/implicit_runge_kutta/scheme.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "kreisel/methods/shared/node_weights.hpp"

namespace kreisel {
namespace {

using Extended = long double;
using ExtendedMatrix = MatrixOf<Extended, Dynamic, Dynamic>;
using ExtendedVector = VectorOf<Extended, Dynamic>;

/// The implicit stages of the tableau, first and last explicit ones set apart.
void split(RungeKuttaScheme& scheme) {
  const Tableau& t = scheme.tableau;
  scheme.explicit_first = t.has_explicit_first_stage();
  scheme.explicit_last = !scheme.explicit_first && t.a.col(t.stages() - 1).cwiseAbs().maxCoeff() == 0.0;
  const Index first = scheme.explicit_first ? 1 : 0;
  scheme.stages = t.stages() - first - (scheme.explicit_last ? 1 : 0);
  scheme.implicit = t.a.block(first, first, scheme.stages, scheme.stages);
  scheme.c = t.c.segment(first, scheme.stages);
  scheme.first_column = scheme.explicit_first ? Vector(t.a.col(0).segment(1, scheme.stages))
                                              : Vector(Vector::Zero(scheme.stages));
  scheme.stage_by_stage = t.is_diagonally_implicit() && scheme.stages > 1;
}

void set_update(RungeKuttaScheme& scheme) {
  const Tableau& t = scheme.tableau;
  const ExtendedMatrix inverse = scheme.implicit.cast<Extended>().inverse();
  scheme.inverse = inverse.cast<double>();
  scheme.known = (inverse * scheme.first_column.cast<Extended>()).cast<double>();
  const Index first = scheme.explicit_first ? 1 : 0;
  const ExtendedVector b = t.b.segment(first, scheme.stages).cast<Extended>();
  const ExtendedVector d = inverse.transpose() * b;
  scheme.end = d.cast<double>();
  scheme.end0 =
      scheme.explicit_first ? static_cast<double>(t.b[0] - d.dot(scheme.first_column.cast<Extended>())) : 0.0;
  if (scheme.is_stiffly_accurate()) {
    scheme.end.setZero();
    scheme.end[scheme.stages - 1] = 1.0;
    scheme.end0 = 0.0;
  }
}

void set_modes(RungeKuttaScheme& scheme) {
  if (scheme.stage_by_stage) {
    scheme.real.push_back({scheme.inverse(0, 0), Vector::Ones(1), Vector::Ones(1)});
    scheme.largest_alpha = scheme.inverse(0, 0);
    return;
  }
  const ExtendedMatrix inverse = scheme.implicit.cast<Extended>().inverse();
  const Eigen::EigenSolver<ExtendedMatrix> solver(inverse);
  const auto alphas = solver.eigenvalues();
  const MatrixOf<std::complex<Extended>, Dynamic, Dynamic> p = solver.eigenvectors();
  const MatrixOf<std::complex<Extended>, Dynamic, Dynamic> q = p.inverse();
  for (Index k = 0; k < scheme.stages; ++k) {
    const std::complex<Extended> alpha = alphas[k];
    scheme.largest_alpha = std::max(scheme.largest_alpha, static_cast<double>(std::abs(alpha)));
    if (std::abs(alpha.imag()) < 1e-9L) {
      scheme.real.push_back({static_cast<double>(alpha.real()), q.row(k).real().transpose().cast<double>(),
                             p.col(k).real().cast<double>()});
    } else if (alpha.imag() > 0) {
      scheme.complex.push_back({std::complex<double>(alpha),
                                q.row(k).transpose().cast<std::complex<double>>(),
                                p.col(k).cast<std::complex<double>>()});
    }
  }
}

double factorial(int n) {
  return std::tgamma(n + 1.0);
}

/// Coefficient of z^(order+1) in exp z - R(z).
void set_error_constant(RungeKuttaScheme& scheme) {
  const Tableau& t = scheme.tableau;
  const ExtendedMatrix a = t.a.cast<Extended>();
  ExtendedVector power = ExtendedVector::Ones(t.stages());
  for (int k = 0; k < t.order; ++k) power = a * power;
  const Extended numeric = t.b.cast<Extended>().dot(power);
  scheme.error_constant =
      std::abs(static_cast<double>(numeric - 1.0L / static_cast<Extended>(factorial(t.order + 1))));
}

/// Σ x_i c_i^(k-1) = rhs_k, k = 1 … s.
ExtendedVector quadrature_weights(const Vector& c, const ExtendedVector& rhs) {
  ExtendedMatrix vandermonde(c.size(), c.size());
  for (Index i = 0; i < c.size(); ++i)
    for (Index k = 0; k < c.size(); ++k)
      vandermonde(k, i) = std::pow(static_cast<Extended>(c[i]), static_cast<Extended>(k));
  return vandermonde.fullPivLu().solve(rhs);
}

/// Order and leading coefficient of Σ e_i z_i + e0 z for y' = λy, z = hλ.
void set_leading_term(const RungeKuttaScheme& scheme, ErrorEstimator& estimator) {
  const ExtendedMatrix a = scheme.implicit.cast<Extended>();
  const ExtendedVector e = estimator.e.cast<Extended>();
  // z_i = Σ_k u_k,i z^k with u_1 = A 1 + a_1, u_k = A u_{k-1}
  ExtendedVector u = a * ExtendedVector::Ones(scheme.stages) + scheme.first_column.cast<Extended>();
  Extended coefficient = e.dot(u) + estimator.e0;
  estimator.order = 1;
  while (std::abs(coefficient) < 1e-14L && estimator.order < 2 * scheme.stages + 2) {
    u = a * u;
    coefficient = e.dot(u);
    ++estimator.order;
  }
  estimator.constant = std::abs(static_cast<double>(coefficient));
}

double filter_of(const RungeKuttaScheme& scheme) {
  if (!scheme.real.empty()) return scheme.real.front().alpha;
  double product = 1.0;
  for (const auto& mode : scheme.complex) product *= std::norm(mode.alpha);
  return std::pow(product, 1.0 / static_cast<double>(scheme.stages));
}

/// b̂ - b of the tableau.
void set_tabulated_estimator(RungeKuttaScheme& scheme) {
  const Tableau& t = scheme.tableau;
  const Index first = scheme.explicit_first ? 1 : 0;
  const Vector difference = t.embedded - t.b;
  ErrorEstimator& estimator = scheme.estimator;
  estimator.kind = EstimatorKind::embedded;
  estimator.e = scheme.inverse.transpose() * difference.segment(first, scheme.stages);
  estimator.e0 = scheme.explicit_first ? difference[0] - estimator.e.dot(scheme.first_column) : 0.0;
  set_leading_term(scheme, estimator);
}

/// An explicit stage at the beginning: Σ x_i c_i^(k-1) = -γ0 δ_k1 [Hairer, Wanner 1996] eq. IV.8.16 for any s.
void set_collocation_estimator(RungeKuttaScheme& scheme) {
  ErrorEstimator& estimator = scheme.estimator;
  ExtendedVector rhs = ExtendedVector::Zero(scheme.stages);
  rhs[0] = -1.0L / static_cast<Extended>(estimator.alpha);
  const ExtendedVector x = quadrature_weights(scheme.c, rhs);
  estimator.kind = EstimatorKind::embedded;
  estimator.e0 = 1.0 / estimator.alpha;
  estimator.e = (scheme.implicit.cast<Extended>().inverse().transpose() * x).cast<double>();
  set_leading_term(scheme, estimator);
}

/// The last difference of F over the stages, of size γ0 h^s F^(s-1)/(s-1)!.
void set_difference_estimator(RungeKuttaScheme& scheme, ErrorEstimator& estimator) {
  ExtendedVector rhs = ExtendedVector::Zero(scheme.stages);
  rhs[scheme.stages - 1] = 1.0L / static_cast<Extended>(estimator.alpha);
  const ExtendedVector x = quadrature_weights(scheme.c, rhs);
  estimator.kind = EstimatorKind::embedded;
  estimator.e0 = 0.0;
  estimator.e = (scheme.implicit.cast<Extended>().inverse().transpose() * x).cast<double>();
  if (scheme.explicit_first) estimator.e0 = -estimator.e.dot(scheme.first_column);
  set_leading_term(scheme, estimator);
}

/// Order and leading coefficient of e0 z (z0 - z_1) for y' = λy: f(y0 + z0) against the first stage.
void set_leading_difference(const RungeKuttaScheme& scheme, ErrorEstimator& estimator) {
  const ExtendedMatrix a = scheme.implicit.cast<Extended>();
  const ExtendedVector x = estimator.extra.cast<Extended>();
  const auto x0 = static_cast<Extended>(estimator.extra_rate);
  ExtendedVector u = a * ExtendedVector::Ones(scheme.stages);  // z_i = Σ u_k,i z^k
  Extended coefficient = x.dot(u) + x0 - u[0];                 // h F_1 = z (1 + z_1)
  estimator.order = 2;
  while (std::abs(coefficient) < 1e-14L && estimator.order < 2 * scheme.stages + 2) {
    const Extended before = u[0];
    u = a * u;
    coefficient = x.dot(u) + x0 * before - u[0];
    ++estimator.order;
  }
  estimator.constant = std::abs(static_cast<double>(coefficient)) * estimator.e0;
}

/// c_1 = 0: f(y0 + z0) and the first stage share their node; their difference sees errors of the stage, not forcing.
void set_first_stage_estimator(RungeKuttaScheme& scheme, EstimatorChoice choice) {
  ErrorEstimator& estimator = scheme.estimator;
  estimator.kind = EstimatorKind::first_stage;
  estimator.e0 = 1.0 / estimator.alpha;
  estimator.e = estimator.extra = Vector::Zero(scheme.stages);
  if (choice == EstimatorChoice::iiidc) estimator.extra[0] = -12.0;
  if (choice == EstimatorChoice::iiiac) {
    estimator.extra << 0.75, -3.0, 0.75;
    estimator.extra_rate = 0.75;
  }
  set_leading_difference(scheme, estimator);
  set_difference_estimator(scheme, scheme.guard);
}

/// ŷ = y0 + Σ d̂_i z_i with d̂ = (4/5, 2/5, 4/5), filtered with (I - hJ)⁻¹.
void set_spark_estimator(RungeKuttaScheme& scheme) {
  ErrorEstimator& estimator = scheme.estimator;
  estimator.kind = EstimatorKind::squared;
  estimator.alpha = 1.0;
  scheme.filter_is_a_mode = false;
  estimator.e = Vector(3);
  estimator.e << 0.8, 0.4, 0.8;
  estimator.e -= scheme.end;
  set_leading_term(scheme, estimator);
  estimator.order *= 2;
  estimator.constant *= estimator.constant;
}

void set_estimator(RungeKuttaScheme& scheme, EstimatorChoice choice) {
  const double alpha = filter_of(scheme);
  scheme.filter_is_a_mode = !scheme.real.empty();
  scheme.estimator.alpha = scheme.guard.alpha = alpha;
  if (scheme.tableau.embedded.size() > 0) return set_tabulated_estimator(scheme);
  if (choice == EstimatorChoice::spark && scheme.stages == 3) return set_spark_estimator(scheme);
  if (scheme.c[0] > 0.0 && !scheme.explicit_first && !scheme.explicit_last)
    return set_collocation_estimator(scheme);
  // With two stages the first one's error is as large as Newton's remainders.
  if (scheme.c[0] == 0.0 && !scheme.explicit_last && scheme.stages > 2)
    return set_first_stage_estimator(scheme, scheme.stages == 3 ? choice : EstimatorChoice::automatic);
  set_difference_estimator(scheme, scheme.estimator);
}

void set_nodes(RungeKuttaScheme& scheme) {
  for (Index i = 1; i < scheme.stages; ++i)
    if (std::abs(scheme.c[i] - 0.5) < std::abs(scheme.c[scheme.middle] - 0.5))
      scheme.middle = static_cast<int>(i);
  if (scheme.stage_by_stage) return;
  scheme.starts_at_node = scheme.c[0] == 0.0;
  if (!scheme.starts_at_node) scheme.nodes.push_back(0.0);
  scheme.nodes.insert(scheme.nodes.end(), scheme.c.begin(), scheme.c.end());
  if (scheme.nodes.back() != 1.0) scheme.nodes.push_back(1.0);
}

/// Norm of (ωu, u')_0 -> (ωu, u')_1 at x = ωh with that velocity.
double settled_norm(const RungeKuttaScheme& scheme, double x) {
  const Tableau& t = scheme.tableau;
  const Index s = t.stages();
  MatrixOf<double, Dynamic, 2> start(s, 2);
  start << Vector::Ones(s), t.a.rowwise().sum();
  const Matrix a = t.a;
  const MatrixOf<double, Dynamic, 2> u =
      (Matrix::Identity(s, s) + x * x * (a * a)).partialPivLu().solve(start);
  const MatrixOf<double, Dynamic, 2> bend = a * u;
  const auto slopes = derivative_weights<1>(1.0, {scheme.c.data(), static_cast<std::size_t>(s)})[1];
  MatrixOf<double, 2, 2> step;
  step.row(0) = -x * x * (t.b.transpose() * bend);
  step(0, 0) += 1.0;
  step(0, 1) += 1.0;
  step.row(1) = Eigen::Map<const Vector>(slopes.data(), s).transpose() * u;
  step(0, 1) *= x;
  step(1, 0) /= x;
  const double sum = step.squaredNorm(), determinant = step.determinant();
  return std::sqrt(0.5 * (sum + std::sqrt(std::max(0.0, sum * sum - 4.0 * determinant * determinant))));
}

}  // namespace

double settle_border(const RungeKuttaScheme& scheme) {
  if (scheme.stages < 2 || scheme.stage_by_stage) return 0.0;
  constexpr double far = 1e4, clearly_damped = 0.9, widest = 200.0, finer = 0.97;
  if (scheme.explicit_first || scheme.explicit_last || settled_norm(scheme, far) > clearly_damped)
    return INFINITY;
  // Methods that never amplify gain from holding only where those of the Radau type do.
  const double least = 2.5 * static_cast<double>(scheme.stages) - 3.0;
  double x = widest;
  while (x > least && settled_norm(scheme, finer * x) <= 1.0) x *= finer;
  return std::max(x, least);
}

RungeKuttaScheme make_scheme(const Tableau& tableau, EstimatorChoice choice) {
  RungeKuttaScheme scheme;
  scheme.tableau = tableau;
  split(scheme);
  set_update(scheme);
  set_modes(scheme);
  set_error_constant(scheme);
  set_estimator(scheme, choice);
  set_nodes(scheme);
  return scheme;
}

std::vector<RungeKuttaScheme> make_schemes(const ImplicitRungeKuttaParameters& p) {
  if (!p.variable_order) return {make_scheme(implicit_tableau(p.family, p.stages, p.theta), p.estimator)};
  std::vector<RungeKuttaScheme> schemes;
  for (const int stages : {1, 2, 3, 5, 7})
    if (stages <= p.stages) schemes.push_back(make_scheme(implicit_tableau(p.family, stages)));
  return schemes;
}

}  // namespace kreisel
