// Dense output of multistep methods, of the order of the method: v from the polynomial through the last points, q
// by its Magnus expansion from the beginning of the step, tied to the computed end; λ and v' like v. Between settled points
// (settled_motion.hpp) only λ of compliant rows comes from there.
#pragma once

#include "kreisel/equations/state.hpp"
#include "kreisel/methods/multistep/history.hpp"
#include "kreisel/methods/shared/settled_motion.hpp"

namespace kreisel {

template <MechanicalSystem System>
class MultistepDense {
 public:
  using Tangent = typename System::Tangent;
  using History = MultistepHistory<System>;

  MultistepDense(const System& system, AccelerationLevel<System>& level)
      : system_(system), motion_(system, level) {
    for (Tangent* x : {&omega_, &end_, &inner_, &w_}) x->setZero(system.group().dimension());
    for (Tangent& x : taylor_) x.setZero(system.group().dimension());
    element_ = system.group().identity();
    lambda_.setZero(row_count(system));
  }

  /// What a settled candidate is wrong by along the rows that make_tangential() knows.
  template <class MakeTangential>
  const Tangent& along_rows(const History& history, double h, MakeTangential&& make_tangential) {
    w_ = h * history.candidate().increment;
    return motion_.along_rows(history.at(0), history.candidate(), w_, h, make_tangential);
  }
  bool has_rigid_rows() const { return motion_.has_rigid_rows(); }

  /// As look(), between settled points.
  void look_between_settled(const History& history, int ahead, int order, double s, State& out) const {
    look(history, ahead, order, s, out);
    const auto& to = history.at(0);
    w_ = to.step * to.increment;
    lambda_ = out.lambda;
    motion_.at(history.at(1), to, w_, to.step, s, lambda_, out);
  }

  /// At the fraction s of the step that led to history.at(0); `ahead` points lie beyond it.
  void look(const History& history, int ahead, int order, double s, State& out) const {
    const auto& to = history.at(0);
    const auto& from = history.at(1);
    place_nodes(history, ahead, order);
    out.t = s < 1.0 ? from.t + s * (to.t - from.t) : to.t;
    increment(history, s, omega_);
    increment(history, 1.0, end_);
    w_ = to.step * to.increment - end_;  // of the order of the error of the step
    omega_ += (s * s * (3.0 - 2.0 * s)) * w_;
    advance_into(system_.group(), from.q, omega_, element_);
    out.q = element_;
    const NodeWeights w = derivative_weights<0>(s, nodes())[0];
    out.v.setZero(to.v.size());
    out.acceleration.setZero(to.v.size());
    out.lambda.setZero(to.lambda.size());
    for (int i = 0; i < count_; ++i) {
      const auto& point = history.at(first_ + i);
      out.v += w[static_cast<std::size_t>(i)] * point.v;
      out.acceleration += w[static_cast<std::size_t>(i)] * point.acceleration;
      out.lambda += w[static_cast<std::size_t>(i)] * point.lambda;
    }
  }

 private:
  std::span<const double> nodes() const { return {nodes_.data(), static_cast<std::size_t>(count_)}; }

  /// Times of the points around the step, counted from its beginning in units of its length.
  void place_nodes(const History& history, int ahead, int order) const {
    first_ = -std::min(ahead, std::max(order - history.count() + 1, 0));
    count_ = std::min(order + 1, history.count() - first_);
    double t = 1.0;
    for (int i = -1; i >= first_; --i) t += history.at(i).step / history.at(0).step;
    for (int i = 0; i < count_; ++i) {
      nodes_[static_cast<std::size_t>(i)] = t;
      t -= history.at(first_ + i).step / history.at(0).step;
    }
  }

  /// log(q(0)⁻¹ q(s)): Magnus expansion with derivatives in the middle of [0, s]; the same terms as in
  /// multistep_formula.hpp and the even derivatives v''/24, v''''/1920 of the integral.
  void increment(const History& history, double s, Tangent& out) const {
    const auto w = derivative_weights<6>(0.5 * s, nodes());
    const double h = history.at(0).step;
    constexpr std::array<double, 7> factorial{1.0, 1.0, 2.0, 6.0, 24.0, 120.0, 720.0};
    double power = h * s;
    for (std::size_t r = 0; r < taylor_.size(); ++r) {
      taylor_[r].setZero();
      for (int i = 0; i < count_; ++i)
        taylor_[r] += (power * w[r][static_cast<std::size_t>(i)] / factorial[r]) * history.at(first_ + i).v;
      power *= s;
    }
    const auto& group = system_.group();
    bracket_into(group, taylor_[0], taylor_[1], inner_);
    w_ = taylor_[2] / 360.0 - inner_ / 720.0;
    inner_ += taylor_[2];
    bracket_into(group, taylor_[0], w_, w_);
    w_ += taylor_[1] / 12.0 + taylor_[3] / 80.0;
    bracket_into(group, taylor_[0], w_, out);
    bracket_into(group, taylor_[1], inner_, w_);
    out -= w_ / 240.0;
    out += taylor_[0] + taylor_[2] / 12.0 + taylor_[4] / 80.0 + taylor_[6] / 448.0;
  }

  const System& system_;
  mutable SettledMotion<System> motion_;
  mutable typename System::Multiplier lambda_;
  mutable int first_ = 0, count_ = 0;
  mutable NodeWeights nodes_{};
  mutable Tangent omega_, end_, inner_, w_;
  mutable std::array<Tangent, 7> taylor_;
  mutable typename System::Element element_;
};

}  // namespace kreisel
