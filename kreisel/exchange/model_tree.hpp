// A model as formats of trees need it: who hangs on whom by which joint, and which joints close loops.
#pragma once

#include <string>
#include <vector>

#include "kreisel/exchange/mechanism.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {

/// A body with the joint it hangs on. Axes are those of the start, in the frame of the body.
struct TreeBody {
  std::size_t body = 0;  // of the model
  int parent = -1;       // among the bodies of the tree; -1: the ground
  Pose in_parent = {};   // at the start
  LinkKind kind = LinkKind::free;
  std::string joint = {};
  std::vector<JointAxis> axes = {};
  Vector3 ball_centre = Vector3::Zero();
  Vector3 turning = Vector3::Zero();  // against the parent, in the body, of a ball
};

struct ModelTree {
  std::vector<TreeBody> bodies = {};  // parents first
  std::vector<Joint> loops = {};      // and couplings

  /// A frame on a body of the model, or on the ground, as a place in the tree.
  struct Place {
    int body = -1;
    Pose pose = {};
  };
  Place place_of(const Model& model, const End& end) const;
};

/// Throws ModelError for joints no tree has.
ModelTree tree_of(const Model& model);

/// Numbers as short as they are exact, with blanks between them.
std::string numbers_text(const Vector3& x);
std::string numbers_text(const VectorOf<double, 4>& x);

}  // namespace kreisel
