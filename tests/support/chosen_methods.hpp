// Methods of the catalogue with the choices that tests make.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "evidence/bench/measured_method.hpp"

namespace kreisel::claims {

/// Generalized-α of the given damping with the library's own choice of everything else.
inline MeasuredMethod damped_alpha(double rho_inf, Formulation formulation,
                                   StartValues start = StartValues::automatic) {
  MeasuredMethod method{fmt::format("generalized_alpha {} {}", rho_inf, name_of(formulation)),
                        GeneralizedAlphaParameters::chung_hulbert(rho_inf)};
  method.options.formulation = formulation;
  method.options.start = start;
  return method;
}

struct MultistepChoice {
  std::string family = "bliedf";
  int order = 3;
  std::string correction = "";  // empty: the default
  Formulation formulation = Formulation::index3;
  StartValues start = StartValues::automatic;
  StepChange change = StepChange::automatic;
};

inline MeasuredMethod multistep(const MultistepChoice& choice) {
  CatalogueChoice in_catalogue{.method = choice.family + "_" + std::to_string(choice.order),
                               .start = choice.start,
                               .formulation = choice.formulation,
                               .change = choice.change};
  if (!choice.correction.empty()) in_catalogue.settings = {{"correction", choice.correction}};
  return in_catalogue.measured();
}

using MethodSettings = std::vector<std::pair<std::string, std::string>>;

inline MeasuredMethod runge_kutta(const std::string& name, Formulation formulation,
                                  const MethodSettings& settings = {}) {
  return CatalogueChoice{.method = name, .settings = settings, .formulation = formulation}.measured();
}

inline const MethodSettings as_the_stages_leave_it{{"projection", "none"}};

/// Errors of a slow top reach the asymptotic window with steps that keep the tests quick [rad/s].
inline constexpr double slow_spin = 5.0;

}  // namespace kreisel::claims
