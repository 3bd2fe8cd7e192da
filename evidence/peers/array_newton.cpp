// Newton and the balance of a mechanical system, in counted arrays.
#include "evidence/peers/array_newton.hpp"

namespace kreisel::experiments {

bool solve_by_newton(Array& unknowns, const ArrayEquations& equations, const ArrayNewton& rule,
                     long& iterations) {
  Array residual, matrix;
  for (int i = 0; i < rule.most_iterations; ++i) {
    equations(unknowns, residual, matrix);
    const Array change = -matrix.solve(residual);
    const bool is_small = weighted_norm(change, unknowns, rule.atol, rule.rtol) <= 1.0;
    unknowns = unknowns + change;
    ++iterations;
    if (!unknowns.is_finite()) return false;
    if (is_small) return true;
  }
  return false;
}

Array column_of(const std::vector<double>& values) {
  return Array(Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())));
}

ArrayBalance balance_of(const ArrayTop& top, double h, const ArrayEnd& end) {
  ArrayBalance out;
  out.force_rows = h * (top.mass() * end.acceleration + top.force(end.q, end.v));
  if (top.row_count() == 0) return out;
  out.jacobian = top.jacobian(end.q);
  out.transposed = out.jacobian.transposed();
  out.force_rows = out.force_rows + out.transposed * end.scaled_lambda;
  out.gap_rows = top.gap(end.q) / h;
  return out;
}

Array scaled_stiffness(const ArrayTop& top, double h, const ArrayEnd& end, const Array& tangent) {
  const Array lambda = top.row_count() == 0 ? Array() : end.scaled_lambda / h;
  return (h * h) * (top.stiffness(end.q, lambda) * tangent);
}

void two_by_two(const ArrayTop& top, double h, const ArrayEnd& end, const Array& tangent,
                const Array& scaled_mass, double velocity_slope, Array& residual, Array& matrix) {
  const ArrayBalance balance = balance_of(top, h, end);
  const Array corner =
      scaled_mass + (h * velocity_slope) * top.damping(end.v) + scaled_stiffness(top, h, end, tangent);
  if (top.row_count() == 0) {
    residual = balance.force_rows;
    matrix = corner;
    return;
  }
  residual = stacked({balance.force_rows, balance.gap_rows});
  matrix = blocks(
      {{corner, balance.transposed}, {balance.jacobian * tangent, zeros(top.row_count(), top.row_count())}});
}

}  // namespace kreisel::experiments
