// A plane four-bar linkage as a model: three bars and four hinges, of which three rows are redundant in space.
#pragma once

#include <cmath>
#include <string>

#include "kreisel/model/model.hpp"

namespace kreisel {

/// Bars of length 1, 2 and 1 over a ground of length 2, standing upright: a parallelogram. `tilt` turns the last bar out of
/// place, so that the mechanism is given roughly; `coupler_hinge` is where the coupler is held, 1 when it fits.
inline Model four_bar(double tilt = 0.0, double coupler_hinge = 1.0) {
  const auto bar = [](const std::string& name, double length, const Vector3& position) {
    Body body;
    body.name = name;
    body.mass = 1.0;
    body.inertia = Vector3(1e-3, length * length / 12.0, length * length / 12.0).asDiagonal();
    body.position = position;
    return body;
  };
  const auto end = [](const std::string& body, const Vector3& position) {
    End e;
    e.body = body;
    e.position = position;
    e.axis = Vector3::UnitY();
    return e;
  };
  const auto hinge = [&](const std::string& name, const End& a, const End& b) {
    RevoluteJoint joint;
    joint.name = name;
    joint.a = a;
    joint.b = b;
    return joint;
  };
  Model model;
  model.name = "four_bar";
  model.duration = 2.0;
  model.bodies = {bar("crank", 1.0, {0, 0, 0.5}), bar("coupler", 2.0, {1, 0, 1}),
                  bar("rocker", 1.0, {2, 0, 0.5})};
  const double half = std::sqrt(0.5);  // cranks stand: their x axes point upwards
  model.bodies[0].rotation.quaternion << half, 0.0, -half, 0.0;
  const double angle = 0.5 * (std::acos(0.0) + tilt);
  model.bodies[2].rotation.quaternion << std::cos(angle), 0.0, -std::sin(angle), 0.0;
  model.joints = {hinge("base_left", end("ground", {0, 0, 0}), end("crank", {-0.5, 0, 0})),
                  hinge("knee_left", end("crank", {0.5, 0, 0}), end("coupler", {-1, 0, 0})),
                  hinge("knee_right", end("coupler", {coupler_hinge, 0, 0}), end("rocker", {0.5, 0, 0})),
                  hinge("base_right", end("ground", {2, 0, 0}), end("rocker", {-0.5, 0, 0}))};
  return model;
}

}  // namespace kreisel
