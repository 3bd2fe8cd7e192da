// Munthe-Kaas BDF as printed: coordinates of old points pass from chart to chart by truncated series.
#include <deque>

#include <Eigen/LU>

#include "evidence/peers/bdf_coefficients.hpp"
#include "evidence/peers/printed_methods.hpp"

namespace kreisel::experiments {
namespace {

class TruncatedSeries {
 public:
  TruncatedSeries(const ProductGroup& group, int k) : group_(group), k_(k) {}

  /// dexp⁻¹_{-ω} as a matrix, (3.11): I + ω^/2 + ω^²/12 - ω^⁴/720, as far as order k needs it.
  Matrix inverse_tangent(const Vector& omega) const {
    const Index n = omega.size();
    const Matrix w = group_.bracket_map(omega);
    Matrix p = Matrix::Identity(n, n);
    if (k_ >= 3) p += w / 2.0;
    if (k_ >= 4) p += w * w / 12.0;
    if (k_ >= 6) p -= w * w * w * w / 720.0;
    return p;
  }

  /// BCH_k(a, b), (3.13); of (3.13e) the term as it must be and the one that is missing.
  Vector combined(const Vector& a, const Vector& b) const {
    const Vector ab = bracket(a, b), aab = bracket(a, ab), bab = bracket(b, ab);
    Vector sum = a + b;
    if (k_ >= 3) sum += ab / 2.0;
    if (k_ >= 4) sum += (aab - bab) / 12.0;
    if (k_ >= 5) sum -= bracket(b, aab) / 24.0;
    if (k_ >= 6)
      sum += -bracket(a, bracket(a, aab)) / 720.0 + bracket(b, bracket(b, bab)) / 720.0 -
             bracket(b, bracket(a, aab)) / 180.0 + bracket(b, bracket(b, aab)) / 180.0 -
             bracket(ab, aab) / 120.0 - bracket(ab, bab) / 360.0;
    return sum;
  }

 private:
  Vector bracket(const Vector& a, const Vector& b) const { return group_.bracket_map(a) * b; }

  const ProductGroup& group_;
  int k_;
};

/// The running method: omega_[i] are coordinates of q_{n+1-i} about q_n, newest first.
class PrintedMkBdf {
 public:
  PrintedMkBdf(const Subject& subject, int k, double h)
      : step_(subject.system), series_(step_.system().group(), k), alpha_(bdf_alpha(k)), k_(k), h_(h) {}

  /// From k exact points; the defect of the formula on the exact motion corrects the start velocities.
  void start(std::vector<State> exact, const State& next, bool corrected) {
    const ProductGroup& group = step_.system().group();
    const auto increment = [&](const State& a, const State& b) {
      return group.log(group.compose(group.inverse(a.q), b.q));
    };
    const State& last = exact.back();
    if (corrected) {
      const Vector omega = increment(last, next);
      Vector sum = alpha_[0] * omega;
      for (int i = 2; i <= k_; ++i) sum += at(alpha_, i) * increment(last, at(exact, k_ - i));
      const Vector defect = sum / h_ - series_.inverse_tangent(omega) * next.v;
      const Vector delta = step_.normal_part(last, defect);
      for (State& state : exact) state.v += delta;
    }
    for (int i = k_ - 1; i >= 0; --i) old_.push_back(at(exact, i));
    // ω_i^{(k-2)}, i = 0..k-1: coordinates about q_{k-2}.
    omega_.assign(
        1, k_ > 1 ? increment(at(exact, k_ - 2), at(exact, k_ - 1)) : Vector(Vector::Zero(last.v.size())));
    if (k_ > 1) omega_.push_back(Vector::Zero(last.v.size()));
    for (int i = 2; i < k_; ++i)
      omega_.push_back(series_.combined(omega_.back(), -increment(at(exact, k_ - 1 - i), at(exact, k_ - i))));
  }

  bool advance() {
    std::vector<Vector> recentred;  // ω_2 .. ω_k about q_n
    for (int i = 2; i <= k_; ++i) recentred.push_back(series_.combined(-omega_[0], at(omega_, i - 1)));
    Vector known = Vector::Zero(omega_[0].size()), known_v = known;
    for (int i = 2; i <= k_; ++i) known += at(alpha_, i) * at(recentred, i - 2);
    for (int i = 1; i <= k_; ++i) known_v += at(alpha_, i) * old_[static_cast<std::size_t>(i - 1)].v;
    const StepFormula formula{[&](const Vector& x, Vector& v, Vector& a) {
                                const Vector rate = alpha_[0] * x + known / h_;
                                v = series_.inverse_tangent(h_ * x).lu().solve(rate);
                                a = (alpha_[0] * v + known_v) / h_;
                              },
                              alpha_[0], alpha_[0] * alpha_[0]};
    State next = old_.front();
    Vector x = old_.front().v;
    if (!step_.solve(old_.front(), h_, formula, x, next)) return false;
    old_.push_front(next);
    old_.pop_back();
    recentred.insert(recentred.begin(), Vector(Vector::Zero(x.size())));
    recentred.insert(recentred.begin(), Vector(h_ * x));
    recentred.resize(static_cast<std::size_t>(std::max(k_, 1)));
    omega_ = std::move(recentred);
    return true;
  }
  const State& state() const { return old_.front(); }

 private:
  template <class T>
  static const T& at(const std::vector<T>& all, int i) {
    return all[static_cast<std::size_t>(i)];
  }

  PrintedStep step_;
  TruncatedSeries series_;
  std::vector<double> alpha_;
  int k_;
  double h_;
  std::vector<Vector> omega_ = {};
  std::deque<State> old_ = {};
};

}  // namespace

Errors printed_mk_bdf(const Subject& subject, int k, bool corrected_start, const StepSequence& plan) {
  const double h = plan.steps.front();
  PrintedMkBdf method(subject, k, h);
  ExactMotion reference = subject.reference();
  std::vector<State> exact{reference(0.0)};
  exact[0].acceleration = subject.start.acceleration;
  for (int i = 1; i <= k; ++i) {
    exact.push_back(reference(i * h));
    exact.back().acceleration = subject.start.acceleration;
  }
  const State next = exact.back();
  exact.pop_back();
  method.start(exact, next, corrected_start);
  Comparison comparison(subject, plan.times.back());
  bool is_complete = true;
  for (std::size_t n = static_cast<std::size_t>(k) - 1; n < plan.steps.size() && is_complete; ++n) {
    is_complete = method.advance();
    if (is_complete) comparison.look(method.state().view());
  }
  return comparison.result(is_complete);
}

}  // namespace kreisel::experiments
