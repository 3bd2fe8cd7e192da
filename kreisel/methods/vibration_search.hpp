// The vibrations that may spoil backward differentiation of order 3 and more: those of compliant rows, one by one,
// and the fastest one of the forces.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kreisel/methods/acceleration_level.hpp"
#include "kreisel/methods/multistep_control.hpp"

namespace kreisel {

template <MechanicalSystem System>
class VibrationSearch {
 public:
  using Tangent = typename System::Tangent;

  explicit VibrationSearch(const System& system) : system_(system) {
    shape_.setOnes(system.group().dimension());
    stiff_ = mass_ = shape_;
  }

  /// Row i vibrates with ω² = B_i M⁻¹B_iᵀ/c and damping ratio τω/2. `accelerations` were just settled.
  template <class AllTangents>
  void find(const AllTangents& tangents, const AccelerationLevel<System>& accelerations,
            MultistepControl<System>& control) {
    std::vector<Vibration>& out = control.vibrations();
    out.clear();
    const auto rows = system_.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!rows[i].is_position() || rows[i].compliance == 0.0) continue;
      const double frequency =
          std::sqrt(accelerations.row_mobility(static_cast<Index>(i)) / rows[i].compliance);
      out.push_back({frequency, 0.5 * rows[i].relaxation * frequency});
    }
    const Vibration force = fastest_of_forces(tangents);
    control.force_stiffness = force.frequency * force.frequency;
    if (force.frequency > 0.0) out.push_back(force);
  }

 private:
  /// Power iteration for K x = ω² M x, one round per call, with a diagonal mass; the shape is kept from call to call.
  /// Rayleigh's quotients of K, M and D give frequency and damping.
  template <class AllTangents>
  Vibration fastest_of_forces(const AllTangents& tangents) {
    stiff_.noalias() = tangents.stiffness.lazyProduct(shape_);
    mass_.noalias() = tangents.mass.lazyProduct(shape_);
    const double inertia = shape_.dot(mass_), stiffness = shape_.dot(stiff_);
    mass_.noalias() = tangents.damping.lazyProduct(shape_);
    const double drag = shape_.dot(mass_);
    for (Index i = 0; i < shape_.size(); ++i) shape_[i] = stiff_[i] / tangents.mass(i, i);
    const double size = shape_.cwiseAbs().maxCoeff();
    if (size > 0.0 && std::isfinite(size)) {
      shape_ /= size;
    } else {
      shape_.setOnes();
    }
    if (!(inertia > 0.0) || !(stiffness > 0.0)) return {};
    const double frequency = std::sqrt(stiffness / inertia);
    return {frequency, std::max(0.0, 0.5 * drag / (inertia * frequency))};
  }

  const System& system_;
  Tangent shape_, stiff_, mass_;
};

}  // namespace kreisel
