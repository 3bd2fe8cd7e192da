// What acts along coordinates of joints: springs, dampers, dry friction, stops, motors and servos.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "kreisel/model/formula.hpp"
#include "kreisel/model/joints/coupling.hpp"

namespace kreisel {

/// Along one sum y. Stops push back with k δ (1 + c δ') at depth δ [Hunt, Crossley 1975], never pull; dry friction is
/// viscous below the slip rate, as FrictionLaw has it.
struct AxisForceLaw {
  Formula formula = {};
  double stiffness = 0.0, reference = 0.0, damping = 0.0, friction = 0.0, slip_rate = 1.0;
  double lower = 0.0, upper = 0.0, stop_stiffness = 0.0, stop_damping = 0.0, largest = 0.0;
  bool has_lower = false, has_upper = false, has_largest = false;

  static constexpr int forms() { return 1; }
  template <class S>
  void operator()(const S& t, const S* s, const S* rate, S* force) const {
    using std::sqrt;
    std::array<S, 9> values;
    values.fill(S(0.0));
    values[0] = t, values[7] = s[0], values[8] = rate[0];
    S f = formula.evaluate<S>(values.data()) - stiffness * (s[0] - reference) - damping * rate[0];
    if (has_largest && value_of(f) > largest) f = S(largest);
    if (has_largest && value_of(f) < -largest) f = S(-largest);
    if (friction > 0.0) f = f - friction * rate[0] / sqrt(rate[0] * rate[0] + slip_rate * slip_rate);
    if (has_lower) f = f + stop<S>(lower - s[0], -rate[0]);
    if (has_upper) f = f - stop<S>(s[0] - upper, rate[0]);
    force[0] = f;
  }
  double potential(double, const double* s) const {
    const double turned = s[0] - reference;
    double sum = 0.5 * stiffness * turned * turned;
    for (const double depth : {has_lower ? lower - s[0] : 0.0, has_upper ? s[0] - upper : 0.0})
      if (depth > 0.0) sum += 0.5 * stop_stiffness * depth * depth;
    return sum;
  }
  bool is_conservative() const {
    return damping == 0.0 && friction == 0.0 && stop_damping == 0.0 && !has_largest &&
           formula.is_constant() && formula.evaluate<double>(nullptr) == 0.0;
  }

 private:
  template <class S>
  S stop(const S& depth, const S& rate) const {
    if (value_of(depth) <= 0.0) return S(0.0);
    const S push = stop_stiffness * depth * (1.0 + stop_damping * rate);
    return value_of(push) > 0.0 ? push : S(0.0);
  }
};

struct AxisForce {
  static constexpr std::string_view type = "axis_force";
  static constexpr std::string_view description =
      "acts along a coordinate of a joint, or a sum of them: spring, damper, friction, stops, motor";
  std::string name = {};
  std::vector<CoordinateTerm> terms = {};
  double stiffness = 0.0;
  double reference = 0.0;
  double damping = 0.0;
  double friction = 0.0;
  double slip_rate = 0.01;
  std::optional<double> lower = {};
  std::optional<double> upper = {};
  double stop_stiffness = 0.0;
  double stop_damping = 0.0;
  StateFunction force = {};
  std::optional<double> largest = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &AxisForce::name, "how messages and results call it", required},
        Field{"terms", &AxisForce::terms, "the sum y of coordinates it acts along", required},
        Field{"stiffness", &AxisForce::stiffness, "of a spring, N m/rad or N/m"},
        Field{"reference", &AxisForce::reference, "where the spring is free of force, rad or m"},
        Field{"damping", &AxisForce::damping, "of a damper, N m s/rad or N s/m"},
        Field{"friction", &AxisForce::friction, "dry friction, the same at every speed, N m or N"},
        Field{"slip_rate", &AxisForce::slip_rate,
              "below it friction is viscous instead of dry, rad/s or m/s"},
        Field{"lower", &AxisForce::lower, "a stop pushes y up below this value, rad or m"},
        Field{"upper", &AxisForce::upper, "a stop pushes y down above this value, rad or m"},
        Field{"stop_stiffness", &AxisForce::stop_stiffness, "of the stops, N m/rad or N/m"},
        Field{"stop_damping", &AxisForce::stop_damping,
              "c of the stops, s/rad or s/m: they push with k d (1 + c d') at depth d"},
        Field{"force", &AxisForce::force, Quantity::none,
              "of a motor: formula of t, parameters, angle (y) and rate (its rate), N m or N"},
        Field{"largest", &AxisForce::largest, "what spring, damper and motor can do together, N m or N"});
  }

  /// Stops that give way like those of other programs' defaults: an inertia bounces in about 0.06 s, and most of its energy
  /// is lost at usual rates.
  void set_stops(double inertia) {
    constexpr double time = 0.02, loss = 1.0;  // [s], [s/rad] or [s/m]
    stop_stiffness = inertia / (time * time);
    stop_damping = loss;
  }

  template <class Forces>
  void add_to(Forces& forces) const {
    forces.sum(terms, "/terms");
    forces.expect_not_negative(stiffness, "/stiffness");
    forces.expect_not_negative(damping, "/damping");
    forces.expect_friction(friction, "/friction", slip_rate);
    forces.expect_not_negative(stop_stiffness, "/stop_stiffness");
    forces.expect_not_negative(stop_damping, "/stop_damping");
    if (lower && upper && !(*lower <= *upper))
      forces.refuse("/upper", "the stops of \"" + name + "\" leave no room: upper is below lower",
                    "exchange them");
    AxisForceLaw law{{},
                     stiffness,
                     reference,
                     damping,
                     friction,
                     slip_rate,
                     lower.value_or(0.0),
                     upper.value_or(0.0),
                     stop_stiffness,
                     stop_damping,
                     largest.value_or(0.0),
                     lower.has_value(),
                     upper.has_value(),
                     largest.has_value()};
    if (force.is_given()) law.formula = forces.formula(force, "/force");
    forces.add(law);
  }
};

}  // namespace kreisel
