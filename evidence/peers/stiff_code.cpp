// RADAU5's loop: stages, estimate, control, and the search for stiff components.
#include "evidence/peers/stiff_code.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel::experiments {
namespace {

constexpr int stages = 3, most_iterations = 7;
constexpr double safety = 0.9;
constexpr double radau_gamma = 1.0 / 3.6378342527444957,  // real eigenvalues of A
    lobatto_gamma = 0.3808338772072650;

/// log10(ν/μ) of the positions in the first accepted steps.
class ZetaWatch {
 public:
  explicit ZetaWatch(const StiffSearch& search)
      : search_(search),
        votes_(static_cast<std::size_t>(search.positions), 0),
        seen_(votes_),
        sums_(votes_.size(), 0.0) {}

  bool is_open() const { return looked_at_ < search_.steps; }
  /// True when this step was the last one to look at.
  bool look(const Vector& raw, const Vector& filtered) {
    constexpr double too_small = 1e-15;
    for (std::size_t i = 0; i < votes_.size(); ++i) {
      const auto k = static_cast<Index>(i);
      if (!(std::abs(raw(k)) > too_small) || !(std::abs(filtered(k)) > 0.0)) continue;
      const double zeta = std::log10(std::abs(filtered(k) / raw(k)));
      sums_[i] += zeta;
      ++seen_[i];
      if (zeta < search_.threshold) ++votes_[i];
    }
    return ++looked_at_ == search_.steps;
  }

  std::vector<double> means() const {
    std::vector<double> all(sums_.size(), 0.0);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (seen_[i] > 0) all[i] = sums_[i] / seen_[i];
    return all;
  }

  std::vector<Index> stiff() const {
    if (search_.gap > 0.0) return stiff_groups();
    std::vector<Index> all;
    for (std::size_t i = first(); i < votes_.size(); ++i)
      if (3 * votes_[i] > search_.steps) all.push_back(static_cast<Index>(i));
    return all;
  }

 private:
  std::size_t first() const { return static_cast<std::size_t>(search_.first); }

  /// Everything left of the rightmost gap whose middle lies below the threshold.
  std::vector<Index> stiff_groups() const {
    const std::vector<double> mean = means();
    std::vector<Index> order(mean.size() - first());
    std::iota(order.begin(), order.end(), search_.first);
    const auto value = [&](Index i) { return mean[static_cast<std::size_t>(i)]; };
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return value(a) < value(b); });
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      const double left = value(order[i]), right = value(order[i + 1]);
      if (right - left > search_.gap && 0.5 * (left + right) < search_.threshold) count = i + 1;
    }
    order.resize(count);
    return order;
  }

  StiffSearch search_;
  int looked_at_ = 0;
  std::vector<int> votes_, seen_;
  std::vector<double> sums_;
};

class Integrator {
 public:
  Integrator(const FirstOrderProblem& problem, const StiffCode& code, double relative, double absolute,
             double first_step)
      : problem_(problem),
        code_(code),
        n_(problem.start.size()),
        gamma_(code.estimate == StiffEstimate::radau_iia ? radau_gamma : lobatto_gamma),
        tolerance_(code.loosens_tolerances ? 0.1 * std::pow(relative, 2.0 / 3.0) : relative),
        absolute_(tolerance_ * absolute / relative),
        newton_tolerance_(std::max(10.0 * std::numeric_limits<double>::epsilon() / tolerance_,
                                   std::min(0.03, std::sqrt(tolerance_)))),
        h_(first_step),
        y_(problem.start),
        z_(Matrix::Zero(n_, stages)),
        power_(problem.power),
        watch_(code.search) {
    take_tableau();
  }

  StiffRun run() {
    linearise();
    while (t_ < problem_.t_end && result_.steps < code_.most_steps &&
           result_.accepted < code_.most_accepted) {
      h_ = std::min(h_, problem_.t_end - t_);
      if (h_ < 1e-14 * std::max(1.0, t_)) break;
      attempt();
    }
    result_.is_complete = t_ >= problem_.t_end;
    result_.end = y_;
    result_.mean_zeta = watch_.means();
    return result_;
  }

 private:
  Vector rate(double t, const Vector& y) {
    ++result_.evaluations;
    return problem_.rate(t, y);
  }

  void take_tableau() {
    tableau_ = implicit_tableau(code_.family, stages, code_.theta ? code_.theta(h_) : 0.0);
    inverse_ = tableau_.a.inverse();
    end_weights_ = inverse_.transpose() * tableau_.b;
  }

  void linearise() {
    rate_ = rate(t_, y_);
    jacobian_.resize(n_, n_);
    for (Index j = 0; j < n_; ++j) {
      const double d = std::sqrt(std::numeric_limits<double>::epsilon() * std::max(1e-5, std::abs(y_(j))));
      Vector moved = y_;
      moved(j) += d;
      jacobian_.col(j) = (rate(t_, moved) - rate_) / d;
    }
    factorised_for_ = 0.0;
  }

  void factorise() {
    if (factorised_for_ == h_) return;
    if (code_.theta) take_tableau();
    Matrix whole(stages * n_, stages * n_);
    const Matrix mass = problem_.mass.asDiagonal();
    for (Index i = 0; i < stages; ++i)
      for (Index j = 0; j < stages; ++j) {
        whole.block(i * n_, j * n_, n_, n_) = (inverse_(i, j) / h_) * mass;
        if (i == j) whole.block(i * n_, j * n_, n_, n_) -= jacobian_;
      }
    lu_.compute(whole);
    filter_.compute((1.0 / (gamma_ * h_)) * mass - jacobian_);
    factorised_for_ = h_;
  }

  /// Weights of an error: the tolerance, divided by h^power.
  Vector weights() const {
    Vector w(n_);
    for (Index i = 0; i < n_; ++i)
      w(i) = (absolute_ + tolerance_ * std::abs(y_(i))) / std::pow(h_, power_[static_cast<std::size_t>(i)]);
    return w;
  }

  /// The polynomial of the last step through its stages, extrapolated; then measured from y_n.
  void predict() {
    if (last_step_ == 0.0) {
      z_.setZero();
      return;
    }
    for (Index i = 0; i < stages; ++i)
      z_.col(i) = extrapolated(1.0 + tableau_.c(i) * h_ / last_step_) - last_change_;
  }

  /// Radau IIA has the value 0 at the beginning of the step besides its stages.
  Vector extrapolated(double s) const {
    const bool starts_at_zero = tableau_.c(0) > 0.0;
    Vector value = Vector::Zero(n_);
    for (Index k = 0; k < stages; ++k) {
      double weight = starts_at_zero ? s / tableau_.c(k) : 1.0;
      for (Index l = 0; l < stages; ++l)
        if (l != k) weight *= (s - tableau_.c(l)) / (tableau_.c(k) - tableau_.c(l));
      value += weight * last_z_.col(k);
    }
    return value;
  }

  /// Newton; the factor for the next step when it fails, otherwise 1.
  double solve_stages(const Vector& w) {
    double last = 0.0, last_theta = 0.0,
           eta = std::pow(std::max(eta_, std::numeric_limits<double>::epsilon()), 0.8);
    theta_ = 1e-3;
    for (int k = 1; k <= most_iterations; ++k) {
      const Vector change = newton_change();
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

  Vector newton_change() {
    Vector right(stages * n_);
    for (Index i = 0; i < stages; ++i)
      right.segment(i * n_, n_) = rate(t_ + tableau_.c(i) * h_, y_ + z_.col(i)) -
                                  problem_.mass.cwiseProduct(z_ * inverse_.row(i).transpose()) / h_;
    return lu_.solve(right);
  }

  /// μ/(γ0 h) in the units of f.
  Vector raw_error() {
    if (code_.estimate == StiffEstimate::radau_iia) return rate_ + known_error();
    Vector extra;  // z0 of the additional stage, α0 = 1
    if (code_.estimate == StiffEstimate::iiidc)
      extra = -12.0 * z_.col(0);
    else
      extra = 0.75 * (z_.col(0) + z_ * inverse_.row(0).transpose() + z_.col(2)) - 3.0 * z_.col(1);
    return rate(t_, y_ + extra) - rate(t_, y_ + z_.col(0));
  }

  Vector known_error() const {
    const double r = std::sqrt(6.0);
    const Vector sum =
        (z_.col(0) * (-13.0 - 7.0 * r) + z_.col(1) * (-13.0 + 7.0 * r) - z_.col(2)) / (3.0 * h_);
    return problem_.mass.cwiseProduct(sum);
  }

  double estimate(const Vector& w) {
    const auto size = [&](const Vector& e) {
      return std::max(1e-10, std::sqrt(e.cwiseQuotient(w).squaredNorm() / static_cast<double>(n_)));
    };
    const Vector raw = raw_error();
    filtered_ = filter_.solve(raw);
    raw_ = (gamma_ * h_) * raw;
    const double first = size(filtered_);
    if (first < 1.0 || !(is_first_ || was_rejected_)) return first;
    if (code_.estimate != StiffEstimate::radau_iia) return first;
    return size(filter_.solve(rate(t_, y_ + filtered_) + known_error()));
  }

  void attempt() {
    ++result_.steps;
    factorise();
    const Vector w = weights();
    predict();
    const double factor = solve_stages(w);
    if (factor == 1.0) {
      decide(estimate(w));
      return;
    }
    ++result_.newton_failures;
    h_ *= factor;
    try_again();
  }

  void try_again() {
    was_rejected_ = true;
    if (!is_fresh_) linearise();
    is_fresh_ = true;
  }

  void decide(double error) {
    const double fac =
        std::min(safety, safety * (1 + 2 * most_iterations) / (iterations_ + 2 * most_iterations));
    double quotient = std::clamp(std::pow(error, 0.25) / fac, 0.125, 5.0);
    if (code_.keeps_step) {
      ++result_.accepted;
      accept(error, 1.0);
      return;
    }
    if (!(error < 1.0)) {
      if (result_.accepted > 0) ++result_.rejected;
      h_ = is_first_ || !std::isfinite(error) ? 0.1 * h_ : h_ / quotient;
      try_again();
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
    last_change_ = tableau_.is_stiffly_accurate() ? Vector(z_.col(stages - 1)) : Vector(z_ * end_weights_);
    t_ += h_;
    if (problem_.t_end - t_ < 1e-12 * problem_.t_end) t_ = problem_.t_end;
    y_ += last_change_;
    result_.times.push_back(t_);
    result_.sizes.push_back(h_);
    result_.states.push_back(y_);
    if (watch_.is_open() && watch_.look(raw_, filtered_)) scale_stiff();
    double next = h_ / quotient;
    if (was_rejected_) next = std::min(next, h_);
    was_rejected_ = is_first_ = is_fresh_ = false;
    go_on(next);
  }

  void go_on(double next) {
    const double ratio = next / h_;
    const bool converges_well = theta_ <= 1e-3;
    if (converges_well && ratio >= 1.0 && ratio <= 1.2) {
      rate_ = rate(t_, y_);
      return;
    }
    h_ = next;
    if (converges_well) {
      rate_ = rate(t_, y_);
    } else {
      linearise();
      is_fresh_ = true;
    }
  }

  void scale_stiff() {
    result_.stiff = watch_.stiff();
    for (const Index i : result_.stiff) {
      ++power_[static_cast<std::size_t>(code_.search.positions + i)];
      if (code_.search.scales_accelerations)
        ++power_[static_cast<std::size_t>(2 * code_.search.positions + i)];
    }
  }

  const FirstOrderProblem& problem_;
  StiffCode code_;
  Index n_;
  double gamma_;
  double tolerance_, absolute_, newton_tolerance_, h_;
  double t_ = 0.0;
  Tableau tableau_ = {};
  Matrix inverse_ = {};
  Vector end_weights_ = {};
  Vector y_, rate_ = {}, raw_ = {}, filtered_ = {}, last_change_ = {};
  Matrix z_, last_z_ = {}, jacobian_ = {};
  Eigen::PartialPivLU<Matrix> lu_ = {}, filter_ = {};
  double factorised_for_ = 0.0, last_step_ = 0.0, last_accepted_ = 0.0, last_error_ = 1.0, theta_ = 1.0,
         eta_ = 1.0;
  int iterations_ = 0;
  bool is_first_ = true, was_rejected_ = false, is_fresh_ = true;
  std::vector<int> power_;
  ZetaWatch watch_;
  StiffRun result_ = {};
};

}  // namespace

double StiffRun::restlessness() const {
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < sizes.size(); ++i) sum += std::abs(std::log(sizes[i] / sizes[i - 1]));
  return sum / static_cast<double>(sizes.size());
}

double StiffRun::spread() const {
  constexpr std::size_t first = 10;
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = first; i < sizes.size(); ++i) {
    const double size = std::log(sizes[i]);
    sum += size;
    squares += size * size;
  }
  const double count = static_cast<double>(sizes.size()) - static_cast<double>(first), mean = sum / count;
  return std::sqrt(squares / count - mean * mean);
}

StiffRun run_stiff_code(const FirstOrderProblem& problem, const StiffCode& code, double relative,
                        double absolute, double first_step) {
  return Integrator(problem, code, relative, absolute, first_step).run();
}

StiffRun radau5(const FirstOrderProblem& problem, double relative, double absolute, double first_step) {
  return run_stiff_code(problem, {}, relative, absolute, first_step);
}

}  // namespace kreisel::experiments
