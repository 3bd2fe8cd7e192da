// A step of index 3 for a formula as printed, with the stopping test of the source.
#include "evidence/peers/printed_methods.hpp"

#include <Eigen/LU>
#include <cmath>

namespace kreisel::experiments {

PrintedStep::PrintedStep(const AnySystem& system, const StoppingTest& test)
    : system_(system), test_(test), n_(system.group().dimension()), m_(row_count(system)) {
  tangents_.resize(n_, m_);
  jacobian_.setZero(m_, n_);
  balance_.setZero(n_);
  gap_.setZero(m_);
}

void PrintedStep::evaluate(const State& from, double h, const StepFormula& formula, const Vector& x,
                           State& to) {
  to.q = system_.group().advance(from.q, h * x);
  formula.end(x, to.v, to.acceleration);
  system_.balance(to.t, to.q, to.v, to.acceleration, to.lambda, balance_);
  system_.gap(to.t, to.q, gap_);
}

Matrix PrintedStep::matrix_at(double h, const StepFormula& formula, const Vector& x, const State& to) {
  system_.tangents(to.t, to.q, to.v, to.acceleration, to.lambda, tangents_);
  const Matrix turn = system_.group().tangent_operator(h * x);
  Matrix matrix = Matrix::Zero(n_ + m_, n_ + m_);
  matrix.topLeftCorner(n_, n_) = formula.acceleration_slope * tangents_.mass +
                                 (h * formula.velocity_slope) * tangents_.damping +
                                 (h * h) * tangents_.stiffness * turn;
  matrix.topRightCorner(n_, m_) = tangents_.jacobian.transpose();
  matrix.bottomLeftCorner(m_, n_) = tangents_.jacobian * turn;
  return matrix;
}

bool PrintedStep::is_done(const Vector& change, const Vector& x, const Vector& scaled_lambda, double last,
                          int i) const {
  constexpr double round_off = 4e-15, nearly = 1e-9;
  if (test_.rtol > 0.0) {
    Vector values(n_ + m_);
    values << x, scaled_lambda;
    const auto weights = test_.atol + test_.rtol * values.array().abs();
    if ((change.array() / weights).square().mean() <= 1.0) return true;
  }
  const double size = change.head(n_).norm() / (1.0 + x.norm());
  return size < round_off || (i > 3 && size > 0.5 * last && size < nearly);
}

bool PrintedStep::solve(const State& from, double h, const StepFormula& formula, Vector& x, State& to) {
  constexpr int most_iterations = 25;
  to.t = from.t + h;
  Eigen::PartialPivLU<Matrix> factors;
  Vector right(n_ + m_);
  double last = 1e300;
  for (int i = 0; i < most_iterations; ++i) {
    evaluate(from, h, formula, x, to);
    if (i == 0 || !test_.keeps_matrix) factors.compute(matrix_at(h, formula, x, to));
    right << -h * balance_, -gap_ / h;
    const Vector change = factors.solve(right);
    if (!change.allFinite()) return false;
    const Vector before = x, scaled_lambda = h * to.lambda;
    x += change.head(n_);
    to.lambda += change.tail(m_) / h;
    ++iterations_;
    if (is_done(change, test_.rtol > 0.0 ? before : x, scaled_lambda, last, i)) {
      evaluate(from, h, formula, x, to);
      return true;
    }
    last = change.head(n_).norm() / (1.0 + x.norm());
  }
  return false;
}

Vector PrintedStep::normal_part(const State& at, const Vector& w) {
  system_.jacobian(at.t, at.q, jacobian_);
  Matrix mass = Matrix::Zero(n_, n_);
  system_.mass(at.q, mass);
  const Matrix lifted = mass.lu().solve(jacobian_.transpose());
  return lifted * (jacobian_ * lifted).lu().solve(jacobian_ * w);
}

Vector initial_jerk(const Subject& subject) {
  constexpr double d = 5e-5;
  ExactMotion reference = subject.reference();
  const double weights[] = {35.0, -104.0, 114.0, -56.0, 11.0};
  Vector sum = Vector::Zero(subject.start.v.size());
  for (int i = 0; i < 5; ++i) sum += weights[i] * reference(i * d).v;
  return sum / (12.0 * d * d);
}

}  // namespace kreisel::experiments
