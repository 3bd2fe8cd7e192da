// Joints as rows.
#pragma once

#include <string>
#include <vector>

#include "kreisel/model/formula.hpp"
#include "kreisel/model/multibody_parts.hpp"
#include "kreisel/model/placed_frames.hpp"

namespace kreisel {

/// What elements are made with.
struct ElementContext {
  const Model& model;
  const FrameTable& frames;
  BodyGroup group = BodyGroup::r3xso3;
  const Vector& q;  // of all bodies at the start

  /// Of t and the parameters; throws ModelError.
  Formula time_formula(const TimeFunction& function, const std::string& pointer) const;
};

/// A joint taken apart. Reactions are reported for joints with ends: what a does to b.
struct JointParts {
  std::vector<RowElement> elements = {};
  bool has_ends = false, is_driven = false;
  PlacedFrame a = {}, b = {};
};

/// Throws ModelError at a place that begins with `pointer`, "/joints/2".
JointParts take_apart(const Joint& joint, const ElementContext& context, const std::string& pointer);

}  // namespace kreisel
