#include "kreisel/evidence/experiments/laboratory.hpp"

#include <Eigen/LU>
#include <cmath>

namespace kreisel::experiments {

LaboratoryStep::LaboratoryStep(const AnySystem& system)
    : system_(system), n_(system.group().dimension()), m_(row_count(system)) {
  tangents_.resize(n_, m_);
  jacobian_.setZero(m_, n_);
  balance_.setZero(n_);
  gap_.setZero(m_);
}

void LaboratoryStep::evaluate(const State& from, double h, const StepFormula& formula, const Vector& x,
                              State& to) {
  to.q = system_.group().advance(from.q, h * x);
  formula.end(x, to.v, to.acceleration);
  system_.balance(to.t, to.q, to.v, to.acceleration, to.lambda, balance_);
  system_.gap(to.t, to.q, gap_);
}

bool LaboratoryStep::solve(const State& from, double h, const StepFormula& formula, Vector& x, State& to) {
  constexpr int most_iterations = 25;
  constexpr double round_off = 4e-15;
  to.t = from.t + h;
  Matrix matrix = Matrix::Zero(n_ + m_, n_ + m_);
  Vector right(n_ + m_);
  double last = 1e300;
  for (int i = 0; i < most_iterations; ++i) {
    evaluate(from, h, formula, x, to);
    system_.tangents(to.t, to.q, to.v, to.acceleration, to.lambda, tangents_);
    const Matrix turn = system_.group().tangent_operator(h * x);
    matrix.topLeftCorner(n_, n_) = formula.acceleration_slope * tangents_.mass +
                                   (h * formula.velocity_slope) * tangents_.damping +
                                   (h * h) * tangents_.stiffness * turn;
    matrix.topRightCorner(n_, m_) = tangents_.jacobian.transpose();
    matrix.bottomLeftCorner(m_, n_) = tangents_.jacobian * turn;
    right << -h * balance_, -gap_ / h;
    const Vector change = matrix.partialPivLu().solve(right);
    x += change.head(n_);
    to.lambda += change.tail(m_) / h;
    const double size = change.head(n_).norm() / (1.0 + x.norm());
    if (!std::isfinite(size)) return false;
    if (size < round_off || (i > 3 && size > 0.5 * last && size < 1e-9)) {
      evaluate(from, h, formula, x, to);
      return true;
    }
    last = size;
  }
  return false;
}

Vector LaboratoryStep::normal_part(const State& at, const Vector& w) {
  system_.jacobian(at.t, at.q, jacobian_);
  Matrix mass = Matrix::Zero(n_, n_);
  system_.mass(at.q, mass);
  const Matrix lifted = mass.lu().solve(jacobian_.transpose());
  return lifted * (jacobian_ * lifted).lu().solve(jacobian_ * w);
}

}  // namespace kreisel::experiments
