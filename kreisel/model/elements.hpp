// Joints and forces taken apart into rows and forces of a system, and the words both are written in.
//
// A joint is joints/NAME.hpp, a force forces/NAME.hpp: what a file says, what it must be, and in add_to() what it does.
// JointRows (joint_elements.cpp) and ForceTerms (force_elements.cpp) add the words that only rows or only forces have.
#pragma once

#include <string>
#include <vector>

#include "kreisel/model/coordinates.hpp"
#include "kreisel/model/formula.hpp"
#include "kreisel/model/multibody_parts.hpp"
#include "kreisel/model/placed_frames.hpp"

namespace kreisel {

/// What elements are made with.
struct ElementContext {
  const Model& model;
  const FrameTable& frames;
  const CoordinateTable& coordinates;
  const BodyGroup& group;
  const Vector& q;  // of all bodies at the start
};

/// A joint taken apart. Reactions are reported for joints with ends: what a does to b.
struct JointParts {
  std::vector<RowElement> elements = {};
  bool has_ends = false, is_driven = false;
  PlacedFrame a = {}, b = {};
};

/// A force element taken apart: as forces, or as compliant rows where it is fast; the motion is the same.
struct ForceParts {
  std::vector<RowElement> rows = {};
  std::vector<ForceElement> forces = {};
  PlacedFrame a = {}, b = {};
  bool is_conservative = false;
  /// Contacts: begin and end where form 0 of forces[0], or its root, passes this value.
  bool is_contact = false, by_root = false;
  double touching = 0.0;
};

/// Throw ModelError at a place that begins with `pointer`, "/joints/2".
JointParts take_apart(const Joint& joint, const ElementContext& context, const std::string& pointer);
ForceParts take_apart(const Force& force, const ElementContext& context, const std::string& pointer);

/// Ends, vectors on them and forms of vectors: numbers at most quadratic in them (geometry.hpp).
class ElementWords {
 public:
  static constexpr int x = 0, y = 1, z = 2;

  ElementWords(const ElementContext& context, const std::string& pointer, const std::string& name)
      : context_(context), pointer_(pointer), name_(name) {}

  const std::string& pointer() const { return pointer_; }
  const PlacedFrame& a() const { return a_; }
  const PlacedFrame& b() const { return b_; }

  // Vectors, by their places.
  int axis(const PlacedFrame& frame, int axis) { return geometry_.axis(frame, axis); }
  int between(const PlacedFrame& from, const PlacedFrame& to) { return geometry_.between(from, to); }

  // New forms: a product of two vectors, all components of one, (cosine, sine) of the angle of b against a about z of a;
  // one of products with coefficients.
  void dot(int first, int second) { geometry_.dot(first, second); }
  void components(int vector);
  void angle(const PlacedFrame& a, const PlacedFrame& b);
  int form() { return geometry_.geometry.add_form(); }
  void add_dot(int form, int first, int second, double coefficient);

  /// Coordinates of joints: one of a name; a sum of some. Each a new form.
  void coordinate(const std::string& axis, const std::string& field);
  void sum(const std::vector<CoordinateTerm>& terms, const std::string& field);

  int forms() const { return geometry_.geometry.forms(); }
  /// Of the forms at the start.
  Forms values() const;
  /// Of t, of the state, and the parameters; throws ModelError.
  Formula formula(const TimeFunction& function, const char* field) const;
  Formula formula(const StateFunction& function, const std::string& field) const;

  [[noreturn]] void refuse(const char* field, const std::string& fact, const std::string& hint) const;
  void expect_not_negative(double value, const char* field) const;
  /// Distances have no derivative where they vanish.
  void expect_apart() const;

 protected:
  /// Finds the ends; facts for those on one body, and both on the ground.
  void find_ends(const End& a, const End& b, const char* name_a, const char* name_b);

  const ElementContext& context_;
  const std::string& pointer_;
  const std::string& name_;
  PlacedFrame a_ = {}, b_ = {};
  GeometryBuilder geometry_ = {};
};

}  // namespace kreisel
