// Stages computed again with their tangents, then the way back onto the rows.
#include "kreisel/gradients/explicit_sweep.hpp"

#include <limits>

namespace kreisel {

ExplicitSweep::ExplicitSweep(const AnySystem& system, ExplicitFormula formula, bool projects,
                             const std::vector<ParameterDirection>& parameters)
    : system_(system),
      coefficients_(explicit_coefficients(formula)),
      projects_(projects),
      parameters_(parameters),
      at_(system),
      slopes_(most_slopes) {
  for (const Row& row : system.rows()) {
    has_rigid_rows_ = has_rigid_rows_ || row.is_rigid();
    has_rigid_positions_ = has_rigid_positions_ || (row.is_rigid() && row.is_position());
  }
}

bool ExplicitSweep::start(const State& initial, Matrix position, Matrix velocity) {
  now_.position = std::move(position);
  now_.velocity = std::move(velocity);
  end_q_ = initial.q;
  end_v_ = initial.v;
  if (!at_.look(initial.t, initial.q, initial.v)) return false;
  at_.solve(parameters_, now_);
  return true;
}

void ExplicitSweep::combine(const SlopeSum& sum, double h, Vector& theta, Vector& v, Matrix& theta_change,
                            Matrix& v_change) const {
  theta.setZero(end_v_.size());
  v.setZero(end_v_.size());
  theta_change.setZero(now_.position.rows(), now_.position.cols());
  v_change = theta_change;
  for (int i = 0; i < sum.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Slope& slope = slopes_[static_cast<std::size_t>(sum.index[k])];
    const double factor = h * sum.factor[k];
    theta += factor * slope.theta;
    v += factor * slope.v;
    theta_change += factor * slope.theta_change;
    v_change += factor * slope.v_change;
  }
}

Matrix ExplicitSweep::moved(const Vector& theta, const Matrix& position, const Matrix& theta_change) const {
  const ProductGroup& group = system_.group();
  return group.adjoint(group.exp(Vector(-theta))) * position + group.tangent_operator(theta) * theta_change;
}

bool ExplicitSweep::stage(int i, double t, const Vector& q, const Vector& v, double h) {
  const ProductGroup& group = system_.group();
  Vector theta, stage_v;
  StateTangent here;
  Matrix theta_change;
  combine(coefficients_.row(i), h, theta, stage_v, theta_change, here.velocity);
  stage_v += v;
  here.velocity += now_.velocity;
  here.position = moved(theta, now_.position, theta_change);
  const Matrix inverse = group.inverse_tangent_operator(theta);
  Slope& slope = slopes_[static_cast<std::size_t>(i)];
  slope.theta = inverse * stage_v;
  slope.theta_change =
      inverse * here.velocity + group.inverse_tangent_operator_derivative(theta, stage_v) * theta_change;
  if (!at_.look(t + coefficients_.node(i) * h, group.advance(q, theta), stage_v)) return false;
  at_.solve(parameters_, here);
  slope.v = at_.acceleration();
  slope.v_change = here.acceleration;
  stage_position_ = here.position;
  return true;
}

/// Δ by Δ with the metric of the last stage: B Δ = -Φ there, and q goes on by exp(Δ).
void ExplicitSweep::project_position(double t) {
  constexpr int most = 10;
  const double round_off =
      2.0 * std::numeric_limits<double>::epsilon() * std::max(1.0, end_q_.cwiseAbs().maxCoeff());
  const Index m = row_count(system_), n = end_v_.size();
  Vector gap = Vector::Zero(m), delta, mu;
  Matrix jacobian = Matrix::Zero(m, n);
  double last = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most; ++k) {
    system_.gap(t, end_q_, gap);
    at_.correction(-gap, delta, mu);
    const double size = delta.cwiseAbs().maxCoeff();
    // One iteration more than the run's, whose own ends at round-off: the tangent has to arrive too.
    if (k > 1 && !(size < 0.5 * last)) return;
    system_.jacobian(t, end_q_, jacobian);
    Matrix wanted = -(jacobian * now_.position);
    for (std::size_t p = 0; p < parameters_.size(); ++p)
      wanted.col(static_cast<Index>(p)) -= parameters_[p].gap(t, end_q_);
    const Matrix change = at_.correction_tangent(parameters_, delta, mu, stage_position_, wanted);
    now_.position = moved(delta, now_.position, change);
    end_q_ = system_.group().advance(end_q_, delta);
    if (k > 1 && size <= round_off) return;
    last = size;
  }
}

bool ExplicitSweep::finish(double t) {
  if (projects_ && has_rigid_positions_) project_position(t);
  if (!at_.look(t, end_q_, end_v_)) return false;
  if (projects_ && has_rigid_rows_) {
    Vector rate = Vector::Zero(row_count(system_)), delta, mu;
    system_.rate(t, end_q_, end_v_, rate);
    at_.correction(-rate, delta, mu);
    Matrix wanted = -(at_.rate_stiffness() * now_.position + at_.jacobian() * now_.velocity);
    for (std::size_t p = 0; p < parameters_.size(); ++p)
      wanted.col(static_cast<Index>(p)) -= parameters_[p].rate(t, end_q_, end_v_);
    now_.velocity += at_.correction_tangent(parameters_, delta, mu, now_.position, wanted);
    end_v_ += delta;
    if (!at_.look(t, end_q_, end_v_)) return false;
  }
  at_.solve(parameters_, now_);
  return true;
}

bool ExplicitSweep::step(double t, const Vector& q, const Vector& v, double h) {
  slopes_[0] = {v, at_.acceleration(), now_.velocity, now_.acceleration};
  for (int i = 1; i < coefficients_.stages; ++i)
    if (!stage(i, t, q, v, h)) return false;
  Vector theta, added;
  Matrix theta_change, v_change;
  combine(coefficients_.row(coefficients_.stages), h, theta, added, theta_change, v_change);
  now_.position = moved(theta, now_.position, theta_change);
  now_.velocity += v_change;
  end_q_ = system_.group().advance(q, theta);
  end_v_ = v + added;
  return finish(t + h);
}

}  // namespace kreisel
