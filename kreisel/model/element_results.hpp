// What joints and forces show of themselves at a state: columns, and their values from ends and forms.
#pragma once

#include <functional>
#include <vector>

#include "kreisel/equations/observable.hpp"
#include "kreisel/equations/state.hpp"
#include "kreisel/model/model.hpp"
#include "kreisel/model/multibody_parts.hpp"

namespace kreisel {

/// Where the rows of a joint or of a force are.
struct ElementRows {
  std::string name;
  std::string type;
  std::size_t first_element = 0, elements = 0;  // among the row elements
  Index first_row = 0, rows = 0;
  bool is_joint = false, has_ends = false;
  PlacedFrame a = {}, b = {};
};

/// A joint or a force and what it shows; not every one has columns.
struct ShownElement {
  ElementRows rows = {};  // what it is called, its ends, and which rows are its own
  std::size_t first_force = 0, forces = 0;
  bool is_driven = false;
  double radius = 0.0;                                         // of a disc or of a ball in contact
  std::vector<EndResult> of_ends = {};                         // of a joint
  std::function<void(const FormsAt&, double*)> of_forms = {};  // of a force
  std::vector<Observable> columns = {};
};

/// What the file of the element lists; rows and forces are not filled in.
ShownElement shown_by(const Joint& joint, bool is_driven);
ShownElement shown_by(const Force& force);

/// What the end a of a joint does to the body of its end b, about the origin of b (of a, when b is on the ground).
struct Reaction {
  Vector3 force_in_space, moment_in_space;  // [N], [N m]
  Vector3 force_in_joint, moment_in_joint;  // along the axes of a
};
/// Of a joint that has ends.
Reaction reaction_of(const MultibodyParts& parts, const ElementRows& joint, const StateView& state);

/// Where the origin of a frame is in space.
Vector3 place_of(const PlacedFrame& frame, const MultibodyParts& parts, const StateView& state);

/// One number per column.
void write_results(const ShownElement& element, const MultibodyParts& parts, const StateView& state,
                   double* out);
/// Those whose turns are counted, and nothing else.
void write_angles(const ShownElement& element, const MultibodyParts& parts, const StateView& state,
                  double* out);

}  // namespace kreisel
