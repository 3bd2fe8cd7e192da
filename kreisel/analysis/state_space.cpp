// A and B from the linearised motion, C and D by differences of what is observed along it.
#include "kreisel/analysis/state_space.hpp"

#include <algorithm>

#include "kreisel/analysis/linearisation.hpp"

namespace kreisel {
namespace {

/// (ξ, δv) and (δv', δλ), in columns.
struct Variations {
  Matrix motion, consequences;
};

State moved(const AnySystem& system, const State& state, const Variations& along, Index column, double by) {
  const Index n = state.v.size(), m = state.lambda.size();
  State out = state;
  out.q = system.group().advance(state.q, Vector(by * along.motion.col(column).head(n)));
  out.v += by * along.motion.col(column).tail(n);
  out.acceleration += by * along.consequences.col(column).head(n);
  out.lambda += by * along.consequences.col(column).tail(m);
  return out;
}

/// Central differences with one extrapolation: error of the fourth order in the step.
Vector derivative(const AnySystem& system, const State& state, const Variations& along, Index column,
                  const Observation& observe) {
  constexpr double step = 2e-3;
  const double size = along.motion.col(column).cwiseAbs().maxCoeff();
  const double h = size > 0.0 ? step / size : 1.0;  // what is linear in λ and v' alone has no error
  const auto slope = [&](double by) -> Vector {
    return (observe(moved(system, state, along, column, by)) -
            observe(moved(system, state, along, column, -by))) /
           (2.0 * by);
  };
  return (4.0 * slope(0.5 * h) - slope(h)) / 3.0;
}

Matrix observed(const AnySystem& system, const State& state, const Variations& along,
                const Observation& observe, const std::vector<Index>& chosen) {
  Matrix out(static_cast<Index>(chosen.size()), along.motion.cols());
  for (Index j = 0; j < out.cols(); ++j) {
    const Vector all = derivative(system, state, along, j, observe);
    for (Index i = 0; i < out.rows(); ++i) out(i, j) = all[chosen[static_cast<std::size_t>(i)]];
  }
  return out;
}

}  // namespace

StateSpace state_space(const AnySystem& system, const State& state, const Matrix& generator,
                       const Matrix& forces, const Observation& observe, const std::vector<Index>& chosen) {
  const Linearisation linear(system, state, generator);
  const Index n = state.v.size();
  const ReducedFlow reduced =
      linear.reduced(std::vector<bool>(static_cast<std::size_t>(row_count(system)), false));
  StateSpace out;
  out.a = reduced.flow;
  out.b = reduced.basis.transpose() * linear.response(forces);
  const Index order = reduced.basis.cols();
  Variations of_states{Matrix(2 * n, order), {}}, of_inputs{Matrix::Zero(2 * n, forces.cols()), {}};
  of_states.motion << linear.in_bodies(reduced.basis.topRows(n)).real(),
      linear.in_bodies(reduced.basis.bottomRows(n)).real();
  of_states.consequences = linear.accelerations_and_multipliers(reduced.basis, Matrix::Zero(n, order));
  of_inputs.consequences = linear.accelerations_and_multipliers(of_inputs.motion, forces);
  out.c = observed(system, state, of_states, observe, chosen);
  out.d = observed(system, state, of_inputs, observe, chosen);
  return out;
}

Vector body_force(const AnySystem& system, const State& state, std::size_t factor, bool is_moment,
                  Index axis) {
  const ProductGroup::Placed& placed = system.group().factors()[factor];
  Vector force = Vector::Zero(state.v.size());
  const Index dimension = placed.factor.dimension;
  Matrix adjoint = Matrix::Zero(dimension, dimension);
  placed.factor.adjoint(
      Factor::VectorIn(state.q.data() + placed.first_coordinate, placed.factor.coordinates),
      Factor::MatrixOut(adjoint.data(), dimension, dimension, Eigen::OuterStride<>(dimension)));
  // The rows of Ad: translations in space are R U on a semidirect product and u itself on a direct one.
  if (is_moment)
    force.segment<3>(placed.first_tangent + dimension - 3) =
        adjoint.bottomRightCorner<3, 3>().row(axis).transpose();
  else
    force.segment<3>(placed.first_tangent) = adjoint.topLeftCorner<3, 3>().row(axis).transpose();
  return force;
}

}  // namespace kreisel
