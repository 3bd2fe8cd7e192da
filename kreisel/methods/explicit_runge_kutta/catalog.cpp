// Explicit Runge-Kutta methods as the user sees them.
#include "kreisel/methods/catalog_lists.hpp"

namespace kreisel {
namespace {

/// Orders hold for joints too: index 1, with positions and velocities put back onto the rows.
Claims claims_of(int order, bool controls_error) {
  Claims claims;
  claims.orders = {{std::nullopt, order, order, 0}, {Formulation::index1, order, order, order}};
  claims.controls_error = controls_error;
  claims.recommended = Formulation::index1;
  return claims;
}

Parameter projection_parameter() {
  return {.name = "projection",
          .description =
              "automatic: positions and velocities back onto the joints after each step; none: they drift",
          .choices = {"automatic", "none"}};
}

Parameter step_size_parameter() {
  return {.name = "step_size",
          .description = "law of the next step",
          .choices = {"predictive", "classical", "filter"}};
}

StepSizeLaw law_of(const std::string& name) {
  if (name == "classical") return StepSizeLaw::classical;
  return name == "filter" ? StepSizeLaw::filter : StepSizeLaw::predictive;
}

MethodEntry entry_of(ExplicitFormula formula, int order, bool controls_error) {
  MethodEntry entry;
  entry.parameters = {projection_parameter()};
  if (controls_error) entry.parameters.push_back(step_size_parameter());
  entry.claims = claims_of(order, controls_error);
  entry.coefficients = [formula, controls_error](const Parameters& p) {
    ExplicitRungeKuttaParameters parameters;
    parameters.formula = formula;
    parameters.projection = p.choice("projection") == "none" ? Projection::none : Projection::automatic;
    if (controls_error) parameters.step_size = law_of(p.choice("step_size"));
    return parameters;
  };
  return entry;
}

constexpr const char* not_stiff =
    " in Munthe-Kaas form, for motions that are not stiff: springs and dampers, as rows "
    "or as forces, make its steps as small as they are stiff";

}  // namespace

std::vector<MethodEntry> explicit_runge_kutta_methods() {
  MethodEntry rk4 = entry_of(ExplicitFormula::rk4, 4, false);
  rk4.name = "rk4";
  rk4.description = std::string("the classical Runge-Kutta method, order 4, constant steps,") + not_stiff;
  rk4.citation = "Kutta 1901; Munthe-Kaas 1999";
  MethodEntry dopri5 = entry_of(ExplicitFormula::dopri5, 5, true);
  dopri5.name = "dopri5";
  dopri5.description = std::string("Dormand-Prince 5(4)") + not_stiff;
  dopri5.citation = "Dormand, Prince 1980; Hairer, Nørsett, Wanner 1993, II.5, II.6; Munthe-Kaas 1999";
  MethodEntry dop853 = entry_of(ExplicitFormula::dop853, 8, true);
  dop853.name = "dop853";
  dop853.description = std::string("Dormand-Prince 8(5,3)") + not_stiff;
  dop853.citation = "Prince, Dormand 1981; Hairer, Nørsett, Wanner 1993, II.5, II.10; Munthe-Kaas 1999";
  return {rk4, dopri5, dop853};
}

}  // namespace kreisel
