#include "kreisel/methods/catalog.hpp"

#include <array>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"

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

const std::vector<MethodEntry>& list() {
  static const std::vector<MethodEntry> methods{generalized_alpha(), hht_alpha(), newmark(), trapezoidal()};
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
  throw OptionError(fmt::format("method \"{}\" does not converge for {}", method.name, form), "--method",
                    fmt::format("methods for {}: {}", form, fitting));
}

}  // namespace kreisel
