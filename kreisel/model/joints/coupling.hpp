// Coordinates that depend on others: 1 row. Gears of any ratio, fingers that mimic each other, linkages given by a curve.
#pragma once

#include <vector>

#include "kreisel/model/formula.hpp"
#include "kreisel/model/frame.hpp"

namespace kreisel {

/// A share of a coordinate in a sum.
struct CoordinateTerm {
  std::string axis = {};
  double coefficient = 1.0;

  static constexpr std::string_view description = "a coordinate and what it is multiplied by";
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"axis", &CoordinateTerm::axis, NamedKind::axis, "the axis of a joint", required},
        Field{"coefficient", &CoordinateTerm::coefficient, "of its coordinate in the sum"});
  }
};

/// Φ = s0 - f(t) - P(s1), P of degree most - 1.
struct CouplingLaw {
  static constexpr std::size_t most = 6;
  Formula function = {};
  std::array<double, most> polynomial = {};
  int count = 1;  // of forms
  static constexpr int rows() { return 1; }
  int forms() const { return count; }
  template <class S>
  void operator()(const S& t, const S* s, S* phi) const {
    phi[0] = s[0] - function.evaluate<S>(&t) - polynomial[0];
    if (count < 2) return;
    S power = s[1];
    for (std::size_t i = 1; i < most; ++i) {
      phi[0] = phi[0] - polynomial[i] * power;
      power = power * s[1];
    }
  }
};

struct CouplingJoint {
  static constexpr std::string_view type = "coupling";
  static constexpr std::string_view description =
      "a sum of coordinates is a function of time plus a polynomial of another sum";
  std::string name = {};
  std::vector<CoordinateTerm> terms = {};
  std::vector<CoordinateTerm> of = {};
  std::vector<double> polynomial = {};
  TimeFunction function = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &CouplingJoint::name, "how messages and results call it", required},
        Field{"terms", &CouplingJoint::terms, "the sum that is held", required},
        Field{"of", &CouplingJoint::of, "the sum it depends on"},
        Field{"polynomial", &CouplingJoint::polynomial,
              "coefficients of the powers 0 to 5 of that sum; without them the sums are equal"},
        Field{"function", &CouplingJoint::function, "of t, added: a motion that is given"});
  }

  template <class Rows>
  void add_to(Rows& rows) const {
    CouplingLaw law;
    if (polynomial.size() > CouplingLaw::most)
      rows.refuse("/polynomial", "\"" + name + "\" has a polynomial of more than six coefficients",
                  "give at most the powers 0 to 5");
    if (polynomial.empty() && !of.empty()) law.polynomial[1] = 1.0;
    for (std::size_t i = 0; i < polynomial.size(); ++i) law.polynomial[i] = polynomial[i];
    rows.sum(terms, "/terms");
    if (!of.empty()) rows.sum(of, "/of");
    law.count = of.empty() ? 1 : 2;
    if (function.is_given()) law.function = rows.formula(function, "/function");
    rows.set_driven(!law.function.is_constant());
    rows.row("coupling", rows.unit_of_force(terms));
    rows.finish(law);
  }
};

}  // namespace kreisel
