// The vibrations that may spoil backward differentiation of order 3 and more: those of the compliant rows and the
// fastest one of the forces.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kreisel/linear/jacobi_eigenvalues.hpp"
#include "kreisel/methods/multistep/control.hpp"
#include "kreisel/methods/shared/acceleration_level.hpp"

namespace kreisel {

template <MechanicalSystem System>
class VibrationSearch {
 public:
  using Tangent = typename System::Tangent;

  explicit VibrationSearch(const System& system) : system_(system) {
    shape_.setOnes(system.group().dimension());
    stiff_ = mass_ = shape_;
    const auto rows = system.rows();
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].is_position() && rows[i].compliance > 0.0) springs_.push_back(static_cast<Index>(i));
    const auto count = static_cast<Index>(springs_.size());
    stiffness_.setZero(count, count);
  }

  void start() { shape_.setOnes(); }

  template <class A>
  void transfer(A& a) {
    a(shape_);
  }

  /// `accelerations` were just settled, `tangents` belong to the last factorisation of the step.
  template <class AllTangents>
  void find(const AllTangents& tangents, const AccelerationLevel<System>& accelerations,
            MultistepControl<System>& control) {
    control.vibrations().clear();
    find_springs(accelerations, control.vibrations());
    const Vibration force = fastest_of_forces(tangents);
    control.force_stiffness = force.frequency * force.frequency;
    if (force.frequency > 0.0) control.vibrations().push_back(force);
  }

 private:
  /// The springs together: ω² are the eigenvalues of B M⁻¹Bᵀ, scaled by compliance; many of them row by row. A mode's
  /// damping ratio is τω/2 with the least τ.
  void find_springs(const AccelerationLevel<System>& accelerations, std::vector<Vibration>& out) {
    constexpr std::size_t many = 24;
    const auto count = static_cast<Index>(springs_.size());
    double relaxation = INFINITY;
    const auto row = [&](Index i) -> const Row& {
      return system_.rows()[static_cast<std::size_t>(springs_[static_cast<std::size_t>(i)])];
    };
    for (Index i = 0; i < count; ++i) {
      relaxation = std::min(relaxation, row(i).relaxation);
      for (Index j = 0; j < count; ++j)
        stiffness_(i, j) = accelerations.mobility(springs_[static_cast<std::size_t>(i)],
                                                  springs_[static_cast<std::size_t>(j)]) /
                           std::sqrt(row(i).compliance * row(j).compliance);
    }
    if (springs_.size() <= many) jacobi_eigenvalues(stiffness_, count);
    for (Index i = 0; i < count; ++i) {
      const double frequency = std::sqrt(std::max(stiffness_(i, i), 0.0));
      out.push_back({frequency, 0.5 * relaxation * frequency});
    }
  }

  /// Power iteration for K x = ω² M x, one round per call, with a diagonal mass; the shape is kept from call to call.
  /// Rayleigh's quotients of K, M and D give frequency and damping.
  template <class AllTangents>
  Vibration fastest_of_forces(const AllTangents& tangents) {
    product_into(tangents.stiffness, shape_, stiff_);
    product_into(tangents.mass, shape_, mass_);
    const double inertia = shape_.dot(mass_), stiffness = shape_.dot(stiff_);
    product_into(tangents.damping, shape_, mass_);
    const double drag = shape_.dot(mass_);
    for (Index i = 0; i < shape_.size(); ++i) shape_[i] = stiff_[i] / diagonal_entry(tangents.mass, i);
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
  std::vector<Index> springs_;
  Matrix stiffness_;
};

}  // namespace kreisel
