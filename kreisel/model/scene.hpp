// What a picture of a model needs besides the motion: shapes of bodies, where joints and forces act.
#pragma once

#include <string>
#include <vector>

#include "kreisel/model/assemble.hpp"

namespace kreisel {

struct Scene {
  struct Body {
    std::string name;
    Shape shape;
    bool is_guess = false;             // made from mass and inertia
    std::vector<double> corners = {};  // of the triangles of a mesh [m]
    double extent = 0.0;               // of the mesh [m]
  };
  struct Element {
    std::string name, type;
    bool is_joint = false, has_ends = false;
    PlacedFrame a = {}, b = {};
    double radius = 0.0;  // of a disc or of a ball in contact
  };

  std::string name = {};
  Vector3 gravity = Vector3::Zero();
  std::vector<Body> bodies = {};
  std::vector<Element> elements = {};
};

Scene scene_of(const Model& model, const AssembledModel& assembled);

/// The block of a mass that has this inertia about its centre.
BoxShape block_of(double mass, const Matrix3& inertia);

}  // namespace kreisel
