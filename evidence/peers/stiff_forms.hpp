// Mechanical systems as systems of first order, in the forms that [Schaub 2004] chapter 5 integrates: what the stiff code is
// given. The library integrates M v' = f - Bᵀλ as it is.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "evidence/peers/stiff_code.hpp"
#include "kreisel/equations/any_system.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel::experiments {

/// A problem of the catalogue with other parameters.
ProblemInstance problem_with(const std::string& name,
                             const std::vector<std::pair<std::string, std::string>>& settings);

/// v plus the least change, in the mass metric, that brings it onto the rows.
Vector onto_rows(const AnySystem& system, double t, const Vector& q, const Vector& v);

struct Accelerations {
  Vector a, lambda;
};
/// From the balance and the rows on acceleration level.
Accelerations accelerations(const AnySystem& system, double t, const Vector& q, const Vector& v);

/// (5.2): y = (q, v, a, λ, μ) with q' = v + Bᵀμ, v' = a, stabilised by Gear, Gupta and Leimkuhler; a, λ and μ count h^power.
FirstOrderProblem semi_explicit(const AnySystem& system, const Vector& q, const Vector& v, double t_end,
                                int power);

/// y = (q, v), every row a spring Φ/ε² instead; q is moved into equilibrium, v = 0.
FirstOrderProblem regularised(const AnySystem& system, const Vector& q, double epsilon, double t_end);

}  // namespace kreisel::experiments
