// The slopes θ' and v' of a step and their sums.
#pragma once

#include <array>

#include "kreisel/equations/mechanical_system.hpp"
#include "kreisel/methods/explicit_runge_kutta/coefficients.hpp"

namespace kreisel {

template <MechanicalSystem System>
class ExplicitSlopes {
 public:
  using Tangent = typename System::Tangent;

  struct Slope {
    Tangent theta, v;
  };

  void resize(Index n) {
    for (Slope& slope : slopes_) {
      slope.theta.setZero(n);
      slope.v.setZero(n);
    }
  }

  Slope& operator[](int i) { return slopes_[static_cast<std::size_t>(i)]; }
  const Slope& operator[](int i) const { return slopes_[static_cast<std::size_t>(i)]; }

  /// h times the sum.
  void combine(const SlopeSum& sum, double h, Tangent& theta, Tangent& v) const {
    if constexpr (System::fixed_dimension == Dynamic) {
      theta.setZero();
      v.setZero();
      add(sum, h, theta, v);
    } else {
      Tangent all = Tangent::Zero(), all_v = Tangent::Zero();  // stay in registers
      add(sum, h, all, all_v);
      theta = all;
      v = all_v;
    }
  }

 private:
  void add(const SlopeSum& sum, double h, Tangent& theta, Tangent& v) const {
    for (int i = 0; i < sum.count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Slope& slope = (*this)[sum.index[at]];
      const double factor = h * sum.factor[at];
      theta += factor * slope.theta;
      v += factor * slope.v;
    }
  }

  std::array<Slope, most_slopes> slopes_;
};

}  // namespace kreisel
