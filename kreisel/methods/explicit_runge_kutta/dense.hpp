// Between the ends of an explicit step: polynomials for θ, so that q = q_n·exp(θ(s)), and for v.
//
// The cubic Hermite polynomial, raised to order 4 (dopri5) and 7 (dop853) by sums of the slopes
// [Hairer, Nørsett, Wanner 1993] II.6, II.10:
//   y(s) = y_0 + s (r_0 + (1-s) (r_1 + s (r_2 + (1-s) (r_3 + s (r_4 + …)))))
#pragma once

#include <array>

#include "kreisel/methods/explicit_runge_kutta/slopes.hpp"

namespace kreisel {

template <MechanicalSystem System>
class ExplicitDense {
 public:
  using Tangent = typename System::Tangent;

  void resize(Index n) {
    for (Part& part : parts_) {
      part.theta.setZero(n);
      part.v.setZero(n);
    }
    work_.theta.setZero(n);
    work_.v.setZero(n);
  }

  /// Before any step.
  void clear() {
    parts_[0].theta.setZero();
    parts_[0].v.setZero();
    count_ = 1;
  }

  /// From the way over the step and all its slopes.
  void prepare(const ExplicitCoefficients& coefficients, const ExplicitSlopes<System>& slopes, double h,
               const Tangent& theta, const Tangent& change) {
    const auto &first = slopes[0], &last = slopes[coefficients.stages];
    parts_[0].theta = theta;
    parts_[0].v = change;
    parts_[1].theta = h * first.theta - theta;
    parts_[1].v = h * first.v - change;
    parts_[2].theta = 2.0 * theta - h * (first.theta + last.theta);
    parts_[2].v = 2.0 * change - h * (first.v + last.v);
    count_ = 3;
    for (int i = 0; i < coefficients.dense_count; ++i, ++count_) {
      Part& part = parts_[static_cast<std::size_t>(count_)];
      slopes.combine(coefficients.dense[static_cast<std::size_t>(i)], h, part.theta, part.v);
    }
  }

  /// θ and the change of v at the fraction s of the step.
  void look(double s, Tangent& theta, Tangent& change) {
    work_ = parts_[static_cast<std::size_t>(count_ - 1)];
    for (int i = count_ - 1; i > 0; --i) {
      const double factor = i % 2 == 1 ? 1.0 - s : s;
      const Part& part = parts_[static_cast<std::size_t>(i - 1)];
      work_.theta = part.theta + factor * work_.theta;
      work_.v = part.v + factor * work_.v;
    }
    theta = s * work_.theta;
    change = s * work_.v;
  }

 private:
  struct Part {
    Tangent theta, v;
  };
  std::array<Part, 7> parts_;
  Part work_;
  int count_ = 1;
};

}  // namespace kreisel
