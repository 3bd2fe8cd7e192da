// A multibody model as plain data: what a model file says and nothing derived from it; assemble.hpp makes it a system.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kreisel/model/events.hpp"
#include "kreisel/model/forces/all.hpp"
#include "kreisel/model/frame.hpp"
#include "kreisel/model/joints/all.hpp"
#include "kreisel/model/shapes.hpp"

namespace kreisel {

/// A rigid body; its frame has its origin in the centre of mass.
struct Body {
  std::string name = {};
  double mass = 0.0;
  Matrix3 inertia = Matrix3::Zero();
  Vector3 position = Vector3::Zero();
  Rotation rotation = {};
  Vector3 velocity = Vector3::Zero();
  Vector3 angular_velocity = Vector3::Zero();
  std::optional<Shape> shape = {};

  static constexpr std::string_view description =
      "a rigid body; its frame has its origin in the centre of mass";
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &Body::name, "how joints, forces and results call it", required},
        Field{"mass", &Body::mass, Quantity::mass, "positive", required},
        Field{"inertia", &Body::inertia, Quantity::inertia,
              "about the centre of mass in the frame of the body: three principal moments or a 3 by 3 matrix",
              required},
        Field{"position", &Body::position, Quantity::length, "of the centre of mass at the start"},
        Field{"rotation", &Body::rotation, "from the frame of the body to space at the start"},
        Field{"velocity", &Body::velocity, Quantity::velocity,
              "of the centre of mass at the start, in space"},
        Field{"angular_velocity", &Body::angular_velocity, Quantity::angular_velocity,
              "at the start, in the frame of the body"},
        Field{"shape", &Body::shape, "how it looks; without one: the block with its mass and inertia"});
  }
};

/// A value the model is known to take, from a publication or an independent computation.
struct Reference {
  std::string observable = {};
  double t = 0.0;
  double value = 0.0;
  double uncertainty = 0.0;
  std::string source = {};

  static constexpr std::string_view description = "a value the model is known to take";
  static constexpr auto fields() {
    return std::make_tuple(Field{"observable", &Reference::observable, "such as crank.x", required},
                           Field{"t", &Reference::t, Quantity::time, "when", required},
                           Field{"value", &Reference::value, "in SI units", required},
                           Field{"uncertainty", &Reference::uncertainty, "absolute", required},
                           Field{"source", &Reference::source, "who says so"});
  }
};

/// named_group.hpp: of the groups bodies can move on.
const std::vector<std::string>& body_group_names();

struct Model {
  std::string name = {};
  std::string description = {};
  std::map<std::string, double> parameters = {};
  std::string group = "r3xso3";
  Vector3 gravity{0.0, 0.0, -9.81};
  double duration = 1.0;
  double start_limit = 0.0;
  std::vector<Body> bodies = {};
  std::vector<Marker> markers = {};
  std::vector<Joint> joints = {};
  std::vector<Force> forces = {};
  std::vector<ModelEvent> events = {};
  std::vector<Reference> references = {};

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &Model::name, "of the model", required},
        Field{"description", &Model::description, "what it is and where it comes from"},
        Field{"parameters", &Model::parameters, "numbers that formulas use by name; --set changes them"},
        Field{"group", &Model::group, body_group_names, "of every body"},
        Field{"gravity", &Model::gravity, Quantity::acceleration, "in space"},
        Field{"duration", &Model::duration, Quantity::time, "the motion is computed from t = 0 to here",
              required},
        Field{"start_limit", &Model::start_limit, Quantity::none,
              "how far joints may be violated by the positions given, in metres or radians, before they are "
              "put right; a "
              "quarter of the size of the model unless given"},
        Field{"bodies", &Model::bodies, "rigid bodies", required},
        Field{"markers", &Model::markers, "frames with names"},
        Field{"joints", &Model::joints, "conditions between bodies"},
        Field{"forces", &Model::forces, "force elements"},
        Field{"events", &Model::events, "what is noted, or ends the run, when a number passes a value"},
        Field{"references", &Model::references, "values the model is known to take"});
  }
};

}  // namespace kreisel
