// Sets IDA up for a mechanical system in stabilised index-2 form and runs it.
#include "benchmarks/ida_stabilised.hpp"

#include <algorithm>
#include <cstdlib>

#include <ida/ida.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "benchmarks/trials.hpp"

namespace kreisel::benchmarks {
namespace {

constexpr long step_limit = 1'000'000;

struct Point {
  Vector y, rate;
};

/// Near the start, where no unknown vanishes.
Point generic_point(const IdaEquations& equations) {
  Point point{equations.start, equations.start_rate};
  for (Index i = 0; i < point.y.size(); ++i) {
    point.y(i) += 0.1 + 0.01 * static_cast<double>(i);
    point.rate(i) += 0.2 - 0.013 * static_cast<double>(i);
  }
  return point;
}

Matrix jacobian_at(const IdaEquations& equations, const Point& point, double c) {
  Matrix j = Matrix::Zero(point.y.size(), point.y.size());
  equations.jacobian(c, point.y.data(), point.rate.data(), j.data());
  return j;
}

SundialsPointer<_generic_N_Vector> vector_of(Index size, const SundialsPointer<_SUNContext>& context) {
  return SundialsPointer<_generic_N_Vector>(N_VNew_Serial(size, context.get()));
}

}  // namespace

struct IdaStabilised::Callbacks {
  static int residual(double, N_Vector y, N_Vector rate, N_Vector out, void* data) {
    const auto& self = *static_cast<const IdaStabilised*>(data);
    self.equations_.residual(N_VGetArrayPointer(y), N_VGetArrayPointer(rate), N_VGetArrayPointer(out));
    return 0;
  }
  static int dense(double, double c, N_Vector y, N_Vector rate, N_Vector, SUNMatrix out, void* data, N_Vector,
                   N_Vector, N_Vector) {
    const auto& self = *static_cast<const IdaStabilised*>(data);
    self.equations_.jacobian(c, N_VGetArrayPointer(y), N_VGetArrayPointer(rate), SUNDenseMatrix_Data(out));
    return 0;
  }
  static int sparse(double, double c, N_Vector y, N_Vector rate, N_Vector, SUNMatrix out, void* data,
                    N_Vector, N_Vector, N_Vector) {
    auto& self = *static_cast<IdaStabilised*>(data);
    Pattern& pattern = self.pattern_;
    self.equations_.jacobian(c, N_VGetArrayPointer(y), N_VGetArrayPointer(rate), pattern.values.data());
    double* entries = SUNSparseMatrix_Data(out);
    for (std::size_t k = 0; k < pattern.place.size(); ++k)
      entries[k] = pattern.values.data()[pattern.place[k]];
    std::copy(pattern.row.begin(), pattern.row.end(), SUNSparseMatrix_IndexValues(out));
    std::copy(pattern.column_begin.begin(), pattern.column_begin.end(), SUNSparseMatrix_IndexPointers(out));
    return 0;
  }
};

IdaStabilised::IdaStabilised(const IdaEquations& equations, const IdaSettings& settings)
    : equations_(equations),
      settings_(settings),
      y_(vector_of(equations.start.size(), context_)),
      rate_(vector_of(equations.start.size(), context_)),
      differential_(vector_of(equations.start.size(), context_)),
      absolute_(vector_of(equations.start.size(), context_)),
      memory_(IDACreate(context_.get())) {
  set_start();
  check(IDAInit(memory_, Callbacks::residual, 0.0, y_.get(), rate_.get()), "IDAInit");
  check(IDASetUserData(memory_, this), "IDASetUserData");
  make_solver();
  set_options();
}

IdaStabilised::~IdaStabilised() {
  IDAFree(&memory_);
}

void IdaStabilised::set_options() {
  double* is_differential = N_VGetArrayPointer(differential_.get());
  for (Index i = 0; i < equations_.start.size(); ++i)
    is_differential[i] = i < equations_.differential ? 1.0 : 0.0;
  check(IDASetId(memory_, differential_.get()), "IDASetId");
  check(IDASetSuppressAlg(memory_, settings_.multiplier_tolerance == 0.0), "IDASetSuppressAlg");
  check(IDASetNonlinConvCoef(memory_, settings_.newton_coefficient), "IDASetNonlinConvCoef");
  check(IDASetMaxNumSteps(memory_, step_limit), "IDASetMaxNumSteps");
  check(IDASetErrFile(memory_, nullptr), "IDASetErrFile");  // a failed run is told by its flag
}

void IdaStabilised::make_solver() {
  const Index n = equations_.start.size();
  const bool is_sparse = settings_.solver == IdaSolver::klu;
  if (is_sparse) {
    pattern_ = pattern_of(equations_);
    matrix_.reset(SUNSparseMatrix(n, n, static_cast<Index>(pattern_.row.size()), CSC_MAT, context_.get()));
    solver_.reset(SUNLinSol_KLU(y_.get(), matrix_.get(), context_.get()));
  } else {
    matrix_.reset(SUNDenseMatrix(n, n, context_.get()));
    solver_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get()));
  }
  check(IDASetLinearSolver(memory_, solver_.get(), matrix_.get()), "IDASetLinearSolver");
  check(IDASetJacFn(memory_, is_sparse ? Callbacks::sparse : Callbacks::dense), "IDASetJacFn");
}

IdaStabilised::Pattern IdaStabilised::pattern_of(const IdaEquations& equations) {
  const Matrix j = jacobian_at(equations, generic_point(equations), 1.7);
  Pattern pattern;
  pattern.values = Matrix::Zero(j.rows(), j.cols());
  for (Index column = 0; column < j.cols(); ++column) {
    pattern.column_begin.push_back(static_cast<sunindextype>(pattern.row.size()));
    for (Index row = 0; row < j.rows(); ++row) {
      if (j(row, column) == 0.0) continue;
      pattern.row.push_back(row);
      pattern.place.push_back(row + column * j.rows());
    }
  }
  pattern.column_begin.push_back(static_cast<sunindextype>(pattern.row.size()));
  return pattern;
}

void IdaStabilised::set_start() {
  std::copy(equations_.start.begin(), equations_.start.end(), N_VGetArrayPointer(y_.get()));
  std::copy(equations_.start_rate.begin(), equations_.start_rate.end(), N_VGetArrayPointer(rate_.get()));
}

void IdaStabilised::set_tolerances(double tolerance) {
  double* absolute = N_VGetArrayPointer(absolute_.get());
  const bool is_plain = settings_.multiplier_tolerance == 0.0;
  for (Index i = 0; i < equations_.start.size(); ++i) {
    const bool is_velocity = i >= equations_.positions && i < equations_.differential;
    absolute[i] = is_velocity ? settings_.velocity_scale * tolerance : tolerance;
    if (i >= equations_.differential && !is_plain) absolute[i] = settings_.multiplier_tolerance;
  }
  check(IDASVtolerances(memory_, tolerance, absolute_.get()), "IDASVtolerances");
}

IdaRun IdaStabilised::run(std::span<const double> times, double tolerance) {
  IdaRun result;
  set_start();
  set_tolerances(tolerance);
  const double began = processor_seconds();
  check(IDAReInit(memory_, 0.0, y_.get(), rate_.get()), "IDAReInit");
  for (const double end : times) {
    double t = 0.0;
    result.flag = IDASolve(memory_, end, &t, y_.get(), rate_.get(), IDA_NORMAL);
    if (result.flag < 0) break;
    result.outputs.emplace_back(
        Eigen::Map<const Vector>(N_VGetArrayPointer(y_.get()), equations_.start.size()));
  }
  result.seconds = processor_seconds() - began;
  check(IDAGetNumSteps(memory_, &result.steps), "IDAGetNumSteps");
  check(IDAGetNumResEvals(memory_, &result.evaluations), "IDAGetNumResEvals");
  check(IDAGetNumLinSolvSetups(memory_, &result.factorizations), "IDAGetNumLinSolvSetups");
  return result;
}

std::string ida_flag_name(int flag) {
  char* text = IDAGetReturnFlagName(flag);
  const std::string name = text;
  std::free(text);  // NOLINT(cppcoreguidelines-no-malloc): SUNDIALS allocates it so
  return name;
}

double jacobian_error(const IdaEquations& equations) {
  constexpr double c = 1.7, h = 1e-5;
  const Point point = generic_point(equations);
  const Index n = point.y.size();
  const Matrix j = jacobian_at(equations, point, c);
  const auto moved = [&](Index i, double step) {
    Point other = point;
    other.y(i) += step;
    other.rate(i) += c * step;
    Vector out(n);
    equations.residual(other.y.data(), other.rate.data(), out.data());
    return out;
  };
  Matrix difference(n, n);
  for (Index i = 0; i < n; ++i) difference.col(i) = (moved(i, h) - moved(i, -h)) / (2.0 * h);
  const Vector scale = j.cwiseAbs().rowwise().maxCoeff();
  return (scale.cwiseInverse().asDiagonal() * (j - difference)).cwiseAbs().maxCoeff();
}

}  // namespace kreisel::benchmarks
