#include "kreisel/integrate/consistent_start.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/methods/acceleration_level.hpp"

namespace kreisel {
namespace {

constexpr int max_projections = 30;
constexpr int smooth_passes = 8;
constexpr int max_halvings = 12;

class Starter {
 public:
  Starter(const AnySystem& system, double t, const StartOptions& options)
      : system_(system),
        options_(options),
        accelerations_(system_),
        m_(row_count(system)),
        n_(system.group().dimension()) {
    state_.t = t;
    for (Vector* x : {&gap_, &rate_, &target_gap_, &target_rate_, &extra_}) x->setZero(m_);
    is_held_.assign(static_cast<std::size_t>(m_), false);
  }

  State run(const Vector& q0, const Vector& v0, StartReport& report) {
    if (!q0.allFinite() || !v0.allFinite())
      throw StartError("the initial values contain NaN or infinity", "q0, v0", "give finite numbers");
    begin(q0, v0, options_.literal ? 0.0 : options_.time_scale, report);
    if (has_smooth_rows() && !smooth()) begin(q0, v0, 0.0, report);
    note_changes(q0, v0, report);
    return state_;
  }

 private:
  /// On the held rows, with v' and λ; compliant rows slower than the time scale are taken literally.
  void begin(const Vector& q0, const Vector& v0, double time_scale, StartReport& report) {
    state_.q = q0;
    state_.v = v0;
    state_.acceleration.setZero(n_);
    state_.lambda.setZero(m_);
    for (Vector* x : {&target_gap_, &target_rate_, &extra_}) x->setZero();
    classify(time_scale);
    look(report);
    refuse_beyond_limit(report);
    project_positions();
    project_velocities();
    solve();
  }

  const Row& row(Index i) const { return system_.rows()[static_cast<std::size_t>(i)]; }

  [[noreturn]] void refuse_redundant() const {
    const Index i = accelerations_.guilty();
    const std::string name = i >= 0 && i < m_ ? row(i).name : "?";
    throw StartError(fmt::format("row \"{}\" depends on the other rows at the start", name), "rows",
                     "remove the redundant row, or make it compliant");
  }
  void check(KernelStatus status) const {
    if (status != KernelStatus::regular) refuse_redundant();
  }

  /// Rigid rows are held; compliant rows only when stiff on the time scale asked for.
  void classify(double time_scale) {
    check(accelerations_.classify(state_.t, state_.q, time_scale));
    for (Index i = 0; i < m_; ++i)
      is_held_[static_cast<std::size_t>(i)] = row(i).is_rigid() || !accelerations_.is_soft(i);
  }
  bool is_held(Index i) const { return is_held_[static_cast<std::size_t>(i)]; }
  bool has_smooth_rows() const {
    for (Index i = 0; i < m_; ++i)
      if (is_held(i) && !row(i).is_rigid()) return true;
    return false;
  }

  void look(StartReport& report) {
    system_.gap(state_.t, state_.q, gap_);
    system_.rate(state_.t, state_.q, state_.v, rate_);
    report.rows.clear();
    for (Index i = 0; i < m_; ++i) {
      const bool held = is_held(i);
      report.rows.push_back({row(i).name, held && row(i).is_position() ? gap_[i] : 0.0, held ? rate_[i] : 0.0,
                             held && !row(i).is_rigid()});
    }
  }

  void refuse_beyond_limit(const StartReport& report) const {
    const double speed = std::max(1.0, state_.v.size() > 0 ? state_.v.cwiseAbs().maxCoeff() : 0.0);
    for (const RowStart& r : report.rows) {
      if (r.smooth) continue;
      if (!(std::abs(r.gap) <= options_.limit))
        throw StartError(
            fmt::format("row \"{}\" is violated by {:.3g} at the start, more than the limit {:.3g}", r.row,
                        r.gap, options_.limit),
            "q0", "correct the initial positions, or raise --start-limit");
      if (!(std::abs(r.rate) <= options_.limit * speed))
        throw StartError(fmt::format("row \"{}\" moves with {:.3g} at the start, more than the limit {:.3g}",
                                     r.row, r.rate, options_.limit * speed),
                         "v0", "correct the initial velocities, or raise --start-limit");
    }
  }

  /// Newton in the mass metric until the gaps are at round-off.
  void project_positions() {
    Vector residual(m_), delta(n_), moved = state_.q;
    double before = INFINITY;
    for (int k = 0; k < max_projections; ++k) {
      system_.gap(state_.t, state_.q, gap_);
      for (Index i = 0; i < m_; ++i)
        residual[i] = row(i).is_position() && is_held(i) ? target_gap_[i] - gap_[i] : 0.0;
      const double size = m_ > 0 ? residual.cwiseAbs().maxCoeff() : 0.0;
      if (size == 0.0 || (size < 1e-12 && !(size < 0.5 * before))) return;
      check(accelerations_.correction(state_.t, state_.q, residual, delta));
      system_.group().advance_into(state_.q, delta, moved);
      state_.q = moved;
      before = size;
    }
    throw StartError(
        fmt::format("the initial positions cannot be brought onto the rows: {:.3g} remains", before), "q0",
        "check that the rows can be met together near q0");
  }

  void project_velocities() {
    Vector residual(m_), delta(n_);
    for (int k = 0; k < 2; ++k) {  // the second pass removes the round-off of the first
      system_.rate(state_.t, state_.q, state_.v, rate_);
      for (Index i = 0; i < m_; ++i) residual[i] = is_held(i) ? target_rate_[i] - rate_[i] : 0.0;
      if (m_ == 0 || residual.cwiseAbs().maxCoeff() == 0.0) return;
      check(accelerations_.correction(state_.t, state_.q, residual, delta));
      state_.v += delta;
    }
  }

  void solve() {
    check(accelerations_.solve(state_.t, state_.q, state_.v, extra_, state_.acceleration, state_.lambda));
  }

  /// λ' and λ'' by differences over a distance that halves until λ'' stands still: the body may turn much faster
  /// than the time scale asked for. Ends at the latest when round-off takes over.
  void differentiate(Vector& lambda_rate, Vector& lambda_curvature) {
    double distance = 0.1 * options_.time_scale, change_before = INFINITY;
    Vector coarse_rate, coarse_curvature;
    take_differences(distance, lambda_rate, lambda_curvature);
    for (int k = 0; k < max_halvings; ++k) {
      coarse_rate = lambda_rate;
      coarse_curvature = lambda_curvature;
      distance *= 0.5;
      take_differences(distance, lambda_rate, lambda_curvature);
      const double change = (lambda_curvature - coarse_curvature).cwiseAbs().maxCoeff();
      if (change <= 1e-2 * lambda_curvature.cwiseAbs().maxCoeff()) return;
      if (!(change < change_before)) break;
      change_before = change;
    }
    lambda_rate = coarse_rate;
    lambda_curvature = coarse_curvature;
  }
  void take_differences(double distance, Vector& lambda_rate, Vector& lambda_curvature) {
    check(accelerations_.rates(state_.t, state_.q, state_.v, state_.acceleration, state_.lambda, extra_,
                               distance, lambda_rate, lambda_curvature));
  }

  /// Puts stiff compliant rows on their slow motion: Φ = cλ - τcλ', B v = cλ' (velocity rows B v = cλ).
  /// Returns false when the passes do not contract: then some row is not stiff for the motion at hand.
  bool smooth() {
    Vector lambda_rate(m_), lambda_curvature(m_), before(m_);
    double change_before = INFINITY;
    for (int pass = 0; pass < smooth_passes; ++pass) {
      before = state_.lambda;
      differentiate(lambda_rate, lambda_curvature);
      for (Index i = 0; i < m_; ++i) set_targets(i, lambda_rate[i], lambda_curvature[i]);
      project_positions();
      project_velocities();
      solve();
      const double change = (state_.lambda - before).cwiseAbs().maxCoeff();
      if (change <= 1e-8 * state_.lambda.cwiseAbs().maxCoeff()) return true;
      if (!(change <= 0.5 * change_before)) return false;
      change_before = change;
    }
    return true;
  }
  void set_targets(Index i, double lambda_rate, double lambda_curvature) {
    const Row& r = row(i);
    if (!is_held(i) || r.is_rigid()) return;
    const double c = r.compliance;
    extra_[i] = c * (r.is_position() ? lambda_curvature : lambda_rate);
    target_gap_[i] = c * (state_.lambda[i] - r.relaxation * lambda_rate);
    target_rate_[i] = c * (r.is_position() ? lambda_rate : state_.lambda[i]);
  }

  void note_changes(const Vector& q0, const Vector& v0, StartReport& report) const {
    report.moved_position = q0.size() > 0 ? (state_.q - q0).cwiseAbs().maxCoeff() : 0.0;
    report.moved_velocity = v0.size() > 0 ? (state_.v - v0).cwiseAbs().maxCoeff() : 0.0;
    if (!state_.acceleration.allFinite() || !state_.lambda.allFinite())
      throw Error(ExitCode::non_finite, "accelerations at the start are not finite", "start",
                  "check masses, parameters and forces for zero or NaN");
  }

  const AnySystem& system_;
  StartOptions options_;
  AccelerationLevel<AnySystem> accelerations_;
  Index m_, n_;
  State state_;
  Vector gap_, rate_, target_gap_, target_rate_, extra_;
  std::vector<bool> is_held_;
};

}  // namespace

double StartReport::worst_gap() const {
  double worst = 0.0;
  for (const RowStart& r : rows) worst = std::max(worst, std::abs(r.gap));
  return worst;
}

double StartReport::worst_rate() const {
  double worst = 0.0;
  for (const RowStart& r : rows) worst = std::max(worst, std::abs(r.rate));
  return worst;
}

State consistent_start(const AnySystem& system, double t, const Vector& q0, const Vector& v0,
                       const StartOptions& options, StartReport& report) {
  return Starter(system, t, options).run(q0, v0, report);
}

}  // namespace kreisel
