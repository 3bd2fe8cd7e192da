// What can be proved about a tableau from its coefficients.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "kreisel/linear/decompositions.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel {
namespace {

using Complex = std::complex<double>;

constexpr int highest_assumption = 26;  // beyond 2s of the largest generated method

/// Columns P_0, P_1, ... of shifted Legendre polynomials at c, P_n(1) = 1. Assumptions tested on them instead
/// of on powers fail by a residual of order one, whatever the number of stages.
Matrix legendre_columns(const Vector& c, Index count) {
  Matrix p(c.size(), count);
  p.col(0).setOnes();
  p.col(1) = 2.0 * c.array() - 1.0;
  for (Index n = 2; n < count; ++n) {
    const auto k = static_cast<double>(n);
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

/// A rooted tree u = [u_1, ..., u_m] as a method sees it; [Hairer, Nørsett, Wanner 1993] II.2.
struct Tree {
  Vector product;  // g_i(u) = ∏ (A g(u_k))_i; Φ(u) = b·g(u)
  Vector branch;   // A g(u)
  double density;  // γ(u)
};

/// Every rooted tree once, order by order.
class RootedTrees {
 public:
  explicit RootedTrees(const Tableau& tableau) : tableau_(tableau) {}

  /// The trees of one order more than before; order n has place n - 1.
  const std::vector<Tree>& grow() {
    orders_.emplace_back();
    const std::size_t order = orders_.size();
    append(Vector::Ones(tableau_.stages()), static_cast<double>(order), order - 1, {order - 1, 0});
    return orders_.back();
  }
  const std::vector<Tree>& of_order(std::size_t order) const { return orders_[order - 1]; }

 private:
  struct Place {
    std::size_t order, index;
  };

  /// Adds branches of `left` nodes in all, none after the place of the branch before: each set appears once.
  void append(const Vector& product, double density, std::size_t left, Place last) {
    if (left == 0) {
      orders_.back().push_back({product, tableau_.a * product, density});
      return;
    }
    for (std::size_t order = std::min(left, last.order); order > 0; --order) {
      const std::size_t first = order == last.order ? last.index : 0;
      for (std::size_t i = first; i < of_order(order).size(); ++i) {
        const Tree& tree = of_order(order)[i];
        append(product.cwiseProduct(tree.branch), density * tree.density, left - order, {order, i});
      }
    }
  }

  const Tableau& tableau_;
  std::vector<std::vector<Tree>> orders_;
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
  RootedTrees trees(tableau);
  const auto holds = [&](const Tree& tree) {
    return std::abs(tableau.b.dot(tree.product) - 1.0 / tree.density) <= tolerance;
  };
  int order = 0;
  while (order < highest && std::ranges::all_of(trees.grow(), holds)) ++order;
  return order;
}

int symplectic_order(const Tableau& tableau, int highest, double tolerance) {
  const Matrix m = algebraic_stability_matrix(tableau);
  RootedTrees trees(tableau);
  for (int order = 2; order <= highest; ++order) {
    trees.grow();
    const auto sum = static_cast<std::size_t>(order);
    for (std::size_t left = 1; left < sum; ++left)
      for (const Tree& v : trees.of_order(left))
        for (const Tree& w : trees.of_order(sum - left))
          if (!(std::abs(v.product.dot(m * w.product)) <= tolerance)) return order - 1;
  }
  return highest;
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
  return tableau.b.minCoeff() >= -tolerance &&
         symmetric_eigenvalues(algebraic_stability_matrix(tableau)).minCoeff() >= -tolerance;
}

bool is_symplectic(const Tableau& tableau, double tolerance) {
  return algebraic_stability_matrix(tableau).cwiseAbs().maxCoeff() <= tolerance;
}

bool is_symmetric(const Tableau& tableau, double tolerance) {
  const Matrix b_rows = Vector::Ones(tableau.stages()) * tableau.b.transpose();
  return (tableau.a.reverse() + tableau.a - b_rows).cwiseAbs().maxCoeff() <= tolerance;
}

bool is_a_stable(const Tableau& tableau) {
  constexpr double rounding = 1e-9;  // of |R|, at 12 stages
  constexpr int samples = 800;       // of the imaginary axis, from 1e-2 to 1e5
  if (!(std::abs(stability_at_infinity(tableau)) <= 1.0 + rounding)) return false;
  for (int i = 0; i <= samples; ++i) {
    const Complex z(0.0, std::pow(10.0, -2.0 + 7.0 * i / samples));
    if (!(std::abs(stability_function(tableau, z)) <= 1.0 + rounding)) return false;
  }
  return eigenvalues_of(tableau.a).real().minCoeff() >= -rounding;
}

}  // namespace kreisel
