// Implicit Runge-Kutta methods of the catalogue with the choices that tests make.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kreisel/methods/catalog.hpp"
#include "tests/support/order_measurement.hpp"

namespace kreisel::claims {

using MethodSettings = std::vector<std::pair<std::string, std::string>>;

inline Method runge_kutta(const std::string& name, Formulation formulation,
                          const MethodSettings& settings = {}) {
  const MethodEntry& entry = find_method(name);
  Parameters parameters(entry.parameters);
  std::string text = name + " " + std::string(name_of(formulation));
  for (const auto& [key, value] : settings) {
    parameters.set(key, value);
    text += " " + key + "=" + value;
  }
  Method method{text, entry.coefficients(parameters), {}};
  method.options.formulation = formulation;
  return method;
}

inline const MethodSettings as_the_stages_leave_it{{"projection", "none"}};

}  // namespace kreisel::claims
