// The implicit Runge-Kutta methods of the catalogue, with their claims.
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "kreisel/methods/catalog_lists.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel {
namespace {

/// What a family promises: its order without rows and on acceleration level, and what is left of it elsewhere.
struct Family {
  ImplicitFamily family;
  const char* name;
  const char* description;
  int first, last;  // stages; for diagonally implicit methods the order
  bool has_theta;
  // Orders as functions of the number of stages; 0: not claimed.
  int (*order)(int);
  int (*index3)(int);
  int (*index2)(int);
  int (*velocity)(int);
};

int none(int) {
  return 0;
}
int twice(int s) {
  return 2 * s;
}
int twice_less_one(int s) {
  return 2 * s - 1;
}
int twice_less_two(int s) {
  return 2 * s - 2;
}
int twice_less_three(int s) {
  return 2 * s - 3;
}
/// IIIDC in index 3: measured, no theorem.
int twice_less_two_to_five(int s) {
  return s < 4 ? 2 * s - 2 : 5;
}
int twice_less_two_below_four(int s) {
  return s < 4 ? 2 * s - 2 : 0;
}
int same(int k) {
  return k;
}
int two(int) {
  return 2;
}
int three_at_most(int k) {
  return k < 3 ? k : 3;
}

constexpr std::array<Family, 14> families{{
    {ImplicitFamily::gauss, "gauss", "Gauss: symplectic, symmetric, conserves quadratic invariants", 1, 7,
     false, twice, none, none, twice},
    {ImplicitFamily::radau_ia, "radau_ia", "Radau IA: L-stable, not stiffly accurate", 2, 4, false,
     twice_less_one, none, none, twice_less_one},
    {ImplicitFamily::radau_iia, "radau_iia", "Radau IIA: L-stable, stiffly accurate", 1, 7, false,
     twice_less_one, twice_less_one, twice_less_one, twice_less_one},
    {ImplicitFamily::lobatto_iiia, "lobatto_iiia", "Lobatto IIIA: symmetric, no damping at infinity", 2, 5,
     false, twice_less_two, none, none, twice_less_two},
    {ImplicitFamily::lobatto_iiib, "lobatto_iiib", "Lobatto IIIB: symmetric, for soft systems", 2, 5, false,
     twice_less_two, none, none, none},
    {ImplicitFamily::lobatto_iiic, "lobatto_iiic", "Lobatto IIIC: L-stable, algebraically stable", 2, 5,
     false, twice_less_two, twice_less_two, twice_less_two, twice_less_two},
    {ImplicitFamily::lobatto_iiid, "lobatto_iiid", "Lobatto IIID: symplectic, algebraically stable", 2, 5,
     false, twice_less_two, none, none, twice_less_two},
    {ImplicitFamily::lobatto_iiiab, "lobatto_iiiab",
     "blend of Lobatto IIIA and IIIB, symplectic for theta = 1/2", 2, 4, true, twice_less_two, none, none,
     none},
    {ImplicitFamily::lobatto_iiiac, "lobatto_iiiac",
     "blend of Lobatto IIIA and IIIC: theta = 1 conserves, theta = 0 damps", 2, 4, true, twice_less_two,
     twice_less_three, twice_less_two, twice_less_two},
    {ImplicitFamily::lobatto_iiidc, "lobatto_iiidc",
     "blend of Lobatto IIID and IIIC, algebraically stable: theta = 1 conserves, theta = 0 damps", 2, 4, true,
     twice_less_two, twice_less_two_to_five, twice_less_two_below_four, twice_less_two},
    {ImplicitFamily::lobatto_iiiabc, "lobatto_iiiabc",
     "blend of the mean of Lobatto IIIA and IIIB with IIIC, algebraically stable", 2, 4, true, twice_less_two,
     none, none, none},
    {ImplicitFamily::lobatto_iiiabd, "lobatto_iiiabd",
     "blend of the mean of Lobatto IIIA and IIIB with IIID, symplectic", 2, 4, true, twice_less_two, none,
     none, none},
    {ImplicitFamily::sdirk, "sdirk", "singly diagonally implicit, L-stable: cheap steps for loose tolerances",
     2, 4, false, same, none, two, two},
    {ImplicitFamily::esdirk, "esdirk",
     "diagonally implicit with explicit first stage, L-stable: cheap steps for loose tolerances", 2, 4, false,
     same, none, three_at_most, three_at_most},
}};

Claims claims_of(const Family& family, int stages) {
  Claims claims;
  const int order = family.order(stages);
  claims.orders = {{std::nullopt, order, order, 0}, {Formulation::index1, order, order, order}};
  const std::array<std::pair<Formulation, int>, 3> others{{{Formulation::index3, family.index3(stages)},
                                                           {Formulation::index2, family.index2(stages)},
                                                           {Formulation::velocity, family.velocity(stages)}}};
  for (const auto& [formulation, reduced] : others)
    if (reduced > 0) claims.orders.push_back({formulation, reduced, reduced, reduced});
  const bool keeps_its_order = family.index3(stages) == order;
  claims.recommended = keeps_its_order ? Formulation::index3 : Formulation::index1;
  // Trapezoidal and midpoint rule in disguise: one implicit stage says nothing about errors.
  const bool has_estimate = stages > 2 || (family.family != ImplicitFamily::lobatto_iiia &&
                                           family.family != ImplicitFamily::lobatto_iiib);
  claims.controls_error = has_estimate;
  return claims;
}

std::vector<Parameter> common_parameters() {
  return {
      {.name = "projection",
       .description = "put velocities (index 3), or positions and velocities, back onto joints after a step",
       .choices = {"automatic", "none"}},
      {.name = "chart",
       .description =
           "moving: along with bodies that spin about an axis of symmetry; automatic: under error control "
           "only",
       .choices = {"automatic", "moving", "plain"}},
      {.name = "norm",
       .description =
           "translated: errors of the run follow the tolerance; classical: embedded estimate per step, for "
           "comparison",
       .choices = {"translated", "classical"}},
      {.name = "controller",
       .description = "law of the step size under error control",
       .choices = {"predictive", "classical", "filter"}}};
}

void read_common(const Parameters& p, ImplicitRungeKuttaParameters& out) {
  out.projection = p.choice("projection") == "none" ? Projection::none : Projection::automatic;
  const std::string& chart = p.choice("chart");
  out.chart = chart == "moving"  ? StepChart::moving
              : chart == "plain" ? StepChart::plain
                                 : StepChart::automatic;
  out.norm = p.choice("norm") == "classical" ? ErrorNorm::classical : ErrorNorm::translated;
  const std::string& law = p.choice("controller");
  out.step_size = law == "classical" ? StepSizeLaw::classical
                  : law == "filter"  ? StepSizeLaw::filter
                                     : StepSizeLaw::predictive;
}

void add_blend_parameters(std::vector<Parameter>& parameters) {
  parameters.push_back(
      {.name = "theta", .value = 0.5, .description = "weight of the blend", .lowest = 0.0, .highest = 1.0});
  parameters.push_back({.name = "theta_stiff",
                        .value = 0.0,
                        .description = "the same for coordinates that vibrate unresolved, with blend=split",
                        .lowest = 0.0,
                        .highest = 1.0});
  parameters.push_back(
      {.name = "blend",
       .description = "one weight for all coordinates, or split into resolved and stiff ones",
       .choices = {"uniform", "split"}});
}

void read_blend(const Parameters& p, ImplicitRungeKuttaParameters& out) {
  out.theta = p.number("theta");
  out.theta_stiff = p.number("theta_stiff");
  out.blend = p.choice("blend") == "split" ? BlendChoice::split : BlendChoice::uniform;
}

EstimatorChoice estimator_of(const std::string& name) {
  if (name == "iiiac") return EstimatorChoice::iiiac;
  if (name == "iiidc") return EstimatorChoice::iiidc;
  return name == "spark" ? EstimatorChoice::spark : EstimatorChoice::automatic;
}

constexpr const char* citation =
    "Hairer, Wanner 1996, IV.5 and IV.8; Schaub 2004; on groups: Munthe-Kaas 1999";

MethodEntry entry_of(const Family& family, int stages) {
  const bool counts_order = family.family == ImplicitFamily::sdirk || family.family == ImplicitFamily::esdirk;
  MethodEntry entry;
  entry.name = fmt::format("{}_{}", family.name, stages);
  entry.description =
      counts_order ? fmt::format("order {}; {}", stages, family.description)
                   : fmt::format("{} stages, order {}; {}", stages, family.order(stages), family.description);
  entry.citation = citation;
  entry.parameters = common_parameters();
  if (family.has_theta) add_blend_parameters(entry.parameters);
  const bool is_lobatto = std::string_view(family.name).starts_with("lobatto");
  if (is_lobatto && stages == 3)
    entry.parameters.push_back({.name = "estimator",
                                .description = "error estimate; spark: of order 1, for comparison",
                                .choices = {"automatic", "iiiac", "iiidc", "spark"}});
  entry.claims = claims_of(family, stages);
  entry.coefficients = [family, stages](const Parameters& p) {
    ImplicitRungeKuttaParameters out;
    out.family = family.family;
    out.stages = stages;
    read_common(p, out);
    if (family.has_theta) read_blend(p, out);
    if (p.knows("estimator")) out.estimator = estimator_of(p.choice("estimator"));
    return out;
  };
  return entry;
}

/// Radau IIA with the number of stages chosen by the tolerance.
MethodEntry variable_radau() {
  constexpr int most = 7;
  const Family& family = families[2];
  MethodEntry entry;
  entry.name = "radau";
  entry.description =
      "Radau IIA with 1, 2, 3, 5 or 7 stages and step chosen by the tolerance: the first choice for stiff "
      "problems";
  entry.citation = citation;
  entry.parameters = common_parameters();
  entry.parameters.push_back({.name = "stages",
                              .value = most,
                              .description = "highest number of stages",
                              .lowest = 1,
                              .highest = most});
  entry.claims = claims_of(family, most);
  entry.claims.constant_steps = false;
  entry.coefficients = [](const Parameters& p) {
    ImplicitRungeKuttaParameters out;
    out.stages = static_cast<int>(p.number("stages"));
    out.variable_order = true;
    read_common(p, out);
    return out;
  };
  return entry;
}

/// Lobatto IIIDC with the weight that damps every coordinate most.
MethodEntry strongest_damping() {
  const Family& family = families[9];
  MethodEntry entry = entry_of(family, 3);
  entry.name = "lobatto_iiidc_min_3";
  entry.description =
      "Lobatto IIIDC, 3 stages, order 4, the weight of every coordinate such that its own frequency is "
      "damped most";
  entry.parameters = common_parameters();
  entry.coefficients = [family](const Parameters& p) {
    ImplicitRungeKuttaParameters out;
    out.family = family.family;
    out.theta = 0.0;
    out.blend = BlendChoice::strongest;
    read_common(p, out);
    return out;
  };
  // The full stage system has no second multiplier.
  std::erase_if(entry.claims.orders,
                [](const OrderClaim& c) { return c.formulation == Formulation::index2; });
  return entry;
}

}  // namespace

std::vector<MethodEntry> implicit_runge_kutta_methods() {
  std::vector<MethodEntry> methods{variable_radau()};
  for (const Family& family : families)
    for (int stages = family.first; stages <= family.last; ++stages)
      methods.push_back(entry_of(family, stages));
  methods.push_back(strongest_damping());
  return methods;
}

}  // namespace kreisel
