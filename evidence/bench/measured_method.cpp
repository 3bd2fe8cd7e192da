// From the name of a method and its settings to what a stepper needs.
#include "evidence/bench/measured_method.hpp"

namespace kreisel {

MethodCoefficients CatalogueChoice::coefficients() const {
  const MethodEntry& entry = find_method(method);
  Parameters parameters(entry.parameters);
  for (const auto& [key, value] : settings) parameters.set(key, value);
  return entry.coefficients(parameters);
}

StepperOptions CatalogueChoice::options() const {
  StepperOptions options;
  options.formulation = formulation;
  options.start = start;
  options.step_change = change;
  return options;
}

MeasuredMethod CatalogueChoice::measured() const {
  std::string name = method + " " + std::string(name_of(formulation));
  for (const auto& [key, value] : settings) name += " " + key + "=" + value;
  return {name, coefficients(), options()};
}

}  // namespace kreisel
