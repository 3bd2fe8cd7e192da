// Force elements as forces, or as compliant rows where they are fast; the motion is the same.
#pragma once

#include "kreisel/equations/event.hpp"
#include "kreisel/model/joint_elements.hpp"

namespace kreisel {

/// A force element taken apart.
struct ForceParts {
  std::vector<RowElement> rows = {};
  std::vector<ForceElement> forces = {};
  bool is_conservative = false;
  /// Contacts: begin and end where form 0 of forces[0], or its root, passes this value.
  bool is_contact = false, by_root = false;
  double touching = 0.0;
};

/// Automatic elements are rows when they are faster than the motion is looked at: in a thousandth of the duration a
/// spring turns by more than 1 rad of its vibration, or a damper relaxes.
inline constexpr double steps_of_a_duration = 1000.0;

/// Throws ModelError at a place that begins with `pointer`, "/forces/2".
ForceParts take_apart(const Force& force, const ElementContext& context, const std::string& pointer);

}  // namespace kreisel
