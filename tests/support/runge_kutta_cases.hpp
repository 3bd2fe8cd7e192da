// Every generated Runge-Kutta method up to a number of stages, blends on a grid of θ.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel {

struct RungeKuttaCase {
  ImplicitFamily family;
  int stages;
  double theta;
  Tableau tableau;

  std::string text() const { return tableau.name + " theta=" + std::to_string(theta); }
  /// The family itself, or the parent of a blend with θ = 0 or 1 where that is a family.
  ImplicitFamily pure() const;
};

constexpr bool is_blend(ImplicitFamily family) {
  return family >= ImplicitFamily::lobatto_iiiab && family <= ImplicitFamily::lobatto_iiiabd;
}

inline ImplicitFamily RungeKuttaCase::pure() const {
  using enum ImplicitFamily;
  if (!is_blend(family)) return family;
  if (theta == 0.0) {
    if (family == lobatto_iiiab) return lobatto_iiib;
    return family == lobatto_iiiabd ? lobatto_iiid : lobatto_iiic;
  }
  if (theta == 1.0 && (family == lobatto_iiiab || family == lobatto_iiiac)) return lobatto_iiia;
  return theta == 1.0 && family == lobatto_iiidc ? lobatto_iiid : family;
}

inline std::vector<RungeKuttaCase> generated_methods(int most_stages) {
  using enum ImplicitFamily;
  std::vector<RungeKuttaCase> cases;
  for (const ImplicitFamily family :
       {gauss, radau_ia, radau_iia, lobatto_iiia, lobatto_iiib, lobatto_iiic, lobatto_iiid, lobatto_iiiab,
        lobatto_iiiac, lobatto_iiidc, lobatto_iiiabc, lobatto_iiiabd}) {
    for (int s = family <= radau_iia ? 1 : 2; s <= most_stages; ++s) {
      const std::vector<double> grid = {0.0, 0.125, 0.3, 0.5, 0.6, 0.8, 1.0};
      for (const double theta : is_blend(family) ? grid : std::vector<double>{0.0})
        cases.push_back({family, s, theta, implicit_tableau(family, s, theta)});
    }
  }
  return cases;
}

inline std::vector<Tableau> diagonally_implicit_methods() {
  std::vector<Tableau> result;
  for (int order = 2; order <= 4; ++order) {
    result.push_back(implicit_tableau(ImplicitFamily::sdirk, order));
    result.push_back(implicit_tableau(ImplicitFamily::esdirk, order));
  }
  return result;
}

}  // namespace kreisel
