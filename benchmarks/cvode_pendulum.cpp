// CVODE on the stiff pendulum as an ordinary differential equation in Cartesian coordinates.
#include <cmath>

#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_dense.h>

#include "benchmarks/stiff_pendulum_case.hpp"
#include "benchmarks/sundials_memory.hpp"

namespace kreisel::benchmarks {
namespace {

constexpr int size = 4;  // x, y and their rates
constexpr long step_limit = 1'000'000;

/// q' = v,  v' = -k (1 - 1/|q|) q - (0, 1).
int right_hand_side(double, N_Vector state, N_Vector rate, void* data) {
  const double stiffness = *static_cast<const double*>(data), *y = N_VGetArrayPointer(state);
  double* d = N_VGetArrayPointer(rate);
  const double length = std::sqrt(y[0] * y[0] + y[1] * y[1]);
  const double pull = stiffness * (length - 1.0) / length;
  d[0] = y[2];
  d[1] = y[3];
  d[2] = -pull * y[0];
  d[3] = -pull * y[1] - 1.0;
  return 0;
}

int jacobian(double, N_Vector state, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector, N_Vector) {
  const double stiffness = *static_cast<const double*>(data), *y = N_VGetArrayPointer(state);
  Eigen::Map<MatrixOf<double, size, size>> j(SUNDenseMatrix_Data(out));
  const double length = std::sqrt(y[0] * y[0] + y[1] * y[1]);
  const double pull = stiffness * (length - 1.0) / length, bend = stiffness / (length * length * length);
  j.setZero();
  j(0, 2) = j(1, 3) = 1.0;
  j(2, 0) = -pull - bend * y[0] * y[0];
  j(2, 1) = j(3, 0) = -bend * y[0] * y[1];
  j(3, 1) = -pull - bend * y[1] * y[1];
  return 0;
}

/// The defaults were the best of a search over orders, scales and coefficients: with loose velocities and a sharp
/// Newton test the steps follow the slow motion, with the plain settings the vibration that errors excite.
struct Settings {
  double velocity_scale = 1e4;       // atol of velocities / atol of positions
  double newton_coefficient = 0.01;  // CVODE's own default is 0.1

  static Settings plain() { return {1.0, 0.1}; }
};

class CvodePendulum {
 public:
  CvodePendulum(double epsilon, const Settings& settings)
      : stiffness_(1.0 / (epsilon * epsilon)),
        settings_(settings),
        y_(N_VNew_Serial(size, context_.get())),
        absolute_(N_VNew_Serial(size, context_.get())),
        matrix_(SUNDenseMatrix(size, size, context_.get())),
        solver_(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get())),
        memory_(CVodeCreate(CV_BDF, context_.get())) {
    N_VConst(0.0, y_.get());
    check(CVodeInit(memory_, right_hand_side, 0.0, y_.get()), "CVodeInit");
    check(CVodeSetUserData(memory_, &stiffness_), "CVodeSetUserData");
    check(CVodeSetMaxNumSteps(memory_, step_limit), "CVodeSetMaxNumSteps");
    check(CVodeSetErrFile(memory_, nullptr), "CVodeSetErrFile");  // a failed run is told by its flag
    check(CVodeSetNonlinConvCoef(memory_, settings.newton_coefficient), "CVodeSetNonlinConvCoef");
    check(CVodeSetLinearSolver(memory_, solver_.get(), matrix_.get()), "CVodeSetLinearSolver");
    check(CVodeSetJacFn(memory_, jacobian), "CVodeSetJacFn");
  }
  CvodePendulum(const CvodePendulum&) = delete;
  CvodePendulum& operator=(const CvodePendulum&) = delete;
  ~CvodePendulum() { CVodeFree(&memory_); }

  Trial run(const DaeCase& dae, double tolerance) {
    double *y = N_VGetArrayPointer(y_.get()), *absolute = N_VGetArrayPointer(absolute_.get()), t = 0.0;
    for (int i = 0; i < size; ++i) {
      y[i] = i < 2 ? dae.instance.q0(i) : dae.instance.v0(i - 2);
      absolute[i] = i < 2 ? tolerance : settings_.velocity_scale * tolerance;
    }
    check(CVodeSVtolerances(memory_, tolerance, absolute_.get()), "CVodeSVtolerances");
    Trial trial;
    const double began = processor_seconds();
    check(CVodeReInit(memory_, 0.0, y_.get()), "CVodeReInit");
    const int flag = CVode(memory_, dae.t_end, y_.get(), &t, CV_NORMAL);
    trial.seconds = processor_seconds() - began;
    check(CVodeGetNumSteps(memory_, &trial.steps), "CVodeGetNumSteps");
    if (flag < 0) {
      trial.failure = "CVODE failed with " + std::to_string(flag);
    } else {
      trial.error = dae.error(y);
    }
    return trial;
  }

 private:
  double stiffness_;
  Settings settings_;
  SundialsPointer<_SUNContext> context_ = make_context();
  SundialsPointer<_generic_N_Vector> y_, absolute_;
  SundialsPointer<_generic_SUNMatrix> matrix_;
  SundialsPointer<_generic_SUNLinearSolver> solver_;
  void* memory_;
};

}  // namespace

std::vector<Contestant> cvode_pendulum_contestants(const DaeCase& dae, double epsilon) {
  const std::pair<const char*, Settings> entries[] = {
      {"CVODE BDF, force", {}},
      {"CVODE BDF, force, plain settings", Settings::plain()},
  };
  std::vector<Contestant> all;
  for (const auto& [name, settings] : entries) {
    const auto cvode = std::make_shared<CvodePendulum>(epsilon, settings);
    all.push_back(
        {name, half_decades(4, 24), [&dae, cvode](double tolerance) { return cvode->run(dae, tolerance); }});
  }
  return all;
}

}  // namespace kreisel::benchmarks
