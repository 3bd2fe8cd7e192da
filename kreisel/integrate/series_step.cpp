// Newton's iteration for a step of all coefficients, with one factorised matrix.
#include "kreisel/integrate/series_step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kreisel/methods/shared/node_weights.hpp"

namespace kreisel {

namespace {
constexpr int stage_count = 7;
}  // namespace

SeriesStep::SeriesStep(const SeriesSystem& series, const AnySystem& system, Vector compliance)
    : series_(series),
      system_(system),
      compliance_(std::move(compliance)),
      scheme_(make_scheme(implicit_tableau(ImplicitFamily::radau_iia, stage_count))),
      square_(scheme_.inverse * scheme_.inverse),
      n_(system.group().dimension()),
      m_(row_count(system)),
      stages_(scheme_.stages),
      stage_(static_cast<std::size_t>(stages_)) {
  way_.setZero(series_columns);
  tangents_.resize(n_, m_);
  matrix_.setZero(stages_ * (n_ + m_), stages_ * (n_ + m_));
  right_.setZero(matrix_.rows(), series_columns);
}

/// Coefficient k settles when those before it have; the higher ones end in the round-off that k derivatives in time
/// bring along. So the iteration goes on as long as any of them still gets better.
bool SeriesStep::solve(const SeriesState& from, double h, SeriesState& to) {
  constexpr int most_iterations = 60, factorise_again_after = 12;
  constexpr double converged = 1e-14, good = 1e-9;
  from_ = from;
  h_ = h;
  predict(from, h);
  Vector best = Vector::Constant(series_columns, INFINITY);
  for (int k = 0; k < most_iterations; ++k) {
    ++iterations;
    evaluate(h);
    if (k % factorise_again_after == 0 && !factorize(h)) return false;
    right_hand_side(h);
    const Vector change = update(h);
    if (!change.allFinite()) return false;
    const bool improves = (change.array() < 0.5 * best.array()).any();
    best = best.cwiseMin(change);
    const bool moves = (change.array() > converged * way_.array()).any();
    if (k < series_columns || (moves && improves))
      continue;  // a coefficient moves first when the one before has settled
    evaluate(h);
    to = {from.t + h, stage_.back().q, stage_.back().v, stage_.back().lambda};
    return change[0] <= good * way_[0];
  }
  return false;
}

void SeriesStep::at(double x, SeriesState& out) const {
  std::array<double, stage_count + 1> nodes{};
  for (Index i = 0; i < stages_; ++i) nodes[static_cast<std::size_t>(i + 1)] = scheme_.c[i];
  const auto w = derivative_weights<0>(x, nodes)[0];
  const auto of_stages = derivative_weights<0>(x, std::span(nodes).subspan(1))[0];
  Matrix theta = Matrix::Zero(n_, series_columns), no_rate = theta, no_velocity;
  out.t = from_.t + x * h_;
  out.v = w[0] * from_.v;
  out.lambda.setZero(m_, series_columns);
  for (std::size_t i = 0; i < stage_.size(); ++i) {
    theta += w[i + 1] * stage_[i].theta;
    out.v += w[i + 1] * stage_[i].v;
    out.lambda += of_stages[i] * stage_[i].lambda;
  }
  series_.move(from_.q, theta, no_rate, out.q, no_velocity);
}

void SeriesStep::predict(const SeriesState& from, double h) {
  for (std::size_t i = 0; i < stage_.size(); ++i) {
    stage_[i].theta = (scheme_.c[static_cast<Index>(i)] * h) * from.v;
    stage_[i].lambda = from.lambda;
  }
}

/// Residuals of every stage: Θ' = A⁻¹Θ/h, V = T(Θ)Θ', V' = A⁻¹(V - v)/h, and εc̄λ moves one column up.
void SeriesStep::evaluate(double h) {
  for (Index i = 0; i < stages_; ++i) {
    Stage& s = stage_[static_cast<std::size_t>(i)];
    s.rate.setZero(n_, series_columns);
    for (Index j = 0; j < stages_; ++j)
      s.rate += (scheme_.inverse(i, j) / h) * stage_[static_cast<std::size_t>(j)].theta;
    series_.move(from_.q, s.theta, s.rate, s.q, s.v);
  }
  for (Index i = 0; i < stages_; ++i) {
    Stage& s = stage_[static_cast<std::size_t>(i)];
    s.acceleration.setZero(n_, series_columns);
    for (Index j = 0; j < stages_; ++j)
      s.acceleration += (scheme_.inverse(i, j) / h) * (stage_[static_cast<std::size_t>(j)].v - from_.v);
    series_.residuals(from_.t + scheme_.c[i] * h, s.q, s.v, s.acceleration, s.lambda, s.balance, s.row_rate);
    s.row_rate.rightCols(series_columns - 1) -=
        compliance_.asDiagonal() * s.lambda.leftCols(series_columns - 1);
  }
}

/// Unknowns (Θ/h², Λ), rows (balance, rate/h): entries of the size of M and B for every h.
bool SeriesStep::factorize(double h) {
  const Index block = n_ + m_;
  matrix_.setZero();
  for (Index i = 0; i < stages_; ++i) {
    const Stage& s = stage_[static_cast<std::size_t>(i)];
    tangents_.resize(n_, m_);
    system_.tangents(from_.t + scheme_.c[i] * h, s.q.col(0), s.v.col(0), s.acceleration.col(0),
                     s.lambda.col(0), tangents_);
    for (Index j = 0; j < stages_; ++j) {
      const double a = scheme_.inverse(i, j);
      matrix_.block(i * block, j * block, n_, n_) =
          square_(i, j) * tangents_.mass + (h * a) * tangents_.damping;
      matrix_.block(i * block + n_, j * block, m_, n_) = a * tangents_.jacobian;
    }
    matrix_.block(i * block, i * block, n_, n_) += (h * h) * tangents_.stiffness;
    matrix_.block(i * block + n_, i * block, m_, n_) += h * tangents_.rate_stiffness;
    matrix_.block(i * block, i * block + n_, n_, m_) = tangents_.jacobian.transpose();
  }
  if (!matrix_.allFinite()) return false;
  lu_.compute(matrix_);
  ++factorizations;
  constexpr double tiny = 1e-14;
  const auto pivots = lu_.matrixLU().diagonal().cwiseAbs();
  return pivots.minCoeff() > tiny * pivots.maxCoeff();
}

void SeriesStep::right_hand_side(double h) {
  for (Index i = 0; i < stages_; ++i) {
    const Stage& s = stage_[static_cast<std::size_t>(i)];
    right_.middleRows(i * (n_ + m_), n_) = -s.balance;
    right_.middleRows(i * (n_ + m_) + n_, m_) = s.row_rate * (-1.0 / h);
  }
}

/// The largest change of each coefficient; way_ is how far it goes in this step.
Vector SeriesStep::update(double h) {
  right_ = lu_.solve(right_);
  Vector changes(series_columns);
  for (Index k = 0; k < series_columns; ++k) {
    double change = 0.0;
    way_[k] = h * from_.v.col(k).cwiseAbs().maxCoeff();
    for (Index i = 0; i < stages_; ++i) {
      Stage& s = stage_[static_cast<std::size_t>(i)];
      const auto step = right_.col(k).segment(i * (n_ + m_), n_);
      s.theta.col(k) += (h * h) * step;
      s.lambda.col(k) += right_.col(k).segment(i * (n_ + m_) + n_, m_);
      change = std::max(change, h * h * step.cwiseAbs().maxCoeff());
      way_[k] = std::max(way_[k], s.theta.col(k).cwiseAbs().maxCoeff());
    }
    changes[k] = change;
  }
  return changes;
}

}  // namespace kreisel
