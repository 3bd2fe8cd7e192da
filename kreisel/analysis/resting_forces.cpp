// Velocities of a turning frame for every kind of body, and the chain rule through them.
#include "kreisel/analysis/resting_forces.hpp"

#include <Eigen/Geometry>

#include "kreisel/core/error.hpp"

namespace kreisel {
namespace {

/// Position and rotation of a body from its coordinates; which groups bodies move on: groups/all.hpp.
struct Pose {
  Vector3 x;
  Matrix3 r;
  bool is_semidirect;
};

bool is_body(const Factor& factor) {
  return factor.name == "r3xso3" || factor.name == "r3xs3" || factor.name == "se3" ||
         factor.name == "s3_semi_r3";
}

Pose pose_of(const ProductGroup::Placed& placed, const Vector& q) {
  const Factor& factor = placed.factor;
  Matrix adjoint(6, 6);
  factor.adjoint(Factor::VectorIn(q.data() + placed.first_coordinate, factor.coordinates),
                 Factor::MatrixOut(adjoint.data(), 6, 6, Eigen::OuterStride<>(6)));
  return {q.segment<3>(placed.first_coordinate), adjoint.bottomRightCorner<3, 3>(),
          factor.name == "se3" || factor.name == "s3_semi_r3"};
}

/// (v, v') of a body at rest in the frame.
VectorOf<double, 12> carried(const Pose& pose, const Vector3& omega) {
  const Vector3 velocity = omega.cross(pose.x);
  VectorOf<double, 12> out = VectorOf<double, 12>::Zero();
  out.segment<3>(0) = pose.is_semidirect ? Vector3(pose.r.transpose() * velocity) : velocity;
  out.segment<3>(3) = pose.r.transpose() * omega;
  if (!pose.is_semidirect)
    out.segment<3>(6) = omega.cross(velocity);  // in the frame of the body nothing changes
  return out;
}

}  // namespace

RestingForces::RestingForces(const AnySystem& system, double t, const Vector3& turning)
    : system_(system), t_(t), turning_(turning) {
  if (is_turning()) require_bodies();
}

void RestingForces::require_bodies() const {
  for (const ProductGroup::Placed& placed : system_.group().factors())
    if (!is_body(placed.factor))
      throw OptionError("a system whose coordinates are no bodies cannot be seen from a frame that turns",
                        "--turning", "leave it out, or write the mechanism as a model file");
}

void RestingForces::move(State& state) const {
  state.t = t_;
  state.v.setZero(system_.group().dimension());
  state.acceleration.setZero(system_.group().dimension());
  if (!is_turning()) return;
  for (const ProductGroup::Placed& placed : system_.group().factors()) {
    const VectorOf<double, 12> motion = carried(pose_of(placed, state.q), turning_);
    state.v.segment<6>(placed.first_tangent) = motion.head<6>();
    state.acceleration.segment<6>(placed.first_tangent) = motion.tail<6>();
  }
}

void RestingForces::residual(State& state, Vector& r) const {
  Vector gap = Vector::Zero(row_count(system_));
  system_.gap(t_, state.q, gap);
  for (Index i = 0; i < gap.size(); ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (!row.is_rigid())
      state.lambda[i] = row.is_position() && row.compliance > 0.0 ? gap[i] / row.compliance : 0.0;
  }
  r.resize(state.v.size());
  system_.balance(t_, state.q, state.v, state.acceleration, state.lambda, r);
}

void RestingForces::tangents(const State& state, Matrix& stiffness, Matrix& jacobian) const {
  AnySystem::AllTangents all;
  all.resize(system_.group().dimension(), row_count(system_));
  system_.tangents(t_, state.q, state.v, state.acceleration, state.lambda, all);
  stiffness = all.stiffness;
  jacobian = all.jacobian;
  for (Index i = 0; i < jacobian.rows(); ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (row.compliance > 0.0 && row.is_position())
      stiffness.noalias() += jacobian.row(i).transpose() * (jacobian.row(i) / row.compliance);
  }
  if (is_turning()) add_turning_stiffness(state, all, stiffness);
}

void RestingForces::straighten(const Vector& total, Matrix& stiffness) const {
  for (const ProductGroup::Placed& placed : system_.group().factors()) {
    if (placed.factor.name != "se3" && placed.factor.name != "s3_semi_r3") continue;
    const Index first = placed.first_tangent;
    const Vector3 f = total.segment<3>(first);
    stiffness.block<3, 3>(first, first + 3) -=
        Matrix3{{0.0, -f[2], f[1]}, {f[2], 0.0, -f[0]}, {-f[1], f[0], 0.0}};
  }
}

/// K + D ∂v/∂q + M ∂v'/∂q, body by body, by differences in numbers that are at most quadratic in q: exact but for round-off.
void RestingForces::add_turning_stiffness(const State& state, const AnySystem::AllTangents& all,
                                          Matrix& stiffness) const {
  constexpr double step = 1e-4;
  for (const ProductGroup::Placed& placed : system_.group().factors()) {
    const Index first = placed.first_tangent;
    for (Index k = 0; k < 6; ++k) {
      Vector w = Vector::Zero(system_.group().dimension());
      w[first + k] = step;
      const auto ahead = carried(pose_of(placed, system_.group().advance(state.q, w)), turning_);
      const auto behind = carried(pose_of(placed, system_.group().advance(state.q, Vector(-w))), turning_);
      const VectorOf<double, 12> slope = (ahead - behind) / (2.0 * step);
      stiffness.col(first + k) += all.damping.middleCols<6>(first) * slope.head<6>();
      stiffness.col(first + k) += all.mass.middleCols<6>(first) * slope.tail<6>();
    }
  }
}

}  // namespace kreisel
