// The double pendulum in the plane: two points of 1 kg, two rods of 1 m; by points with rows or by angles.
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// q = (p1, p2): (|p1|² - 1)/2 = 0, (|p2 - p1|² - 1)/2 = 0.
struct DoublePendulumPoints {
  using Group = Real<4>;
  static constexpr int fixed_rows = 2;
  static constexpr bool rheonomic = false;
  double gravity = 9.81;

  std::array<Row, 2> rows() const {
    return {{{.name = "rod1", .unit = "N/m"}, {.name = "rod2", .unit = "N/m"}}};
  }

  template <class S>
  MatrixOf<S, 4, 4> mass(const VectorOf<S, 4>&) const {
    return MatrixOf<S, 4, 4>::Identity();
  }
  template <class S>
  VectorOf<S, 4> force(const S&, const VectorOf<S, 4>&, const VectorOf<S, 4>&) const {
    return {S(0), S(-gravity), S(0), S(-gravity)};
  }
  template <class S>
  VectorOf<S, 2> constraint(const S&, const VectorOf<S, 4>& q) const {
    return {0.5 * (q.template head<2>().squaredNorm() - 1.0), 0.5 * (second_rod(q).squaredNorm() - 1.0)};
  }
  VectorOf<double, 2> constraint_change(double, const VectorOf<double, 4>& q, double,
                                        const VectorOf<double, 4>& w) const {
    const VectorOf<double, 2> first = w.head<2>(), second = second_rod(w);
    return {first.dot(q.head<2>() + 0.5 * first), second.dot(second_rod(q) + 0.5 * second)};
  }
  template <class S>
  MatrixOf<S, 2, 4> jacobian(const S&, const VectorOf<S, 4>& q) const {
    const VectorOf<S, 2> rod = second_rod(q);
    MatrixOf<S, 2, 4> b;
    b << q(0), q(1), S(0), S(0), -rod(0), -rod(1), rod(0), rod(1);
    return b;
  }

 private:
  template <class S>
  static VectorOf<S, 2> second_rod(const VectorOf<S, 4>& q) {
    return q.template tail<2>() - q.template head<2>();
  }
};

/// q = (th1, th2), both from the downward vertical.
struct DoublePendulumAngles {
  using Group = Real<2>;
  static constexpr int fixed_rows = 0;
  static constexpr bool rheonomic = false;
  double gravity = 9.81;

  std::array<Row, 0> rows() const { return {}; }

  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>& q) const {
    using std::cos;
    const S c = cos(q(0) - q(1));
    MatrixOf<S, 2, 2> m;
    m << S(2), c, c, S(1);
    return m;
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>& q, const VectorOf<S, 2>& v) const {
    using std::sin;
    const S s = sin(q(0) - q(1));
    return {-v(1) * v(1) * s - 2.0 * gravity * sin(q(0)), v(0) * v(0) * s - gravity * sin(q(1))};
  }
};

}  // namespace kreisel
