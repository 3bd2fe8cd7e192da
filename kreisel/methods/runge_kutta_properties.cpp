// What can be proved about a tableau from its coefficients.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "kreisel/methods/runge_kutta_tableau.hpp"

namespace kreisel {
namespace {

using Complex = std::complex<double>;

constexpr int highest_assumption = 2 * 12 + 2;  // beyond 2s of the largest generated method

/// Columns P_0, P_1, ... of shifted Legendre polynomials at c, P_n(1) = 1. Assumptions tested on them instead
/// of on powers fail by a residual of order one, whatever the number of stages.
Matrix legendre_columns(const Vector& c, Index count) {
  Matrix p(c.size(), count);
  p.col(0).setOnes();
  p.col(1) = 2.0 * c.array() - 1.0;
  for (Index n = 2; n < count; ++n) {
    const double k = static_cast<double>(n);
    p.col(n) = ((2.0 * k - 1.0) * p.col(1).cwiseProduct(p.col(n - 1)) - (k - 1.0) * p.col(n - 2)) / k;
  }
  return p;
}

/// ∫_0^c P_n for the columns above.
Matrix legendre_integrals(const Vector& c, const Matrix& p) {
  Matrix result(c.size(), p.cols() - 1);
  result.col(0) = c;
  for (Index n = 1; n < result.cols(); ++n)
    result.col(n) = (p.col(n + 1) - p.col(n - 1)) / (2.0 * (2.0 * static_cast<double>(n) + 1.0));
  return result;
}

/// How many leading columns vanish.
int leading_zeros(const Matrix& residuals, double tolerance) {
  int count = 0;
  for (const auto& column : residuals.colwise()) {
    if (!(column.cwiseAbs().maxCoeff() <= tolerance)) break;
    ++count;
  }
  return count;
}

/// One rooted tree u = [u_1, ..., u_m]: A g(u), g_i(u) = ∏ (A g(u_k))_i, and its density γ(u).
struct Tree {
  Vector branch;
  double density = 1.0;
  int order = 1;
};

/// Grows trees of one order from smaller ones and tests Φ(u) = b·g(u) = 1/γ(u).
class TreeConditions {
 public:
  TreeConditions(const Tableau& tableau, double tolerance) : tableau_(tableau), tolerance_(tolerance) {}

  /// All conditions of the next order; false once one fails.
  bool next_order_holds() {
    ++order_;
    holds_ = true;
    const std::size_t known = trees_.size();
    grow(Vector::Ones(tableau_.stages()), static_cast<double>(order_), order_ - 1, known);
    return holds_;
  }

 private:
  /// Appends branches whose place in the list is below `end` and not above that of the previous branch.
  void grow(const Vector& product, double density, int left, std::size_t end) {
    if (left == 0) {
      holds_ = holds_ && std::abs(tableau_.b.dot(product) - 1.0 / density) <= tolerance_;
      trees_.push_back({tableau_.a * product, density, order_});
      return;
    }
    for (std::size_t i = 0; i < end; ++i) {
      if (trees_[i].order > left) break;
      const Vector longer = product.cwiseProduct(trees_[i].branch);
      grow(longer, density * trees_[i].density, left - trees_[i].order, i + 1);
    }
  }

  const Tableau& tableau_;
  double tolerance_;
  std::vector<Tree> trees_;  // by ascending order
  int order_ = 0;
  bool holds_ = true;
};

/// 1bᵀ - A: its rows vanish exactly where a row of A is b.
Matrix numerator_matrix(const Tableau& tableau) {
  return Vector::Ones(tableau.stages()) * tableau.b.transpose() - tableau.a;
}

struct LeadingCoefficient {
  Index degree = 0;
  double value = 1.0;
};

/// Leading coefficient of det(I + zM): stages whose row or column is zero are taken out first.
LeadingCoefficient leading_coefficient(const Matrix& m) {
  for (Index k = 0; k < m.rows(); ++k) {
    if (!m.row(k).isZero(0.0) && !m.col(k).isZero(0.0)) continue;
    std::vector<Index> kept;
    for (Index i = 0; i < m.rows(); ++i)
      if (i != k) kept.push_back(i);
    return leading_coefficient(m(kept, kept));
  }
  return m.rows() == 0 ? LeadingCoefficient{} : LeadingCoefficient{m.rows(), m.determinant()};
}

}  // namespace

SimplifyingAssumptions simplifying_assumptions(const Tableau& tableau, double tolerance) {
  const auto& [a, b, c] = std::tie(tableau.a, tableau.b, tableau.c);
  const Matrix p = legendre_columns(c, highest_assumption + 1);
  const Matrix integral = legendre_integrals(c, p);
  const Matrix q = p.leftCols(highest_assumption);
  Matrix quadrature = b.transpose() * q;
  quadrature(0, 0) -= 1.0;
  Matrix rest = -integral;  // ∫_c^1 P_n
  rest.col(0).array() += 1.0;
  const Matrix adjoint = a.transpose() * b.asDiagonal() * q - b.asDiagonal() * rest;
  return {leading_zeros(quadrature, tolerance), leading_zeros(a * q - integral, tolerance),
          leading_zeros(adjoint, tolerance)};
}

int order_by_trees(const Tableau& tableau, int highest, double tolerance) {
  TreeConditions conditions(tableau, tolerance);
  int order = 0;
  while (order < highest && conditions.next_order_holds()) ++order;
  return order;
}

std::complex<double> stability_function(const Tableau& tableau, std::complex<double> z) {
  const Index s = tableau.stages();
  const Eigen::MatrixXcd one = Eigen::MatrixXcd::Identity(s, s);
  return (one + z * numerator_matrix(tableau)).determinant() / (one - z * tableau.a).determinant();
}

double stability_at_infinity(const Tableau& tableau) {
  const LeadingCoefficient numerator = leading_coefficient(numerator_matrix(tableau));
  const LeadingCoefficient denominator = leading_coefficient(-tableau.a);
  if (numerator.degree > denominator.degree) return std::numeric_limits<double>::infinity();
  if (numerator.degree < denominator.degree) return 0.0;
  return numerator.value / denominator.value;
}

Matrix algebraic_stability_matrix(const Tableau& tableau) {
  const Matrix weighted = tableau.b.asDiagonal() * tableau.a;
  return weighted + weighted.transpose() - tableau.b * tableau.b.transpose();
}

bool is_algebraically_stable(const Tableau& tableau, double tolerance) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(algebraic_stability_matrix(tableau),
                                                     Eigen::EigenvaluesOnly);
  return tableau.b.minCoeff() >= -tolerance && solver.eigenvalues().minCoeff() >= -tolerance;
}

bool is_symplectic(const Tableau& tableau, double tolerance) {
  return algebraic_stability_matrix(tableau).cwiseAbs().maxCoeff() <= tolerance;
}

bool is_symmetric(const Tableau& tableau, double tolerance) {
  const Matrix b_rows = Vector::Ones(tableau.stages()) * tableau.b.transpose();
  return (tableau.a.reverse() + tableau.a - b_rows).cwiseAbs().maxCoeff() <= tolerance;
}

bool is_a_stable(const Tableau& tableau) {
  constexpr double rounding = 1e-9, first = 1e-2, last = 1e5, ratio = 1.02;
  if (!(std::abs(stability_at_infinity(tableau)) <= 1.0 + rounding)) return false;
  for (double y = first; y < last; y *= ratio)
    if (!(std::abs(stability_function(tableau, Complex(0.0, y))) <= 1.0 + rounding)) return false;
  const Eigen::EigenSolver<Matrix> solver(tableau.a, false);
  return solver.eigenvalues().real().minCoeff() >= -rounding;
}

}  // namespace kreisel
