// One step of Radau IIA for a series of solutions, all coefficients with the matrix of the first one.
#pragma once

#include <vector>

#include <Eigen/LU>

#include "kreisel/integrate/expansion.hpp"
#include "kreisel/methods/implicit_runge_kutta/scheme.hpp"

namespace kreisel {

class SeriesStep {
 public:
  /// `compliance` is c̄ of every row.
  SeriesStep(const SeriesSystem& series, const AnySystem& system, Vector compliance);

  /// False when the iteration does not converge.
  bool solve(const SeriesState& from, double h, SeriesState& to);
  /// Inside the last step, 0 <= x <= 1.
  void at(double x, SeriesState& out) const;

  long factorizations = 0, iterations = 0;

 private:
  struct Stage {
    Matrix theta, rate, q, v, acceleration, lambda, balance, row_rate;
  };

  void predict(const SeriesState& from, double h);
  void evaluate(double h);
  bool factorize(double h);
  void right_hand_side(double h);
  Vector update(double h);

  const SeriesSystem& series_;
  const AnySystem& system_;
  Vector compliance_, way_;
  RungeKuttaScheme scheme_;
  Matrix square_;  // of A⁻¹
  Index n_, m_, stages_;
  SeriesState from_;
  double h_ = 0.0;
  std::vector<Stage> stage_;
  AnySystem::AllTangents tangents_;
  Matrix matrix_, right_;
  Eigen::PartialPivLU<Matrix> lu_;
};

}  // namespace kreisel
