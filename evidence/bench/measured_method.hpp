// A method with everything that decides about its steps, and how one of the catalogue is chosen.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {

struct MeasuredMethod {
  std::string name;
  MethodCoefficients coefficients;
  StepperOptions options = {};
};

/// A method of the catalogue with the choices an experiment makes.
struct CatalogueChoice {
  std::string method;
  std::vector<std::pair<std::string, std::string>> settings = {};
  StartValues start = StartValues::automatic;
  Formulation formulation = Formulation::index3;
  StepChange change = StepChange::automatic;

  MethodCoefficients coefficients() const;
  StepperOptions options() const;
  /// Its name tells formulation and settings.
  MeasuredMethod measured() const;
};

}  // namespace kreisel
