// THE list of methods: name -> coefficients, parameters, claims, citation.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kreisel/core/parameters.hpp"
#include "kreisel/methods/claims.hpp"
#include "kreisel/methods/generalized_alpha/parameters.hpp"
#include "kreisel/methods/implicit_runge_kutta/parameters.hpp"
#include "kreisel/methods/multistep/parameters.hpp"

namespace kreisel {

/// The coefficients of a method; which alternative they are decides the stepper (methods/make_stepper.hpp).
using MethodCoefficients = std::variant<GeneralizedAlphaParameters, MultistepParameters,
                                        ImplicitRungeKuttaParameters, ExplicitRungeKuttaParameters>;

struct MethodEntry {
  std::string name;
  std::string description;
  std::string citation;
  std::vector<Parameter> parameters;
  Claims claims;
  std::function<MethodCoefficients(const Parameters&)> coefficients;
};

std::span<const MethodEntry> all_methods();

/// Throws UnknownName with near misses.
const MethodEntry& find_method(const std::string& name);

/// Throws OptionError naming the methods that fit when this one makes no claim for the formulation.
void require_claim(const MethodEntry& method, std::optional<Formulation> formulation);

}  // namespace kreisel
