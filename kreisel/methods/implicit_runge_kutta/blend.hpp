// A blend of two tableaux with its own weight for every component: stiff ones damped, smooth ones conserved.
//
// Component k uses A^θ_k in all its stage sums [Schaub 2004] section 3.3. The stages then no longer decouple; Newton's
// matrix is that of all stages together, for unknowns δΘ_i, h²δΛ_i with a_ij = diag_k((A^θ_k)⁻¹_ij):
//
//   S_ij = M Σ_l a_il a_lj + h (D + MZ) a_ij + h² δ_ij (K + DZ)
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/LU>

#include "kreisel/linear/dense_lu.hpp"
#include "kreisel/methods/implicit_runge_kutta/rows.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel {

/// Inverse and end weights of the tableau of every component.
class ComponentBlend {
 public:
  ComponentBlend(const ImplicitRungeKuttaParameters& parameters, Index components)
      : parameters_(parameters), theta_(Vector::Constant(components, parameters.theta)) {
    first_ = implicit_tableau(parameters.family, parameters.stages, 0.0);
    second_ = implicit_tableau(parameters.family, parameters.stages, 1.0);
    const Index s = first_.stages();
    for (auto* list : {&a_, &square_})
      list->assign(static_cast<std::size_t>(s * s), Vector::Zero(components));
    end_.assign(static_cast<std::size_t>(s), Vector::Zero(components));
  }

  /// θ of every component for a step of size h, from the frequencies [rad/s] its stiffness gives it.
  void choose(const Vector& frequencies, double h) {
    constexpr double resolved = 3.14159265358979323846;
    for (Index k = 0; k < theta_.size(); ++k) {
      const double chi = frequencies[k] * h;
      theta_[k] = parameters_.blend == BlendChoice::strongest ? strongest_damping_theta(chi)
                  : chi > resolved                            ? parameters_.theta_stiff
                                                              : parameters_.theta;
    }
    for (Index k = 0; k < theta_.size(); ++k) set_component(k);
  }

  /// Likewise, by the frequency that its own stiffness and compliant rows give each coordinate.
  template <class System, class Point>
  void choose(const System& system, const Point& from, double h) {
    typename System::AllTangents tangents;
    shape_tangents(system, tangents);
    system.tangents(from.t, from.q, from.v, from.acceleration, from.lambda, tangents);
    Vector squares(theta_.size());
    for (Index k = 0; k < squares.size(); ++k) squares[k] = diagonal_entry(tangents.stiffness, k);
    for (Index i = 0; i < row_count(system); ++i) {
      const Row& row = system.rows()[static_cast<std::size_t>(i)];
      if (row.compliance > 0.0 && row.is_position())
        add_row_squares(1.0 / row.compliance, tangents.jacobian, i, squares);
    }
    for (Index k = 0; k < squares.size(); ++k)
      squares[k] = std::sqrt(std::max(0.0, squares[k] / diagonal_entry(tangents.mass, k)));
    choose(squares, h);
  }

  const Vector& theta() const { return theta_; }
  /// (A^θ)⁻¹_ij and its square, entry by component.
  const Vector& a(Index i, Index j) const { return a_[index(i, j)]; }
  const Vector& square(Index i, Index j) const { return square_[index(i, j)]; }
  const Vector& end(Index i) const { return end_[static_cast<std::size_t>(i)]; }

 private:
  static constexpr int most = 12;
  using Small = Eigen::Matrix<double, Dynamic, Dynamic, Eigen::ColMajor, most, most>;

  std::size_t index(Index i, Index j) const { return static_cast<std::size_t>(i * first_.stages() + j); }

  void set_component(Index k) {
    const Index s = first_.stages();
    Small a = (1.0 - theta_[k]) * first_.a + theta_[k] * second_.a;
    const Small inverse = a.inverse(), square = inverse * inverse;
    for (Index i = 0; i < s; ++i) {
      for (Index j = 0; j < s; ++j) {
        a_[index(i, j)][k] = inverse(i, j);
        square_[index(i, j)][k] = square(i, j);
      }
      end_[static_cast<std::size_t>(i)][k] = inverse.col(i).dot(first_.b);
    }
  }

  ImplicitRungeKuttaParameters parameters_;
  Tableau first_, second_;  // θ = 0 and θ = 1
  Vector theta_;
  std::vector<Vector> a_, square_, end_;
};

class StageBlocks;  // blend_blocks.hpp, for those who compile for a system in blocks

/// The matrix of all stages together.
class FullStageMatrix {
 public:
  void resize(Index stages, Index n, Index m) {
    n_ = n;
    m_ = m;
    lu_.resize(stages * (n + m));
    right_.setZero(stages * (n + m));
  }

  template <class Rows, class Square>
  bool factorize(const ComponentBlend& blend, Index stages, double h, const Square& mass,
                 const Square& damping, const Square& stiffness, const Rows& rows) {
    auto& whole = lu_.storage();
    whole.setZero();
    const Index block = n_ + m_;
    for (Index i = 0; i < stages; ++i)
      for (Index j = 0; j < stages; ++j) {
        auto part = whole.block(i * block, j * block, n_, n_);
        part.noalias() = mass * blend.square(i, j).asDiagonal();
        part.noalias() += h * (damping * blend.a(i, j).asDiagonal());
        if (i == j) part += (h * h) * stiffness;
        auto lower = whole.block(i * block + n_, j * block, m_, n_);
        for (Index r = 0; r < m_; ++r)
          rows.full_row(r, i == j, blend.a(i, j), blend.square(i, j), lower.row(r));
        if (i != j) continue;
        whole.block(i * block, j * block + n_, n_, m_) = rows.jacobian().transpose();
        for (Index r = 0; r < m_; ++r) whole(i * block + n_ + r, j * block + n_ + r) = -rows.compliance(r);
      }
    return lu_.factorize();
  }

  /// Residuals of all stages -> changes, in place.
  template <class Tangents, class Multipliers>
  void solve(Index stages, Tangents& x, Multipliers& y) {
    const Index block = n_ + m_;
    for (Index i = 0; i < stages; ++i) {
      right_.segment(i * block, n_) = x[static_cast<std::size_t>(i)];
      right_.segment(i * block + n_, m_) = y[static_cast<std::size_t>(i)].head(m_);
    }
    lu_.solve_in_place(right_);
    for (Index i = 0; i < stages; ++i) {
      x[static_cast<std::size_t>(i)] = right_.segment(i * block, n_);
      y[static_cast<std::size_t>(i)].head(m_) = right_.segment(i * block + n_, m_);
    }
  }

 private:
  Index n_ = 0, m_ = 0;
  DenseLu<Dynamic> lu_;
  Vector right_;
};

}  // namespace kreisel
