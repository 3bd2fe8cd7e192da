// The past of a multistep method: points, step sizes, and the weights of its formulas on them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "kreisel/methods/multistep/parameters.hpp"
#include "kreisel/methods/shared/node_weights.hpp"
#include "kreisel/methods/shared/step_equations.hpp"

namespace kreisel {

template <MechanicalSystem System>
struct MultistepPoint : StepPoint<System> {
  double step = 0.0;              // that led here
  typename System::Tangent flat;  // ∫ v dt over that step, as BLieDF sees it: its increment less commutators
  double defect = 0.0, bracket_defect = 0.0;  // l of that step = defect·v^(k) + bracket_defect·[v, v^(k-1)]

  template <class A>
  void transfer(A& a) {
    StepPoint<System>::transfer(a);
    a(step, flat, defect, bracket_defect);
  }

  void resize(const System& system) {
    StepPoint<System>::resize(system);
    flat.setZero(system.group().dimension());
  }
};

/// A ring of points; at(0) is the accepted one, at(1) the one before, candidate() the one being tried.
template <MechanicalSystem System>
class MultistepHistory {
 public:
  using Point = MultistepPoint<System>;
  static constexpr int capacity = static_cast<int>(max_nodes) - 1;  // points besides the candidate

  explicit MultistepHistory(const System& system) {
    for (Point& point : points_) point.resize(system);
  }

  template <class A>
  void transfer(A& a) {
    for (Point& point : points_) a(point);
    a(current_, count_);
  }

  Point& at(int back) { return points_[index(back)]; }
  const Point& at(int back) const { return points_[index(back)]; }
  Point& candidate() { return points_[index(-1)]; }
  const Point& candidate() const { return points_[index(-1)]; }
  int count() const { return count_; }  // valid points, the accepted one included

  /// Makes at(0) the only point.
  void forget_past() { count_ = 1; }
  /// Makes the candidate the accepted point.
  void advance() {
    current_ = static_cast<int>(index(-1));
    count_ = std::min(count_ + 1, capacity);
  }
  /// Moves the accepted point along points that are already there.
  void shift(int by) {
    current_ = static_cast<int>(index(-by));
    count_ += by;
  }

 private:
  std::size_t index(int back) const {  // |back| <= max_nodes
    const int n = static_cast<int>(max_nodes), i = current_ - back;
    return static_cast<std::size_t>(i < 0 ? i + n : (i >= n ? i - n : i));
  }

  std::array<Point, max_nodes> points_;
  int current_ = 0;
  int count_ = 0;
};

/// Everything that depends only on the order and on the ratios of the last steps. Times are counted from the new
/// point in units of the new step: nodes 0, -1, -1 - h_{n-1}/h_n, ...
class MultistepWeights {
 public:
  int order = 0;
  long version = 0;  // counts the changes
  NodeWeights nodes{};
  NodeWeights alpha{}, gamma{};  // backward differentiation of values and of increments
  NodeWeights predict{};         // flat increment of the new step from those of the last steps
  int predict_count = 0;         // points behind it, one more than increments
  NodeWeights predict_lambda{};  // λ at the new point from the last ones
  int lambda_count = 0;
  // h^r v^(r)/r! in the middle of the new step from v_n, v_{n-1}, ... and from v_{n+1}, v_n, ...
  std::array<NodeWeights, 4> ahead{}, across{};
  int ahead_count = 0;
  bool wants_taylor = true;  // false: the two above stay empty

  /// The next update computes everything anew.
  void forget() {
    known_ = 0;
    is_equidistant_ = false;
  }

  /// Returns false when nothing changed since the last call.
  template <class History>
  bool update(const History& history, double h, int k) {
    const int known = history.count();
    if (is_equidistant_ && h == h_ && k == order && known == known_) return false;
    std::array<double, max_nodes> now{};
    now[1] = -1.0;
    h_ = h;
    is_equidistant_ = known == History::capacity;
    for (int i = 1; i < known; ++i) is_equidistant_ = is_equidistant_ && history.at(i - 1).step == h;
    for (int i = 1; i < known; ++i)
      now[static_cast<std::size_t>(i) + 1] = now[static_cast<std::size_t>(i)] - history.at(i - 1).step / h;
    if (k == order && known == known_ && now == nodes) return false;
    nodes = now;
    order = k;
    known_ = known;
    ++version;
    compute();
    return true;
  }

  std::span<const double> newest(int count) const { return {nodes.data(), static_cast<std::size_t>(count)}; }
  std::span<const double> old(int count) const { return {nodes.data() + 1, static_cast<std::size_t>(count)}; }

 private:
  // Six points would do for order 6 as well, but extrapolation from them is unstable from |Ω|h = 0.1 on.
  static constexpr int longest_extrapolation = 5;

  void compute() {
    alpha = backward_differentiation_weights(newest(order + 1));
    gamma = {};
    for (int i = 1; i <= order; ++i) gamma[at(i)] = gamma[at(i - 1)] + alpha[at(i - 1)];
    compute_predictor();
    if (!wants_taylor) return;
    ahead = taylor_weights(old(ahead_count = std::min({order, known_, longest_extrapolation})));
    across = taylor_weights(newest(std::min(std::max(order, 2), known_ + 1)));
  }

  static std::array<NodeWeights, 4> taylor_weights(std::span<const double> at_nodes) {
    auto w = derivative_weights<3>(-0.5, at_nodes);
    constexpr std::array<double, 4> factorial{1.0, 1.0, 2.0, 6.0};
    for (std::size_t r = 0; r < 4; ++r)
      for (double& x : w[r]) x /= factorial[r];
    return w;
  }

  /// y_{n+1} by extrapolation through y_n, ..., y_{n-k-1}, rewritten for differences of y.
  void compute_predictor() {
    predict_count = std::min(order + 2, known_);
    const int count = predict_count;
    const NodeWeights w = derivative_weights<0>(0.0, old(count))[0];
    predict = {};
    double sum = 0.0;
    for (int i = count - 1; i >= 1; --i) predict[at(i - 1)] = -(sum += w[at(i)]);
    constexpr int longest = 4;  // higher extrapolation of λ would amplify its round-off
    lambda_count = std::min({order + 1, known_, longest});
    predict_lambda = derivative_weights<0>(0.0, old(lambda_count))[0];
  }

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int known_ = 0;
  double h_ = 0.0;
  bool is_equidistant_ = false;  // then the next step of this size changes nothing
};

/// dΦ/dt of stabilised compliant rows by backward differentiation of their gaps.
template <class History, class Rows>
void set_gap_history(const History& history, const MultistepWeights& weights, Rows& rows) {
  rows.newest_weight = weights.alpha[0];
  rows.known_gap = weights.alpha[1] * history.at(0).gap;
  for (int i = 2; i <= weights.order; ++i)
    rows.known_gap += weights.alpha[static_cast<std::size_t>(i)] * history.at(i - 1).gap;
}

}  // namespace kreisel
