// ω by least squares over all bodies that turn; steadiness by a second look a moment later.
#include "kreisel/analysis/steady_frame.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/Geometry>

#include "kreisel/analysis/linearisation.hpp"
#include "kreisel/analysis/row_rank.hpp"
#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace {

constexpr double equal_moments = 1e-9;   // relative difference of two moments of inertia
constexpr double steady_share = 1e-6;    // of the accelerations that a steady motion may have left
constexpr double constant_share = 1e-3;  // likewise of the change of coefficients

Matrix3 cross(const Vector3& a) {
  return Matrix3{{0.0, -a[2], a[1]}, {a[2], 0.0, -a[0]}, {-a[1], a[0], 0.0}};
}

/// A factor of the group that turns: its rotation, and where its translations and rotations stand among the velocities.
struct TurningBody {
  Index linear = -1, angular = 0;  // linear -1: it only turns
  bool is_semidirect = false;
  Matrix3 rotation = Matrix3::Identity();
  Matrix3 free = Matrix3::Zero();  // projector on the axis of symmetry, I: a ball, 0: none
};

/// Projector on the directions about which the body may spin without changing its inertia.
Matrix3 spin_directions(const Matrix3& inertia) {
  const SymmetricEigenpairs found = symmetric_eigenpairs(Matrix(inertia));
  const double allowed = equal_moments * found.values[2];
  const bool low = found.values[1] - found.values[0] <= allowed,
             high = found.values[2] - found.values[1] <= allowed;
  if (low && high) return Matrix3::Identity();
  if (!low && !high) return Matrix3::Zero();
  const Vector3 axis = found.vectors.col(low ? 2 : 0);
  return axis * axis.transpose();
}

std::vector<TurningBody> turning_bodies(const AnySystem& system, const State& state) {
  const ProductGroup& group = system.group();
  Matrix mass = Matrix::Zero(group.dimension(), group.dimension());
  system.mass(state.q, mass);
  std::vector<TurningBody> bodies;
  for (const ProductGroup::Placed& placed : group.factors()) {
    const Factor& factor = placed.factor;
    if (factor.commutative || (factor.dimension != 3 && factor.dimension != 6)) continue;
    TurningBody body;
    body.angular = placed.first_tangent + factor.dimension - 3;
    if (factor.dimension == 6) body.linear = placed.first_tangent;
    Matrix adjoint = Matrix::Zero(factor.dimension, factor.dimension);
    factor.adjoint(Factor::VectorIn(state.q.data() + placed.first_coordinate, factor.coordinates),
                   Factor::MatrixOut(adjoint.data(), factor.dimension, factor.dimension,
                                     Eigen::OuterStride<>(factor.dimension)));
    body.rotation = adjoint.bottomRightCorner<3, 3>();
    // Ad of a direct product leaves translations alone.
    body.is_semidirect = factor.dimension == 6 &&
                         (adjoint.topLeftCorner<3, 3>() - body.rotation).norm() < 1e-12 &&
                         factor.name != "r3xso3" && factor.name != "r3xs3";
    body.free = spin_directions(mass.block<3, 3>(body.angular, body.angular));
    bodies.push_back(body);
  }
  return bodies;
}

/// The equations for ω of the file's head, one below the other.
Vector3 least_turn(const std::vector<TurningBody>& bodies, const State& state) {
  const auto count = static_cast<Index>(bodies.size());
  Matrix equations = Matrix::Zero(9 * count, 3);
  Vector right = Vector::Zero(9 * count);
  Index at = 0;
  for (const TurningBody& body : bodies) {
    const Vector3 omega = state.v.segment<3>(body.angular);
    const Vector3 omega_rate = state.acceleration.segment<3>(body.angular);
    const Matrix back = body.rotation.transpose(), held = Matrix::Identity(3, 3) - body.free;
    equations.middleRows<3>(at) = held * back;
    right.segment<3>(at) = held * omega;
    equations.middleRows<3>(at + 3) = -cross(omega) * back;
    right.segment<3>(at + 3) = omega_rate;
    if (body.linear >= 0) {
      const Vector3 u = state.v.segment<3>(body.linear), u_rate = state.acceleration.segment<3>(body.linear);
      equations.middleRows<3>(at + 6) = body.is_semidirect ? Matrix(-cross(u) * back) : Matrix(-cross(u));
      right.segment<3>(at + 6) = body.is_semidirect ? Vector3(u_rate + omega.cross(u)) : u_rate;
    }
    at += 9;
  }
  if (!(equations.norm() > 0.0)) return Vector3::Zero();
  constexpr double dependent = 1e-9;
  return least_solution(equations, right, dependent).x.col(0);
}

Matrix generator_of(const std::vector<TurningBody>& bodies, const State& state, const Vector3& turn) {
  const Index n = state.v.size();
  Matrix generator = Matrix::Zero(n, n);
  for (const TurningBody& body : bodies) {
    const Vector3 spin = state.v.segment<3>(body.angular) - body.rotation.transpose() * turn;
    generator.block<3, 3>(body.angular, body.angular) = cross(spin);
    if (body.linear < 0) continue;
    generator.block<3, 3>(body.linear, body.linear) =
        body.is_semidirect ? cross(spin) : Matrix3(-cross(turn));
  }
  return generator;
}

/// λ of the rigid rows that belongs to v', which turns with bodies on which rows are written; least where not unique. What
/// is left of the balance, relative to its largest part.
double find_multipliers(const AnySystem& system, State& state) {
  const Index n = state.v.size();
  std::vector<Index> rigid;
  for (Index i = 0; i < row_count(system); ++i)
    if (system.rows()[static_cast<std::size_t>(i)].is_rigid()) rigid.push_back(i);
  Vector left(n), forces(n);
  system.balance(state.t, state.q, state.v, Vector::Zero(n), Vector::Zero(state.lambda.size()), forces);
  for (const Index i : rigid) state.lambda[i] = 0.0;
  system.balance(state.t, state.q, state.v, state.acceleration, state.lambda, left);
  const double scale = std::max(forces.norm(), left.norm());
  if (!rigid.empty()) {
    Matrix jacobian = Matrix::Zero(row_count(system), n);
    system.jacobian(state.t, state.q, jacobian);
    const Matrix found = least_solution(rows_of(jacobian, rigid).transpose(), -left, redundant_share).x;
    for (Index k = 0; k < found.rows(); ++k) state.lambda[rigid[static_cast<std::size_t>(k)]] = found(k, 0);
    system.balance(state.t, state.q, state.v, state.acceleration, state.lambda, left);
  }
  return scale > 0.0 ? left.norm() / scale : 0.0;
}

/// Whether the linearised motion a moment later is the same, seen from the frame; λ there from the accelerations.
bool has_constant_coefficients(const AnySystem& system, const State& state, const Vector3& turn,
                               const Matrix& generator) {
  const double rate = std::max(generator.cwiseAbs().maxCoeff(), turn.norm());
  if (!(rate > 0.0)) return true;
  const double dt = 1e-4 / rate;
  State later = state;
  later.q = system.group().advance(state.q, Vector(dt * state.v + (0.5 * dt * dt) * state.acceleration));
  later.v += dt * state.acceleration - (0.5 * dt * dt) * (generator * state.acceleration);
  later.acceleration -= dt * (generator * state.acceleration);
  if (find_multipliers(system, later) > constant_share * dt * rate) return false;
  const Linearisation now(system, state, generator), then(system, later, generator);
  if (!now.is_regular() || !then.is_regular()) return false;
  const ReducedFlow here = now.reduced(std::vector<bool>(static_cast<std::size_t>(row_count(system)), false));
  if (here.basis.cols() == 0) return true;
  const Index n = state.v.size();
  // A = exp(C dt); in the metric of the mass Lᵀ A L⁻ᵀ.
  Matrix turned = Matrix::Identity(n, n) + dt * generator + (0.5 * dt * dt) * (generator * generator);
  const Matrix a = now.in_metric(turned * then.in_bodies(Matrix::Identity(n, n)).real());
  Matrix both = Matrix::Zero(2 * n, 2 * n), back = both;
  both.topLeftCorner(n, n) = both.bottomRightCorner(n, n) = a;
  back.topLeftCorner(n, n) = back.bottomRightCorner(n, n) = a.transpose();
  const Matrix difference =
      here.basis.transpose() * (both * then.whole_flow() * back - now.whole_flow()) * here.basis;
  return difference.norm() <= constant_share * dt * rate * (here.flow.norm() + rate);
}

}  // namespace

SteadyFrame steady_frame(const AnySystem& system, const State& state) {
  SteadyFrame frame;
  const std::vector<TurningBody> bodies = turning_bodies(system, state);
  frame.turn = least_turn(bodies, state);
  constexpr double round_off = 1e-12;  // of the velocities: the frame does not turn
  if (state.v.size() > 0 && frame.turn.norm() <= round_off * state.v.cwiseAbs().maxCoeff())
    frame.turn.setZero();
  frame.generator = generator_of(bodies, state, frame.turn);
  const double fastest = state.v.size() > 0 ? state.v.cwiseAbs().maxCoeff() : 0.0;
  frame.generator = (frame.generator.array().abs() <= round_off * fastest).select(0.0, frame.generator);
  const Vector carried = frame.generator * state.v, left = state.acceleration + carried;
  const double rate = std::max(frame.generator.cwiseAbs().maxCoeff(), 1e-300);
  const double scale = std::max({carried.norm(), state.acceleration.norm(), 1e-6 * rate * state.v.norm()});
  frame.remainder = scale > 0.0 ? left.norm() / scale : 0.0;
  // At rest there is nothing to compare with: an acceleration is unsteady unless it is round-off of the forces.
  const double noise = 1e-9 * std::max(1.0, state.v.norm());
  frame.is_steady = (frame.remainder <= steady_share || left.norm() <= noise) &&
                    has_constant_coefficients(system, state, frame.turn, frame.generator);
  return frame;
}

}  // namespace kreisel
