// Motion by the classical Runge-Kutta method in the chart of each step, from the index-1 equations: a second way to
// integrate, which shares nothing with kreisel/methods.
#pragma once

#include <Eigen/LU>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

class ChartMotion {
 public:
  ChartMotion(AnySystem system, const Vector& q, const Vector& v) : system_(std::move(system)) {
    state.q = q;
    state.v = v;
    settle();
  }

  State state;  // with v' and λ

  /// `steps` equal steps until t.
  void run(double t, int steps) {
    const double h = (t - state.t) / steps;
    for (int i = 0; i < steps; ++i) step(h);
    settle();
  }

 private:
  struct Slope {
    Vector theta, v;
  };

  void step(double h) {
    const Index n = state.v.size();
    const Vector zero = Vector::Zero(n);
    const Slope k1 = slope(0.0, zero, state.v);
    const Slope k2 = slope(0.5 * h, 0.5 * h * k1.theta, state.v + 0.5 * h * k1.v);
    const Slope k3 = slope(0.5 * h, 0.5 * h * k2.theta, state.v + 0.5 * h * k2.v);
    const Slope k4 = slope(h, h * k3.theta, state.v + h * k3.v);
    state.q =
        system_.group().advance(state.q, h / 6.0 * (k1.theta + 2.0 * k2.theta + 2.0 * k3.theta + k4.theta));
    state.v += h / 6.0 * (k1.v + 2.0 * k2.v + 2.0 * k3.v + k4.v);
    state.t += h;
  }
  Slope slope(double dt, const Vector& theta, const Vector& v) {
    Vector lambda;
    const Vector q = system_.group().advance(state.q, theta);
    return {system_.group().inverse_tangent_operator(theta) * v, acceleration(state.t + dt, q, v, lambda)};
  }
  void settle() { state.acceleration = acceleration(state.t, state.q, state.v, state.lambda); }

  /// v' and λ; compliant rows have their λ from their law.
  Vector acceleration(double t, const Vector& q, const Vector& v, Vector& lambda) const {
    const Index n = v.size(), m = row_count(system_);
    Matrix mass(n, n), b(m, n);
    Vector phi(m), rate(m), gamma(m), r(n);
    system_.mass(q, mass);
    system_.jacobian(t, q, b);
    system_.gap(t, q, phi);
    system_.rate(t, q, v, rate);
    system_.row_acceleration(t, q, v, Vector::Zero(n), gamma);
    Matrix matrix = Matrix::Zero(n + m, n + m);
    Vector right(n + m);
    lambda.setZero(m);
    system_.balance(t, q, v, Vector::Zero(n), lambda, r);
    matrix.topLeftCorner(n, n) = mass;
    matrix.topRightCorner(n, m) = b.transpose();
    right.head(n) = -r;
    for (Index i = 0; i < m; ++i) {
      const Row& row = system_.rows()[static_cast<std::size_t>(i)];
      if (row.compliance == 0.0) {
        matrix.row(n + i).head(n) = b.row(i);
        right(n + i) = -gamma(i);
      } else {
        matrix(n + i, n + i) = 1.0;
        right(n + i) = (row.is_position() ? phi(i) + row.relaxation * rate(i) : rate(i)) / row.compliance;
      }
    }
    const Vector solution = matrix.fullPivLu().solve(right);
    lambda = solution.tail(m);
    return solution.head(n);
  }

  AnySystem system_;
};

}  // namespace kreisel
