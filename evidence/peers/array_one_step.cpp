// Programs in arrays whose unknown is a velocity or one increment: Crouch-Grossman and commutator-free methods,
// [Wieloch 2022] (3.4), (3.7), and generalized-α, (3.21), (3.55).
#include "evidence/peers/array_newton.hpp"
#include "kreisel/methods/generalized_alpha/parameters.hpp"

namespace kreisel::experiments {
namespace {

using Eigen::Index;

/// Given are old positions and velocities; their accelerations follow from (3.22) in every step, as the definitions have
/// it. One exponential contains the unknown v_{n+1}.
class AdamsProgram final : public ArrayProgram {
 public:
  AdamsProgram(const ArrayTop& top, const ProgramChoice& choice, const ArrayStart& start)
      : top_(top),
        rule_(choice.newton),
        is_commutator_free_(choice.family == 'K'),
        old_count_(static_cast<std::size_t>(choice.order - 1)),
        method_(is_commutator_free_ ? commutator_free(choice.order) : crouch_grossman(choice.order)),
        h_(start.h),
        history_(start.points.rbegin(), start.points.rend()) {
    for (std::size_t j = 0; j < method_.blocks; ++j)
      weights_.push_back(column_of(
          {method_.factor[j].begin() + 1, method_.factor[j].begin() + 1 + static_cast<long>(old_count_)}));
  }

  bool step() override {
    const double last_factor = h_ * method_.factor[0][0], of_force = h_ * method_.beta[0];
    Array known = history_[0].v;
    for (std::size_t i = 0; i < old_count_; ++i)
      known =
          known + (h_ * method_.beta[i + 1]) * top_.mass().solve(-top_.force(history_[i].q, history_[i].v));
    Array begun;  // what the last exponential contains besides the unknown
    const Pose base = before_the_last(begun);
    const auto argument = [&](const Array& v) {
      return is_commutator_free_ ? begun + last_factor * v : last_factor * v;
    };
    Array v = history_[0].v;
    const auto equations = [&](const Array& u, Array& residual, Array& matrix) {
      const Array w = argument(u);
      const Pose q = top_.advance(base, w);
      residual = top_.mass() * (u - known) + of_force * top_.force(q, u);
      matrix = top_.mass() +
               of_force * (top_.damping(u) + last_factor * (top_.stiffness(q, {}) * top_.tangent(w)));
    };
    if (!solve_by_newton(v, equations, rule_, iterations_)) return false;
    history_.insert(history_.begin(), ArrayPoint{top_.advance(base, argument(v)), v, {}, {}});
    history_.pop_back();
    return true;
  }
  ArrayPoint point() const override { return history_.front(); }

 private:
  Pose before_the_last(Array& begun) const {
    Pose q = history_[0].q;
    if (is_commutator_free_) {
      Array velocities = history_[old_count_ - 1].v;
      for (std::size_t i = old_count_ - 1; i-- > 0;) velocities = widened(history_[i].v, velocities);
      for (std::size_t j = method_.blocks; j-- > 1;) q = top_.advance(q, h_ * (velocities * weights_[j]));
      begun = h_ * (velocities * weights_[0]);
      return q;
    }
    for (std::size_t j = method_.blocks; j-- > 0;)
      for (std::size_t i = old_count_; i >= 1; --i)
        if (method_.factor[j][i] != 0.0) q = top_.advance(q, (h_ * method_.factor[j][i]) * history_[i - 1].v);
    return q;
  }

  ArrayTop top_;
  ArrayNewton rule_;
  bool is_commutator_free_;
  std::size_t old_count_;
  AdamsMoulton method_;
  double h_;
  std::vector<Array> weights_ = {};
  std::vector<ArrayPoint> history_;  // newest first
};

class AlphaProgram final : public ArrayProgram {
 public:
  AlphaProgram(const ArrayTop& top, const ProgramChoice& choice, const ArrayStart& start)
      : top_(top),
        rule_(choice.newton),
        p_(GeneralizedAlphaParameters::chung_hulbert(choice.rho_inf)),
        h_(start.h),
        now_(start.points.front()),
        a_(now_.acceleration + (p_.delta_alpha() * h_) * start.jerk),
        scaled_mass_(((1.0 - p_.alpha_m) / (p_.beta * (1.0 - p_.alpha_f))) * top.mass()) {}

  bool step() override {
    const Index n = top_.dimension(), m = top_.row_count();
    const Array increment = now_.v + ((0.5 - p_.beta) * h_) * a_,
                velocity = now_.v + ((1.0 - p_.gamma) * h_) * a_,
                rest = p_.alpha_m * a_ - p_.alpha_f * now_.acceleration;
    Array a;
    const auto end_of = [&](const Array& x) {
      a = (x - increment) / (p_.beta * h_);
      return ArrayEnd{top_.advance(now_.q, h_ * x),
                      velocity + (p_.gamma * h_) * a,
                      ((1.0 - p_.alpha_m) * a + rest) / (1.0 - p_.alpha_f),
                      {}};
    };
    const Array guess = now_.v + (0.5 * h_) * a_;
    Array unknowns = m == 0 ? guess : stacked({guess, h_ * now_.lambda});
    const auto equations = [&](const Array& u, Array& residual, Array& matrix) {
      const Array x = m == 0 ? u : u.rows_from(0, n);
      ArrayEnd end = end_of(x);
      if (m > 0) end.scaled_lambda = u.rows_from(n, m);
      two_by_two(top_, h_, end, top_.tangent(h_ * x), scaled_mass_, p_.gamma / p_.beta, residual, matrix);
    };
    if (!solve_by_newton(unknowns, equations, rule_, iterations_)) return false;
    const ArrayEnd end = end_of(m == 0 ? unknowns : unknowns.rows_from(0, n));
    now_ = {end.q, end.v, end.acceleration, {}};
    if (m > 0) now_.lambda = unknowns.rows_from(n, m) / h_;
    a_ = a;
    return true;
  }
  ArrayPoint point() const override { return now_; }

 private:
  ArrayTop top_;
  ArrayNewton rule_;
  GeneralizedAlphaParameters p_;
  double h_;
  ArrayPoint now_;
  Array a_, scaled_mass_;
};

}  // namespace

std::unique_ptr<ArrayProgram> adams_program(const ArrayTop& top, const ProgramChoice& choice,
                                            const ArrayStart& start) {
  return std::make_unique<AdamsProgram>(top, choice, start);
}

std::unique_ptr<ArrayProgram> alpha_program(const ArrayTop& top, const ProgramChoice& choice,
                                            const ArrayStart& start) {
  return std::make_unique<AlphaProgram>(top, choice, start);
}

}  // namespace kreisel::experiments
