// What the programs in arrays share: the Newton iteration and the balance of the mechanical system.
#pragma once

#include <functional>

#include "evidence/peers/array_programs.hpp"

namespace kreisel::experiments {

using ArrayEquations = std::function<void(const Array& unknowns, Array& residual, Array& matrix)>;

/// Full Newton steps, (3.60); false when they do not converge.
bool solve_by_newton(Array& unknowns, const ArrayEquations& equations, const ArrayNewton& rule,
                     long& iterations);

/// A column of numbers: coefficients of a method.
Array column_of(const std::vector<double>& values);

/// The state at the end of a step as the equations see it.
struct ArrayEnd {
  Pose q = {};
  Array v = {}, acceleration = {}, scaled_lambda = {};  // h λ
};

/// (3.61) and the rows Φ/h.
struct ArrayBalance {
  Array force_rows = {}, gap_rows = {};  // h(Mv' + g) + Bᵀhλ, Φ/h
  Array jacobian = {}, transposed = {};  // B, Bᵀ
};
ArrayBalance balance_of(const ArrayTop& top, double h, const ArrayEnd& end);
/// h²KT.
Array scaled_stiffness(const ArrayTop& top, double h, const ArrayEnd& end, const Array& tangent);

/// Residual and matrix of the form with increments and multipliers alone,
/// [mass + h·velocity_slope·D + h²KT, Bᵀ; BT, 0].
void two_by_two(const ArrayTop& top, double h, const ArrayEnd& end, const Array& tangent,
                const Array& scaled_mass, double velocity_slope, Array& residual, Array& matrix);

}  // namespace kreisel::experiments
