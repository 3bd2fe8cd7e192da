// In a chart q = q_0 exp(θ): θ' = T⁻¹(θ)w and θ'' for a velocity w and its derivative w'.
#pragma once

#include "kreisel/methods/shared/matrices.hpp"

namespace kreisel {

template <MechanicalSystem System>
class ChartDerivatives {
 public:
  using Tangent = typename System::Tangent;

  explicit ChartDerivatives(const System& system)
      : system_(system), is_commutative_(is_commutative(system.group())) {
    for (Tangent* x : {&rate, &bend, &side_, &before_, &theta_}) x->setZero(system.group().dimension());
    shape_square(system, inverse_t_);
  }

  Tangent rate, bend;  // θ', θ''

  /// θ'' by a central difference along the motion; h: the time in which θ comes about.
  void look(const Tangent& theta, const Tangent& w, const Tangent& w_rate, double h) {
    if (is_commutative_) {
      rate = w;
      bend = w_rate;
      return;
    }
    inverse_tangent_operator_into(system_.group(), theta, inverse_t_);
    product_into(inverse_t_, w, rate);
    constexpr double part = 1e-5;
    for (const double side : {-part * h, part * h}) {
      theta_ = theta + side * rate;
      inverse_tangent_operator_into(system_.group(), theta_, inverse_t_);
      side_ = w + side * w_rate;
      product_into(inverse_t_, side_, side < 0.0 ? before_ : bend);
    }
    bend = (bend - before_) / (2.0 * part * h);
  }

 private:
  const System& system_;
  bool is_commutative_;
  Tangent side_, before_, theta_;
  typename System::MassMatrix inverse_t_;
};

}  // namespace kreisel
