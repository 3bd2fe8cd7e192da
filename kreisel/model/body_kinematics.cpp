// How bodies enter, from THE list of their groups; body_kinematics.hpp has the formulas.
#include "kreisel/model/body_kinematics.hpp"

#include "kreisel/groups/all.hpp"

namespace kreisel {

std::optional<BodyGroup> body_group(std::string_view name) {
  std::optional<BodyGroup> found;
  for_each_body_group([&]<class G>(const G&) {
    using Body = RigidBodyOn<G>;
    if (G::name == name) found = {G::name, Body::is_semidirect, Body::has_matrix, Body::coordinates};
  });
  return found;
}

Matrix3 rotation_at(const BodyGroup& group, const double* q) {
  if (group.has_rotation_matrix) return Eigen::Map<const Matrix3>(q + 3);
  return rotation_of_quaternion<double>(Eigen::Map<const VectorOf<double, 4>>(q + 3));
}

VectorOf<double, 4> quaternion_at(const BodyGroup& group, const double* q) {
  if (group.has_rotation_matrix) return quaternion_of_rotation<double>(rotation_at(group, q));
  return Eigen::Map<const VectorOf<double, 4>>(q + 3);
}

void write_pose(const BodyGroup& group, const Vector3& x, const VectorOf<double, 4>& quaternion, double* q) {
  Eigen::Map<Vector3>{q} = x;
  if (group.has_rotation_matrix)
    Eigen::Map<Matrix3>(q + 3) = rotation_of_quaternion<double>(quaternion);
  else
    Eigen::Map<VectorOf<double, 4>>(q + 3) = quaternion;
}

Vector3 space_velocity(const BodyGroup& group, const double* q, const Vector3& linear) {
  return group.is_semidirect ? Vector3(rotation_at(group, q) * linear) : linear;
}

Vector3 linear_velocity(const BodyGroup& group, const double* q, const Vector3& in_space) {
  return group.is_semidirect ? Vector3(rotation_at(group, q).transpose() * in_space) : in_space;
}

void BodyAt::place(const BodyGroup& group, const double* q) {
  semidirect = group.is_semidirect;
  x = position_at(q);
  r = rotation_at(group, q);
}

BodyStep step_of(const BodyAt& body, const double* w) {
  const Vector3 linear = Eigen::Map<const Vector3>(w), angular = Eigen::Map<const Vector3>(w + 3);
  BodyStep step;
  step.turn = body.r.lazyProduct(exp_minus_identity<double>(angular));
  step.shift = linear;
  if (body.semidirect)
    step.shift =
        body.r.lazyProduct(rotation_tangent_operator<double>(angular).transpose().lazyProduct(linear).eval());
  return step;
}

void write_step(const BodyGroup& group, const BodyAt& body, const BodyStep& step, const double* q,
                const double* w, double* q_new) {
  Eigen::Map<Vector3>{q_new} = body.x + step.shift;
  if (group.has_rotation_matrix) {
    Eigen::Map<Matrix3>(q_new + 3) = body.r + step.turn;
  } else {
    const VectorOf<double, 4> quaternion = Eigen::Map<const VectorOf<double, 4>>(q + 3);
    Eigen::Map<VectorOf<double, 4>>(q_new + 3) =
        UnitQuaternion::advance<double>(quaternion, Eigen::Map<const Vector3>(w + 3));
  }
}

}  // namespace kreisel
