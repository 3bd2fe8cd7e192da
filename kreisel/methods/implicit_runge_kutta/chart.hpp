// The chart of a Runge-Kutta step: q = q_n·exp(θ)·exp(τξ), with ξ = 0 or a constant that takes out a fast spin.
//
//   u = Ad_E v,  E = exp(τξ):   T(θ)θ' = u - ξ,   v = Ad_E⁻¹ u,   v' = Ad_E⁻¹ u' - [ξ, v]
//
// The method acts on (θ, u). A body that spins fast about an axis of symmetry of its inertia and of its joints moves
// slowly in such a frame, and both the error and Newton's contraction are set by the slow motion. ξ is fitted to the
// stages of the last step so that v' + [ξ, v] vanishes; the chart moves only where that succeeds, so that other bodies
// keep the plain chart.
#pragma once

#include <algorithm>
#include <vector>

#include <Eigen/Cholesky>

#include "kreisel/groups/product_group.hpp"
#include "kreisel/methods/implicit_runge_kutta/rows.hpp"
#include "kreisel/methods/implicit_runge_kutta/scheme.hpp"
#include "kreisel/methods/shared/step_equations.hpp"

namespace kreisel {

template <MechanicalSystem System>
class RungeKuttaChart {
 public:
  using Tangent = typename System::Tangent;
  using Stage = RungeKuttaStage<System>;
  using Square = typename System::MassMatrix;

  explicit RungeKuttaChart(const System& system) : system_(system) {
    const Index n = system.group().dimension();
    for (Tangent* x : {&xi, &w_, &column_, &bracket_}) x->setZero(n);
    for (Square* x : {&t_, &map_}) shape_square(system, *x);
    shape_square(system, half_turned_, false);
    shape_rows(system, rows_);
    moved_.setZero(system.group().coordinate_count());
    gap_.setZero(row_count(system));
  }

  bool is_moving = false;
  Tangent xi;

  template <class A>
  void transfer(A& a) {
    a(is_moving, xi);
  }

  void stay() {
    is_moving = false;
    xi.setZero();
  }

  /// Q and Φ of a stage from its Θ, in a step of size h.
  void place(const StepPoint<System>& from, [[maybe_unused]] double h, bool with_gap, Stage& s) const {
    const double time = s.t - from.t;
    if (is_moving) return place_moving(from, time, with_gap, s);
    if (!with_gap) return advance_into(system_.group(), from.q, s.theta, s.q);
    if constexpr (requires { system_.advance_with_gap(from.t, from.q, h, s.theta, s.q, s.gap); }) {
      system_.advance_with_gap(from.t, from.q, time, s.theta, s.q, s.gap);
    } else {
      advance_into(system_.group(), from.q, s.theta, s.q);
      system_.gap_change(from.t, from.q, time, s.theta, s.gap);
    }
    s.gap += from.gap;
  }

  /// Ad of exp(-time ξ) = 1 - ad_w T(w), w = time ξ.
  void turn_into(double time, Square& out) const {
    w_ = time * xi;
    tangent_operator_into(system_.group(), w_, t_);
    bracket_matrix_into(system_.group(), -1.0, w_, column_, bracket_, map_);
    product_into(map_, t_, out);
    add_to_diagonal(1.0, out);
  }

  /// Variations at a stage as variations in the chart; accelerations feel [ξ, v]. spin: [ξ, ·], turned too.
  template <class Tangents>
  void turn_tangents(const Square& turn, Tangents& tangents, Square& spin) const {
    bracket_matrix_into(system_.group(), 1.0, xi, column_, bracket_, spin);
    add_product(-1.0, tangents.mass, spin, tangents.damping);
    for (auto* m : {&tangents.mass, &tangents.damping, &tangents.stiffness}) {
      product_into(*m, turn, half_turned_);
      values_of(*m).setZero();
      add_transposed_product(1.0, turn, half_turned_, *m);
    }
    t_ = spin;
    product_into(t_, turn, spin);
    for (auto* m : {&tangents.jacobian, &tangents.rate_stiffness}) {
      product_into(*m, turn, rows_);
      *m = rows_;
    }
  }

  /// ξ for a first step, from v and v' alone.
  void fit_start(double h, const Tangent& v, const Tangent& acceleration, std::vector<Stage>& stages) {
    stages[0].v = v;
    stages[0].acceleration = acceleration;
    fit(h, v, stages, 1);
  }

  /// ξ for the next step from the stages of the one before it, which ended with velocity v.
  void fit(double h, const Tangent& v, const std::vector<Stage>& stages, Index count) {
    was_moving_ = is_moving;
    is_moving = false;
    xi.setZero();
    for_each_factor([&](Index offset, Index size) {
      if (size <= largest_factor) fit_factor(h, v, stages, count, offset, size);
    });
  }

 private:
  static constexpr int largest_factor = 12;
  using Small = Eigen::Matrix<double, Dynamic, Dynamic, Eigen::ColMajor, largest_factor, largest_factor>;
  using SmallVector = Eigen::Matrix<double, Dynamic, 1, Eigen::ColMajor, largest_factor, 1>;

  void place_moving(const StepPoint<System>& from, double time, bool with_gap, Stage& s) const {
    w_ = time * xi;
    advance_into(system_.group(), from.q, s.theta, moved_);
    advance_into(system_.group(), moved_, w_, s.q);
    if (!with_gap) return;
    system_.gap_change(from.t, from.q, time, s.theta, s.gap);
    system_.gap_change(s.t, moved_, 0.0, w_, gap_);
    s.gap += gap_;
    s.gap += from.gap;
  }

  template <class Visit>
  void for_each_factor(Visit&& visit) const {
    const auto& group = system_.group();
    if constexpr (requires { group.factors(); }) {
      for (const auto& part : group.factors())
        if (!part.factor.commutative) visit(part.first_tangent, part.factor.dimension);
    } else {
      visit(Index(0), group.dimension());
    }
  }

  /// Σ |v'_i - [v_i, ξ]|² → min, with a weak pull towards v along v, where stages close together say nothing.
  void fit_factor(double h, const Tangent& v, const std::vector<Stage>& stages, Index count, Index offset,
                  Index size) {
    constexpr double least_turn = 0.02, to_begin = 2e-4, to_go_on = 2e-2, pull = 1e-6, regular = 1e-13;
    const SmallVector spin = turning_part(v, bracket_block(v, offset, size), offset);
    if (h * spin.norm() < least_turn) return;
    Small normal = Small::Zero(size, size);
    SmallVector right = SmallVector::Zero(size);
    double before = 0.0;
    for (Index i = 0; i < count; ++i) {
      const Stage& stage = stages[static_cast<std::size_t>(i)];
      const Small map = bracket_block(stage.v, offset, size);
      const SmallVector a = turning_part(stage.acceleration, map, offset);
      normal.noalias() += map.transpose() * map;
      right.noalias() += map.transpose() * a;
      before += a.squaredNorm();
    }
    const Small lsq = normal;
    const SmallVector projected = right;
    const double trace = normal.trace(), square = spin.squaredNorm();
    normal.noalias() += (pull * trace / square) * spin * spin.transpose();
    right.noalias() += (pull * trace) * spin;
    normal.diagonal().array() += regular * trace;
    const SmallVector fitted = normal.ldlt().solve(right);
    const double after = before - 2.0 * fitted.dot(projected) + fitted.dot(lsq * fitted);
    if (!(after < (was_moving_ ? to_go_on : to_begin) * before) || !fitted.allFinite()) return;
    xi.segment(offset, size) = fitted;
    is_moving = true;
  }

  Small bracket_block(const Tangent& v, Index offset, Index size) const {
    Small map(size, size);
    for (Index j = 0; j < size; ++j) {
      column_.setZero();
      column_[offset + j] = 1.0;
      bracket_into(system_.group(), v, column_, bracket_);
      map.col(j) = bracket_.segment(offset, size);
    }
    return map;
  }

  /// Those entries of x that take part in brackets, by their matrix; the others are not turned by any ξ.
  static SmallVector turning_part(const Tangent& x, const Small& map, Index offset) {
    SmallVector part = x.segment(offset, map.rows());
    for (Index j = 0; j < map.rows(); ++j)
      if (map.row(j).cwiseAbs().maxCoeff() == 0.0) part[j] = 0.0;
    return part;
  }

  const System& system_;
  bool was_moving_ = false;
  mutable Tangent w_, column_, bracket_;
  mutable Square t_, map_, half_turned_;
  mutable typename System::RowMatrix rows_;
  mutable typename System::Element moved_;
  mutable typename System::Multiplier gap_;
};

}  // namespace kreisel
