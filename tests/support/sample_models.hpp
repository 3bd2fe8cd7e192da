// Small models for tests: two bodies in general position with one joint or force between them.
#pragma once

#include <string>
#include <utility>

#include "kreisel/model/model.hpp"

namespace kreisel::testing_support {

inline Rotation rotation_about(const Vector3& axis, double angle) {
  const Vector3 n = axis.normalized() * std::sin(0.5 * angle);
  return {{std::cos(0.5 * angle), n(0), n(1), n(2)}};
}

inline Body sample_body(const std::string& name, double scale) {
  Body body;
  body.name = name;
  body.mass = 1.5 * scale;
  body.inertia << 0.3, 0.02, -0.01, 0.02, 0.25, 0.03, -0.01, 0.03, 0.4;
  body.inertia *= scale;
  body.position = Vector3(0.3, -0.2, 0.5) * scale;
  body.rotation = rotation_about({0.3, 0.5 * scale, -0.2}, 0.7 * scale);
  body.velocity = Vector3(0.2, 0.4, -0.3) * scale;
  body.angular_velocity = Vector3(0.5, -0.6, 0.8) * scale;
  return body;
}

/// A frame in general position on a body.
inline End sample_end(const std::string& body, double scale) {
  End end;
  end.body = body;
  end.position = Vector3(0.2, 0.1, -0.3) * scale;
  end.rotation = rotation_about({-0.4, 0.3, 0.6}, 0.5 * scale);
  return end;
}

/// Bodies p, q, r on a group, gravity in a general direction.
inline Model sample_model(const std::string& group) {
  Model model;
  model.name = "sample";
  model.group = group;
  model.gravity = {0.5, -0.7, -9.81};
  model.parameters = {{"amplitude", 0.3}};
  model.bodies = {sample_body("p", 1.0), sample_body("q", 1.4), sample_body("r", -0.8)};
  model.bodies[2].mass = 0.7;
  model.bodies[2].inertia = Vector3(0.1, 0.2, 0.25).asDiagonal();
  return model;
}

}  // namespace kreisel::testing_support
