// Multistep methods of the catalogue with the choices that tests make.
#pragma once

#include <string>

#include "kreisel/methods/catalog.hpp"
#include "tests/support/order_measurement.hpp"

namespace kreisel::claims {

struct MultistepChoice {
  std::string family = "bliedf";
  int order = 3;
  std::string correction = "";  // empty: the default
  Formulation formulation = Formulation::index3;
  StartValues start = StartValues::automatic;
  StepChange change = StepChange::automatic;
};

inline Method multistep(const MultistepChoice& choice) {
  const MethodEntry& entry = find_method(choice.family + "_" + std::to_string(choice.order));
  Parameters parameters(entry.parameters);
  if (!choice.correction.empty()) parameters.set("correction", choice.correction);
  Method method{entry.name + " " + choice.correction + " " + std::string(name_of(choice.formulation)),
                entry.coefficients(parameters),
                {}};
  method.options.formulation = choice.formulation;
  method.options.start = choice.start;
  method.options.step_change = choice.change;
  return method;
}

/// The same order in q, v and λ.
inline ExpectedOrders all_of_order(int k) {
  const double order = k;
  return {order, order, order};
}

}  // namespace kreisel::claims
