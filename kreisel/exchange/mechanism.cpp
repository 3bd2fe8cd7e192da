// Who carries whom, then bodies from the root outwards.
#include "kreisel/exchange/mechanism.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kreisel/groups/rotation.hpp"

namespace kreisel {
namespace {

Rotation rotation_from(const Matrix3& r) {
  return {quaternion_of(r)};
}

/// Screws move with the axes before them: the frame after an axis, and what its rate adds in the frame before all.
void move_along(const JointAxis& axis, Pose& frame, Vector3& turning, Vector3& moving) {
  const Vector3 direction = frame.r * axis.axis.normalized(), point = frame * axis.position;
  const double y = axis.value - axis.reference;
  if (axis.kind == MotionKind::rotation) {
    turning += axis.rate * direction;
    moving += axis.rate * point.cross(direction);
    const Matrix3 turn = rotation_about(axis.axis, y);
    frame = frame * Pose{turn, axis.position - turn * axis.position};
  } else {
    moving += axis.rate * direction;
    frame.p += y * direction;
  }
}

}  // namespace

ModelError ImportedModel::located(const ModelError& error) const {
  std::string pointer = error.pointer();
  while (!pointer.empty()) {
    if (const auto found = places.find(pointer); found != places.end())
      return {error.fact(), fmt::format("{}, in the model {}", found->second.where(), error.pointer()),
              error.pointer(), error.hint()};
    const std::size_t slash = pointer.rfind('/');
    pointer.resize(slash == std::string::npos ? 0 : slash);
  }
  return error;
}

int Mechanism::add(MechanismLink link) {
  links_.push_back(std::move(link));
  return count() - 1;
}

void Mechanism::begin_at(const std::map<std::string, std::vector<double>>& start) {
  for (const auto& [name, x] : start) {
    bool is_found = false;
    for (MechanismLink& own : links_) {
      for (JointAxis& axis : own.axes) {
        if (axis.name != name || x.size() != 2) continue;
        axis.value = x[0], axis.rate = x[1];
        is_found = true;
      }
      if (own.kind != LinkKind::free || own.name != name || x.size() != 13) continue;
      own.free_pose = {rotation_of({x[3], x[4], x[5], x[6]}), {x[0], x[1], x[2]}};
      own.free_velocity = {x[7], x[8], x[9]};
      own.angular_velocity = {x[10], x[11], x[12]};
      is_found = true;
    }
    if (!is_found)
      throw UnknownName(
          fmt::format("there is no axis or free link \"{}\" to start with {} numbers", name, x.size()),
          "start", "give value and rate of an axis, or 13 numbers of a free link");
  }
}

void Mechanism::build() {
  places_.resize(links_.size());
  for (int i = 0; i < count(); ++i) carry(i);
  for (int i = 0; i < count(); ++i) {
    Place& place = places_[static_cast<std::size_t>(i)];
    if (place.carrier == i && link(i).inertia.mass > 0.0) make_body(i);
  }
  for (int i = 0; i < count(); ++i) {
    Place& place = places_[static_cast<std::size_t>(i)];
    if (place.carrier < 0) continue;
    if (place.carrier == i && place.body < 0 && !place.is_chained) refuse_without_mass(i);
    place.body = places_[static_cast<std::size_t>(place.carrier)].body;
  }
}

/// Links come after their parents.
void Mechanism::carry(int i) {
  const MechanismLink& own = link(i);
  Place& place = places_[static_cast<std::size_t>(i)];
  if (own.kind != LinkKind::fixed) {
    place.carrier = i;
    return;
  }
  place.in_carrier = own.in_parent;
  if (own.parent < 0) return;
  const Place& parent = places_[static_cast<std::size_t>(own.parent)];
  place.carrier = parent.carrier;
  place.in_carrier = parent.in_carrier * own.in_parent;
  if (place.carrier >= 0) link(place.carrier).inertia.add(own.inertia.seen_from(place.in_carrier));
}

void Mechanism::refuse_without_mass(int i) const {
  const MechanismLink& own = links_[static_cast<std::size_t>(i)];
  refuse(own.place, fmt::format("\"{}\" moves but has no mass", own.name), "give it a mass and an inertia");
}

Mechanism::Chain Mechanism::chain_of(int i) {
  Chain chain{i, {}, links_[static_cast<std::size_t>(i)].axes};
  int at = i;
  while (true) {
    const MechanismLink& own = links_[static_cast<std::size_t>(at)];
    Pose step = own.in_parent;
    chain.from = -1;
    if (own.parent >= 0) {
      const Place& parent = places_[static_cast<std::size_t>(own.parent)];
      step = parent.in_carrier * own.in_parent;
      chain.from = parent.carrier;
    }
    chain.in_from = step * chain.in_from;
    if (chain.from < 0) return chain;
    const MechanismLink& before = links_[static_cast<std::size_t>(chain.from)];
    if (before.inertia.mass > 0.0) return chain;
    bool& is_chained = places_[static_cast<std::size_t>(chain.from)].is_chained;
    if (before.kind != LinkKind::axes || is_chained)
      refuse_without_mass(chain.from);  // or with two behind it
    is_chained = true;
    const Pose inward = chain.in_from.inverse();
    std::vector<JointAxis> axes = before.axes;
    for (JointAxis& axis : axes) {
      axis.axis = inward.r * axis.axis;
      axis.position = inward * axis.position;
    }
    axes.insert(axes.end(), chain.axes.begin(), chain.axes.end());
    chain.axes = std::move(axes);
    at = chain.from;
  }
}

Mechanism::Motion Mechanism::motion_of(int carrier) const {
  return carrier < 0 ? Motion{} : places_[static_cast<std::size_t>(carrier)].motion;
}

Vector3 Mechanism::centre_of(int carrier) const {
  return carrier < 0 ? Vector3::Zero() : links_[static_cast<std::size_t>(carrier)].inertia.centre;
}

void Mechanism::make_body(int i) {
  switch (link(i).kind) {
    case LinkKind::free:
      return make_free(i);
    case LinkKind::ball:
      return make_ball(i);
    default:
      return make_axes(i);
  }
}

void Mechanism::place_body(int i, const Motion& motion) {
  const MechanismLink& own = link(i);
  Place& place = places_[static_cast<std::size_t>(i)];
  place.motion = motion;
  place.body = static_cast<int>(out_.model.bodies.size());
  Body body;
  body.name = body_name(own.name);
  body.mass = own.inertia.mass;
  body.inertia = 0.5 * (own.inertia.inertia + own.inertia.inertia.transpose());
  body.position = motion.pose * own.inertia.centre;
  body.rotation = rotation_from(motion.pose.r);
  body.velocity = motion.moving + motion.turning.cross(body.position);
  body.angular_velocity = motion.pose.r.transpose() * motion.turning;
  out_.places[fmt::format("/bodies/{}", out_.model.bodies.size())] = own.place;
  out_.model.bodies.push_back(std::move(body));
}

void Mechanism::make_free(int i) {
  const MechanismLink& own = link(i);
  Motion motion;
  motion.pose = own.free_pose;
  motion.turning = own.free_pose.r * own.angular_velocity;
  motion.moving = own.free_velocity - motion.turning.cross(own.free_pose.p);
  place_body(i, motion);
}

void Mechanism::make_ball(int i) {
  const MechanismLink own = link(i);
  const Chain chain = chain_of(i);
  if (chain.axes.size() > own.axes.size())
    refuse(own.place, fmt::format("a ball joint carries \"{}\" behind links without mass", own.name),
           "give the links between a mass");
  const Motion parent = motion_of(chain.from);
  const Vector3 c = own.ball_centre;
  Motion motion = parent;
  motion.pose = parent.pose * chain.in_from * Pose{own.ball_turn, c - own.ball_turn * c};
  const Vector3 turning = motion.pose.r * own.angular_velocity, centre = motion.pose * c;
  motion.turning += turning;
  motion.moving -= turning.cross(centre);
  place_body(i, motion);
  SphericalJoint joint;
  joint.name = element_name(own.joint);
  joint.a.body =
      chain.from < 0
          ? std::string(ground)
          : out_.model.bodies[static_cast<std::size_t>(places_[static_cast<std::size_t>(chain.from)].body)]
                .name;
  joint.a.position = chain.in_from * c - centre_of(chain.from);
  joint.b.body = out_.model.bodies.back().name;
  joint.b.position = c - centre_of(i);
  add_joint(std::move(joint), own.place);
}

void Mechanism::make_axes(int i) {
  const MechanismLink own = link(i);
  const Chain chain = chain_of(i);
  if (chain.axes.size() > AxesJoint::most_axes)
    refuse(own.place, fmt::format("{} joints move \"{}\" against one body", chain.axes.size(), own.name),
           "at most six act between two bodies; give the links between a mass");
  const Motion parent = motion_of(chain.from);
  const Pose before = parent.pose * chain.in_from;
  Pose frame;
  Vector3 turning = Vector3::Zero(), moving = Vector3::Zero();
  for (const JointAxis& axis : chain.axes) move_along(axis, frame, turning, moving);
  Motion motion = parent;
  motion.pose = before * frame;
  const Vector3 turned = before.r * turning;
  motion.turning += turned;
  motion.moving += before.r * moving + before.p.cross(turned);
  place_body(i, motion);
  AxesJoint joint;
  joint.name = element_name(own.joint);
  joint.a.body =
      chain.from < 0
          ? std::string(ground)
          : out_.model.bodies[static_cast<std::size_t>(places_[static_cast<std::size_t>(chain.from)].body)]
                .name;
  joint.a.position = chain.in_from.p - centre_of(chain.from);
  joint.a.rotation = rotation_from(chain.in_from.r);
  joint.b.body = out_.model.bodies.back().name;
  joint.b.position = -centre_of(i);
  joint.axes = chain.axes;
  add_joint(std::move(joint), own.place);
}

End Mechanism::end(int i, const Pose& in_link) const {
  Pose pose = in_link;
  int carrier = -1;
  if (i >= 0) {
    const Place& place = places_[static_cast<std::size_t>(i)];
    pose = place.in_carrier * in_link;
    carrier = place.carrier;
  }
  End end;
  const int body = carrier < 0 ? -1 : places_[static_cast<std::size_t>(carrier)].body;
  if (carrier >= 0 && body < 0) {
    const MechanismLink& own = links_[static_cast<std::size_t>(carrier)];
    refuse(own.place, fmt::format("something acts on \"{}\", which moves but has no mass", own.name),
           "give it a mass and an inertia");
  }
  end.body = body < 0 ? std::string(ground) : out_.model.bodies[static_cast<std::size_t>(body)].name;
  end.position = pose.p - centre_of(carrier);
  end.rotation = rotation_from(pose.r);
  return end;
}

Pose Mechanism::start_of(int i) const {
  if (i < 0) return {};
  const Place& place = places_[static_cast<std::size_t>(i)];
  return motion_of(place.carrier).pose * place.in_carrier;
}

Pose Mechanism::reference_of(int i) const {
  Pose pose;
  for (; i >= 0; i = links_[static_cast<std::size_t>(i)].parent)
    pose = links_[static_cast<std::size_t>(i)].in_parent * pose;
  return pose;
}

int Mechanism::body_of(int i) const {
  return i < 0 ? -1 : places_[static_cast<std::size_t>(i)].body;
}

double Mechanism::inertia_behind(int i, const Vector3& point, const Vector3& axis, bool is_hinge) const {
  std::vector<bool> is_behind(links_.size(), false);
  double sum = 0.0;
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const int parent = links_[k].parent;
    is_behind[k] = static_cast<int>(k) == i || (parent >= 0 && is_behind[static_cast<std::size_t>(parent)]);
    if (!is_behind[k] || places_[k].carrier != static_cast<int>(k)) continue;
    const SolidInertia& own = links_[k].inertia;
    const Pose pose = places_[k].motion.pose;
    const Vector3 across = axis.cross(pose * own.centre - point), inside = pose.r.transpose() * axis;
    sum += is_hinge ? own.mass * across.squaredNorm() + inside.dot(own.inertia * inside) : own.mass;
  }
  return sum;
}

std::string Mechanism::unique(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted.substr(0, 80);
  for (char& c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F ||
        std::string_view(".,;\"'/\\").find(c) != std::string_view::npos)
      c = '_';
  while (!name.empty() && name.front() == ' ') name.erase(name.begin());
  while (!name.empty() && name.back() == ' ') name.pop_back();
  if (name.empty()) name = "unnamed";
  const std::string first = name;
  for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}_{}", first, i);
  return name;
}

std::string Mechanism::element_name(const std::string& wanted, const std::string& kind) {
  const bool is_taken = !kind.empty() && element_names_.contains(wanted);
  return unique(is_taken ? wanted + "_" + kind : wanted, element_names_);
}
std::string Mechanism::axis_name(const std::string& wanted) {
  return unique(wanted, axis_names_);
}
std::string Mechanism::body_name(const std::string& wanted) {
  return unique(wanted, body_names_);
}

void Mechanism::add_joint(Joint joint, const XmlPlace& place) {
  out_.places[fmt::format("/joints/{}", out_.model.joints.size())] = place;
  out_.model.joints.push_back(std::move(joint));
}

void Mechanism::add_force(Force force, const XmlPlace& place) {
  out_.places[fmt::format("/forces/{}", out_.model.forces.size())] = place;
  out_.model.forces.push_back(std::move(force));
}

}  // namespace kreisel
