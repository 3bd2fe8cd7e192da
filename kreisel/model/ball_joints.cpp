// The ball joints of MultibodySystem on r3xso3, written out: chains of bodies spend their time here.
//
//   Φ = Σ ± (x + R c),  B = ±[I | -R ĉ],  ∂(Bᵀλ)/∂q = ±[0 | ĉ p̂] with p = Rᵀλ,  ∂(B v)/∂q = ±[0 | -R (Ω×c)^]
#include "kreisel/model/multibody_system.hpp"

namespace kreisel {
namespace {

// Rows are written out one by one: compilers leave loops of three as loops.

/// Row i of ±[I | -R ĉ].
inline void write_jacobian_row(int i, double sign, const double* rotation, const Vector3& c, double* out) {
  const double x = sign * rotation[i], y = sign * rotation[i + 3], z = sign * rotation[i + 6];
  out[0] = out[1] = out[2] = 0.0;
  out[i] = sign;
  out[3] = z * c(1) - y * c(2);
  out[4] = x * c(2) - z * c(0);
  out[5] = y * c(0) - x * c(1);
}

/// Row i of ±[0 | -R ŷ].
inline void write_turn_row(int i, double sign, const double* rotation, const Vector3& y, double* out) {
  write_jacobian_row(i, sign, rotation, y, out);
  out[i] = 0.0;
}

inline void write_jacobian(double sign, const double* rotation, const Vector3& c, double* out, Index width) {
  write_jacobian_row(0, sign, rotation, c, out);
  write_jacobian_row(1, sign, rotation, c, out + width);
  write_jacobian_row(2, sign, rotation, c, out + 2 * width);
}

inline void write_turn(double sign, const double* rotation, const Vector3& y, double* out, Index width) {
  write_turn_row(0, sign, rotation, y, out);
  write_turn_row(1, sign, rotation, y, out + width);
  write_turn_row(2, sign, rotation, y, out + 2 * width);
}

/// Adds ĉ p̂ = p cᵀ - (c·p) I to the corner of the rotations.
inline void add_turning(const Vector3& c, const Vector3& p, double* block) {
  double* corner = block + 21;
  const double x = c(0) * p(0), y = c(1) * p(1), z = c(2) * p(2);
  corner[0] -= y + z, corner[1] += p(1) * c(0), corner[2] += p(2) * c(0);
  corner[6] += p(0) * c(1), corner[7] -= x + z, corner[8] += p(2) * c(1);
  corner[12] += p(0) * c(2), corner[13] += p(1) * c(2), corner[14] -= x + y;
}

const double* rotation_of_body(const Vector& q, Index body) {
  return q.data() + 12 * body + 3;
}

}  // namespace

void MultibodySystem::ball_balance(const Vector& q, const Vector& lambda, Vector& r) const {
  for (const Ball& ball : balls_) {
    const Vector3 force = lambda.segment<3>(ball.first_row);
    for (const Ball::Side& side : ball.sides) {
      if (side.body < 0) continue;
      const Vector3 pull = side.sign * force;
      const Eigen::Map<const Matrix3> rotation(rotation_of_body(q, side.body));
      r.segment<3>(6 * side.body) += pull;
      r.segment<3>(6 * side.body + 3) += side.c.cross(rotation.transpose().lazyProduct(pull));
    }
  }
}

void MultibodySystem::ball_jacobian(const Vector& q, RowMatrix& b) const {
  for (const Ball& ball : balls_) {
    for (const Ball::Side& side : ball.sides) {
      if (side.body < 0) continue;
      write_jacobian(side.sign, rotation_of_body(q, side.body), side.c,
                     b.values().data() + ball.strip_value + side.column, ball.width);
    }
  }
}

void MultibodySystem::ball_tangents(const Vector& q, const Vector& v, const Vector& lambda,
                                    BlockSystem::AllTangents& out) const {
  for (const Ball& ball : balls_) {
    const Vector3 force = lambda.segment<3>(ball.first_row);
    for (const Ball::Side& side : ball.sides) {
      if (side.body < 0) continue;
      const double* turned = rotation_of_body(q, side.body);
      const Index at = ball.strip_value + side.column;
      write_jacobian(side.sign, turned, side.c, out.jacobian.values().data() + at, ball.width);
      const Vector3 speed = v.segment<3>(6 * side.body + 3).cross(side.c);
      write_turn(side.sign, turned, speed, out.rate_stiffness.values().data() + at, ball.width);
      const Vector3 p = side.sign * Eigen::Map<const Matrix3>(turned).transpose().lazyProduct(force);
      add_turning(side.c, p, out.stiffness.values().data() + 36 * side.body);
    }
  }
}

}  // namespace kreisel
