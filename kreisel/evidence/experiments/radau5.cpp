#include "kreisel/evidence/experiments/radau5.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "kreisel/methods/runge_kutta_tableau.hpp"

namespace kreisel::experiments {
namespace {

constexpr int stages = 3, most_iterations = 7;
constexpr double safety = 0.9, gamma_inverse = 3.6378342527444957;

class Radau5 {
 public:
  Radau5(const FirstOrderProblem& problem, double relative, double absolute, double first_step)
      : problem_(problem),
        n_(problem.start.size()),
        tableau_(implicit_tableau(ImplicitFamily::radau_iia, stages)),
        inverse_(tableau_.a.inverse()),
        tolerance_(0.1 * std::pow(relative, 2.0 / 3.0)),
        absolute_(tolerance_ * absolute / relative),
        newton_tolerance_(std::max(10.0 * std::numeric_limits<double>::epsilon() / tolerance_,
                                   std::min(0.03, std::sqrt(tolerance_)))),
        h_(first_step),
        y_(problem.start),
        z_(Matrix::Zero(n_, stages)) {}

  Radau5Run run() {
    constexpr long most_steps = 200'000;
    linearise();
    while (t_ < problem_.t_end && result_.steps < most_steps) {
      h_ = std::min(h_, problem_.t_end - t_);
      if (h_ < 1e-14 * std::max(1.0, t_)) break;
      attempt();
    }
    result_.is_complete = t_ >= problem_.t_end;
    result_.end = y_;
    return result_;
  }

 private:
  void linearise() {
    rate_ = problem_.rate(t_, y_);
    jacobian_.resize(n_, n_);
    for (Index j = 0; j < n_; ++j) {
      const double d = std::sqrt(std::numeric_limits<double>::epsilon() * std::max(1e-5, std::abs(y_(j))));
      Vector moved = y_;
      moved(j) += d;
      jacobian_.col(j) = (problem_.rate(t_, moved) - rate_) / d;
    }
    factorised_for_ = 0.0;
  }

  void factorise() {
    if (factorised_for_ == h_) return;
    Matrix whole(stages * n_, stages * n_);
    const Matrix mass = problem_.mass.asDiagonal();
    for (Index i = 0; i < stages; ++i)
      for (Index j = 0; j < stages; ++j) {
        whole.block(i * n_, j * n_, n_, n_) = (inverse_(i, j) / h_) * mass;
        if (i == j) whole.block(i * n_, j * n_, n_, n_) -= jacobian_;
      }
    lu_.compute(whole);
    filter_.compute((gamma_inverse / h_) * mass - jacobian_);
    factorised_for_ = h_;
  }

  /// Weights of an error: the tolerance, divided by h^power.
  Vector weights() const {
    Vector w(n_);
    for (Index i = 0; i < n_; ++i)
      w(i) = (absolute_ + tolerance_ * std::abs(y_(i))) /
             std::pow(h_, problem_.power[static_cast<std::size_t>(i)]);
    return w;
  }

  void predict() {
    if (last_step_ == 0.0) {
      z_.setZero();
      return;
    }
    // The collocation polynomial of the last step through 0, c and its values, extrapolated; then measured from y_n.
    const Matrix old = last_z_;
    for (Index i = 0; i < stages; ++i) {
      const double s = 1.0 + tableau_.c(i) * h_ / last_step_;
      Vector value = Vector::Zero(n_);
      for (Index k = 0; k < stages; ++k) {
        double weight = s / tableau_.c(k);
        for (Index l = 0; l < stages; ++l)
          if (l != k) weight *= (s - tableau_.c(l)) / (tableau_.c(k) - tableau_.c(l));
        value += weight * old.col(k);
      }
      z_.col(i) = value - old.col(stages - 1);
    }
  }

  /// Newton; the factor for the next step when it fails, otherwise 1.
  double solve_stages(const Vector& w) {
    double last = 0.0, last_theta = 0.0,
           eta = std::pow(std::max(eta_, std::numeric_limits<double>::epsilon()), 0.8);
    theta_ = 1e-3;
    for (int k = 1; k <= most_iterations; ++k) {
      Vector right(stages * n_);
      for (Index i = 0; i < stages; ++i)
        right.segment(i * n_, n_) = problem_.rate(t_ + tableau_.c(i) * h_, y_ + z_.col(i)) -
                                    problem_.mass.cwiseProduct(z_ * inverse_.row(i).transpose()) / h_;
      const Vector change = lu_.solve(right);
      double sum = 0.0;
      for (Index i = 0; i < stages; ++i) sum += change.segment(i * n_, n_).cwiseQuotient(w).squaredNorm();
      const double size = std::sqrt(sum / static_cast<double>(stages * n_));
      if (!std::isfinite(size)) return 0.5;
      if (k > 1) {
        const double theta = size / last;
        theta_ = k == 2 ? theta : std::sqrt(theta * last_theta);
        last_theta = theta;
        if (theta_ >= 0.99) return 0.5;
        eta = theta_ / (1.0 - theta_);
        const double ahead = eta * size * std::pow(theta_, most_iterations - 1 - k) / newton_tolerance_;
        if (ahead >= 1.0)
          return 0.8 * std::pow(std::clamp(ahead, 1e-4, 20.0), -1.0 / (4.0 + most_iterations - 1 - k));
      }
      last = std::max(size, std::numeric_limits<double>::epsilon());
      for (Index i = 0; i < stages; ++i) z_.col(i) += change.segment(i * n_, n_);
      iterations_ = k;
      if (eta * size <= newton_tolerance_) {
        eta_ = eta;
        return 1.0;
      }
    }
    return 0.5;
  }

  double estimate(const Vector& w) {
    const double r = std::sqrt(6.0);
    const Vector sum =
        (z_.col(0) * (-13.0 - 7.0 * r) + z_.col(1) * (-13.0 + 7.0 * r) - z_.col(2)) / (3.0 * h_);
    const Vector known = problem_.mass.cwiseProduct(sum);
    const auto size = [&](const Vector& e) {
      return std::max(1e-10, std::sqrt(e.cwiseQuotient(w).squaredNorm() / static_cast<double>(n_)));
    };
    Vector error = filter_.solve(rate_ + known);
    const double first = size(error);
    if (first < 1.0 || !(is_first_ || was_rejected_)) return first;
    error = filter_.solve(problem_.rate(t_, y_ + error) + known);
    return size(error);
  }

  void attempt() {
    ++result_.steps;
    factorise();
    const Vector w = weights();
    predict();
    const double factor = solve_stages(w);
    if (factor < 1.0) {
      ++result_.newton_failures;
      h_ *= factor;
      was_rejected_ = true;
      if (!is_fresh_) linearise();
      is_fresh_ = true;
      return;
    }
    decide(estimate(w));
  }

  void decide(double error) {
    const double fac =
        std::min(safety, safety * (1 + 2 * most_iterations) / (iterations_ + 2 * most_iterations));
    double quotient = std::clamp(std::pow(error, 0.25) / fac, 0.125, 5.0);
    if (error >= 1.0) {
      if (result_.accepted > 0) ++result_.rejected;
      h_ = is_first_ ? 0.1 * h_ : h_ / quotient;
      was_rejected_ = true;
      if (!is_fresh_) linearise();
      is_fresh_ = true;
      return;
    }
    ++result_.accepted;
    if (result_.accepted > 1) {
      const double predictive = (last_accepted_ / h_) * std::pow(error * error / last_error_, 0.25) / safety;
      quotient = std::max(quotient, std::clamp(predictive, 0.125, 5.0));
    }
    accept(error, quotient);
  }

  void accept(double error, double quotient) {
    last_accepted_ = last_step_ = h_;
    last_error_ = std::max(1e-2, error);
    last_z_ = z_;
    t_ += h_;
    if (problem_.t_end - t_ < 1e-12 * problem_.t_end) t_ = problem_.t_end;
    y_ += z_.col(stages - 1);
    result_.times.push_back(t_);
    result_.sizes.push_back(h_);
    double next = h_ / quotient;
    if (was_rejected_) next = std::min(next, h_);
    was_rejected_ = is_first_ = is_fresh_ = false;
    const double ratio = next / h_;
    const bool converges_well = theta_ <= 1e-3;
    if (converges_well && ratio >= 1.0 && ratio <= 1.2) {
      rate_ = problem_.rate(t_, y_);
      return;
    }
    h_ = next;
    if (converges_well) {
      rate_ = problem_.rate(t_, y_);
    } else {
      linearise();
      is_fresh_ = true;
    }
  }

  const FirstOrderProblem& problem_;
  Index n_;
  Tableau tableau_;
  Matrix inverse_;
  double tolerance_, absolute_, newton_tolerance_, h_;
  double t_ = 0.0;
  Vector y_, rate_ = {};
  Matrix z_, last_z_ = {}, jacobian_ = {};
  Eigen::PartialPivLU<Matrix> lu_ = {}, filter_ = {};
  double factorised_for_ = 0.0, last_step_ = 0.0, last_accepted_ = 0.0, last_error_ = 1.0, theta_ = 1.0,
         eta_ = 1.0;
  int iterations_ = 0;
  bool is_first_ = true, was_rejected_ = false, is_fresh_ = true;
  Radau5Run result_ = {};
};

}  // namespace

Radau5Run radau5(const FirstOrderProblem& problem, double relative, double absolute, double first_step) {
  return Radau5(problem, relative, absolute, first_step).run();
}

}  // namespace kreisel::experiments
