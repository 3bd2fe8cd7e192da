// Residual, Jacobian, set-up and run of IDA on the heavy top.
#include "benchmarks/sundials_ida.hpp"

#include <ida/ida.h>
#include <sunlinsol/sunlinsol_dense.h>

#include "benchmarks/ida_equations.hpp"
#include "benchmarks/quaternion_derivatives.hpp"
#include "benchmarks/sundials_memory.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel::benchmarks {
namespace {

constexpr int x0 = 0, p0 = 3, u0 = 7, w0 = 10, lambda0 = 13;  // where the parts begin
constexpr int size = 16;
constexpr long step_limit = 10'000'000;

/// The parts of a state or of its derivative.
struct Parts {
  explicit Parts(N_Vector v) : data(N_VGetArrayPointer(v)) {}
  Vector3 part(int first) const { return Eigen::Map<const Vector3>(data + first); }
  Vector4 quaternion() const { return Eigen::Map<const Vector4>(data + p0); }
  const double* data;
};

struct Body : HeavyTopData {
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

/// x' = u,  p' = p∘Ω/2,  m u' = m γ + λ,  J Ω' + Ω×JΩ + X×Rᵀλ = 0,  and R(Ω'×X + Ω×(Ω×X)) - u' = 0 with u' and
/// Ω' from the equations of motion, so that it is algebraic.
int residual(double, N_Vector state, N_Vector rate, N_Vector out, void* data) {
  const Body& body = *static_cast<const Body*>(data);
  const Parts y(state), d(rate);
  const Vector4 p = y.quaternion();
  const Vector3 omega = y.part(w0), lambda = y.part(lambda0);
  Eigen::Map<VectorOf<double, size>> r(N_VGetArrayPointer(out));
  r.segment<3>(x0) = d.part(x0) - y.part(u0);
  r.segment<4>(p0) = d.quaternion() - 0.5 * (times_vector(p) * omega);
  r.segment<3>(u0) = body.body_mass * (d.part(u0) - body.gravity) - lambda;
  r.segment<3>(w0) = body.inertia.cwiseProduct(d.part(w0)) + omega.cross(body.inertia.cwiseProduct(omega)) +
                     body.offset.cross(rotated(conjugate(p), lambda));
  r.segment<3>(lambda0) =
      rotated(p, body.offset_acceleration(p, omega, lambda)) - body.gravity - lambda / body.body_mass;
  return 0;
}

/// ∂F/∂y + c ∂F/∂y'.
int jacobian(double, double c, N_Vector state, N_Vector, N_Vector, SUNMatrix out, void* data, N_Vector,
             N_Vector, N_Vector) {
  const Body& body = *static_cast<const Body*>(data);
  const Parts y(state);
  const Vector4 p = y.quaternion();
  const Vector3 omega = y.part(w0), lambda = y.part(lambda0), &offset = body.offset;
  const Matrix3 r = rotation(p), lever = hat(offset), identity = Matrix3::Identity();
  const Vector3 lever_speed = omega.cross(offset), momentum = body.inertia.cwiseProduct(omega);
  const Matrix3 gyroscopic = hat(omega) * body.inertia.asDiagonal() - hat(momentum);
  const Matrix3 lever_by_moment = r * lever * body.inertia.cwiseInverse().asDiagonal();
  Eigen::Map<MatrixOf<double, size, size>> j(SUNDenseMatrix_Data(out));
  j.setZero();
  j.block<3, 3>(x0, x0) = c * identity;
  j.block<3, 3>(x0, u0) = -identity;
  j.block<4, 4>(p0, p0) = c * Eigen::Matrix4d::Identity() - 0.5 * times_vector_by_quaternion(omega);
  j.block<4, 3>(p0, w0) = -0.5 * times_vector(p);
  j.block<3, 3>(u0, u0) = c * body.body_mass * identity;
  j.block<3, 3>(u0, lambda0) = -identity;
  j.block<3, 3>(w0, w0) = gyroscopic;
  j.block<3, 3>(w0, w0).diagonal() += c * body.inertia;
  j.block<3, 4>(w0, p0) = lever * rotated_back_by_quaternion(p, lambda);
  j.block<3, 3>(w0, lambda0) = lever * r.transpose();
  j.block<3, 4>(lambda0, p0) = rotated_by_quaternion(p, body.offset_acceleration(p, omega, lambda)) +
                               lever_by_moment * lever * rotated_back_by_quaternion(p, lambda);
  j.block<3, 3>(lambda0, w0) = lever_by_moment * gyroscopic - r * (hat(lever_speed) + hat(omega) * lever);
  j.block<3, 3>(lambda0, lambda0) = lever_by_moment * lever * r.transpose() - identity / body.body_mass;
  return 0;
}

class Ida final : public Peer {
 public:
  Ida()
      : y_(N_VNew_Serial(size, context_.get())),
        rate_(N_VNew_Serial(size, context_.get())),
        differential_(N_VNew_Serial(size, context_.get())),
        matrix_(SUNDenseMatrix(size, size, context_.get())),
        solver_(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get())),
        memory_(IDACreate(context_.get())) {
    set_start();
    check(IDAInit(memory_, residual, 0.0, y_.get(), rate_.get()), "IDAInit");
    check(IDASetUserData(memory_, &body_), "IDASetUserData");
    check(IDASetMaxNumSteps(memory_, step_limit), "IDASetMaxNumSteps");
    check(IDASetErrFile(memory_, nullptr), "IDASetErrFile");  // a failed run is told by its result
    check(IDASetLinearSolver(memory_, solver_.get(), matrix_.get()), "IDASetLinearSolver");
    check(IDASetJacFn(memory_, jacobian), "IDASetJacFn");
    for (int i = 0; i < size; ++i) N_VGetArrayPointer(differential_.get())[i] = i < lambda0 ? 1.0 : 0.0;
    check(IDASetId(memory_, differential_.get()), "IDASetId");
    check(IDASetSuppressAlg(memory_, 1), "IDASetSuppressAlg");
  }
  ~Ida() override { IDAFree(&memory_); }

  std::string_view name() const override { return "ida_index1"; }

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
    Eigen::Map<Vector> y(N_VGetArrayPointer(y_.get()), size), d(N_VGetArrayPointer(rate_.get()), size);
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

  Body body_;
  SundialsPointer<_SUNContext> context_ = make_context();
  SundialsPointer<_generic_N_Vector> y_, rate_, differential_;
  SundialsPointer<_generic_SUNMatrix> matrix_;
  SundialsPointer<_generic_SUNLinearSolver> solver_;
  void* memory_;
};

class IdaIndex2 final : public Peer {
 public:
  std::string_view name() const override { return "ida_index2"; }

  PeerRun run(double tolerance) override {
    const IdaRun run = ida_.run(comparison_times, tolerance);
    PeerRun result;
    if (run.flag < 0) return result;
    for (std::size_t i = 0; i < comparison_times.size(); ++i) result.positions[i] = run.outputs[i].head<3>();
    result.steps = run.steps;
    result.evaluations = run.evaluations;
    result.completed = true;
    return result;
  }

 private:
  std::unique_ptr<IdaEquations> equations_ = ida_heavy_top(heavy_top_start());
  IdaStabilised ida_{*equations_, {}};
};

}  // namespace

std::unique_ptr<Peer> ida_index1() {
  return std::make_unique<Ida>();
}
std::unique_ptr<Peer> ida_index2() {
  return std::make_unique<IdaIndex2>();
}

}  // namespace kreisel::benchmarks
