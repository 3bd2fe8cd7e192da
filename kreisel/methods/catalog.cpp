// THE list of methods, put together from the families, and the search in it.
#include "kreisel/methods/catalog.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/methods/catalog_lists.hpp"

namespace kreisel {
namespace {

Claims everywhere(int order) {
  Claims claims;
  claims.orders.push_back({std::nullopt, order, order, 0});
  for (const auto& f : formulations) claims.orders.push_back({f.value, order, order, order});
  claims.controls_error = order == 2;
  return claims;
}

/// No damping at infinity: multipliers of position and velocity level rows would oscillate for ever.
Claims without_position_rows(int order) {
  Claims claims;
  claims.orders = {{std::nullopt, order, order, 0}, {Formulation::index1, order, order, order}};
  claims.controls_error = true;
  return claims;
}

MethodEntry generalized_alpha() {
  return {"generalized_alpha",
          "Lie group generalized-α, numerical damping set by the spectral radius at infinity",
          "Chung, Hulbert 1993; Arnold, Brüls, Cardona 2015, eq. (9), (58)",
          {{.name = "rho_inf",
            .value = 0.9,
            .description = "spectral radius at infinity",
            .lowest = 0.0,
            .highest = 0.999}},
          everywhere(2),
          [](const Parameters& p) { return GeneralizedAlphaParameters::chung_hulbert(p.number("rho_inf")); }};
}

MethodEntry hht_alpha() {
  return {
      "hht_alpha",
      "HHT-α: generalized-α with αm = 0, αf = alpha",
      "Hilber, Hughes, Taylor 1977",
      {{.name = "alpha", .value = 0.1, .description = "damping, αf", .lowest = 0.001, .highest = 1.0 / 3.0}},
      everywhere(2),
      [](const Parameters& p) {
        return GeneralizedAlphaParameters::hilber_hughes_taylor(p.number("alpha"));
      }};
}

MethodEntry newmark() {
  return {"newmark",
          "Newmark with numerical damping, β = (γ+1/2)²/4; first order",
          "Newmark 1959",
          {{.name = "gamma", .value = 0.6, .description = "γ > 1/2 damps", .lowest = 0.505, .highest = 1.0}},
          everywhere(1),
          [](const Parameters& p) { return GeneralizedAlphaParameters::newmark(p.number("gamma")); }};
}

MethodEntry trapezoidal() {
  return {"trapezoidal",
          "trapezoidal rule (Newmark with γ = 1/2, β = 1/4): second order, no damping",
          "Newmark 1959",
          {},
          without_position_rows(2),
          [](const Parameters&) { return GeneralizedAlphaParameters::newmark(0.5); }};
}

constexpr const char* multistep_citation = "Wieloch, Arnold 2021; Wieloch 2022";

const std::vector<std::pair<std::string, CorrectionTerm>>& correction_terms() {
  static const std::vector<std::pair<std::string, CorrectionTerm>> terms{
      {"direct", CorrectionTerm::direct},
      {"none", CorrectionTerm::none},
      {"published", CorrectionTerm::published},
      {"optimised_explicit", CorrectionTerm::optimised_explicit},
      {"optimised_implicit", CorrectionTerm::optimised_implicit},
      {"variable_steps", CorrectionTerm::variable_steps},
  };
  return terms;
}

CorrectionTerm correction_of(const std::string& name) {
  for (const auto& [known, term] : correction_terms())
    if (known == name) return term;
  return CorrectionTerm::direct;
}

/// The commutator terms that exist for order k, the default first.
Parameter correction_parameter(int k) {
  Parameter parameter{.name = "correction", .description = "commutator term L; none: order 2"};
  for (const auto& [name, term] : correction_terms()) {
    const bool exists = term == CorrectionTerm::direct || term == CorrectionTerm::none ||
                        (term == CorrectionTerm::variable_steps && k == 3) ||
                        correction_set(term, k) != nullptr;
    if (exists) parameter.choices.push_back(name);
  }
  return parameter;
}

MethodEntry backward_differentiation(MultistepFamily family, int k) {
  const bool is_bliedf = family == MultistepFamily::bliedf;
  const bool has_term = is_bliedf && k > 2;
  MethodEntry entry;
  entry.name = fmt::format("{}_{}", is_bliedf ? "bliedf" : "mk_bdf", k);
  entry.description =
      fmt::format("{} of order {}{}",
                  is_bliedf ? "BLieDF, backward differentiation of increments," : "Munthe-Kaas BDF in charts",
                  k, k <= 5 ? "; under error control of at most this order" : ", constant steps only");
  entry.citation = multistep_citation;
  if (has_term) entry.parameters = {correction_parameter(k)};
  entry.claims = everywhere(k);
  entry.claims.controls_error = k <= 5;
  entry.claims.recommended = Formulation::index3;
  entry.coefficients = [family, k, has_term](const Parameters& p) {
    return MultistepParameters{family, k,
                               has_term ? correction_of(p.choice("correction")) : CorrectionTerm::direct};
  };
  return entry;
}

MethodEntry variable_order(MultistepFamily family) {
  const bool is_bliedf = family == MultistepFamily::bliedf;
  constexpr int highest = 5;
  MethodEntry entry;
  entry.name = is_bliedf ? "bliedf" : "mk_bdf";
  entry.description =
      fmt::format("{} with order and step chosen by the tolerance", is_bliedf ? "BLieDF" : "Munthe-Kaas BDF");
  entry.citation = multistep_citation;
  entry.parameters = {
      {.name = "order", .value = highest, .description = "highest order", .lowest = 1, .highest = highest}};
  entry.claims = everywhere(highest);
  entry.claims.controls_error = true;
  entry.claims.constant_steps = false;
  entry.claims.recommended = Formulation::index3;
  entry.coefficients = [family](const Parameters& p) {
    return MultistepParameters{family, static_cast<int>(p.number("order")), CorrectionTerm::direct};
  };
  return entry;
}

MethodEntry adams_moulton(MultistepFamily family, int order) {
  const bool is_crouch_grossman = family == MultistepFamily::crouch_grossman;
  MethodEntry entry;
  entry.name = fmt::format("{}_{}", is_crouch_grossman ? "crouch_grossman" : "commutator_free", order);
  entry.description = fmt::format("{} Adams-Moulton of order {}, for systems without joints",
                                  is_crouch_grossman ? "Crouch-Grossman" : "commutator-free", order);
  entry.citation = "Crouch, Grossman 1993; Owren, Marthinsen 1999; Wieloch 2022, sections 3.1, 3.2";
  entry.claims.orders = {{std::nullopt, order, order, 0}};
  entry.coefficients = [family, order](const Parameters&) {
    return MultistepParameters{family, order, CorrectionTerm::direct};
  };
  return entry;
}

std::vector<MethodEntry> make_list() {
  std::vector<MethodEntry> methods{generalized_alpha(), hht_alpha(), newmark(), trapezoidal()};
  for (const MultistepFamily family : {MultistepFamily::bliedf, MultistepFamily::mk_bdf}) {
    methods.push_back(variable_order(family));
    for (int k = 1; k <= max_multistep_order; ++k) methods.push_back(backward_differentiation(family, k));
  }
  for (const MultistepFamily family : {MultistepFamily::crouch_grossman, MultistepFamily::commutator_free})
    for (int order = 1; order <= 4; ++order) methods.push_back(adams_moulton(family, order));
  for (auto part : {implicit_runge_kutta_methods(), explicit_runge_kutta_methods()})
    for (MethodEntry& method : part) methods.push_back(std::move(method));
  return methods;
}

const std::vector<MethodEntry>& list() {
  static const std::vector<MethodEntry> methods = make_list();
  return methods;
}

}  // namespace

std::span<const MethodEntry> all_methods() {
  return list();
}

const MethodEntry& find_method(const std::string& name) {
  std::vector<std::string> names;
  for (const MethodEntry& method : list()) {
    if (method.name == name) return method;
    names.push_back(method.name);
  }
  throw UnknownName(fmt::format("there is no method \"{}\"", name), "--method",
                    suggestion(name, "methods", names));
}

void require_claim(const MethodEntry& method, std::optional<Formulation> formulation) {
  if (method.claims.find(formulation) != nullptr) return;
  std::string fitting;
  for (const MethodEntry& other : list())
    if (other.claims.find(formulation) != nullptr) fitting += (fitting.empty() ? "" : ", ") + other.name;
  const std::string_view form = formulation ? name_of(*formulation) : "systems without joints";
  const bool fits_joints = std::any_of(method.claims.orders.begin(), method.claims.orders.end(),
                                       [](const OrderClaim& claim) { return claim.formulation.has_value(); });
  const std::string fact = fits_joints
                               ? fmt::format("method \"{}\" does not converge for {}", method.name, form)
                               : fmt::format("method \"{}\" is made for systems without joints", method.name);
  throw OptionError(fact, "--method", fmt::format("methods for {}: {}", form, fitting));
}

}  // namespace kreisel
