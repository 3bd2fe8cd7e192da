// Rows and forces as functions of forms, for any scalar type; functions.hpp makes elements of them.
#pragma once

#include <cmath>

#include "kreisel/model/formula.hpp"
#include "kreisel/model/functions.hpp"

namespace kreisel {

/// A formula of t alone.
struct TimeLaw {
  Formula formula = {};

  template <class S>
  S operator()(const S& t) const {
    return formula.evaluate<S>(&t);
  }
  double change(double t, double dt) const {
    if (formula.is_constant() || dt == 0.0) return 0.0;
    return detail::difference_or_integral((*this)(t), (*this)(t + dt), [&](double x) {
      return (*this)(Dual<double>(t + x * dt, dt)).derivative;
    });
  }
};

namespace detail {

inline constexpr double full_turn = 6.283185307179586;

/// The angle less the full turns in it: in [-π, π].
template <class S>
S without_turns(const S& angle) {
  return angle - full_turn * std::round(value_of(angle) / full_turn);
}

/// The angle between two directions of a plane given by (cosine, sine) of any length, and how it changes.
template <class S>
S angle_of(const S* s) {
  using std::atan2;
  return atan2(s[1], s[0]);
}
inline double angle_change(const double* s, const double* ds) {
  return std::atan2(s[0] * ds[1] - s[1] * ds[0], s[0] * (s[0] + ds[0]) + s[1] * (s[1] + ds[1]));
}

}  // namespace detail

/// Φ = s - f(t).
struct OffsetLaw {
  TimeLaw offset = {};
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 1; }
  template <class S>
  void operator()(const S& t, const S* s, S* phi) const {
    phi[0] = s[0] - offset(t);
  }
  void change(double t, const double*, double dt, const double* ds, double* out) const {
    out[0] = ds[0] - offset.change(t, dt);
  }
};

/// Φ = √s - f(t).
struct LengthLaw {
  TimeLaw length = {};
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 1; }
  template <class S>
  void operator()(const S& t, const S* s, S* phi) const {
    using std::sqrt;
    phi[0] = sqrt(s[0]) - length(t);
  }
  void change(double t, const double* s, double dt, const double* ds, double* out) const {
    out[0] = ds[0] / (std::sqrt(s[0] + ds[0]) + std::sqrt(s[0])) - length.change(t, dt);
  }
};

/// Φ = angle of (s0, s1) - f(t), without full turns.
struct AngleLaw {
  TimeLaw angle = {};
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 2; }
  template <class S>
  void operator()(const S& t, const S* s, S* phi) const {
    phi[0] = detail::without_turns<S>(detail::angle_of(s) - angle(t));
  }
  void change(double t, const double* s, double dt, const double* ds, double* out) const {
    out[0] = detail::angle_change(s, ds) - angle.change(t, dt);
  }
};

/// Φ = α_a + (n_b/n_a) α_b less its value at the start, up to whole teeth: wheels mesh, and 2π/n_a is a tooth.
struct GearLaw {
  double teeth_a = 1.0, teeth_b = 1.0;  // teeth_b is negative for wheels that turn the same way
  double phase = 0.0;
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 4; }
  template <class S>
  void operator()(const S&, const S* s, S* phi) const {
    const S turned = teeth_a * detail::angle_of(s) + teeth_b * detail::angle_of(s + 2) - phase;
    phi[0] = detail::without_turns<S>(turned) / teeth_a;
  }
  void change(double, const double* s, double, const double* ds, double* out) const {
    out[0] = detail::angle_change(s, ds) + teeth_b / teeth_a * detail::angle_change(s + 2, ds + 2);
  }
};

/// The centre of a disc over its plane, less the height of a rim that touches it: s = (height, n·x, n·y) with n the
/// normal and x, y the axes in the disc.
struct DiscHeightLaw {
  double radius = 1.0;
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 3; }
  template <class S>
  void operator()(const S&, const S* s, S* phi) const {
    using std::sqrt;
    phi[0] = s[0] - radius * sqrt(s[1] * s[1] + s[2] * s[2]);
  }
};

/// The lowest point of the rim, as part of the disc, does not move along the plane. With u, v the axes of the plane,
/// x, y those of the disc, d from the plane to the centre: s = (u·d, v·d, u·x, u·y, v·x, v·y, n·x, n·y).
struct RollingLaw {
  double radius = 1.0;
  static constexpr int rows() { return 2; }
  static constexpr int forms() { return 8; }
  template <class S>
  void operator()(const S&, const S* s, const S* rate, S* out) const {
    using std::sqrt;
    const S scale = -radius / sqrt(s[6] * s[6] + s[7] * s[7]);
    const S x = scale * s[6], y = scale * s[7];
    out[0] = rate[0] + x * rate[2] + y * rate[3];
    out[1] = rate[1] + x * rate[4] + y * rate[5];
  }
};

/// The velocity against the surface has no part across the blade: s = (d, across), both in the axes of the surface.
struct SkateLaw {
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 6; }
  template <class S>
  void operator()(const S&, const S* s, const S* rate, S* out) const {
    out[0] = s[3] * rate[0] + s[4] * rate[1] + s[5] * rate[2];
  }
};

/// Φ = W s.
class LinearRows final : public RowFunction {
 public:
  explicit LinearRows(Matrix weights) : weights_(std::move(weights)) {}

  int rows() const override { return static_cast<int>(weights_.rows()); }
  void gap(double, const Forms& s, Forms& out) const override { out = weights_.lazyProduct(s); }
  void change(double, const Forms&, double, const Forms& ds, Forms& out) const override {
    out = weights_.lazyProduct(ds);
  }
  void weights(double, const Forms&, FormRows& out) const override { out = weights_; }
  void rate(double, const Forms&, const Forms& rate, Forms& out) const override {
    out = weights_.lazyProduct(rate);
  }
  void rate_by_forms(double, const Forms&, const Forms&, FormRows& out) const override {
    out.setZero(weights_.rows(), weights_.cols());
  }
  void weight_stiffness(double, const Forms&, const Forms&, FormRows& out) const override {
    out.setZero(weights_.cols(), weights_.cols());
  }
  void acceleration(double, const Forms&, const Forms&, const Forms& second, Forms& out) const override {
    out = weights_.lazyProduct(second);
  }
  void acceleration_tangents(double, const Forms&, const Forms&, const Forms&, FormRows& by_forms,
                             FormRows& by_rates) const override {
    by_forms.setZero(weights_.rows(), weights_.cols());
    by_rates.setZero(weights_.rows(), weights_.cols());
  }

 private:
  Matrix weights_;
};

}  // namespace kreisel
