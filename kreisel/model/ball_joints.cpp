// The ball joints of MultibodySystem on r3xso3, written out: chains of bodies spend their time here.
//
//   Φ = Σ ± (x + R c),  B = ±[I | -R ĉ],  ∂(Bᵀλ)/∂q = ±[0 | ĉ p̂] with p = Rᵀλ,  ∂(B v)/∂q = ±[0 | -R (Ω×c)^]
#include "kreisel/model/multibody_system.hpp"

namespace kreisel {
namespace {

/// out (3 rows of a strip) = a R ŷ.
void write_turn(double a, const double* rotation, const Vector3& y, double* out, Index width) {
  for (Index i = 0; i < 3; ++i) {
    const double r0 = a * rotation[i], r1 = a * rotation[i + 3], r2 = a * rotation[i + 6];
    double* row = out + i * width;
    row[0] = r1 * y(2) - r2 * y(1);
    row[1] = r2 * y(0) - r0 * y(2);
    row[2] = r0 * y(1) - r1 * y(0);
  }
}

/// out = ±[I | -R ĉ].
void write_jacobian(double sign, const double* rotation, const Vector3& c, double* out, Index width) {
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j) out[i * width + j] = i == j ? sign : 0.0;
  write_turn(-sign, rotation, c, out + 3, width);
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
      double* rate_stiffness = out.rate_stiffness.values().data() + at;
      for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j) rate_stiffness[i * ball.width + j] = 0.0;
      write_turn(-side.sign, turned, speed, rate_stiffness + 3, ball.width);
      // ĉ p̂ = p cᵀ - (c·p) I
      const Vector3 p = side.sign * Eigen::Map<const Matrix3>(turned).transpose().lazyProduct(force);
      Eigen::Map<Matrix6> stiffness(out.stiffness.values().data() + 36 * side.body);
      stiffness.bottomRightCorner<3, 3>() += p * side.c.transpose();
      stiffness.bottomRightCorner<3, 3>().diagonal().array() -= side.c.dot(p);
    }
  }
}

}  // namespace kreisel
