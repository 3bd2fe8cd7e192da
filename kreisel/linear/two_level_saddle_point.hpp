// The kernel of stabilised equations in blocks: every body stands in it twice, with the variation w of its velocity and
// with that of its position, x, and every row twice, as a rate and as a gap.
//
//   [  A   K  Bᵀ  0  ] [ w ]   [ r ]      A, K: forces by velocity and by position, P: how far u moves positions
//   [ -1   E  0   P  ] [ x ] = [ 0 ]      E: 1, or what else a velocity is by the position
//   [  L_w L_x -C    ] [ y ]   [ s ]      m rows that forces y keep
//   [  L_w L_x     -C] [ u ]   [ s ]      m rows that moves u keep
//
// So the equations stay in the blocks of bodies and joints; with w alone every joint would touch all bodies of its
// neighbours.
#pragma once

#include <complex>

#include "kreisel/linear/block_saddle_point.hpp"

namespace kreisel {

template <class Scalar = double>
class TwoLevelSaddlePoint {
 public:
  using Values = VectorOf<Scalar, Dynamic>;

  /// The bodies and the m rows once.
  void resize(const SharedPattern& once);

  void set_forces(const BlockSquare<Scalar>& by_velocity, double factor,
                  const BlockSquare<double>& by_position);
  /// E = a·1 + b Z, Z block diagonal.
  void set_kinematics(const Scalar& a, double b, const BlockSquare<double>& z);
  /// Bᵀ, from B.
  void set_columns(const BlockStrips<double>& b);
  /// P, from its transpose; only the rows that are chosen.
  template <class IsChosen>
  void set_moves(double factor, const BlockStrips<double>& transposed, IsChosen&& is_chosen) {
    for (Index i = 0; i < m_; ++i) {
      auto part = tail(levels_.u, m_ + i);
      if (is_chosen(i))
        part = (factor * transposed.row(i)).template cast<Scalar>();
      else
        part.setZero();
    }
  }

  /// Row i < 2m of L, what of it is for w and what for x: as wide as a row of B.
  auto by_velocity(Index i) { return head(levels_.l, i); }
  auto by_position(Index i) { return tail(levels_.l, i); }
  void set_compliance(Index i, const Scalar& value) { levels_.c[i] = value; }

  /// As BlockSaddlePoint, on both levels.
  void leave_out(const std::vector<Index>& rows);
  KernelStatus factorize();
  /// (r, s) -> (w, (y, u)) in place; x is kept beside.
  void solve(Values& r, Values& rows) const;
  const Values& position() const { return position_; }

  /// After singular_body: the coordinate, after singular_row: the row, one of 2m.
  Index guilty() const { return guilty_; }
  double row_sensitivity() const { return levels_.row_sensitivity(); }
  const std::vector<Index>& dropped() const { return levels_.dropped(); }

 private:
  template <class Strips>
  static auto head(Strips& strips, Index i) {
    auto row = strips.row(i);
    return Eigen::Map<Eigen::Matrix<Scalar, 1, Dynamic>>(row.data(), row.size() / 2);
  }
  template <class Strips>
  static auto tail(Strips& strips, Index i) {
    auto row = strips.row(i);
    return Eigen::Map<Eigen::Matrix<Scalar, 1, Dynamic>>(row.data() + row.size() / 2, row.size() / 2);
  }
  BlockSaddlePoint<Scalar> levels_;
  Index n_ = 0, m_ = 0, guilty_ = -1;
  mutable Values both_, position_;
  std::vector<Index> left_out_;
};

extern template class TwoLevelSaddlePoint<double>;
extern template class TwoLevelSaddlePoint<std::complex<double>>;

}  // namespace kreisel
