#include "benchmarks/sundials_ida.hpp"

#include <ida/ida.h>
#include <sunlinsol/sunlinsol_dense.h>

#include "benchmarks/sundials_memory.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel::benchmarks {
namespace {

using Vector4 = VectorOf<double, 4>;
using Matrix34 = MatrixOf<double, 3, 4>;
using Matrix43 = MatrixOf<double, 4, 3>;

constexpr int x0 = 0, p0 = 3, u0 = 7, w0 = 10, lambda0 = 13, mu0 = 16;  // where the parts begin
constexpr long step_limit = 10'000'000;

/// R(p) c for a quaternion near unit length, without dividing by its length.
Vector3 rotated(const Vector4& p, const Vector3& c) {
  const Vector3 n = p.tail<3>();
  return (p(0) * p(0) - n.squaredNorm()) * c + 2.0 * n.dot(c) * n + 2.0 * p(0) * n.cross(c);
}
Vector4 conjugate(const Vector4& p) {
  return {p(0), -p(1), -p(2), -p(3)};
}

/// ∂(R(p) c)/∂p.
Matrix34 rotated_by_quaternion(const Vector4& p, const Vector3& c) {
  const Vector3 n = p.tail<3>();
  Matrix34 d;
  d.col(0) = 2.0 * (p(0) * c + n.cross(c));
  d.rightCols<3>() = 2.0 * (n * c.transpose() - c * n.transpose() - p(0) * hat(c));
  d.rightCols<3>().diagonal().array() += 2.0 * n.dot(c);
  return d;
}
/// ∂(R(p)ᵀ c)/∂p.
Matrix34 rotated_back_by_quaternion(const Vector4& p, const Vector3& c) {
  Matrix34 d = rotated_by_quaternion(conjugate(p), c);
  d.rightCols<3>() *= -1.0;
  return d;
}

/// Q(p) with p∘(0,w) = Q(p) w.
Matrix43 times_vector(const Vector4& p) {
  Matrix43 q;
  q << -p(1), -p(2), -p(3), p(0), -p(3), p(2), p(3), p(0), -p(1), -p(2), p(1), p(0);
  return q;
}
/// ∂(p∘(0,w))/∂p.
Eigen::Matrix4d times_vector_by_quaternion(const Vector3& w) {
  Eigen::Matrix4d d;
  d << 0, -w(0), -w(1), -w(2), w(0), 0, w(2), -w(1), w(1), -w(2), 0, w(0), w(2), w(1), -w(0), 0;
  return d;
}

/// The parts of a state or of its derivative.
struct Parts {
  explicit Parts(N_Vector v) : data(N_VGetArrayPointer(v)) {}
  Vector3 part(int first) const { return Eigen::Map<const Vector3>(data + first); }
  Vector4 quaternion() const { return Eigen::Map<const Vector4>(data + p0); }
  const double* data;
};

struct Body : HeavyTopData {
  bool stabilised = false;

  /// Ω' from the equations of motion.
  Vector3 turn_acceleration(const Vector4& p, const Vector3& omega, const Vector3& lambda) const {
    const Vector3 moment =
        omega.cross(inertia.cwiseProduct(omega)) + offset.cross(rotated(conjugate(p), lambda));
    return -moment.cwiseQuotient(inertia);
  }
  /// Acceleration of the offset in the body frame.
  Vector3 offset_acceleration(const Vector4& p, const Vector3& omega, const Vector3& lambda) const {
    return turn_acceleration(p, omega, lambda).cross(offset) + omega.cross(omega.cross(offset));
  }
};

/// x' = u - μ,  p' = p∘(Ω + X×Rᵀμ)/2,  m u' = m γ + λ,  J Ω' + Ω×JΩ + X×Rᵀλ = 0, and
/// stabilised: R X - x = 0, R(Ω×X) - u = 0; otherwise μ = 0 and R(Ω'×X + Ω×(Ω×X)) - u' = 0 with u' and Ω' from
/// the equations of motion, so that it is algebraic.
int residual(double, N_Vector state, N_Vector rate, N_Vector out, void* data) {
  const Body& body = *static_cast<const Body*>(data);
  const Parts y(state), d(rate);
  const Vector4 p = y.quaternion();
  const Vector3 omega = y.part(w0), lambda = y.part(lambda0), &offset = body.offset;
  Eigen::Map<Vector> r(N_VGetArrayPointer(out), NV_LENGTH_S(out));
  Vector3 turn = omega, drift = y.part(u0);
  const Vector3 lever_speed = omega.cross(offset);
  if (body.stabilised) {
    const Vector3 mu = y.part(mu0);
    turn += offset.cross(rotated(conjugate(p), mu));
    drift -= mu;
    r.segment<3>(lambda0) = rotated(p, offset) - y.part(x0);
    r.segment<3>(mu0) = rotated(p, lever_speed) - y.part(u0);
  } else {
    r.segment<3>(lambda0) =
        rotated(p, body.offset_acceleration(p, omega, lambda)) - body.gravity - lambda / body.body_mass;
  }
  r.segment<3>(x0) = d.part(x0) - drift;
  r.segment<4>(p0) = d.quaternion() - 0.5 * (times_vector(p) * turn);
  r.segment<3>(u0) = body.body_mass * (d.part(u0) - body.gravity) - lambda;
  r.segment<3>(w0) = body.inertia.cwiseProduct(d.part(w0)) + omega.cross(body.inertia.cwiseProduct(omega)) +
                     offset.cross(rotated(conjugate(p), lambda));
  return 0;
}

/// ∂F/∂y + c ∂F/∂y'.
int jacobian(double, double c, N_Vector state, N_Vector, N_Vector, SUNMatrix out, void* data, N_Vector,
             N_Vector, N_Vector) {
  const Body& body = *static_cast<const Body*>(data);
  const Parts y(state);
  const Vector4 p = y.quaternion();
  const Vector3 omega = y.part(w0), lambda = y.part(lambda0), &offset = body.offset;
  const Matrix3 r = [&] {
    Matrix3 m;
    for (int i = 0; i < 3; ++i) m.col(i) = rotated(p, Vector3::Unit(i));
    return m;
  }();
  const Matrix3 lever = hat(offset), identity = Matrix3::Identity();
  const Matrix43 q = times_vector(p);
  const Vector3 lever_speed = omega.cross(offset), momentum = body.inertia.cwiseProduct(omega);
  const Matrix3 gyroscopic = hat(omega) * body.inertia.asDiagonal() - hat(momentum);
  const Index n = NV_LENGTH_S(state);
  Eigen::Map<Matrix> j(SUNDenseMatrix_Data(out), n, n);
  j.setZero();
  Vector3 turn = omega;
  if (body.stabilised) {
    const Vector3 mu = y.part(mu0);
    turn += offset.cross(rotated(conjugate(p), mu));
    j.block<3, 3>(x0, mu0) = identity;
    j.block<4, 3>(p0, mu0) = -0.5 * q * lever * r.transpose();
    j.block<4, 4>(p0, p0) = -0.5 * q * lever * rotated_back_by_quaternion(p, mu);
    j.block<3, 3>(lambda0, x0) = -identity;
    j.block<3, 4>(lambda0, p0) = rotated_by_quaternion(p, offset);
    j.block<3, 3>(mu0, u0) = -identity;
    j.block<3, 4>(mu0, p0) = rotated_by_quaternion(p, lever_speed);
    j.block<3, 3>(mu0, w0) = -r * lever;
  } else {
    const Matrix3 lever_by_moment = r * lever * body.inertia.cwiseInverse().asDiagonal();
    j.block<3, 4>(lambda0, p0) = rotated_by_quaternion(p, body.offset_acceleration(p, omega, lambda)) +
                                 lever_by_moment * lever * rotated_back_by_quaternion(p, lambda);
    j.block<3, 3>(lambda0, w0) = lever_by_moment * gyroscopic - r * (hat(lever_speed) + hat(omega) * lever);
    j.block<3, 3>(lambda0, lambda0) = lever_by_moment * lever * r.transpose() - identity / body.body_mass;
  }
  j.block<3, 3>(x0, x0) = c * identity;
  j.block<3, 3>(x0, u0) = -identity;
  j.block<4, 4>(p0, p0) += c * Eigen::Matrix4d::Identity() - 0.5 * times_vector_by_quaternion(turn);
  j.block<4, 3>(p0, w0) = -0.5 * q;
  j.block<3, 3>(u0, u0) = c * body.body_mass * identity;
  j.block<3, 3>(u0, lambda0) = -identity;
  j.block<3, 3>(w0, w0) = gyroscopic;
  j.block<3, 3>(w0, w0).diagonal() += c * body.inertia;
  j.block<3, 4>(w0, p0) = lever * rotated_back_by_quaternion(p, lambda);
  j.block<3, 3>(w0, lambda0) = lever * r.transpose();
  return 0;
}

class Ida final : public Peer {
 public:
  explicit Ida(bool stabilised)
      : size_(stabilised ? 19 : 16),
        y_(N_VNew_Serial(size_, context_.get())),
        rate_(N_VNew_Serial(size_, context_.get())),
        differential_(N_VNew_Serial(size_, context_.get())),
        matrix_(SUNDenseMatrix(size_, size_, context_.get())),
        solver_(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get())),
        memory_(IDACreate(context_.get())) {
    body_.stabilised = stabilised;
    set_start();
    check(IDAInit(memory_, residual, 0.0, y_.get(), rate_.get()), "IDAInit");
    check(IDASetUserData(memory_, &body_), "IDASetUserData");
    check(IDASetMaxNumSteps(memory_, step_limit), "IDASetMaxNumSteps");
    check(IDASetErrFile(memory_, nullptr), "IDASetErrFile");  // a failed run is told by its result
    check(IDASetLinearSolver(memory_, solver_.get(), matrix_.get()), "IDASetLinearSolver");
    check(IDASetJacFn(memory_, jacobian), "IDASetJacFn");
    for (int i = 0; i < size_; ++i) N_VGetArrayPointer(differential_.get())[i] = i < lambda0 ? 1.0 : 0.0;
    check(IDASetId(memory_, differential_.get()), "IDASetId");
    check(IDASetSuppressAlg(memory_, 1), "IDASetSuppressAlg");
  }
  ~Ida() override { IDAFree(&memory_); }

  std::string_view name() const override { return body_.stabilised ? "ida_index2" : "ida_index1"; }

  PeerRun run(double tolerance) override {
    set_start();
    check(IDAReInit(memory_, 0.0, y_.get(), rate_.get()), "IDAReInit");
    check(IDASStolerances(memory_, tolerance, tolerance), "IDASStolerances");
    PeerRun result;
    double t = 0.0;
    for (std::size_t i = 0; i < comparison_times.size(); ++i) {
      if (IDASolve(memory_, comparison_times[i], &t, y_.get(), rate_.get(), IDA_NORMAL) < 0) return result;
      result.positions[i] = Parts(y_.get()).part(x0);
    }
    check(IDAGetNumSteps(memory_, &result.steps), "IDAGetNumSteps");
    check(IDAGetNumResEvals(memory_, &result.evaluations), "IDAGetNumResEvals");
    result.completed = true;
    return result;
  }

 private:
  void set_start() {
    const State& start = heavy_top_start();
    Eigen::Map<Vector> y(N_VGetArrayPointer(y_.get()), size_), d(N_VGetArrayPointer(rate_.get()), size_);
    y.setZero();
    d.setZero();
    y.segment<3>(x0) = start.q.head<3>();
    y(p0) = 1.0;
    y.segment<6>(u0) = start.v;
    y.segment<3>(lambda0) = start.lambda;
    d.segment<3>(x0) = start.v.head<3>();
    d.segment<3>(p0 + 1) = 0.5 * start.v.tail<3>();
    d.segment<6>(u0) = start.acceleration;
  }

  int size_;
  Body body_;
  SundialsPointer<_SUNContext> context_ = make_context();
  SundialsPointer<_generic_N_Vector> y_, rate_, differential_;
  SundialsPointer<_generic_SUNMatrix> matrix_;
  SundialsPointer<_generic_SUNLinearSolver> solver_;
  void* memory_;
};

}  // namespace

std::unique_ptr<Peer> ida_index1() {
  return std::make_unique<Ida>(false);
}
std::unique_ptr<Peer> ida_index2() {
  return std::make_unique<Ida>(true);
}

}  // namespace kreisel::benchmarks
