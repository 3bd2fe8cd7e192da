// Links of a tree with their joints, as formats describe them -> bodies and joints of a model.
//
// Links that are fixed on others become one body with them; links without mass between two joints make one joint with the
// axes of both. Start poses and velocities follow from the coordinates along the tree.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kreisel/exchange/imported_model.hpp"
#include "kreisel/exchange/pose.hpp"
#include "kreisel/exchange/solid_inertia.hpp"

namespace kreisel {

enum class LinkKind { fixed, axes, ball, free };

struct MechanismLink {
  std::string name = {};
  int parent = -1;      // -1: the ground
  Pose in_parent = {};  // where all coordinates have their reference
  LinkKind kind = LinkKind::fixed;
  std::string joint = {};            // name
  std::vector<JointAxis> axes = {};  // in the frame of the link
  Vector3 ball_centre = Vector3::Zero();
  Matrix3 ball_turn = Matrix3::Identity();     // at the start, of the link about the centre
  Pose free_pose = {};                         // at the start, in space
  Vector3 free_velocity = Vector3::Zero();     // of its origin, in space
  Vector3 angular_velocity = Vector3::Zero();  // of a ball or a free link against its parent, in the link
  SolidInertia inertia = {};
  XmlPlace place = {};
};

class Mechanism {
 public:
  explicit Mechanism(ImportedModel& out) : out_(out) {}

  int add(MechanismLink link);
  MechanismLink& link(int i) { return links_[static_cast<std::size_t>(i)]; }
  int count() const { return static_cast<int>(links_.size()); }

  /// Values of ImportOptions::start instead of those of the links. Throws UnknownName.
  void begin_at(const std::map<std::string, std::vector<double>>& start);
  /// Bodies and joints into the model.
  void build();

  // After build():
  End end(int link, const Pose& in_link) const;
  Pose start_of(int link) const;
  /// Of the link where all coordinates have their reference.
  Pose reference_of(int link) const;
  /// Of its body; -1 on the ground.
  int body_of(int link) const;
  /// The same for a whole body: the sum behind a joint, about an axis in space through a point; along it.
  double inertia_behind(int link, const Vector3& point, const Vector3& axis, bool is_hinge) const;

  /// A name no joint and force of the model has yet, of characters that names may have; where it is taken with a kind behind it.
  std::string element_name(const std::string& wanted, const std::string& kind = {});
  std::string axis_name(const std::string& wanted);
  std::string body_name(const std::string& wanted);

  void add_joint(Joint joint, const XmlPlace& place);
  void add_force(Force force, const XmlPlace& place);

 private:
  struct Motion {  // of a frame in space; velocities at the origin of space
    Pose pose = {};
    Vector3 turning = Vector3::Zero(), moving = Vector3::Zero();
  };
  struct Place {
    int carrier = -1;         // the link whose body carries this one
    Pose in_carrier = {};     // in the frame of that link
    int body = -1;            // of the carrier
    bool is_chained = false;  // a link without mass whose axes are part of a joint behind it
    Motion motion = {};       // of the link
  };
  /// All axes between two bodies, in the frame of the second.
  struct Chain {
    int from = -1;  // carrier
    Pose in_from = {};
    std::vector<JointAxis> axes = {};
  };

  void carry(int link);
  [[noreturn]] void refuse_without_mass(int link) const;
  Chain chain_of(int link);
  void make_body(int link);
  void make_free(int link);
  void make_ball(int link);
  void make_axes(int link);
  void place_body(int link, const Motion& motion);
  Motion motion_of(int carrier) const;
  Vector3 centre_of(int carrier) const;
  std::string unique(const std::string& wanted, std::set<std::string>& taken);

  ImportedModel& out_;
  std::vector<MechanismLink> links_;
  std::vector<Place> places_;
  std::set<std::string> element_names_, axis_names_, body_names_{std::string(ground)};
};

}  // namespace kreisel
