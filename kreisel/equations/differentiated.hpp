// A law turned into a complete mechanical system: what the law does not offer analytically is
// differentiated exactly by dual numbers, direction by direction.
#pragma once

#include <span>
#include <vector>

#include "kreisel/core/dual.hpp"
#include "kreisel/equations/law.hpp"

namespace kreisel {

template <Law L>
class Differentiated {
 public:
  using Group = typename L::Group;
  using Blocks = typename detail::BlocksOf<L>::Type;
  static constexpr int fixed_dimension = Group::fixed_dimension;
  static constexpr int fixed_coordinates = Group::fixed_coordinates;
  static constexpr int fixed_rows = L::fixed_rows;

  template <class S>
  using ElementOf = VectorOf<S, fixed_coordinates>;
  template <class S>
  using TangentOf = VectorOf<S, fixed_dimension>;
  template <class S>
  using MultiplierOf = VectorOf<S, fixed_rows>;
  using Element = ElementOf<double>;
  using Tangent = TangentOf<double>;
  using Multiplier = MultiplierOf<double>;
  using MassMatrix = MatrixOf<double, fixed_dimension, fixed_dimension>;
  using RowMatrix = MatrixOf<double, fixed_rows, fixed_dimension>;
  using AllTangents = Tangents<fixed_dimension, fixed_rows>;

  explicit Differentiated(L law) : law_(std::move(law)), rows_(read_rows(law_)) {}

  Group group() const { return {}; }
  std::span<const Row> rows() const { return rows_; }
  const L& law() const { return law_; }

  void mass(const Element& q, MassMatrix& m) const { m = law_.mass(q); }

  void balance(double t, const Element& q, const Tangent& v, const Tangent& acceleration,
               const Multiplier& lambda, Tangent& r) const {
    r = balance_of(t, q, v, acceleration, lambda);
  }

  void gap(double t, const Element& q, Multiplier& phi) const { phi = gap_of(t, q); }

  void gap_change(double t, const Element& q, double dt, const Tangent& w, Multiplier& change) const {
    if constexpr (fixed_rows == 0) {
      change.setZero();
    } else if constexpr (requires { law_.constraint_change(t, q, dt, w); }) {
      change = law_.constraint_change(t, q, dt, w);
    } else {
      change = gap_of(t + dt, ElementOf<double>(Group::advance(q, w))) - gap_of(t, q);
    }
  }

  static constexpr bool has_exact_gap_change() {
    return fixed_rows == 0 || requires(const L& law, double t, Element q, Tangent w) {
      law.constraint_change(t, q, t, w);
    };
  }

  /// q·exp(w) and the change of Φ at once, for laws where the two share work.
  void advance_with_gap(double t, const Element& q, double dt, const Tangent& w, Element& moved,
                        Multiplier& change) const requires requires(const L& law) {
    law.advance_with_gap(t, q, dt, w, moved, change);
  }
  { law_.advance_with_gap(t, q, dt, w, moved, change); }

  void jacobian(double t, const Element& q, RowMatrix& b) const { b = jacobian_of(t, q); }

  void rate(double t, const Element& q, const Tangent& v, Multiplier& out) const {
    if constexpr (requires { law_.rate(t, q, v); }) {
      out = law_.rate(t, q, v);
    } else {
      out = rate_of(t, q, v);
    }
  }

  void row_acceleration(double t, const Element& q, const Tangent& v, const Tangent& acceleration,
                        Multiplier& out) const {
    if constexpr (requires { law_.row_acceleration(t, q, v, acceleration); }) {
      out = law_.row_acceleration(t, q, v, acceleration);
    } else {
      out = acceleration_of(t, q, v, acceleration);
    }
  }

  /// M, B, f and γ at once, for laws where they share work; entries that are always zero are left alone.
  void index1(double t, const Element& q, const Tangent& v, MassMatrix& m, RowMatrix& b, Tangent& f,
              Multiplier& gamma) const requires requires(const L& law) {
    law.index1(t, q, v, m, b, f, gamma);
  }
  { law_.index1(t, q, v, m, b, f, gamma); }

  void tangents(double t, const Element& q, const Tangent& v, const Tangent& acceleration,
                const Multiplier& lambda, AllTangents& out) const {
    if constexpr (requires { law_.tangents(t, q, v, acceleration, lambda, out); }) {
      law_.tangents(t, q, v, acceleration, lambda, out);
    } else {
      out.mass = law_.mass(q);
      out.jacobian = jacobian_of(t, q);
      for (int i = 0; i < fixed_dimension; ++i) {
        const auto moved = shifted(q, Tangent(Tangent::Unit(i)));
        out.stiffness.col(i) = derivative_of(
            balance_of(Dual<double>{t, 0}, moved, lifted(v), lifted(acceleration), lifted(lambda)));
        out.damping.col(i) = -derivative_of(force_of(Dual<double>{t, 0}, lifted(q), directed(v, i)));
        out.rate_stiffness.col(i) = derivative_of(rate_of(Dual<double>{t, 0}, moved, lifted(v)));
      }
    }
  }

  void acceleration_tangents(double t, const Element& q, const Tangent& v, const Tangent& acceleration,
                             RowMatrix& by_position, RowMatrix& by_velocity) const {
    for (int i = 0; i < fixed_dimension; ++i) {
      const Dual<double> fixed_t{t, 0};
      by_position.col(i) = derivative_of(
          acceleration_of(fixed_t, shifted(q, Tangent(Tangent::Unit(i))), lifted(v), lifted(acceleration)));
      by_velocity.col(i) =
          derivative_of(acceleration_of(fixed_t, lifted(q), directed(v, i), lifted(acceleration)));
    }
  }

 private:
  static std::vector<Row> read_rows(const L& law) {
    const auto rows = law.rows();
    return {rows.begin(), rows.end()};
  }

  // Constants and directions as dual numbers ---------------------------------------------------------
  template <class S, int K>
  static VectorOf<Dual<S>, K> lifted(const VectorOf<S, K>& x) {
    VectorOf<Dual<S>, K> out;
    for (int i = 0; i < K; ++i) out[i] = Dual<S>{x[i], S(0)};
    return out;
  }
  template <class S, int K>
  static VectorOf<Dual<S>, K> directed(const VectorOf<S, K>& x, int i) {
    auto out = lifted(x);
    out[i].derivative = S(1);
    return out;
  }
  /// q moved along the body-frame direction w: value q, derivative d/dε q·exp(ε w).
  template <class S>
  static ElementOf<Dual<S>> shifted(const ElementOf<S>& q, const TangentOf<S>& w) {
    TangentOf<Dual<S>> step;
    for (int i = 0; i < fixed_dimension; ++i) step[i] = Dual<S>{S(0), w[i]};
    return Group::advance(lifted(q), step);
  }
  template <class S, int K>
  static VectorOf<S, K> derivative_of(const VectorOf<Dual<S>, K>& x) {
    VectorOf<S, K> out;
    for (int i = 0; i < K; ++i) out[i] = x[i].derivative;
    return out;
  }

  // The law's functions over any scalar -----------------------------------------------------------------
  template <class S>
  TangentOf<S> force_of(const S& t, const ElementOf<S>& q, const TangentOf<S>& v) const {
    return law_.force(t, q, v);
  }

  template <class S>
  MultiplierOf<S> gap_of(const S& t, const ElementOf<S>& q) const {
    if constexpr (requires { law_.constraint(t, q); }) {
      MultiplierOf<S> phi = law_.constraint(t, q);
      for (int i = 0; i < fixed_rows; ++i)
        if (!is_position(i)) phi[i] = S(0);
      return phi;
    } else {
      return MultiplierOf<S>::Zero();
    }
  }

  template <class S>
  MatrixOf<S, fixed_rows, fixed_dimension> jacobian_of(const S& t, const ElementOf<S>& q) const {
    if constexpr (fixed_rows == 0) {
      return {};
    } else if constexpr (requires { law_.jacobian(t, q); }) {
      return law_.jacobian(t, q);
    } else {
      MatrixOf<S, fixed_rows, fixed_dimension> b;
      for (int i = 0; i < fixed_dimension; ++i)
        b.col(i) = derivative_of(gap_of(Dual<S>{t, S(0)}, shifted(q, TangentOf<S>(TangentOf<S>::Unit(i)))));
      return b;
    }
  }

  /// Bᵀλ, without forming B when only Φ is known.
  template <class S>
  TangentOf<S> row_force_of(const S& t, const ElementOf<S>& q, const MultiplierOf<S>& lambda) const {
    if constexpr (fixed_rows == 0) {
      return TangentOf<S>::Zero();
    } else {
      return jacobian_of(t, q).transpose() * lambda;
    }
  }

  template <class S>
  TangentOf<S> balance_of(const S& t, const ElementOf<S>& q, const TangentOf<S>& v,
                          const TangentOf<S>& acceleration, const MultiplierOf<S>& lambda) const {
    if constexpr (requires { law_.balance(t, q, v, acceleration, lambda); }) {
      return law_.balance(t, q, v, acceleration, lambda);
    } else {
      TangentOf<S> r = law_.mass(q) * acceleration;
      r -= force_of(t, q, v);
      r += row_force_of(t, q, lambda);
      return r;
    }
  }

  /// B v + b of every row.
  template <class S>
  MultiplierOf<S> rate_of(const S& t, const ElementOf<S>& q, const TangentOf<S>& v) const {
    if constexpr (fixed_rows == 0) {
      return {};
    } else if constexpr (requires { law_.jacobian(t, q); }) {
      MultiplierOf<S> rate = law_.jacobian(t, q) * v;
      if constexpr (detail::is_rheonomic<L>()) rate += derivative_of(gap_of(Dual<S>{t, S(1)}, lifted(q)));
      if constexpr (requires { law_.velocity_offset(t, q); }) {
        const MultiplierOf<S> b = law_.velocity_offset(t, q);
        for (int i = 0; i < fixed_rows; ++i)
          if (!is_position(i)) rate[i] += b[i];
      }
      return rate;
    } else {
      return derivative_of(gap_of(Dual<S>{t, S(1)}, shifted(q, v)));
    }
  }

  /// d/dt (B v + b) along the motion: B v' + γ.
  template <class S>
  MultiplierOf<S> acceleration_of(const S& t, const ElementOf<S>& q, const TangentOf<S>& v,
                                  const TangentOf<S>& acceleration) const {
    if constexpr (fixed_rows == 0) {
      return {};
    } else {
      TangentOf<Dual<S>> moving;
      for (int i = 0; i < fixed_dimension; ++i) moving[i] = Dual<S>{v[i], acceleration[i]};
      return derivative_of(rate_of(Dual<S>{t, S(1)}, shifted(q, v), moving));
    }
  }

  bool is_position(int i) const { return rows_[static_cast<std::size_t>(i)].is_position(); }

  L law_;
  std::vector<Row> rows_;
};

template <Law L>
Differentiated<L> differentiated(L law) {
  return Differentiated<L>(std::move(law));
}

}  // namespace kreisel
