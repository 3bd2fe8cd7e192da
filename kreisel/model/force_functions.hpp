// Forces from laws, and forces that are what springs and dampers of rows would do.
#pragma once

#include <vector>

#include "kreisel/model/functions.hpp"

namespace kreisel {

/// A force from a law  template <class S> void operator()(const S& t, const S* s, const S* rate, S* force) const  with
/// forms(). A conservative one has  double potential(t, s) const,  force = -∂potential/∂s.
template <class Law>
class LawForce final : public ForceFunction {
 public:
  explicit LawForce(Law law) : law_(std::move(law)) {}

  void force(double t, const Forms& s, const Forms& rate, Forms& out) const override {
    const Index n = law_.forms();
    out.resize(n);
    law_(t, s.data(), rate.data(), out.data());
  }
  void tangents(double t, const Forms& s, const Forms& rate, FormRows& by_forms,
                FormRows& by_rates) const override {
    const Index n = law_.forms();
    by_forms.resize(n, n);
    by_rates.resize(n, n);
    for (Index k = 0; k < n; ++k) {
      column(t, s, rate, k, true, by_forms);
      column(t, s, rate, k, false, by_rates);
    }
  }
  double potential(double t, const Forms& s) const override {
    if constexpr (requires { law_.potential(t, s.data()); })
      return law_.potential(t, s.data());
    else
      return 0.0;
  }
  bool is_conservative() const override {
    if constexpr (requires { law_.is_conservative(); })
      return law_.is_conservative();
    else
      return false;
  }

 private:
  void column(double t, const Forms& s, const Forms& rate, Index k, bool by_form, FormRows& out) const {
    using S = detail::Dual1;
    const auto value = detail::form_array<S>(
        law_.forms(), [&](Index j) { return S(s(j), by_form ? detail::unit(j, k) : 0.0); });
    const auto speed = detail::form_array<S>(
        law_.forms(), [&](Index j) { return S(rate(j), by_form ? 0.0 : detail::unit(j, k)); });
    detail::FormArray<S> force;
    law_(S(t), value.data(), speed.data(), force.data());
    for (Index i = 0; i < law_.forms(); ++i) out(i, k) = force[static_cast<std::size_t>(i)].derivative;
  }

  Law law_;
};

/// -Wᵀλ with λ_i = k_i Φ_i + d_i ρ_i on the rows of a function (none: the forms themselves): what compliant rows do.
class SpringForce final : public ForceFunction {
 public:
  SpringForce(std::shared_ptr<const RowFunction> rows, Vector stiffness, Vector damping)
      : rows_(std::move(rows)), stiffness_(std::move(stiffness)), damping_(std::move(damping)) {}

  void force(double t, const Forms& s, const Forms& rate, Forms& out) const override;
  void tangents(double t, const Forms& s, const Forms& rate, FormRows& by_forms,
                FormRows& by_rates) const override;
  double potential(double t, const Forms& s) const override;
  bool is_conservative() const override { return damping_.isZero(0.0); }

 private:
  void multipliers(double t, const Forms& s, const Forms& rate, Forms& out) const;

  std::shared_ptr<const RowFunction> rows_;
  Vector stiffness_, damping_;
};

}  // namespace kreisel
