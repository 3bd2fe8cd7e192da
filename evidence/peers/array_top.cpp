// Forces, rows and groups of the heavy top in counted arrays.
#include "evidence/peers/array_top.hpp"

#include <cmath>

namespace kreisel::experiments {
namespace {

using Eigen::Vector3d;

constexpr double body_mass = 15.0;

/// (1 - cos θ)/θ² and (1 - sin θ/θ)/θ²; series below 1e-4, where the closed forms cancel.
struct Factors {
  double sine, cosine, cubic;

  explicit Factors(double angle) {
    const double s = angle * angle;
    const bool is_small = angle < 1e-4;
    sine = is_small ? 1.0 - s / 6.0 : std::sin(angle) / angle;
    cosine = is_small ? 0.5 - s / 24.0 : (1.0 - std::cos(angle)) / s;
    cubic = is_small ? 1.0 / 6.0 - s / 120.0 : (1.0 - sine) / s;
  }
};

Array diagonal(const Vector3d& entries) {
  return Array(Eigen::Matrix3d(entries.asDiagonal()));
}

}  // namespace

ArrayTop::ArrayTop(TopGroup group)
    : group_(group),
      one_(identity(3)),
      minus_one_(-one_),
      inertia_(diagonal(group == TopGroup::so3 ? Vector3d(15.234375, 0.46875, 15.234375)
                                               : Vector3d(0.234375, 0.46875, 0.234375))),
      offset_(Vector3d(0.0, 1.0, 0.0)),
      offset_tilde_(tilde(offset_)),
      minus_offset_tilde_(-offset_tilde_),
      weight_(Vector3d(0.0, 0.0, -9.81 * body_mass)),
      minus_weight_(-weight_),
      mass_(inertia_),
      nothing_(zeros(3, 3)) {
  if (group != TopGroup::so3) mass_ = blocks({{body_mass * one_, nothing_}, {nothing_, inertia_}});
}

/// Ω~JΩ.
Array ArrayTop::gyroscopic(const Array& omega) const {
  return tilde(omega) * (inertia_ * omega);
}

Array ArrayTop::force(const Pose& q, const Array& v) const {
  if (group_ == TopGroup::so3) return gyroscopic(v) - offset_tilde_ * (q.r.transposed() * weight_);
  const Array omega = v.rows_from(3, 3);
  if (group_ == TopGroup::r3xso3) return stacked({minus_weight_, gyroscopic(omega)});
  const Array carried = tilde(omega) * v.rows_from(0, 3);
  return stacked({body_mass * carried - q.r.transposed() * weight_, gyroscopic(omega)});
}

Array ArrayTop::damping(const Array& v) const {
  const Array omega = group_ == TopGroup::so3 ? v : v.rows_from(3, 3);
  const Array turning = tilde(omega);
  const Array lower = turning * inertia_ - tilde(inertia_ * omega);
  if (group_ == TopGroup::so3) return lower;
  if (group_ == TopGroup::r3xso3) return blocks({{nothing_, nothing_}, {nothing_, lower}});
  return blocks({{body_mass * turning, -body_mass * tilde(v.rows_from(0, 3))}, {nothing_, lower}});
}

Array ArrayTop::stiffness(const Pose& q, const Array& lambda) const {
  if (group_ == TopGroup::so3) return minus_offset_tilde_ * tilde(q.r.transposed() * weight_);
  const Array corner =
      group_ == TopGroup::r3xso3 ? q.r * tilde(lambda) : tilde(q.r.transposed() * minus_weight_);
  return blocks({{nothing_, corner}, {nothing_, nothing_}});
}

Array ArrayTop::jacobian(const Pose& q) const {
  if (group_ == TopGroup::se3) return blocks({{minus_one_, minus_offset_tilde_}});
  return blocks({{-q.r.transposed(), minus_offset_tilde_}});
}

Array ArrayTop::gap(const Pose& q) const {
  return offset_ - q.r.transposed() * q.x;
}

Array ArrayTop::rotation(const Array& w) const {
  const Factors f(w.norm());
  const Array s = tilde(w);
  return one_ + f.sine * s + f.cosine * (s * s);
}

Array ArrayTop::rotation_tangent(const Array& w) const {
  const Factors f(w.norm());
  const Array s = tilde(w);
  return one_ - f.cosine * s + f.cubic * (s * s);
}

Pose ArrayTop::advance(const Pose& q, const Array& w) const {
  if (group_ == TopGroup::so3) return {{}, q.r * rotation(w)};
  const Array along = w.rows_from(0, 3), turn = w.rows_from(3, 3);
  if (group_ == TopGroup::r3xso3) return {q.x + along, q.r * rotation(turn)};
  return {q.x + q.r * (rotation_tangent(turn).transposed() * along), q.r * rotation(turn)};
}

Array ArrayTop::tangent(const Array& w) const {
  if (group_ == TopGroup::so3) return rotation_tangent(w);
  const Array turn = w.rows_from(3, 3), t = rotation_tangent(turn);
  if (group_ == TopGroup::r3xso3) return blocks({{one_, nothing_}, {nothing_, t}});
  // Corner of SE(3), the form without cancellation: b1 = (a0 - 2a1)/θ², b2 = (a1 - 3a2)/θ².
  const Array along = w.rows_from(0, 3);
  const double angle = turn.norm(), s = angle * angle;
  const Factors f(angle);
  const double b1 = angle < 1e-2 ? -1.0 / 12 + s / 180 : (f.sine - 2.0 * f.cosine) / s,
               b2 = angle < 1e-2 ? -1.0 / 60 + s / 1260 : (f.cosine - 3.0 * f.cubic) / s;
  const Array a = tilde(along), b = tilde(turn);
  const double inner = (along.transposed() * turn).values()(0, 0);
  const Array corner = -f.cosine * a + f.cubic * (a * b + b * a) - (inner * b1) * b + (inner * b2) * (b * b);
  return blocks({{t, corner}, {nothing_, t}});
}

Array ArrayTop::hat(const Array& v) const {
  if (group_ == TopGroup::so3) return tilde(v);
  const Array turn = tilde(v.rows_from(3, 3));
  if (group_ == TopGroup::r3xso3) return blocks({{nothing_, nothing_}, {nothing_, turn}});
  return blocks({{turn, tilde(v.rows_from(0, 3))}, {nothing_, turn}});
}

}  // namespace kreisel::experiments
