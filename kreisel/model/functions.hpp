// What an element makes of its forms s(q) (geometry.hpp): rows, or forces conjugate to the forms.
//
//   position rows   Φ(t, s)                 rate ρ = ∂Φ/∂s s' + ∂Φ/∂t
//   velocity rows   ρ(t, s, s'), linear in s'
//   forces          f(t, s, s'), what pushes along s: M v' = (∂s/∂q)ᵀf - Bᵀλ + ...; a spring has f = -k s
//
// B = W ∂s/∂q with W = ∂ρ/∂s'. A law is written once for any scalar type; dual numbers give every derivative.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "kreisel/core/dual.hpp"
#include "kreisel/model/geometry.hpp"

namespace kreisel {

using Forms = GeometryAt::Forms;
using FormRows = GeometryAt::FormRows;

/// Every output is resized and overwritten; nothing allocates.
struct RowFunction {
  virtual ~RowFunction() = default;
  virtual int rows() const = 0;
  /// Φ and Φ(t + dt, s + ds) - Φ(t, s); not asked of velocity rows.
  virtual void gap(double t, const Forms& s, Forms& out) const = 0;
  virtual void change(double t, const Forms& s, double dt, const Forms& ds, Forms& out) const = 0;
  virtual void weights(double t, const Forms& s, FormRows& out) const = 0;  // W
  virtual void rate(double t, const Forms& s, const Forms& rate, Forms& out) const = 0;
  /// ∂ρ/∂s.
  virtual void rate_by_forms(double t, const Forms& s, const Forms& rate, FormRows& out) const = 0;
  /// Σ_i λ_i ∂W_ij/∂s_k.
  virtual void weight_stiffness(double t, const Forms& s, const Forms& lambda, FormRows& out) const = 0;
  /// α = dρ/dt for given s'' and its derivatives by s and s'.
  virtual void acceleration(double t, const Forms& s, const Forms& rate, const Forms& second,
                            Forms& out) const = 0;
  virtual void acceleration_tangents(double t, const Forms& s, const Forms& rate, const Forms& second,
                                     FormRows& by_forms, FormRows& by_rates) const = 0;
};

struct ForceFunction {
  virtual ~ForceFunction() = default;
  virtual void force(double t, const Forms& s, const Forms& rate, Forms& out) const = 0;
  virtual void tangents(double t, const Forms& s, const Forms& rate, FormRows& by_forms,
                        FormRows& by_rates) const = 0;
  /// Of a conservative force; others have none.
  virtual double potential(double /*t*/, const Forms& /*s*/) const { return 0.0; }
  virtual bool is_conservative() const { return false; }
};

namespace detail {

using Dual1 = Dual<double>;
using Dual2 = Dual<Dual1>;
using Dual3 = Dual<Dual2>;
template <class S>
using FormArray = std::array<S, Geometry::most_forms>;

/// One array entry per form, made by value(j).
template <class S, class Value>
FormArray<S> form_array(Index forms, const Value& value) {
  FormArray<S> out;
  for (Index j = 0; j < forms; ++j) out[static_cast<std::size_t>(j)] = value(j);
  return out;
}

inline double unit(Index i, Index j) {
  return i == j ? 1.0 : 0.0;
}

/// Nodes and weights on [0, 1] of Gauss' quadrature with five nodes [Abramowitz, Stegun 1964] table 25.4.
struct GaussFive {
  static constexpr std::array<double, 5> nodes = {0.046910077030668004, 0.23076534494715845, 0.5,
                                                  0.76923465505284155, 0.953089922969332};
  static constexpr std::array<double, 5> weights = {0.11846344252809454, 0.23931433524968324,
                                                    0.28444444444444444, 0.23931433524968324,
                                                    0.11846344252809454};
};

/// A difference of two values, or the integral of the slope where both agree to round-off of the values: the
/// integral then has the smaller error. slope(x) at x in [0, 1].
template <class Slope>
double difference_or_integral(double before, double after, const Slope& slope) {
  double integral = 0.0;
  for (std::size_t i = 0; i < 5; ++i) integral += GaussFive::weights[i] * slope(GaussFive::nodes[i]);
  const double difference = after - before;
  const double noise =
      64.0 * 2.220446049250313e-16 * (std::abs(before) + std::abs(after) + std::abs(integral));
  return std::abs(difference - integral) <= noise ? integral : difference;
}

}  // namespace detail

/// Position rows from a law  template <class S> void operator()(const S& t, const S* s, S* phi) const  with
/// rows() and forms(). A law may have its own  double change(t, s, dt, ds, row).
template <class Law>
class PositionRows final : public RowFunction {
 public:
  explicit PositionRows(Law law) : law_(std::move(law)) {}

  int rows() const override { return law_.rows(); }
  void gap(double t, const Forms& s, Forms& out) const override {
    const auto phi = evaluate<double>(t, [&](Index j) { return s(j); });
    read(phi, out, [](double x) { return x; });
  }
  void change(double t, const Forms& s, double dt, const Forms& ds, Forms& out) const override {
    if constexpr (requires { law_.change(t, s.data(), dt, ds.data(), out.data()); }) {
      out.resize(rows());
      law_.change(t, s.data(), dt, ds.data(), out.data());
    } else {
      change_by_integral(t, s, dt, ds, out);
    }
  }
  void weights(double t, const Forms& s, FormRows& out) const override {
    using S = detail::Dual1;
    out.resize(rows(), law_.forms());
    for (Index k = 0; k < law_.forms(); ++k) {
      const auto phi = evaluate<S>(t, [&](Index j) { return S(s(j), detail::unit(j, k)); });
      for (Index i = 0; i < rows(); ++i) out(i, k) = phi[static_cast<std::size_t>(i)].derivative;
    }
  }
  void rate(double t, const Forms& s, const Forms& rate, Forms& out) const override {
    using S = detail::Dual1;
    const auto phi = evaluate<S>(S(t, 1.0), [&](Index j) { return S(s(j), rate(j)); });
    read(phi, out, [](const S& x) { return x.derivative; });
  }
  void rate_by_forms(double t, const Forms& s, const Forms& rate, FormRows& out) const override {
    using S = detail::Dual2;
    using T = detail::Dual1;
    out.resize(rows(), law_.forms());
    for (Index k = 0; k < law_.forms(); ++k) {
      const auto phi = evaluate<S>(S(T(t, 1.0), T(0.0)),
                                   [&](Index j) { return S(T(s(j), rate(j)), T(detail::unit(j, k))); });
      for (Index i = 0; i < rows(); ++i) out(i, k) = phi[static_cast<std::size_t>(i)].derivative.derivative;
    }
  }
  void weight_stiffness(double t, const Forms& s, const Forms& lambda, FormRows& out) const override {
    using S = detail::Dual2;
    using T = detail::Dual1;
    const Index n = law_.forms();
    out.resize(n, n);
    for (Index k = 0; k < n; ++k) {
      for (Index l = 0; l <= k; ++l) {
        const auto phi =
            evaluate<S>(S(t), [&](Index j) { return S(T(s(j), detail::unit(j, l)), T(detail::unit(j, k))); });
        double sum = 0.0;
        for (Index i = 0; i < rows(); ++i)
          sum += lambda(i) * phi[static_cast<std::size_t>(i)].derivative.derivative;
        out(k, l) = out(l, k) = sum;
      }
    }
  }
  void acceleration(double t, const Forms& s, const Forms& rate, const Forms& second,
                    Forms& out) const override {
    using S = detail::Dual2;
    using T = detail::Dual1;
    const auto phi = evaluate<S>(S(T(t, 1.0), T(1.0)),
                                 [&](Index j) { return S(T(s(j), rate(j)), T(rate(j), second(j))); });
    read(phi, out, [](const S& x) { return x.derivative.derivative; });
  }
  void acceleration_tangents(double t, const Forms& s, const Forms& rate, const Forms& second,
                             FormRows& by_forms, FormRows& by_rates) const override {
    using S = detail::Dual3;
    using T = detail::Dual2;
    using U = detail::Dual1;
    by_forms.resize(rows(), law_.forms());
    for (Index k = 0; k < law_.forms(); ++k) {
      const auto phi = evaluate<S>(S(T(U(t, 1.0), U(1.0)), T(0.0)), [&](Index j) {
        return S(T(U(s(j), rate(j)), U(rate(j), second(j))), T(detail::unit(j, k)));
      });
      for (Index i = 0; i < rows(); ++i)
        by_forms(i, k) = phi[static_cast<std::size_t>(i)].derivative.derivative.derivative;
    }
    rate_by_forms(t, s, rate, by_rates);
    by_rates *= 2.0;  // α = Φ_ss s' s' + 2 Φ_ts s' + ...
  }

 private:
  template <class S, class Value>
  detail::FormArray<S> evaluate(const S& t, const Value& value) const {
    const auto s = detail::form_array<S>(law_.forms(), value);
    detail::FormArray<S> phi;
    law_(t, s.data(), phi.data());
    return phi;
  }
  template <class S, class Part>
  void read(const detail::FormArray<S>& phi, Forms& out, const Part& part) const {
    out.resize(rows());
    for (Index i = 0; i < rows(); ++i) out(i) = part(phi[static_cast<std::size_t>(i)]);
  }
  void change_by_integral(double t, const Forms& s, double dt, const Forms& ds, Forms& out) const {
    using S = detail::Dual1;
    std::array<detail::FormArray<S>, 5> slopes;
    for (std::size_t n = 0; n < 5; ++n) {
      const double x = detail::GaussFive::nodes[n];
      slopes[n] = evaluate<S>(S(t + x * dt, dt), [&](Index j) { return S(s(j) + x * ds(j), ds(j)); });
    }
    const auto before = evaluate<double>(t, [&](Index j) { return s(j); });
    const auto after = evaluate<double>(t + dt, [&](Index j) { return s(j) + ds(j); });
    out.resize(rows());
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows()); ++i) {
      std::size_t n = 0;
      out(static_cast<Index>(i)) = detail::difference_or_integral(
          before[i], after[i], [&](double) { return slopes[n++][i].derivative; });
    }
  }

  Law law_;
};

/// Velocity rows from a law  template <class S> void operator()(const S& t, const S* s, const S* rate, S* out) const,
/// linear in the rate.
template <class Law>
class VelocityRows final : public RowFunction {
 public:
  explicit VelocityRows(Law law) : law_(std::move(law)) {}

  int rows() const override { return law_.rows(); }
  void gap(double, const Forms&, Forms& out) const override { out.setZero(rows()); }
  void change(double, const Forms&, double, const Forms&, Forms& out) const override { out.setZero(rows()); }
  void weights(double t, const Forms& s, FormRows& out) const override {
    using S = detail::Dual1;  // exact because the law is linear
    out.resize(rows(), law_.forms());
    for (Index k = 0; k < law_.forms(); ++k) {
      const auto r = evaluate<S>(
          S(t), [&](Index j) { return S(s(j)); }, [&](Index j) { return S(0.0, detail::unit(j, k)); });
      for (Index i = 0; i < rows(); ++i) out(i, k) = r[static_cast<std::size_t>(i)].derivative;
    }
  }
  void rate(double t, const Forms& s, const Forms& rate, Forms& out) const override {
    const auto r = evaluate<double>(
        t, [&](Index j) { return s(j); }, [&](Index j) { return rate(j); });
    out.resize(rows());
    for (Index i = 0; i < rows(); ++i) out(i) = r[static_cast<std::size_t>(i)];
  }
  void rate_by_forms(double t, const Forms& s, const Forms& rate, FormRows& out) const override {
    using S = detail::Dual1;
    out.resize(rows(), law_.forms());
    for (Index k = 0; k < law_.forms(); ++k) {
      const auto r = evaluate<S>(
          S(t), [&](Index j) { return S(s(j), detail::unit(j, k)); }, [&](Index j) { return S(rate(j)); });
      for (Index i = 0; i < rows(); ++i) out(i, k) = r[static_cast<std::size_t>(i)].derivative;
    }
  }
  void weight_stiffness(double t, const Forms& s, const Forms& lambda, FormRows& out) const override {
    using S = detail::Dual2;
    using T = detail::Dual1;
    const Index n = law_.forms();
    out.resize(n, n);
    for (Index k = 0; k < n; ++k) {
      for (Index l = 0; l < n; ++l) {
        const auto r = evaluate<S>(
            S(t), [&](Index j) { return S(T(s(j), detail::unit(j, l)), T(0.0)); },
            [&](Index j) { return S(T(0.0), T(detail::unit(j, k))); });
        double sum = 0.0;
        for (Index i = 0; i < rows(); ++i)
          sum += lambda(i) * r[static_cast<std::size_t>(i)].derivative.derivative;
        out(k, l) = sum;
      }
    }
  }
  void acceleration(double t, const Forms& s, const Forms& rate, const Forms& second,
                    Forms& out) const override {
    using S = detail::Dual1;
    const auto r = evaluate<S>(
        S(t, 1.0), [&](Index j) { return S(s(j), rate(j)); }, [&](Index j) { return S(rate(j), second(j)); });
    out.resize(rows());
    for (Index i = 0; i < rows(); ++i) out(i) = r[static_cast<std::size_t>(i)].derivative;
  }
  void acceleration_tangents(double t, const Forms& s, const Forms& rate, const Forms& second,
                             FormRows& by_forms, FormRows& by_rates) const override {
    using S = detail::Dual2;
    using T = detail::Dual1;
    by_forms.resize(rows(), law_.forms());
    by_rates.resize(rows(), law_.forms());
    for (Index k = 0; k < law_.forms(); ++k) {
      const auto a = evaluate<S>(
          S(T(t, 1.0), T(0.0)), [&](Index j) { return S(T(s(j), rate(j)), T(detail::unit(j, k))); },
          [&](Index j) { return S(T(rate(j), second(j)), T(0.0)); });
      const auto b = evaluate<S>(
          S(T(t, 1.0), T(0.0)), [&](Index j) { return S(T(s(j), rate(j)), T(0.0, detail::unit(j, k))); },
          [&](Index j) { return S(T(rate(j), second(j)), T(detail::unit(j, k))); });
      for (Index i = 0; i < rows(); ++i) {
        by_forms(i, k) = a[static_cast<std::size_t>(i)].derivative.derivative;
        by_rates(i, k) = b[static_cast<std::size_t>(i)].derivative.derivative;
      }
    }
  }

 private:
  template <class S, class Value, class Rate>
  detail::FormArray<S> evaluate(const S& t, const Value& value, const Rate& rate) const {
    const auto s = detail::form_array<S>(law_.forms(), value), ds = detail::form_array<S>(law_.forms(), rate);
    detail::FormArray<S> out;
    law_(t, s.data(), ds.data(), out.data());
    return out;
  }

  Law law_;
};

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

}  // namespace kreisel
