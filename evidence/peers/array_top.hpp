// The heavy top as a program in arrays: equations, groups and their maps as [Wieloch 2022] prints them, sections 2.3,
// 3.2.1 and 3.3.1. Constants are formed once and not counted.
#pragma once

#include "evidence/peers/counted_array.hpp"

namespace kreisel::experiments {

enum class TopGroup { so3, r3xso3, se3 };

struct Pose {
  Array x = {}, r = {};  // x is empty on SO(3)
};

/// Names follow the source: M v' = -g - Bᵀλ, Φ = 0, D = ∂g/∂v, K of (3.19), (3.50).
class ArrayTop {
 public:
  explicit ArrayTop(TopGroup group);

  TopGroup group() const { return group_; }
  Eigen::Index dimension() const { return group_ == TopGroup::so3 ? 3 : 6; }
  Eigen::Index row_count() const { return group_ == TopGroup::so3 ? 0 : 3; }
  const Array& mass() const { return mass_; }

  Array force(const Pose& q, const Array& v) const;
  Array damping(const Array& v) const;
  Array stiffness(const Pose& q, const Array& lambda) const;
  Array jacobian(const Pose& q) const;
  Array gap(const Pose& q) const;

  /// q ∘ exp(w).
  Pose advance(const Pose& q, const Array& w) const;
  /// T(w), (2.36).
  Array tangent(const Array& w) const;
  /// The matrix of [v, .], (2.35).
  Array hat(const Array& v) const;

 private:
  Array rotation(const Array& w) const;
  Array rotation_tangent(const Array& w) const;
  Array gyroscopic(const Array& omega) const;

  TopGroup group_;
  Array one_, minus_one_, inertia_, offset_, offset_tilde_, minus_offset_tilde_, weight_, minus_weight_,
      mass_, nothing_;
};

}  // namespace kreisel::experiments
