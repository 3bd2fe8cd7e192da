// Forces of contact, friction and formulas as functions of forms and their rates.
#pragma once

#include "kreisel/model/laws.hpp"

namespace kreisel {

/// The collision law [Stumpp 2006] section 6.2: at depth y < 0 the ground pushes with k y² + d y y'.
struct CollisionLaw {
  double stiffness = 0.0, damping = 0.0;

  template <class S>
  S push(const S& y, const S& rate) const {
    if (value_of(y) >= 0.0) return S(0.0);
    return y * (stiffness * y + damping * rate);
  }
  double energy(double y) const { return y < 0.0 ? -stiffness * y * y * y / 3.0 : 0.0; }
};

/// Coulomb's friction, viscous below the slip speed: -μ N v/√(|v|² + v_s²).
struct FrictionLaw {
  double coefficient = 0.0, slip_speed = 1.0;

  /// Braking forces along two directions.
  template <class S>
  void brake(const S& normal_force, const S* rate, S* out) const {
    using std::sqrt;
    const S scale =
        coefficient * normal_force / sqrt(rate[0] * rate[0] + rate[1] * rate[1] + slip_speed * slip_speed);
    out[0] = -scale * rate[0];
    out[1] = -scale * rate[1];
  }
};

/// s = (height of the centre, its coordinates in the plane).
struct PlaneContactLaw {
  CollisionLaw collision = {};
  FrictionLaw friction = {};
  double radius = 0.0;
  static constexpr int forms() { return 3; }
  template <class S>
  void operator()(const S&, const S* s, const S* rate, S* force) const {
    force[0] = collision.push<S>(s[0] - radius, rate[0]);
    friction.brake<S>(value_of(force[0]) > 0.0 ? force[0] : S(0.0), rate + 1, force + 1);
  }
  double potential(double, const double* s) const { return collision.energy(s[0] - radius); }
  bool is_conservative() const { return collision.damping == 0.0 && friction.coefficient == 0.0; }
};

/// s = squared distance of the centres.
struct SphereContactLaw {
  CollisionLaw collision = {};
  double distance = 0.0;  // of the centres when the balls touch
  static constexpr int forms() { return 1; }
  template <class S>
  void operator()(const S&, const S* s, const S* rate, S* force) const {
    using std::sqrt;
    const S length = sqrt(s[0]);
    const S slope = 0.5 / length;
    force[0] = slope * collision.push<S>(length - distance, slope * rate[0]);
  }
  double potential(double, const double* s) const { return collision.energy(std::sqrt(s[0]) - distance); }
  bool is_conservative() const { return collision.damping == 0.0; }
};

/// s = coordinates in the plane.
struct PlaneFrictionLaw {
  FrictionLaw friction = {};
  double normal_force = 0.0;
  static constexpr int forms() { return 2; }
  template <class S>
  void operator()(const S&, const S*, const S* rate, S* force) const {
    friction.brake<S>(S(normal_force), rate, force);
  }
};

/// The quantities formulas of forces know, in this order.
inline const std::vector<std::string>& state_names() {
  static const std::vector<std::string> names = {"t", "x", "y", "z", "vx", "vy", "vz", "angle", "rate"};
  return names;
}

/// Three formulas of time and state; what they use is among the forms.
struct StateLaw {
  std::array<Formula, 3> components = {};
  int position = -1;  // first of the three forms with x, y, z; -1: not used
  int angle = -1;     // first of the two with (cosine, sine); -1: not used

  template <class S>
  void evaluate(const S& t, const S* s, const S* rate, S* out) const {
    std::array<S, 9> values;
    values.fill(S(0.0));
    values[0] = t;
    if (position >= 0) {
      for (int i = 0; i < 3; ++i) {
        values[static_cast<std::size_t>(1 + i)] = s[position + i];
        values[static_cast<std::size_t>(4 + i)] = rate[position + i];
      }
    }
    if (angle >= 0) {
      const S *c = s + angle, *dc = rate + angle;
      values[7] = detail::angle_of(c);
      values[8] = (c[0] * dc[1] - c[1] * dc[0]) / (c[0] * c[0] + c[1] * c[1]);
    }
    for (std::size_t i = 0; i < 3; ++i) out[i] = components[i].evaluate<S>(values.data());
  }
};

/// A force between two points: forms 0, 1, 2 are the components of their difference in space; with `axes` at 3 the nine
/// components of the axes it is given in.
struct PointForceLaw {
  StateLaw state = {};
  int count = 3;
  bool in_axes = false;
  int forms() const { return count; }
  template <class S>
  void operator()(const S& t, const S* s, const S* rate, S* force) const {
    S given[3];
    state.evaluate(t, s, rate, given);
    for (int j = 0; j < count; ++j) force[j] = S(0.0);
    for (int j = 0; j < 3; ++j) {
      if (!in_axes) force[j] = given[j];
      for (int i = 0; in_axes && i < 3; ++i) force[j] = force[j] + given[i] * s[3 + 3 * i + j];
    }
  }
};

/// A torque on the body of a, opposite on that of b: forms 0..8 are the axes of a, 9..17 those of b unless that is the
/// ground. Forces ½ τ×e on the ends of three orthonormal axes e add up to τ.
struct PointTorqueLaw {
  StateLaw state = {};
  int count = 9;
  bool in_axes = false, has_reaction = false;
  int forms() const { return count; }
  template <class S>
  void operator()(const S& t, const S* s, const S* rate, S* force) const {
    S given[3], torque[3];
    state.evaluate(t, s, rate, given);
    for (int j = 0; j < 3; ++j) {
      torque[j] = given[j];
      if (in_axes) torque[j] = given[0] * s[j] + given[1] * s[3 + j] + given[2] * s[6 + j];
    }
    for (int j = 0; j < count; ++j) force[j] = S(0.0);
    turn(torque, s, 0.5, force);
    if (has_reaction) turn(torque, s + 9, -0.5, force + 9);
  }

 private:
  template <class S>
  static void turn(const S* torque, const S* axes, double factor, S* force) {
    for (int i = 0; i < 9; i += 3) {
      const S* e = axes + i;
      force[i] = factor * (torque[1] * e[2] - torque[2] * e[1]);
      force[i + 1] = factor * (torque[2] * e[0] - torque[0] * e[2]);
      force[i + 2] = factor * (torque[0] * e[1] - torque[1] * e[0]);
    }
  }
};

}  // namespace kreisel
