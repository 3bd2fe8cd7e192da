// The motion over a short time to round-off, from accelerations alone: starting values for multistep methods.
//
// In the chart of each substep, θ' = T(θ)⁻¹v, v' = a(t, q·exp θ, v), with the index-1 accelerations; the
// explicit midpoint rule has an error expansion in even powers of the step [Gragg 1965] and is extrapolated until
// two columns agree. Explicit: stiff forces cost substeps; stiff rows do not, they are held at acceleration
// level.
#pragma once

#include <array>
#include <cmath>
#include <functional>

#include "kreisel/methods/shared/acceleration_level.hpp"

namespace kreisel {

template <MechanicalSystem System>
class SmoothFlow {
 public:
  using Element = typename System::Element;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;
  /// B v' + γ of the held rows along the motion: zero for rigid ones.
  using RowAcceleration = std::function<void(double t, Multiplier& out)>;

  enum class Status { completed, singular, too_stiff };

  SmoothFlow(const System& system, AccelerationLevel<System>& accelerations)
      : system_(system), accelerations_(accelerations) {
    const Index n = system.group().dimension();
    for (Motion* m : {&left_, &middle_, &right_, &rate_}) m->resize(n);
    for (Motion& m : table_) m.resize(n);
    q_here_ = q_stage_ = product_ = identity_ = system.group().identity();
    v_here_.setZero(n);
    shape_square(system, inverse_t_);
    lambda_.setZero(row_count(system));
    extra_ = lambda_;
  }

  /// q, v -> q, v a time h later; increment = log(q_old⁻¹ q_new), flat = ∫ v dt.
  Status advance(double t, double h, const RowAcceleration& extra, Element& q, Tangent& v, Tangent& increment,
                 Tangent& flat, long most_substeps = longest_way) {
    product_ = identity_;
    flat.setZero();
    double done = 0.0, substep = h;
    long substeps = 0;
    while (done < h) {
      const double now = std::min(substep, h - done);
      const Status status = extrapolate(t + done, now, extra, q, v);
      if (status == Status::singular) return status;
      if (status == Status::too_stiff) {
        substep = 0.5 * now;
        if (substep < h / largest_division || substep * static_cast<double>(most_substeps) < h) return status;
        continue;
      }
      if (++substeps > most_substeps) return Status::too_stiff;
      const Motion& end = table_[0];
      flat += end.flat;
      v = end.v;
      advance_into(system_.group(), q, end.theta, q);
      advance_into(system_.group(), product_, end.theta, product_);
      increment = end.theta;
      done = now == h - done ? h : done + now;
    }
    if (substeps > 1) log_into(system_.group(), product_, increment);
    return Status::completed;
  }

  long evaluations = 0;

 private:
  static constexpr double largest_division = 65536.0;
  static constexpr long longest_way = 100000;
  static constexpr int columns = 8;
  static constexpr double wanted = 2e-15, good_enough = 1e-12;

  struct Motion {
    Tangent theta, v, flat;
    void resize(Index n) {
      for (Tangent* x : {&theta, &v, &flat}) x->setZero(n);
    }
    void add(double factor, const Motion& other) {
      theta += factor * other.theta;
      v += factor * other.v;
      flat += factor * other.flat;
    }
    double distance(const Motion& other) const {
      const double angle =
          (theta - other.theta).cwiseAbs().maxCoeff() / (theta.cwiseAbs().maxCoeff() + 1e-300);
      const double speed = (v - other.v).cwiseAbs().maxCoeff() / (v.cwiseAbs().maxCoeff() + 1e-300);
      return angle <= speed ? speed : angle;
    }
  };

  /// Leaves the end of the substep in table_[0].
  Status extrapolate(double t, double h, const RowAcceleration& extra, const Element& q, const Tangent& v) {
    q_here_ = q;
    v_here_ = v;
    double before = INFINITY;
    for (int j = 0; j < columns; ++j) {
      if (!midpoint(t, h, 2 * (j + 1), extra)) return Status::singular;
      table_[at(j)] = right_;
      for (int m = j - 1; m >= 0; --m) {  // table_[m] becomes the value extrapolated over columns m..j
        const double ratio = static_cast<double>(j + 1) / static_cast<double>(m + 1);
        const double factor = 1.0 / (ratio * ratio - 1.0);
        left_ = table_[at(m)];
        table_[at(m)] = table_[at(m + 1)];
        table_[at(m)].add(factor, table_[at(m + 1)]);
        table_[at(m)].add(-factor, left_);
      }
      if (j == 0) continue;
      const double change = table_[0].distance(table_[1]);
      if (!std::isfinite(change)) return Status::too_stiff;
      if (change <= wanted || (change <= good_enough && !(change < 0.5 * before))) return Status::completed;
      before = change;
    }
    return before <= good_enough ? Status::completed : Status::too_stiff;
  }

  /// The midpoint rule with n substeps, result in right_.
  bool midpoint(double t, double h, int n, const RowAcceleration& extra) {
    const double step = h / n;
    left_.theta.setZero();
    left_.flat.setZero();
    left_.v = v_here_;
    if (!evaluate(t, left_, extra)) return false;
    middle_ = left_;
    middle_.add(step, rate_);
    for (int i = 1; i < n; ++i) {
      if (!evaluate(t + i * step, middle_, extra)) return false;
      right_ = left_;
      right_.add(2.0 * step, rate_);
      std::swap(left_, middle_);
      std::swap(middle_, right_);
    }
    right_ = middle_;
    return true;
  }

  bool evaluate(double t, const Motion& at, const RowAcceleration& extra) {
    ++evaluations;
    advance_into(system_.group(), q_here_, at.theta, q_stage_);
    inverse_tangent_operator_into(system_.group(), at.theta, inverse_t_);
    product_into(inverse_t_, at.v, rate_.theta);
    rate_.flat = at.v;
    extra_.setZero();
    if (extra) extra(t, extra_);
    return accelerations_.solve(t, q_stage_, at.v, extra_, rate_.v, lambda_) == KernelStatus::regular;
  }

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  const System& system_;
  AccelerationLevel<System>& accelerations_;
  Motion left_, middle_, right_, rate_;
  std::array<Motion, columns> table_;
  Element identity_, q_here_, q_stage_, product_;
  Tangent v_here_;
  typename System::MassMatrix inverse_t_;
  Multiplier lambda_, extra_;
};

}  // namespace kreisel
