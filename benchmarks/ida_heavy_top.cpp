// IDA on the heavy top with its joint, in stabilised index-2 form.
#include "benchmarks/ida_equations.hpp"
#include "benchmarks/quaternion_derivatives.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel::benchmarks {
namespace {

constexpr int size = 19;
constexpr int x0 = 0, p0 = 3, u0 = 7, w0 = 10, lambda0 = 13, mu0 = 16;  // where the parts begin

/// The parts of a state or of its derivative.
struct Parts {
  explicit Parts(const double* values) : data(values) {}
  Vector3 part(int first) const { return Eigen::Map<const Vector3>(data + first); }
  Vector4 quaternion() const { return Eigen::Map<const Vector4>(data + p0); }
  const double* data;
};

/// x' = u - μ,  p' = p∘(Ω + X×Rᵀμ)/2,  m u' = m γ + λ,  J Ω' + Ω×JΩ + X×Rᵀλ = 0,  R X = x,  R(Ω×X) = u.
class IdaHeavyTop final : public IdaEquations {
 public:
  explicit IdaHeavyTop(const State& at) {
    positions = u0;
    differential = lambda0;
    start = start_rate = Vector::Zero(size);
    start.segment<3>(x0) = at.q.head<3>();
    start(p0) = 1.0;
    start.segment<6>(u0) = at.v;
    start.segment<3>(lambda0) = at.lambda;
    start_rate.segment<3>(x0) = at.v.head<3>();
    start_rate.segment<3>(p0 + 1) = 0.5 * at.v.tail<3>();
    start_rate.segment<6>(u0) = at.acceleration;
  }

  void residual(const double* values, const double* rates, double* out) const override {
    const Parts y(values), d(rates);
    const Vector4 p = y.quaternion();
    const Vector3 u = y.part(u0), omega = y.part(w0), lambda = y.part(lambda0), mu = y.part(mu0);
    const Matrix3 r = rotation(p);
    const Vector3 turn = omega + top_.offset.cross(r.transpose() * mu);
    Eigen::Map<VectorOf<double, size>> f(out);
    f.segment<3>(x0) = d.part(x0) - u + mu;
    f.segment<4>(p0) = d.quaternion() - 0.5 * (times_vector(p) * turn);
    f.segment<3>(u0) = top_.body_mass * (d.part(u0) - top_.gravity) - lambda;
    f.segment<3>(w0) = top_.inertia.cwiseProduct(d.part(w0)) + omega.cross(top_.inertia.cwiseProduct(omega)) +
                       top_.offset.cross(r.transpose() * lambda);
    f.segment<3>(lambda0) = r * top_.offset - y.part(x0);
    f.segment<3>(mu0) = r * omega.cross(top_.offset) - u;
  }

  void jacobian(double c, const double* values, const double*, double* out) const override {
    const Parts y(values);
    const Vector4 p = y.quaternion();
    const Vector3 omega = y.part(w0), lambda = y.part(lambda0), mu = y.part(mu0), &offset = top_.offset;
    const Matrix3 r = rotation(p), lever = hat(offset), lever_back = lever * r.transpose();
    const Matrix43 q = times_vector(p);
    const Vector3 turn = omega + lever_back * mu;
    Eigen::Map<MatrixOf<double, size, size>> j(out);
    fill_constants(c, j);
    j.block<4, 4>(p0, p0) =
        -0.5 * (times_vector_by_quaternion(turn) + q * (lever * rotated_back_by_quaternion(p, mu)));
    j.block<4, 4>(p0, p0).diagonal().array() += c;
    j.block<4, 3>(p0, w0) = -0.5 * q;
    j.block<4, 3>(p0, mu0) = -0.5 * q * lever_back;
    j.block<3, 4>(w0, p0) = lever * rotated_back_by_quaternion(p, lambda);
    j.block<3, 3>(w0, w0) =
        hat(omega) * top_.inertia.asDiagonal() - hat(Vector3(top_.inertia.cwiseProduct(omega)));
    j.block<3, 3>(w0, w0).diagonal() += c * top_.inertia;
    j.block<3, 3>(w0, lambda0) = lever_back;
    j.block<3, 4>(lambda0, p0) = rotated_by_quaternion(p, offset);
    j.block<3, 4>(mu0, p0) = rotated_by_quaternion(p, omega.cross(offset));
    j.block<3, 3>(mu0, w0) = -r * lever;
  }

 private:
  /// Blocks that are multiples of the identity.
  void fill_constants(double c, Eigen::Map<MatrixOf<double, size, size>>& j) const {
    for (int i = 0; i < 3; ++i) {
      j(x0 + i, x0 + i) = c;
      j(x0 + i, u0 + i) = -1.0;
      j(x0 + i, mu0 + i) = 1.0;
      j(u0 + i, u0 + i) = c * top_.body_mass;
      j(u0 + i, lambda0 + i) = -1.0;
      j(lambda0 + i, x0 + i) = -1.0;
      j(mu0 + i, u0 + i) = -1.0;
    }
  }

  HeavyTopData top_;
};

}  // namespace

std::unique_ptr<IdaEquations> ida_heavy_top(const State& start) {
  return std::make_unique<IdaHeavyTop>(start);
}

}  // namespace kreisel::benchmarks
