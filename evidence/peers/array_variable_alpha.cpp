// Generalized-α with variable steps as a program in arrays, [Wieloch 2022] (4.11): unknowns are h a_{n+1} and the
// multipliers. Approximation 1 of v'' is known before the iteration. Approximations 2 to 4 contain the end of the step:
// a_n and v_n are converted anew in every iteration, the second with the system of remark 13.
#include "evidence/bench/subjects.hpp"
#include "evidence/peers/array_newton.hpp"
#include "evidence/peers/array_runs.hpp"
#include "evidence/peers/jerk_weights.hpp"
#include "evidence/peers/printed_methods.hpp"

namespace kreisel::experiments {
namespace {

using Eigen::Index;

class VariableAlphaProgram {
 public:
  VariableAlphaProgram(double rho, int approximation, const Subject& subject, double first_step)
      : p_(GeneralizedAlphaParameters::chung_hulbert(rho)), approximation_(approximation) {
    now_ = array_point(subject.start);
    now_.acceleration = Array(subject.start.acceleration);
    last_step_ = first_step;
    const Array jerk(initial_jerk(subject));
    a_ = now_.acceleration + (p_.delta_alpha() * first_step) * jerk;
    const Array defect = (first_step * first_step) * (p_.position_error() * jerk + bracket());
    now_.v = now_.v + at_start() * defect;
  }

  bool advance(double h) {
    h_ = h;
    sigma_ = h / last_step_;
    weights_ = jerk_weights(approximation_, sigma_, p_.delta_alpha());
    const bool is_known = approximation_ == 1;
    prepare(is_known);
    Array unknowns = stacked({h * a_, h * now_.lambda});
    ArrayEnd end;
    Array a;
    const auto equations = [&](const Array& u, Array& residual, Array& matrix) {
      a = u.rows_from(0, n) / h_;
      const Array x = end_of(a, is_known, end);
      end.scaled_lambda = u.rows_from(n, m);
      assemble(x, end, is_known, residual, matrix);
    };
    if (!solve_by_newton(unknowns, equations, rule_, iterations_)) return false;
    a = unknowns.rows_from(0, n) / h_;
    end_of(a, is_known, end);
    now_ = {end.q, end.v, end.acceleration, unknowns.rows_from(n, m) / h_};
    a_ = a;
    last_step_ = h;
    return true;
  }
  const ArrayPoint& point() const { return now_; }
  long iterations() const { return iterations_; }

 private:
  static constexpr Index n = 6, m = 3;

  Array bracket() const { return (1.0 / 12) * (top_.hat(now_.v) * now_.acceleration); }
  Array block() const {
    const Array b = top_.jacobian(now_.q);
    return blocks({{top_.mass(), b.transposed()}, {b, zeros(m, m)}});
  }
  /// C(q_n).
  Array at_start() const {
    return block().solve(stacked({zeros(n, n), top_.jacobian(now_.q)})).rows_from(0, n);
  }

  /// What is known before the iteration.
  void prepare(bool is_known) {
    const double kappa = p_.delta_alpha() * (1.0 - 1.0 / sigma_), change = 1.0 - 1.0 / (sigma_ * sigma_);
    const double den = 1.0 - p_.alpha_f - p_.alpha_m * kappa * weights_.a2;
    jacobian_ = top_.jacobian(now_.q);
    block_ = block();
    turned_ = (change * h_ * h_) * bracket();
    old_jerk_ = zeros(n, 1);
    if (weights_.a1 != 0.0) old_jerk_ = old_jerk_ + weights_.a1 * now_.acceleration;
    if (weights_.a3 != 0.0) old_jerk_ = old_jerk_ + weights_.a3 * a_;
    slope_ = (1.0 - p_.alpha_m + p_.alpha_m * kappa * weights_.a4) / den;
    rest_ = (p_.alpha_m * (a_ + kappa * old_jerk_) - p_.alpha_f * now_.acceleration) / den;
    const double of_jerk = weights_.a4 + weights_.a2 * slope_;
    increment_slope_ = p_.beta + (0.5 - p_.beta) * kappa * of_jerk;
    velocity_slope_ = p_.gamma + (1.0 - p_.gamma) * kappa * of_jerk;
    if (is_known) {
      convert(old_jerk_);
      return;
    }
    const Array normal = (change * p_.position_error() * of_jerk) * at_start();
    increment_matrix_ = increment_slope_ * identity(n) + normal;
    velocity_matrix_ = velocity_slope_ * identity(n) + normal;
  }

  /// (4.7), (4.10) from h v''_n.
  void convert(const Array& jerk) {
    const double kappa = p_.delta_alpha() * (1.0 - 1.0 / sigma_), change = 1.0 - 1.0 / (sigma_ * sigma_);
    const Array a = a_ + kappa * jerk, defect = (change * h_ * p_.position_error()) * jerk + turned_;
    const Array v = now_.v + block_.solve(stacked({zeros(n, 1), jacobian_ * defect})).rows_from(0, n);
    increment_ = v + ((0.5 - p_.beta) * h_) * a;
    velocity_ = v + ((1.0 - p_.gamma) * h_) * a;
  }

  Array end_of(const Array& a, bool is_known, ArrayEnd& end) {
    end.acceleration = slope_ * a + rest_;
    if (!is_known) {
      Array jerk = old_jerk_;
      if (weights_.a2 != 0.0) jerk = jerk + weights_.a2 * end.acceleration;
      if (weights_.a4 != 0.0) jerk = jerk + weights_.a4 * a;
      convert(jerk);
    }
    const Array x = increment_ + (p_.beta * h_) * a;
    end.v = velocity_ + (p_.gamma * h_) * a;
    end.q = top_.advance(now_.q, h_ * x);
    return x;
  }

  void assemble(const Array& x, const ArrayEnd& end, bool is_known, Array& residual, Array& matrix) const {
    const ArrayBalance balance = balance_of(top_, h_, end);
    const Array tangent = top_.tangent(h_ * x), damping = top_.damping(end.v);
    const Array turn = is_known ? p_.beta * tangent : tangent * increment_matrix_;
    const Array corner = slope_ * top_.mass() +
                         (is_known ? (h_ * p_.gamma) * damping : h_ * (damping * velocity_matrix_)) +
                         scaled_stiffness(top_, h_, end, turn);
    residual = stacked({balance.force_rows, balance.gap_rows});
    matrix = blocks({{corner, balance.transposed}, {balance.jacobian * turn, zeros(m, m)}});
  }

  ArrayTop top_{TopGroup::r3xso3};
  ArrayNewton rule_ = {};
  GeneralizedAlphaParameters p_;
  int approximation_;
  ArrayPoint now_ = {};
  Array a_ = {};
  double last_step_ = 0.0, h_ = 0.0, sigma_ = 1.0, slope_ = 1.0, increment_slope_ = 1.0,
         velocity_slope_ = 1.0;
  JerkWeights weights_ = {};
  Array jacobian_ = {}, block_ = {}, turned_ = {}, old_jerk_ = {}, rest_ = {}, increment_ = {},
        velocity_ = {}, increment_matrix_ = {}, velocity_matrix_ = {};
  long iterations_ = 0;
};

}  // namespace

ProgramRun run_variable_alpha_program(double rho_inf, int approximation, const StepSequence& plan) {
  const Subject subject = heavy_top_subject({.t_end = plan.times.back()});
  VariableAlphaProgram program(rho_inf, approximation, subject, plan.steps.front());
  Comparison comparison(subject, plan.times.back());
  ProgramRun run;
  bool is_complete = true;
  const Work before = work_so_far();
  for (std::size_t i = 0; i < plan.steps.size() && is_complete; ++i) {
    is_complete = program.advance(plan.steps[i]);
    if (is_complete) comparison.look(state_of(program.point(), plan.times[i]).view());
    run.steps += 1.0;
  }
  run.work = work_so_far() - before;
  run.iterations = static_cast<double>(program.iterations());
  run.errors = comparison.result(is_complete);
  return run;
}

}  // namespace kreisel::experiments
