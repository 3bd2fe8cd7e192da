// IDA on F(y, y') = 0, a mechanical system with joints in stabilised index-2 form (Gear, Gupta, Leimkuhler):
// y = (q, v, λ, μ), analytic Jacobian, dense or sparse (KLU) factorisation, memory set up once.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/sundials_memory.hpp"
#include "kreisel/core/types.hpp"

namespace kreisel::benchmarks {

class IdaEquations {
 public:
  IdaEquations() = default;
  IdaEquations(const IdaEquations&) = delete;
  IdaEquations& operator=(const IdaEquations&) = delete;
  virtual ~IdaEquations() = default;

  virtual void residual(const double* y, const double* rate, double* out) const = 0;
  /// ∂F/∂y + c ∂F/∂y', column by column. Writes the same entries every time; the others are zero already.
  virtual void jacobian(double c, const double* y, const double* rate, double* out) const = 0;

  int positions = 0;     // the first unknowns
  int differential = 0;  // those and the velocities; the rest are multipliers
  Vector start, start_rate;
};

enum class IdaSolver { dense, klu };

/// The defaults were the fastest of a search on both problems. A huge absolute tolerance takes λ and μ out of the
/// error test and out of the Newton test; IDASetSuppressAlg (`plain`) does the first only, and since Newton
/// corrects λ by 1/h times what it corrects v, it then fails long before accuracy is exhausted. What is left
/// of the Newton test is sharpened: with IDA's own 0.33 the same errors take up to three times the steps.
struct IdaSettings {
  IdaSolver solver = IdaSolver::klu;
  double velocity_scale = 1e2;         // atol of velocities / atol of positions
  double multiplier_tolerance = 1e15;  // absolute; 0: as for positions, with IDASetSuppressAlg
  double newton_coefficient = 0.01;    // IDA's own default is 0.33

  static IdaSettings plain() { return {IdaSolver::klu, 1.0, 0.0, 0.33}; }
};

struct IdaRun {
  int flag = 0;  // of IDASolve; negative: failed
  long steps = 0, evaluations = 0, factorizations = 0;
  double seconds = 0.0;  // processor time
  std::vector<Vector> outputs;
};

class IdaStabilised {
 public:
  IdaStabilised(const IdaEquations& equations, const IdaSettings& settings);
  IdaStabilised(const IdaStabilised&) = delete;
  IdaStabilised& operator=(const IdaStabilised&) = delete;
  ~IdaStabilised();

  /// From t = 0 through the output times with rtol = tolerance, the same as atol of the positions.
  IdaRun run(std::span<const double> times, double tolerance);

 private:
  struct Callbacks;
  /// Entries of the Jacobian that can differ from zero, by columns, and where to compute them.
  struct Pattern {
    std::vector<sunindextype> column_begin, row, place;  // place: in `values`
    Matrix values;
  };

  static Pattern pattern_of(const IdaEquations& equations);
  void make_solver();
  void set_options();
  void set_start();
  void set_tolerances(double tolerance);

  const IdaEquations& equations_;
  IdaSettings settings_;
  Pattern pattern_;
  SundialsPointer<_SUNContext> context_ = make_context();
  SundialsPointer<_generic_N_Vector> y_, rate_, differential_, absolute_;
  SundialsPointer<_generic_SUNMatrix> matrix_;
  SundialsPointer<_generic_SUNLinearSolver> solver_;
  void* memory_;
};

/// "IDA_CONV_FAIL" and the like.
std::string ida_flag_name(int flag);

/// Largest difference between the analytic Jacobian and central differences at a point off the constraints,
/// relative to the largest entry of the same row.
double jacobian_error(const IdaEquations& equations);

}  // namespace kreisel::benchmarks
