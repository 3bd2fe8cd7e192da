#include "kreisel/model/force_functions.hpp"

namespace kreisel {

void SpringForce::multipliers(double t, const Forms& s, const Forms& rate, Forms& out) const {
  if (rows_) {
    Forms speed;
    rows_->gap(t, s, out);
    rows_->rate(t, s, rate, speed);
    out = stiffness_.cwiseProduct(out) + damping_.cwiseProduct(speed);
  } else {
    out = stiffness_.cwiseProduct(s) + damping_.cwiseProduct(rate);
  }
}

void SpringForce::force(double t, const Forms& s, const Forms& rate, Forms& out) const {
  Forms lambda;
  multipliers(t, s, rate, lambda);
  out = -lambda;
  if (!rows_) return;
  FormRows w;
  rows_->weights(t, s, w);
  out = -w.transpose().lazyProduct(lambda);
}

/// f = -Wᵀλ:  ∂f/∂s = -Σ λ_i ∂W_i/∂s - Wᵀ(k W + d ∂ρ/∂s),  ∂f/∂s' = -Wᵀ d W.
void SpringForce::tangents(double t, const Forms& s, const Forms& rate, FormRows& by_forms,
                           FormRows& by_rates) const {
  if (!rows_) {
    by_forms = (-stiffness_).asDiagonal();
    by_rates = (-damping_).asDiagonal();
    return;
  }
  Forms lambda;
  multipliers(t, s, rate, lambda);
  lambda = -lambda;
  FormRows w, by_rate;
  rows_->weights(t, s, w);
  rows_->rate_by_forms(t, s, rate, by_rate);
  rows_->weight_stiffness(t, s, lambda, by_forms);
  const FormRows braked = damping_.asDiagonal() * w;
  const FormRows pulled = stiffness_.asDiagonal() * w + damping_.asDiagonal() * by_rate;
  by_forms -= w.transpose().lazyProduct(pulled);
  by_rates = -w.transpose().lazyProduct(braked);
}

double SpringForce::potential(double t, const Forms& s) const {
  Forms phi = s;
  if (rows_) rows_->gap(t, s, phi);
  return 0.5 * stiffness_.dot(phi.cwiseAbs2());
}

}  // namespace kreisel
