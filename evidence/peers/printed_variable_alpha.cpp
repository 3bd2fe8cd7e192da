// Generalized-α with variable steps as printed, [Wieloch 2022] chapter 4: before a step of another size a_n and v_n are
// converted with v''_n, for which there are four approximations; all but the first contain the end of the step.
#include <Eigen/LU>

#include "evidence/peers/jerk_weights.hpp"
#include "evidence/peers/printed_methods.hpp"

namespace kreisel::experiments {
namespace {

class VariableAlpha {
 public:
  VariableAlpha(const Subject& subject, double rho, int approximation, const StoppingTest& test)
      : step_(subject.system, test),
        p_(GeneralizedAlphaParameters::chung_hulbert(rho)),
        approximation_(approximation),
        now_(subject.start) {}

  /// [Arnold, Brüls, Cardona 2015] (56), (57).
  void start(const Vector& jerk, double h) {
    const Vector bracket = step_.system().group().bracket_map(now_.v) * now_.acceleration;
    a_ = now_.acceleration + (p_.delta_alpha() * h) * jerk;
    now_.v += step_.normal_part(now_, h * h * (p_.position_error() * jerk + bracket / 12.0));
    last_step_ = h;
  }

  bool advance(double h) {
    const double sigma = h / last_step_;
    const Converted c = convert(sigma, h);
    const Eigen::PartialPivLU<Matrix> increment(c.increment_slope);
    Vector a_end;
    const StepFormula formula{[&](const Vector& x, Vector& v, Vector& acceleration) {
                                a_end = increment.solve(x - c.increment) / h;
                                acceleration = c.p1 * a_end + c.c1;
                                v = c.velocity + c.velocity_slope * (h * a_end);
                              },
                              c.velocity_mean / c.increment_mean, c.p1 / c.increment_mean};
    State next = now_;
    Vector x = now_.v + 0.5 * h * a_;
    if (!step_.solve(now_, h, formula, x, next)) return false;
    now_ = next;
    a_ = a_end;
    last_step_ = h;
    return true;
  }
  const State& state() const { return now_; }
  long iterations() const { return step_.iterations(); }

 private:
  /// Everything in a step as a function of a_{n+1}: increment = increment + increment_slope h a, velocity likewise,
  /// v' = c1 + p1 a.
  struct Converted {
    Vector increment, velocity, c1;
    Matrix increment_slope, velocity_slope;
    double p1 = 0.0, increment_mean = 0.0, velocity_mean = 0.0;
  };

  Converted convert(double sigma, double h) {
    const Index n = now_.v.size();
    const JerkWeights w = jerk_weights(approximation_, sigma, p_.delta_alpha());
    const double kappa = p_.delta_alpha() * (1.0 - 1.0 / sigma), change = 1.0 - 1.0 / (sigma * sigma);
    const double den = 1.0 - p_.alpha_f - p_.alpha_m * kappa * w.a2;
    const Vector known = w.a1 * now_.acceleration + w.a3 * a_;
    Converted c;
    c.p1 = (1.0 - p_.alpha_m + p_.alpha_m * kappa * w.a4) / den;
    c.c1 = (p_.alpha_m * (a_ + kappa * known) - p_.alpha_f * now_.acceleration) / den;
    const double p3 = w.a4 + w.a2 * c.p1, p2 = kappa * p3;
    const Vector c3 = known + w.a2 * c.c1, c2 = a_ + kappa * c3;
    const Vector bracket = step_.system().group().bracket_map(now_.v) * now_.acceleration;
    const double defect = p_.position_error();
    Matrix normal = Matrix::Zero(n, n);
    Vector start = now_.v;
    if (change != 0.0) {
      for (Index i = 0; i < n; ++i) normal.col(i) = step_.normal_part(now_, Vector::Unit(n, i));
      start += change * (normal * (h * defect * c3 + h * h / 12.0 * bracket));
      normal *= change * defect * p3;
    }
    c.increment_mean = p_.beta + (0.5 - p_.beta) * p2;
    c.velocity_mean = p_.gamma + (1.0 - p_.gamma) * p2;
    c.increment = start + ((0.5 - p_.beta) * h) * c2;
    c.velocity = start + ((1.0 - p_.gamma) * h) * c2;
    c.increment_slope = c.increment_mean * Matrix::Identity(n, n) + normal;
    c.velocity_slope = c.velocity_mean * Matrix::Identity(n, n) + normal;
    return c;
  }

  PrintedStep step_;
  GeneralizedAlphaParameters p_;
  int approximation_;
  State now_;
  Vector a_ = {};
  double last_step_ = 0.0;
};

}  // namespace

Errors printed_variable_alpha(const Subject& subject, double rho, int approximation, const StepSequence& plan,
                              const StoppingTest& test) {
  VariableAlpha method(subject, rho, approximation, test);
  method.start(initial_jerk(subject), plan.steps.front());
  Comparison comparison(subject, plan.times.back());
  bool is_complete = true;
  for (const double h : plan.steps) {
    is_complete = method.advance(h) && method.state().v.allFinite() && method.state().v.norm() < 1e12;
    if (!is_complete) break;
    comparison.look(method.state().view());
  }
  Errors errors = comparison.result(is_complete);
  errors.newton_iterations = method.iterations();
  return errors;
}

}  // namespace kreisel::experiments
