// One linear system per step, of the size of all velocities and rows, at the point that was accepted.
#include "kreisel/gradients/alpha_sweep.hpp"

#include <Eigen/LU>

#include "kreisel/linear/decompositions.hpp"
#include "kreisel/methods/generalized_alpha/point.hpp"
#include "kreisel/methods/generalized_alpha/start.hpp"

namespace kreisel {

AlphaSweep::AlphaSweep(const AnySystem& system, const GeneralizedAlphaParameters& method,
                       Formulation formulation, const std::vector<ParameterDirection>& parameters)
    : system_(system), method_(method), formulation_(formulation), parameters_(parameters) {}

bool AlphaSweep::covers(const AnySystem& system, Formulation formulation) {
  if (formulation != Formulation::index3 && formulation != Formulation::index2) return false;
  if (formulation == Formulation::index3) return true;
  for (const Row& row : system.rows())
    if (row.is_position() && !row.is_rigid()) return false;
  return true;
}

bool AlphaSweep::prepare(const AnySystem& system, const GeneralizedAlphaParameters& method,
                         Formulation formulation, const ModelAt& model, double h, StartValues values,
                         Prepared& out) {
  GeneralizedAlphaPoint<AnySystem> from, to;
  from.resize(system);
  to.resize(system);
  from.t = model.start.t;
  from.q = model.start.q;
  from.v = model.start.v;
  from.acceleration = from.a = model.start.acceleration;
  from.lambda = model.start.lambda;
  system.gap(from.t, from.q, from.gap);
  GeneralizedAlphaStart<AnySystem> start(system, method, values, StepChange::automatic);
  start.follow_slow_motion(model.followed);
  KernelStatus status = KernelStatus::regular;
  if (formulation == Formulation::index2)
    status = start.prepare_first(from, h, StepRows<AnySystem, true>(system, formulation), to);
  else
    status = start.prepare_first(from, h, StepRows<AnySystem, false>(system, formulation), to);
  out = {to.q, to.v, to.acceleration, to.a};
  return status == KernelStatus::regular;
}

bool AlphaSweep::start(const ModelAt& model, double h, StartValues values) {
  Prepared base;
  if (!prepare(system_, method_, formulation_, model, h, values, base)) return false;
  at_ = {model.start.t, base.q, base.v, base.acceleration, model.start.lambda};
  a_ = base.a;
  const Index n = base.v.size(), count = std::ssize(parameters_);
  now_.position.setZero(n, count);
  now_.velocity = now_.acceleration = a_change_ = now_.position;
  now_.lambda.setZero(row_count(system_), count);
  const Vector back = system_.group().inverse(base.q);
  for (Index k = 0; k < count; ++k) {
    bool is_regular = true;
    const Vector change = parameters_[static_cast<std::size_t>(k)].of([&](const ModelAt& m, double) {
      Prepared side;
      is_regular = prepare(m.system, method_, formulation_, m, h, values, side) && is_regular;
      Vector all(4 * n);
      all << system_.group().log(system_.group().compose(back, side.q)), side.v, side.acceleration, side.a;
      return all;
    });
    if (!is_regular) return false;
    now_.position.col(k) = change.head(n);
    now_.velocity.col(k) = change.segment(n, n);
    now_.acceleration.col(k) = change.segment(2 * n, n);
    a_change_.col(k) = change.tail(n);
  }
  return true;
}

/// η with B_nᵀη nearest to what the step took away from its increment.
Vector AlphaSweep::stabilising_multipliers(const Vector& of_rows) const {
  Matrix jacobian = Matrix::Zero(row_count(system_), of_rows.size());
  system_.jacobian(at_.t, at_.q, jacobian);
  for (Index i = 0; i < jacobian.rows(); ++i)
    if (!system_.rows()[static_cast<std::size_t>(i)].is_position()) jacobian.row(i).setZero();
  constexpr double dependent = 1e-9;
  return least_solution(jacobian.transpose(), of_rows, dependent).x.col(0);
}

Matrix AlphaSweep::stabilising_change(const Vector& eta) const {
  const Index n = at_.v.size(), m = eta.size();
  const Vector none = Vector::Zero(n), no_rows = Vector::Zero(m);
  AnySystem::AllTangents with, without;
  with.resize(n, m);
  without.resize(n, m);
  system_.tangents(at_.t, at_.q, none, none, eta, with);
  system_.tangents(at_.t, at_.q, none, none, no_rows, without);
  Matrix change = (with.stiffness - without.stiffness) * now_.position;
  for (std::size_t k = 0; k < parameters_.size(); ++k)
    change.col(static_cast<Index>(k)) += parameters_[k].balance(at_.t, at_.q, none, none, eta) -
                                         parameters_[k].balance(at_.t, at_.q, none, none, no_rows);
  return change;
}

/// What the history gives, and the tangents at the accepted point.
AlphaSweep::Known AlphaSweep::known(const State& to, double h) const {
  const ProductGroup& group = system_.group();
  const Index n = to.v.size(), m = row_count(system_);
  Known k;
  const Vector w = group.log(group.compose(group.inverse(at_.q), to.q));
  const Vector x0 = at_.v + ((0.5 - method_.beta) * h) * a_, v0 = at_.v + ((1.0 - method_.gamma) * h) * a_;
  k.offset = (to.v - v0) / method_.gamma_hat();
  k.inverse_t = group.inverse_tangent_operator(w);
  Matrix x = now_.velocity + ((0.5 - method_.beta) * h) * a_change_;
  k.v = now_.velocity + ((1.0 - method_.gamma) * h) * a_change_;
  k.a = (method_.alpha_m * a_change_ - method_.alpha_f * now_.acceleration) / (1.0 - method_.alpha_f);
  const Matrix t = group.tangent_operator(w);
  if (is_stabilised()) {
    Matrix old = Matrix::Zero(m, n);
    system_.jacobian(at_.t, at_.q, old);
    for (Index i = 0; i < m; ++i)
      if (!system_.rows()[static_cast<std::size_t>(i)].is_position()) old.row(i).setZero();
    k.t_b = t * old.transpose();
    x -= stabilising_change(stabilising_multipliers(x0 + k.offset - w / h));
  }
  k.xi = group.adjoint(group.exp(Vector(-w))) * now_.position + h * t * x;
  k.all.resize(n, m);
  system_.tangents(to.t, to.q, to.v, to.acceleration, to.lambda, k.all);
  k.rate_row = method_.gamma_hat() * k.all.jacobian * k.inverse_t + h * k.all.rate_stiffness;
  return k;
}

void AlphaSweep::load_motion(const Known& k, const State& to, double h, Matrix& matrix, Matrix& right) const {
  const Index n = to.v.size(), m = row_count(system_);
  matrix.topLeftCorner(n, n) =
      (method_.beta_hat() * k.all.mass + h * method_.gamma_hat() * k.all.damping) * k.inverse_t +
      (h * h) * k.all.stiffness;
  matrix.block(0, n, n, m) = k.all.jacobian.transpose();
  if (is_stabilised()) matrix.rightCols(m).topRows(n) = (-h * h) * k.all.stiffness * k.t_b;
  right.topRows(n) = h * (k.all.mass * k.a + k.all.damping * k.v + k.all.stiffness * k.xi);
  for (std::size_t p = 0; p < parameters_.size(); ++p)
    right.col(static_cast<Index>(p)).head(n) +=
        h * parameters_[p].balance(to.t, to.q, to.v, to.acceleration, to.lambda);
}

/// The rows of step_rows.hpp, as they are met in this formulation.
void AlphaSweep::load_rows(const Known& k, const State& to, double h, Matrix& matrix, Matrix& right) const {
  const Index n = to.v.size(), m = row_count(system_), count = std::ssize(parameters_);
  Matrix rates = k.all.jacobian * k.v + k.all.rate_stiffness * k.xi, gaps = k.all.jacobian * k.xi;
  Matrix laws = Matrix::Zero(m, count);  // of c and τ themselves
  Vector rate = Vector::Zero(m);
  system_.rate(to.t, to.q, to.v, rate);
  for (Index j = 0; j < count; ++j) {
    const ParameterDirection& p = parameters_[static_cast<std::size_t>(j)];
    rates.col(j) += p.rate(to.t, to.q, to.v);
    gaps.col(j) += p.gap(to.t, to.q);
    laws.col(j) = p.relaxation().cwiseProduct(rate) - p.compliance().cwiseProduct(to.lambda);
  }
  for (Index i = 0; i < m; ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (is_stabilised() || !row.is_position()) {
      matrix.row(n + i).head(n) = k.rate_row.row(i);
      matrix(n + i, n + i) = -row.compliance / h;
      right.row(n + i) = rates.row(i);
      if (!row.is_position()) right.row(n + i) += laws.row(i);
    } else {
      const double scale = row.is_rigid() ? 1.0 : 1.0 / (1.0 + row.relaxation * method_.gamma_hat() / h);
      matrix.row(n + i).head(n) = scale * (k.all.jacobian.row(i) + (row.relaxation / h) * k.rate_row.row(i));
      matrix(n + i, n + i) = -scale * row.compliance / (h * h);
      right.row(n + i) = (scale / h) * (gaps.row(i) + row.relaxation * rates.row(i) + laws.row(i));
    }
    if (is_stabilised()) load_stabilising_row(k, i, h, gaps, matrix, right);
  }
}

void AlphaSweep::load_stabilising_row(const Known& k, Index i, double h, const Matrix& gaps, Matrix& matrix,
                                      Matrix& right) const {
  const Index m = row_count(system_), n = k.xi.rows();
  matrix.row(n + i).tail(m) = -h * k.all.rate_stiffness.row(i) * k.t_b;
  if (system_.rows()[static_cast<std::size_t>(i)].is_position()) {
    matrix.row(n + m + i).head(n) = k.all.jacobian.row(i);
    matrix.row(n + m + i).tail(m) = -k.all.jacobian.row(i) * k.t_b;
    right.row(n + m + i) = gaps.row(i) / h;
  } else {
    matrix(n + m + i, n + m + i) = 1.0;
    right.row(n + m + i).setZero();
  }
}

bool AlphaSweep::step(const State& to, double h) {
  const Index n = to.v.size(), m = row_count(system_), size = n + (is_stabilised() ? 2 : 1) * m;
  const Known k = known(to, h);
  Matrix matrix = Matrix::Zero(size, size), right(size, std::ssize(parameters_));
  load_motion(k, to, h, matrix, right);
  load_rows(k, to, h, matrix, right);
  constexpr double dependent = 1e-12;
  Eigen::FullPivLU<Matrix> factors;
  factors.setThreshold(dependent);
  const Matrix found = factors.compute(matrix).solve(-right);
  const Matrix change = k.inverse_t * found.topRows(n);
  now_.position = k.xi + h * found.topRows(n);
  if (is_stabilised()) now_.position -= h * k.t_b * found.bottomRows(m);
  now_.velocity = k.v + method_.gamma_hat() * change;
  now_.acceleration = k.a + (method_.beta_hat() / h) * change;
  now_.lambda = found.middleRows(n, m) / h;
  a_change_ = change / (method_.beta * h);
  a_ = k.offset / (method_.beta * h);
  at_ = to;
  return found.allFinite();
}

}  // namespace kreisel
