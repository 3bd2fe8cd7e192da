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

void MultibodySystem::add_ball_balance(Index body, const Vector& q, const Vector& lambda, Vector& r) const {
  for (const BallSide& side : sides_of(body)) {
    const Eigen::Map<const Matrix3> rotation(rotation_of_body(q, body));
    const Vector3 pull = side.sign * lambda.segment<3>(side.first_row);
    r.segment<3>(6 * body) += pull;
    r.segment<3>(6 * body + 3) += side.c.cross(rotation.transpose().lazyProduct(pull));
  }
}

void MultibodySystem::write_ball_jacobian(Index body, const Vector& q, RowMatrix& b) const {
  for (const BallSide& side : sides_of(body))
    write_jacobian(side.sign, rotation_of_body(q, body), side.c, b.values().data() + side.strip_value,
                   side.width);
}

void MultibodySystem::write_ball_tangents(Index body, const Vector& q, const Vector& v, const Vector& lambda,
                                          BlockSystem::AllTangents& out) const {
  for (const BallSide& side : sides_of(body)) {
    const double* turned = rotation_of_body(q, body);
    write_jacobian(side.sign, turned, side.c, out.jacobian.values().data() + side.strip_value, side.width);
    const Vector3 speed = v.segment<3>(6 * body + 3).cross(side.c);
    write_turn(side.sign, turned, speed, out.rate_stiffness.values().data() + side.strip_value, side.width);
    const Vector3 pull = side.sign * lambda.segment<3>(side.first_row);
    const Vector3 p = Eigen::Map<const Matrix3>(turned).transpose().lazyProduct(pull);
    add_turning(side.c, p, out.stiffness.values().data() + 36 * body);
  }
}

}  // namespace kreisel
