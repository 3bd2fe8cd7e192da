// Projects start values onto all rows, level by level, and writes down what it moved.
#include "kreisel/integrate/consistent_start.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/integrate/slow_motion.hpp"

namespace kreisel {
namespace {

constexpr int max_projections = 60;
constexpr double nothing = 1e-8;  // of round-off: where coordinates are zero, gaps may shrink for ever
constexpr double round_off_of_gaps = 1e-12;  // of the largest coordinate
constexpr double creeping = 10.0;  // expected steps in the relaxation time of a spring-damper that creeps

template <class System>
class Starter {
 public:
  Starter(const System& system, double t, const StartOptions& options)
      : system_(system),
        options_(options),
        accelerations_(system_),
        motion_(system_, accelerations_),
        m_(row_count(system)),
        n_(system.group().dimension()) {
    state_.t = t;
    for (Vector* x : {&gap_, &rate_, &target_gap_, &target_rate_, &extra_}) x->setZero(m_);
  }

  State run(const Vector& q0, const Vector& v0, StartReport& report) {
    if (!q0.allFinite() || !v0.allFinite())
      throw StartError("the initial values contain NaN or infinity", "q0, v0", "give finite numbers");
    begin(q0, v0, stiff_below(), report);
    if (has_slow_rows() && (slow_rows_conflict_ || !smooth(report))) {
      if (options_.start.motion == InitialMotion::smooth) refuse_slow_motion();
      begin(q0, v0, 0.0, report);
    }
    release_soft_rows(report);
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
    report.order = 0;
    report.remaining = 0.0;
    slow_rows_conflict_ = false;
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
                     "remove one of the joints that hold the same, or make it compliant");
  }
  void check(KernelStatus status) const {
    if (status != KernelStatus::regular) refuse_redundant();
  }

  /// Compliant rows faster than this start on the slow motion.
  double stiff_below() const {
    if (options_.start.motion == InitialMotion::raw) return 0.0;
    return options_.start.motion == InitialMotion::smooth ? options_.interval : options_.time_scale;
  }

  void classify(double time_scale) {
    check(accelerations_.classify(state_.t, state_.q, time_scale));
    slow_.assign(static_cast<std::size_t>(m_), SlowRow::no);
    for (Index i = 0; i < m_; ++i) {
      const bool is_slow = !row(i).is_rigid() && !accelerations_.is_soft(i);
      const bool creeps = row(i).relaxation > creeping * options_.time_scale;
      if (is_slow) slow_[static_cast<std::size_t>(i)] = creeps ? SlowRow::creeps : SlowRow::follows;
    }
  }
  SlowRow slow(Index i) const { return slow_[static_cast<std::size_t>(i)]; }
  bool is_held(Index i) const { return row(i).is_rigid() || slow(i) != SlowRow::no; }
  bool holds_position(Index i) const {
    return row(i).is_position() && is_held(i) && slow(i) != SlowRow::creeps;
  }
  bool has_slow_rows() const {
    return std::any_of(slow_.begin(), slow_.end(), [](SlowRow r) { return r != SlowRow::no; });
  }

  void look(StartReport& report) {
    system_.gap(state_.t, state_.q, gap_);
    system_.rate(state_.t, state_.q, state_.v, rate_);
    report.rows.clear();
    for (Index i = 0; i < m_; ++i) {
      const bool held = is_held(i);
      report.rows.push_back(
          {row(i).name, holds_position(i) ? gap_[i] : 0.0, held ? rate_[i] : 0.0, slow(i) != SlowRow::no});
    }
  }

  /// Velocities that are all zero were not given: drives and joints then say what they are.
  void refuse_beyond_limit(const StartReport& report) const {
    const bool has_velocities = !state_.v.isZero(0.0);
    const double speed = std::max(1.0, state_.v.size() > 0 ? state_.v.cwiseAbs().maxCoeff() : 0.0);
    const double limit =
        (options_.start.limit >= 0.0 ? options_.start.limit : usual_start_limit) + options_.start.disturbed;
    for (const RowStart& r : report.rows) {
      if (r.smooth) continue;
      if (!(std::abs(r.gap) <= limit))
        throw StartError(
            fmt::format("row \"{}\" is violated by {:.3g} at the start, more than the limit {:.3g}", r.row,
                        r.gap, limit),
            "q0", "correct the initial positions, or raise --start-limit");
      if (has_velocities && !options_.start.assembles && !(std::abs(r.rate) <= limit * speed))
        throw StartError(fmt::format("row \"{}\" moves with {:.3g} at the start, more than the limit {:.3g}",
                                     r.row, r.rate, limit * speed),
                         "v0", "correct the initial velocities, or raise --start-limit");
    }
  }

  /// Gauss-Newton in the mass metric until the gaps are at round-off, with shorter steps as long as the whole one does not
  /// bring the mechanism nearer to being assembled. Rows that depend on others are met by meeting those, or contradict them.
  void project_positions() {
    Vector residual(m_), delta(n_), moved = state_.q;
    const double floor = round_off_of_gaps * std::max(1.0, state_.q.cwiseAbs().maxCoeff());
    double before = INFINITY;
    for (int k = 0; k < max_projections; ++k) {
      look_at_gaps(state_.q, residual);
      const double size = largest(residual);
      if (size == 0.0) return;
      check(accelerations_.correction(state_.t, state_.q, residual, delta));
      const double independent = largest_but(residual, accelerations_.dropped());
      const bool has_settled = independent < floor && !(independent < 0.5 * before);
      if (has_settled || independent < nothing * floor) {
        refuse_contradiction(residual, floor, "positions", "q0");
        return;
      }
      advance_damped(delta, accelerations_.dropped(), moved);
      before = independent;
    }
    if (!has_slow_rows()) refuse_unassembled(residual);
    slow_rows_conflict_ = true;
  }

  void look_at_gaps(const Vector& q, Vector& residual) {
    system_.gap(state_.t, q, gap_);
    for (Index i = 0; i < m_; ++i) residual[i] = holds_position(i) ? target_gap_[i] - gap_[i] : 0.0;
  }
  static double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }
  static double largest_but(const Vector& x, const std::vector<Index>& left_out) {
    Vector rest = x;
    for (const Index i : left_out) rest[i] = 0.0;
    return largest(rest);
  }

  /// q·exp(s delta) with the first s = 1, 1/2, 1/4, … that brings the rows nearer.
  void advance_damped(const Vector& delta, const std::vector<Index>& left_out, Vector& moved) {
    constexpr double shortest = 1.0 / 64.0, enough = 0.1;
    Vector residual(m_);
    const auto distance = [&](const Vector& q) {
      look_at_gaps(q, residual);
      for (const Index i : left_out) residual[i] = 0.0;
      return residual.norm();
    };
    const double before = distance(state_.q);
    for (double s = 1.0; s >= shortest; s *= 0.5) {
      system_.group().advance_into(state_.q, Vector(s * delta), moved);
      if (distance(moved) <= (1.0 - enough * s) * before) break;
    }
    state_.q = moved;
  }

  /// A row that was left out must agree with those it depends on. Springs and dampers need not: held still, more of them than
  /// there are directions cannot all be met, and the start is then taken literally.
  void refuse_contradiction(const Vector& residual, double tolerance, const char* what, const char* where) {
    constexpr double agreement = 1e4;  // multiples of round-off: the null vector amplifies it
    for (const Index i : accelerations_.dropped()) {
      if (std::abs(residual[i]) <= agreement * tolerance) continue;
      if (has_slow_rows()) {
        slow_rows_conflict_ = true;
        return;
      }
      throw StartError(fmt::format("row \"{}\" contradicts the rows it depends on: {:.3g} remains in the {}",
                                   row(i).name, residual[i], what),
                       where, "make the joints agree, or take one with fewer rows, such as point_on_line");
    }
  }
  [[noreturn]] void refuse_unassembled(const Vector& residual) const {
    Index worst = 0;
    const double remains = residual.cwiseAbs().maxCoeff(&worst);
    throw StartError(
        fmt::format("the initial positions cannot be brought onto the rows: {:.3g} remains in \"{}\"",
                    remains, row(worst).name),
        "q0", "check lengths and places near this row: the joints cannot be met together");
  }

  void project_velocities() {
    Vector residual(m_), delta(n_);
    for (int k = 0; k < 2; ++k) {  // the second pass removes the round-off of the first
      look_at_rates(residual);
      if (largest(residual) == 0.0) return;
      check(accelerations_.correction(state_.t, state_.q, residual, delta));
      state_.v += delta;
    }
    look_at_rates(residual);
    refuse_contradiction(residual, round_off_of_gaps * std::max(1.0, largest(state_.v)), "velocities", "v0");
  }
  void look_at_rates(Vector& residual) {
    system_.rate(state_.t, state_.q, state_.v, rate_);
    for (Index i = 0; i < m_; ++i) residual[i] = is_held(i) ? target_rate_[i] - rate_[i] : 0.0;
  }

  void solve() {
    check(accelerations_.solve(state_.t, state_.q, state_.v, extra_, state_.acceleration, state_.lambda));
  }

  [[noreturn]] void refuse_slow_motion() const {
    throw StartError("there is no slow motion near the initial values: the sweeps towards it do not converge",
                     "--start smooth",
                     "the compliant rows are as slow as the motion itself: take --start raw");
  }

  /// Sweeps towards the slow motion: B v = c(λ' - τλ'' + τ²λ''') and Φ = cλ - τ B v, velocity rows B v = cλ. False when they do not
  /// contract: then some row is not stiff for the motion at hand.
  bool smooth(StartReport& report) {
    const int wanted = options_.start.order == best_order ? highest_initial_order : options_.start.order;
    constexpr double longest_span = 30.0, converged = 1e-13;
    const double useful = options_.start.motion == InitialMotion::smooth ? 0.5 : 0.1;
    motion_.begin(slow_, std::min(longest_span * options_.time_scale, options_.interval));
    double change_before = INFINITY;
    for (int sweep = 1; sweep <= wanted; ++sweep) {
      if (!motion_.sweep(state_)) return change_before <= useful;
      const State before = state_;
      for (Index i = 0; i < m_; ++i) set_targets(i);
      project_positions();
      project_velocities();
      if (slow_rows_conflict_) return false;
      solve();
      const double size = std::max(state_.lambda.cwiseAbs().maxCoeff(), 1e-300);
      const double change = (state_.lambda - before.lambda).cwiseAbs().maxCoeff() / size;
      if (!(change <= 0.5 * change_before)) {  // the series is asymptotic: beyond its best term it grows
        state_ = before;
        return change_before <= useful;
      }
      report.order = sweep;
      report.remaining = change_before = change;
      if (change <= converged) return true;
    }
    return wanted == 0 || change_before <= useful;
  }
  /// A smooth row that steps of the expected size resolve has the λ that its own equation gives it.
  void release_soft_rows(StartReport& report) {
    check(accelerations_.classify(state_.t, state_.q, options_.time_scale));
    bool released = false;
    for (Index i = 0; i < m_; ++i) {
      RowStart& r = report.rows[static_cast<std::size_t>(i)];
      r.followed = r.smooth && !accelerations_.is_soft(i);
      released = released || (r.smooth && !r.followed);
    }
    if (released) solve();
  }
  void set_targets(Index i) {
    const Row& r = row(i);
    const double c = r.compliance, tau = r.relaxation;
    const double lambda = motion_.lambda(i, 0), slope = motion_.lambda(i, 1), bend = motion_.lambda(i, 2);
    if (slow(i) == SlowRow::creeps) {
      system_.gap(state_.t, state_.q, gap_);
      target_rate_[i] = (c * lambda - gap_[i]) / tau;
      extra_[i] = (c * slope - motion_.gap_rate(i)) / tau;
    } else if (slow(i) == SlowRow::follows && r.is_position()) {
      const double third = motion_.lambda(i, 3);
      target_rate_[i] = c * (slope - tau * (bend - tau * third));
      target_gap_[i] = c * lambda - tau * target_rate_[i];  // the row itself holds to the last digit
      extra_[i] = c * (bend - tau * third);
    } else if (slow(i) == SlowRow::follows) {
      target_rate_[i] = c * lambda;
      extra_[i] = c * slope;
    }
  }

  void note_changes(const Vector& q0, const Vector& v0, StartReport& report) const {
    report.moved_position = q0.size() > 0 ? (state_.q - q0).cwiseAbs().maxCoeff() : 0.0;
    report.moved_velocity = v0.size() > 0 ? (state_.v - v0).cwiseAbs().maxCoeff() : 0.0;
    if (!state_.acceleration.allFinite() || !state_.lambda.allFinite())
      throw Error(ExitCode::non_finite, "accelerations at the start are not finite", "start",
                  "check masses, parameters and forces for zero or NaN");
  }

  const System& system_;
  StartOptions options_;
  AccelerationLevel<System> accelerations_;
  SlowMotion<System> motion_;
  Index m_, n_;
  State state_;
  Vector gap_, rate_, target_gap_, target_rate_, extra_;
  std::vector<SlowRow> slow_;
  bool slow_rows_conflict_ = false;  // held still they cannot all be met
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

bool StartReport::is_smooth() const {
  return std::any_of(rows.begin(), rows.end(), [](const RowStart& r) { return r.smooth; });
}

State consistent_start(const AnySystem& system, double t, const Vector& q0, const Vector& v0,
                       const StartOptions& options, StartReport& report) {
  if (const BlockSystem* const blocks = system.in_blocks())
    return Starter(*blocks, t, options).run(q0, v0, report);
  return Starter(system, t, options).run(q0, v0, report);
}

}  // namespace kreisel
