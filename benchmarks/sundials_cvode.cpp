// Right-hand side, set-up and run of CVODE on the reduced heavy top.
#include "benchmarks/sundials_cvode.hpp"

#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "benchmarks/sundials_memory.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel::benchmarks {
namespace {

constexpr int size = 7;  // quaternion (scalar first), body angular velocity
constexpr long step_limit = 10'000'000;

/// Numbers of the top turning about its tip: principal moments there, and the moment of its weight.
struct Top {
  double a, b, c;              // [kg m²]
  double weight_times_offset;  // m g X_y [N m]

  static Top standard() {
    const HeavyTopData data;
    const Matrix3 inertia = data.inertia_about_tip();
    return {inertia(0, 0), inertia(1, 1), inertia(2, 2), -data.body_mass * data.gravity(2) * data.offset(1)};
  }
};

/// p' = p∘Ω/2,  J Ω' = JΩ×Ω - m g X × Rᵀe_z  with X along the body axis y.
int right_hand_side(double, N_Vector state, N_Vector rate, void* data) {
  const Top& top = *static_cast<const Top*>(data);
  const double *y = N_VGetArrayPointer(state), *p = y, *w = y + 4;
  double* d = N_VGetArrayPointer(rate);
  d[0] = -0.5 * (p[1] * w[0] + p[2] * w[1] + p[3] * w[2]);
  d[1] = 0.5 * (p[0] * w[0] + p[2] * w[2] - p[3] * w[1]);
  d[2] = 0.5 * (p[0] * w[1] + p[3] * w[0] - p[1] * w[2]);
  d[3] = 0.5 * (p[0] * w[2] + p[1] * w[1] - p[2] * w[0]);
  const double up_x = 2.0 * (p[1] * p[3] - p[0] * p[2]);
  const double up_z = p[0] * p[0] - p[1] * p[1] - p[2] * p[2] + p[3] * p[3];
  d[4] = ((top.b - top.c) * w[1] * w[2] - top.weight_times_offset * up_z) / top.a;
  d[5] = (top.c - top.a) * w[2] * w[0] / top.b;
  d[6] = ((top.a - top.b) * w[0] * w[1] + top.weight_times_offset * up_x) / top.c;
  return 0;
}

int jacobian(double, N_Vector state, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector, N_Vector) {
  const Top& top = *static_cast<const Top*>(data);
  const double *y = N_VGetArrayPointer(state), *p = y, *w = y + 4;
  Eigen::Map<MatrixOf<double, size, size>> j(SUNDenseMatrix_Data(out));
  j.setZero();
  const double x = 0.5 * w[0], r = 0.5 * w[1], z = 0.5 * w[2];
  j.topLeftCorner<4, 4>() << 0, -x, -r, -z, x, 0, z, -r, r, -z, 0, x, z, r, -x, 0;
  j.topRightCorner<4, 3>() << -p[1], -p[2], -p[3], p[0], -p[3], p[2], p[3], p[0], -p[1], -p[2], p[1], p[0];
  j.topRightCorner<4, 3>() *= 0.5;
  const double k = 2.0 * top.weight_times_offset;
  j.block<1, 4>(4, 0) << -k * p[0], k * p[1], k * p[2], -k * p[3];
  j.block<1, 4>(6, 0) << -k * p[2], k * p[3], -k * p[0], k * p[1];
  j.block<1, 3>(4, 4) << 0.0, (top.b - top.c) * w[2], (top.b - top.c) * w[1];
  j.block<1, 3>(5, 4) << (top.c - top.a) * w[2], 0.0, (top.c - top.a) * w[0];
  j.block<1, 3>(6, 4) << (top.a - top.b) * w[1], (top.a - top.b) * w[0], 0.0;
  j.row(4) /= top.a;
  j.row(5) /= top.b;
  j.row(6) /= top.c;
  return 0;
}

class Cvode final : public Peer {
 public:
  explicit Cvode(int method)
      : method_(method),
        y_(N_VNew_Serial(size, context_.get())),
        memory_(CVodeCreate(method, context_.get())) {
    set_start();
    check(CVodeInit(memory_, right_hand_side, 0.0, y_.get()), "CVodeInit");
    check(CVodeSetUserData(memory_, &top_), "CVodeSetUserData");
    check(CVodeSetMaxNumSteps(memory_, step_limit), "CVodeSetMaxNumSteps");
    check(CVodeSetErrFile(memory_, nullptr), "CVodeSetErrFile");  // a failed run is told by its result
    if (method == CV_ADAMS) {
      fixed_point_.reset(SUNNonlinSol_FixedPoint(y_.get(), 0, context_.get()));
      check(CVodeSetNonlinearSolver(memory_, fixed_point_.get()), "CVodeSetNonlinearSolver");
    } else {
      matrix_.reset(SUNDenseMatrix(size, size, context_.get()));
      solver_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get()));
      check(CVodeSetLinearSolver(memory_, solver_.get(), matrix_.get()), "CVodeSetLinearSolver");
      check(CVodeSetJacFn(memory_, jacobian), "CVodeSetJacFn");
    }
  }
  ~Cvode() override { CVodeFree(&memory_); }

  std::string_view name() const override {
    return method_ == CV_ADAMS ? "cvode_adams_reduced" : "cvode_bdf_reduced";
  }

  PeerRun run(double tolerance) override {
    set_start();
    check(CVodeReInit(memory_, 0.0, y_.get()), "CVodeReInit");
    check(CVodeSStolerances(memory_, tolerance, tolerance), "CVodeSStolerances");
    PeerRun result;
    double t = 0.0;
    for (std::size_t i = 0; i < comparison_times.size(); ++i) {
      if (CVode(memory_, comparison_times[i], y_.get(), &t, CV_NORMAL) < 0) return result;
      result.positions[i] = position();
    }
    check(CVodeGetNumSteps(memory_, &result.steps), "CVodeGetNumSteps");
    check(CVodeGetNumRhsEvals(memory_, &result.evaluations), "CVodeGetNumRhsEvals");
    result.completed = true;
    return result;
  }

 private:
  void set_start() {
    double* y = N_VGetArrayPointer(y_.get());
    y[0] = 1.0;
    y[1] = y[2] = y[3] = 0.0;
    for (int i = 0; i < 3; ++i) y[4 + i] = heavy_top_start().v[3 + i];
  }

  /// R X with the quaternion made unit: the reduced form carries no position.
  Vector3 position() const {
    const VectorOf<double, 4> p = Eigen::Map<const VectorOf<double, 4>>(N_VGetArrayPointer(y_.get()));
    return rotation_of_quaternion<double>(p.normalized()) * HeavyTopData{}.offset;
  }

  int method_;
  Top top_ = Top::standard();
  SundialsPointer<_SUNContext> context_ = make_context();
  SundialsPointer<_generic_N_Vector> y_;
  void* memory_;
  SundialsPointer<_generic_SUNMatrix> matrix_;
  SundialsPointer<_generic_SUNLinearSolver> solver_;
  SundialsPointer<_generic_SUNNonlinearSolver> fixed_point_;
};

}  // namespace

std::unique_ptr<Peer> cvode_adams() {
  return std::make_unique<Cvode>(CV_ADAMS);
}
std::unique_ptr<Peer> cvode_bdf() {
  return std::make_unique<Cvode>(CV_BDF);
}

}  // namespace kreisel::benchmarks
