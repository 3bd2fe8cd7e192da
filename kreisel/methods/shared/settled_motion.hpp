// A step between two settled points, velocities and accelerations on the rows: do both ends belong to one motion, and what
// lies between them.
//
// In the chart of the step q = q_0 exp(θ), θ' = T⁻¹(θ)v, so θ'_0 = v_0 and θ''_0 = v'_0. For any smooth motion
//
//   κ = θ - h/2 (v_0 + θ'_1) - h²/12 (v'_0 - θ''_1) = h⁵ θ^(5)/720 + …
//
// whatever the method. Its part along the rows is what a driven mechanism has for an error estimate: nothing there is
// free, and both ends are right by construction. It is far from small where a step ends on another branch of the joints.
// Between the ends: θ by the quintic Hermite polynomial, v by a cubic one of its own (θ and v agree to the tolerance only,
// and the derivative of θ divides the difference by h), put on the rigid rows; v' and λ from the forces there.
#pragma once

#include "kreisel/equations/state.hpp"
#include "kreisel/methods/shared/acceleration_level.hpp"
#include "kreisel/methods/shared/chart_derivatives.hpp"
#include "kreisel/methods/shared/step_equations.hpp"

namespace kreisel {

template <MechanicalSystem System>
class SettledMotion {
 public:
  using Point = StepPoint<System>;
  using Tangent = typename System::Tangent;

  /// `level` is a workspace.
  SettledMotion(const System& system, AccelerationLevel<System>& level)
      : system_(system), level_(level), ends_(system) {
    for (Tangent* x : {&closure_, &tangential_, &theta_}) x->setZero(system.group().dimension());
    sample_.resize(system);
    for (const Row& row : system.rows()) has_rigid_rows_ = has_rigid_rows_ || row.is_rigid();
  }

  bool has_rigid_rows() const { return has_rigid_rows_; }

  /// What of κ lies along the rows that make_tangential() knows.
  template <class MakeTangential>
  const Tangent& along_rows(const Point& from, const Point& to, const Tangent& theta, double h,
                            MakeTangential&& make_tangential) {
    ends_.look(theta, to.v, to.acceleration, h);
    closure_ = theta - (0.5 * h) * (from.v + ends_.rate) - (h * h / 12.0) * (from.acceleration - ends_.bend);
    tangential_ = closure_;
    make_tangential(tangential_);
    closure_ -= tangential_;
    return closure_;
  }

  /// At the fraction s of the step; `lambda` of the compliant rows there, the others are found.
  void at(const Point& from, const Point& to, const Tangent& theta, double h, double s,
          const typename System::Multiplier& lambda, State& out) {
    ends_.look(theta, to.v, to.acceleration, h);
    const double s2 = s * s, s3 = s2 * s, s4 = s3 * s, s5 = s4 * s;
    theta_ = (10.0 * s3 - 15.0 * s4 + 6.0 * s5) * theta;
    theta_ += (h * (s - 6.0 * s3 + 8.0 * s4 - 3.0 * s5)) * from.v;
    theta_ += (h * (-4.0 * s3 + 7.0 * s4 - 3.0 * s5)) * ends_.rate;
    theta_ += (0.5 * h * h * (s2 - 3.0 * s3 + 3.0 * s4 - s5)) * from.acceleration;
    theta_ += (0.5 * h * h * (s3 - 2.0 * s4 + s5)) * ends_.bend;
    sample_.t = s < 1.0 ? from.t + s * (to.t - from.t) : to.t;
    advance_into(system_.group(), from.q, theta_, sample_.q);
    const double r = 1.0 - s;
    sample_.v = (r * r * (1.0 + 2.0 * s)) * from.v + (s2 * (3.0 - 2.0 * s)) * to.v +
                (h * s * r * r) * from.acceleration - (h * s2 * r) * to.acceleration;
    sample_.lambda = lambda;
    if (level_.settle(sample_.t, sample_.q, sample_.v, sample_.acceleration, sample_.lambda) !=
        KernelStatus::regular)
      sample_.acceleration = r * from.acceleration + s * to.acceleration;
    out.t = sample_.t;
    out.q = sample_.q;
    out.v = sample_.v;
    out.acceleration = sample_.acceleration;
    out.lambda = sample_.lambda;
  }

 private:
  const System& system_;
  AccelerationLevel<System>& level_;
  ChartDerivatives<System> ends_;
  bool has_rigid_rows_ = false;
  Tangent closure_, tangential_, theta_;
  Point sample_;
};

}  // namespace kreisel
