// A family's stepper with or without the stabilised form of index 2, by the formulation that was chosen.
#pragma once

#include <memory>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/mechanical_system.hpp"
#include "kreisel/methods/formulation.hpp"
#include "kreisel/methods/shared/matrices.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel::detail {

template <template <class, bool> class Family, MechanicalSystem System, class Options>
std::unique_ptr<Stepper> stepper_in_formulation(const System& system, const Options& options) {
  if (options.formulation == Formulation::index2) {
    if constexpr (InBlocks<System>) {
      throw OptionError("the stabilised form is not available for models with many bodies", "--formulation",
                        "take index3, whose velocities are put back onto the joints, or index1");
    } else {
      return std::make_unique<Family<System, true>>(system, options);
    }
  }
  return std::make_unique<Family<System, false>>(system, options);
}

}  // namespace kreisel::detail
