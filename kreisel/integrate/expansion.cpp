// Integrates the coefficients of the power series in ε one after another.
#include "kreisel/integrate/expansion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/integrate/series_step.hpp"
#include "kreisel/methods/shared/acceleration_level.hpp"

namespace kreisel {
namespace {

/// c̄: the compliances in units of the largest.
Vector relative_compliances(const AnySystem& system, double epsilon) {
  Vector relative = Vector::Zero(row_count(system));
  for (Index i = 0; i < relative.size(); ++i) {
    const double c = system.rows()[static_cast<std::size_t>(i)].compliance;
    relative[i] = epsilon > 0.0 ? c / epsilon : 1.0;  // without a scale: as if all were equal
  }
  return relative;
}

SeriesState constant_series(const State& state) {
  SeriesState out{state.t, Matrix::Zero(state.q.size(), series_columns),
                  Matrix::Zero(state.v.size(), series_columns),
                  Matrix::Zero(state.lambda.size(), series_columns)};
  out.q.col(0) = state.q;
  out.v.col(0) = state.v;
  out.lambda.col(0) = state.lambda;
  return out;
}

class Expander {
 public:
  Expander(const SeriesSystem& series, const AnySystem& system, const ExpansionOptions& options,
           const SeriesObserver& observer)
      : system_(system),
        options_(options),
        observer_(observer),
        compliance_(relative_compliances(system, options.epsilon)),
        coarse_(series, system, compliance_),
        first_half_(series, system, compliance_),
        second_half_(series, system, compliance_),
        level_(system_) {}

  Expansion run(const Vector& q0, const Vector& v0) {
    start(q0, v0);
    now_ = result_.begin;
    sample(nullptr, now_);
    double h = 0.1 * (options_.t_end - options_.t_begin);
    while (now_.t < options_.t_end && result_.message.empty()) h = advance(h);
    result_.is_complete = result_.message.empty();
    result_.end = now_;
    for (const SeriesStep* step : {&coarse_, &first_half_, &second_half_}) {
      result_.factorizations += step->factorizations;
      result_.iterations += step->iterations;
    }
    return std::move(result_);
  }

 private:
  double weight(int k) const { return std::pow(options_.epsilon, k); }

  /// v0 on the rows, then term by term from trial steps that get shorter, each term from where two of them agree best.
  void start(const Vector& q0, const Vector& v0) {
    StartReport report;
    const StartOptions rigid{.start = {.limit = INFINITY, .motion = InitialMotion::smooth, .order = 0},
                             .interval = INFINITY};
    const State limit = consistent_start(system_, options_.t_begin, q0, v0, rigid, report);
    result_.begin = constant_series(limit);
    constexpr int most_trials = 24;
    Vector best = Vector::Constant(series_columns, INFINITY);
    SeriesState before;
    double h = 0.5 * (options_.t_end - options_.t_begin);
    for (int trial = 0; trial < most_trials; ++trial, h *= 0.5) {
      SeriesState now;
      if (!start_with(limit, h, now)) continue;
      for (int k = 0; k < series_columns && before.v.size() > 0; ++k) {
        const double difference = (before.v.col(k) - now.v.col(k)).cwiseAbs().maxCoeff() +
                                  (before.lambda.col(k) - now.lambda.col(k)).cwiseAbs().maxCoeff();
        if (!(difference < best[k])) continue;
        best[k] = difference;
        result_.begin.v.col(k) = before.v.col(k);
        result_.begin.lambda.col(k) = before.lambda.col(k);
      }
      before = now;
    }
    for (int k = 0; k <= options_.order; ++k) result_.start_uncertainty += weight(k) * best[k];
    if (!best.allFinite())
      result_.message = "no trial step from the start converges; check the model near the initial values";
  }

  bool start_with(const State& limit, double h, SeriesState& out) {
    out = constant_series(limit);
    SeriesState end, first;
    Vector delta(limit.v.size());
    for (int k = 1; k <= series_columns; ++k) {
      if (!coarse_.solve(out, h, end)) return false;
      coarse_.at(0.0, first);
      out.lambda = first.lambda;
      if (k == series_columns) break;
      Matrix jacobian(compliance_.size(), limit.v.size());
      system_.jacobian(limit.t, limit.q, jacobian);
      const Vector target = compliance_.cwiseProduct(out.lambda.col(k - 1)) - jacobian * out.v.col(k);
      if (level_.correction(limit.t, limit.q, target, delta) != KernelStatus::regular) return false;
      out.v.col(k) += delta;
    }
    return true;
  }

  double distance(const SeriesState& a, const SeriesState& b, int order) const {
    double sum = 0.0;
    for (int k = 0; k <= order; ++k)
      sum += weight(k) * std::max((a.q.col(k) - b.q.col(k)).cwiseAbs().maxCoeff(),
                                  (a.v.col(k) - b.v.col(k)).cwiseAbs().maxCoeff());
    return sum;
  }

  /// One step and the same way in two; the next step size.
  double advance(double h) {
    constexpr double end_gap = 1e-12;
    const double left = options_.t_end - now_.t, length = options_.t_end - options_.t_begin;
    h = h >= left * (1.0 - end_gap) ? left : std::min(h, 0.5 * left);
    if (!(h > 1e-14 * length)) return stop("the step would be too small; check the model there"), h;
    if (result_.steps >= options_.max_steps) return stop("the limit of steps is reached"), h;
    SeriesState whole, middle, end;
    const bool solved = coarse_.solve(now_, h, whole) && first_half_.solve(now_, 0.5 * h, middle) &&
                        second_half_.solve(middle, 0.5 * h, end);
    if (!solved) return ++result_.rejected, 0.3 * h;
    const double scale =
        1.0 + std::max(end.q.col(0).cwiseAbs().maxCoeff(), end.v.col(0).cwiseAbs().maxCoeff());
    const double error = distance(whole, end, options_.order);
    const double factor = growth(error / (options_.tolerance * scale * h / length));
    if (factor < 1.0 && !is_round_off_) return reject(h, factor, error);
    if (h == left) end.t = options_.t_end;
    sample(&middle, end);
    now_ = end;
    ++result_.steps;
    result_.integration_error += error;
    rejected_step_ = 0.0;
    return (std::exchange(is_round_off_, false) ? 1.0 : factor) * h;
  }

  static double growth(double share) {
    constexpr double safety = 0.9, slowest = 0.2, fastest = 3.0, exponent = 1.0 / 8.0;
    if (share > 1.0) return std::max(slowest, std::min(0.9, safety * std::pow(share, -exponent)));
    return share > 0.0 ? std::clamp(safety * std::pow(share, -exponent), 1.0, fastest) : fastest;
  }

  /// Derivatives in time make round-off grow as steps shrink: where a shorter step is no better, the longer one counts.
  double reject(double h, double factor, double error) {
    ++result_.rejected;
    is_round_off_ = rejected_step_ > 0.0 && !(error < 0.7 * rejected_error_);
    const double longer = rejected_step_;
    rejected_step_ = h;
    rejected_error_ = error;
    return is_round_off_ ? longer : factor * h;
  }

  void stop(const char* why) {
    result_.message = fmt::format("the expansion stops at t = {:.9g}: {}", now_.t, why);
  }

  /// Hands out the samples up to `end`, the first half of the step ending at `middle`.
  void sample(const SeriesState* middle, const SeriesState& end) {
    SeriesState state;
    for (; next_sample_ < options_.sample_times.size(); ++next_sample_) {
      const double t = options_.sample_times[next_sample_];
      if (t > end.t) return;
      if (middle == nullptr || t == end.t) {
        state = end;
      } else {
        const bool is_first = t <= middle->t;
        const double begin = is_first ? now_.t : middle->t, until = is_first ? middle->t : end.t;
        (is_first ? first_half_ : second_half_).at((t - begin) / (until - begin), state);
      }
      if (observer_) observer_(state);
    }
  }

  const AnySystem& system_;
  const ExpansionOptions& options_;
  const SeriesObserver& observer_;
  Vector compliance_;
  SeriesStep coarse_, first_half_, second_half_;
  AccelerationLevel<AnySystem> level_;
  Expansion result_;
  SeriesState now_;
  std::size_t next_sample_ = 0;
  double rejected_step_ = 0.0, rejected_error_ = 0.0;  // at the present time
  bool is_round_off_ = false;
};

}  // namespace

State SeriesState::sum(double epsilon, int order) const {
  State state{t, q.col(0), v.col(0), Vector::Zero(v.rows()), lambda.col(0)};
  double power = epsilon;
  for (int k = 1; k <= order; ++k, power *= epsilon) {
    state.q += power * q.col(k);
    state.v += power * v.col(k);
    state.lambda += power * lambda.col(k);
  }
  return state;
}

Expansion expand(const SeriesSystem& series, const AnySystem& system, const Vector& q0, const Vector& v0,
                 const ExpansionOptions& options, const SeriesObserver& observer) {
  return Expander(series, system, options, observer).run(q0, v0);
}

}  // namespace kreisel
