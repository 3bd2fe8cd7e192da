// Fits λ along the slow motion by a polynomial, sampling the rigid flow.
#include "kreisel/integrate/slow_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace kreisel {

template <class System>
SlowMotion<System>::SlowMotion(const System& system, AccelerationLevel<System>& accelerations)
    : system_(system), accelerations_(accelerations), flow_(system_, accelerations_) {
  const Index m = row_count(system);
  for (auto* list : {&lambdas_, &gaps_, &known_lambdas_, &known_gaps_})
    for (Vector& x : *list) x.setZero(m);
  for (Vector& x : lambda_at_start_) x.setZero(m);
  gap_rate_at_start_.setZero(m);
}

template <class System>
void SlowMotion<System>::begin(std::vector<SlowRow> rows, double longest_span) {
  rows_ = std::move(rows);
  longest_span_ = longest_span;
  has_samples_ = false;
}

template <class System>
bool SlowMotion<System>::sweep(const State& state) {
  if (!has_samples_) {
    if (!choose_span(state)) return false;
  } else if (!sample(state)) {
    return false;
  }
  keep();
  return true;
}

/// The longest span over which the polynomial resolves λ: derivatives by a long one carry the least round-off.
template <class System>
bool SlowMotion<System>::choose_span(const State& state) {
  constexpr int most_halvings = 40;
  span_ = longest_span_;
  for (int k = 0; k < most_halvings; ++k, span_ *= 0.5)
    if (sample(state) && is_resolved()) return true;
  return false;
}

template <class System>
bool SlowMotion<System>::sample(const State& state) {
  constexpr long most_substeps = 64;  // a span that needs more is too long for the polynomial anyway
  Vector q = state.q, v = state.v, w(v.size()), flat(v.size()), acceleration(v.size()), extra(rows_.size());
  for (std::size_t k = 0; k < nodes; ++k) {
    const double angle = std::numbers::pi * static_cast<double>(k) / static_cast<double>(nodes - 1);
    times_[k] = state.t + 0.5 * span_ * (1.0 - std::cos(angle));
    if (k > 0) {
      const auto status = flow_.advance(
          times_[k - 1], times_[k] - times_[k - 1],
          [this](double t, Vector& out) { row_accelerations(t, out); }, q, v, w, flat, most_substeps);
      if (status != SmoothFlow<System>::Status::completed) return false;
      system_.group().normalize(q);
    }
    extra.setZero();
    row_accelerations(times_[k], extra);
    if (accelerations_.solve(times_[k], q, v, extra, acceleration, lambdas_[k]) != KernelStatus::regular)
      return false;
    system_.gap(times_[k], q, gaps_[k]);
    if (!lambdas_[k].allFinite()) return false;
  }
  return true;
}

/// The last two Chebyshev coefficients say how well a polynomial of this degree fits.
template <class System>
bool SlowMotion<System>::is_resolved() const {
  constexpr double well = 1e-9, next_to_nothing = 1e-4;
  constexpr auto degree = static_cast<double>(nodes - 1);
  double largest = 0.0;
  for (const Vector& x : lambdas_) largest = std::max(largest, x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0);
  for (Index i = 0; i < std::ssize(rows_); ++i) {
    double size = next_to_nothing * largest;
    for (const Vector& x : lambdas_) size = std::max(size, std::abs(x[i]));
    for (const double order : {degree - 1.0, degree}) {
      double coefficient = 0.0;
      for (std::size_t k = 0; k < nodes; ++k) {
        const double share = k == 0 || k == nodes - 1 ? 0.5 : 1.0;
        coefficient +=
            share * lambdas_[k][i] * std::cos(std::numbers::pi * order * static_cast<double>(k) / degree);
      }
      if (!(std::abs(coefficient) * 2.0 / degree <= well * size)) return false;
    }
  }
  return true;
}

template <class System>
void SlowMotion<System>::keep() {
  known_times_ = times_;
  std::swap(known_lambdas_, lambdas_);
  std::swap(known_gaps_, gaps_);
  has_samples_ = true;
  const auto w = derivative_weights<3>(known_times_[0], known_times_);
  gap_rate_at_start_.setZero();
  for (std::size_t d = 0; d < lambda_at_start_.size(); ++d) {
    lambda_at_start_[d].setZero();
    for (std::size_t k = 0; k < nodes; ++k) lambda_at_start_[d] += w[d][k] * known_lambdas_[k];
  }
  for (std::size_t k = 0; k < nodes; ++k) gap_rate_at_start_ += w[1][k] * known_gaps_[k];
}

template <class System>
void SlowMotion<System>::row_accelerations(double t, Vector& out) const {
  if (!has_samples_) return;
  const auto w = derivative_weights<3>(t, known_times_);
  const auto derivative = [&](const auto& values, std::size_t d, Index i) {
    double sum = 0.0;
    for (std::size_t k = 0; k < nodes; ++k) sum += w[d][k] * values[k][i];
    return sum;
  };
  for (Index i = 0; i < std::ssize(rows_); ++i) {
    const SlowRow kind = rows_[static_cast<std::size_t>(i)];
    if (kind == SlowRow::no) continue;
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    const double c = row.compliance, tau = row.relaxation;
    const double slope = derivative(known_lambdas_, 1, i);
    if (kind == SlowRow::creeps)
      out[i] = (c * slope - derivative(known_gaps_, 1, i)) / tau;
    else if (row.is_position())
      out[i] = c * (derivative(known_lambdas_, 2, i) - tau * derivative(known_lambdas_, 3, i));
    else
      out[i] = c * slope;
  }
}

template class SlowMotion<AnySystem>;
template class SlowMotion<BlockSystem>;

}  // namespace kreisel
