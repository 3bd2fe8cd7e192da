// What several elements do with their forms: rows that keep a number, an angle or a length, and springs on rows.
#pragma once

#include "kreisel/model/formula.hpp"
#include "kreisel/model/functions.hpp"

namespace kreisel {

/// Φ = s - f(t).
std::shared_ptr<const RowFunction> offset_rows(const Formula& wanted);
/// Φ = √s - f(t).
std::shared_ptr<const RowFunction> length_rows(const Formula& wanted);
/// Φ = angle of (s0, s1) - f(t), without full turns.
std::shared_ptr<const RowFunction> angle_rows(const Formula& wanted);
/// Φ = W s.
std::shared_ptr<const RowFunction> linear_rows(const Matrix& weights);

/// -Wᵀλ with λ_i = k_i Φ_i + d_i ρ_i on the rows of a function: the force that is what compliant rows do.
std::shared_ptr<const ForceFunction> spring_force(std::shared_ptr<const RowFunction> rows, Vector stiffness,
                                                  Vector damping);

}  // namespace kreisel
