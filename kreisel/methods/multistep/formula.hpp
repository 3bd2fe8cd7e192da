// What each multistep family makes of its past: the StepMap of the next step.
//
//   BLieDF  (1/h) Σ γ_i (ω^{(n+1-i)} - C^{(n+1-i)}) = v_{n+1},   (1/h) Σ α_i v_{n+1-i} = v'_{n+1}
//           C: commutator part of the Magnus expansion over each step, so that ω - C = ∫ v dt, which backward
//           differences treat as in a vector space, for any order and any step sizes. Same order as the
//           term L of [Wieloch 2022] (3.39); those published sets are there as well (docs/multistep.md).
//   MK-BDF  (1/h) Σ α_i θ_i = T(θ_0)⁻¹ v_{n+1},   θ_i = log(q_n⁻¹ q_{n+1-i})   [Wieloch 2022] section 3.3,
//           with exact logarithm and tangent operator instead of truncated series.
//   Crouch-Grossman, commutator-free: Adams-Moulton with several exponentials   [Wieloch 2022] 3.1, 3.2
#pragma once

#include "kreisel/methods/multistep/history.hpp"

namespace kreisel {

template <MechanicalSystem System>
class MultistepFormula {
 public:
  using Point = MultistepPoint<System>;
  using Tangent = typename System::Tangent;
  using History = MultistepHistory<System>;

  MultistepFormula(const System& system, const MultistepParameters& parameters, bool varies_order)
      : system_(system),
        parameters_(parameters),
        varies_order_(varies_order),
        is_commutative_(is_commutative(system.group())) {
    weights.wants_taylor = parameters.family == MultistepFamily::bliedf && !is_commutative_;
    const Index n = system.group().dimension();
    for (Tangent* x : {&commutators_, &term_, &inner_, &w_}) x->setZero(n);
    for (Tangent& x : taylor_) x.setZero(n);
    for (Tangent& x : lin_) x.setZero(n);
    identity_ = system.group().identity();
    element_ = identity_;
    moved_.resize(system);
  }

  /// Fills the map of a step h of order k; returns the point the increment starts from.
  const Point& prepare(const History& history, double h, int k, StepMap<System>& map) {
    weights.update(history, h, k);
    h_ = h;
    const Point* from = &history.at(0);
    if (parameters_.family == MultistepFamily::bliedf) {
      prepare_bliedf(history, map);
    } else if (parameters_.family == MultistepFamily::mk_bdf) {
      prepare_mk_bdf(history, map);
    } else {
      from = &prepare_adams(history, map);
    }
    return *from;
  }

  /// L depends on the new point: it is computed again until it stands still. Returns its change in v.
  bool is_implicit() const {
    const CorrectionSet* set = correction_set(parameters_.correction, weights.order);
    return parameters_.family == MultistepFamily::bliedf && set != nullptr && set->is_implicit();
  }
  double renew_implicit(const History& history, StepMap<System>& map) {
    w_ = term_;
    published_term(history, *correction_set(parameters_.correction, weights.order));
    w_ -= term_;
    map.known_v += w_;
    map.known_a += (weights.alpha[0] / h_) * w_;
    return w_.cwiseAbs().maxCoeff();
  }

  /// Completes the new point: its flat increment, and the whole increment where several exponentials led there.
  void complete(const History& history, Point& to) {
    to.step = h_;
    if (!parameters_.is_bdf()) {
      w_ = h_ * to.increment;
      advance_into(system_.group(), element_, w_, element_);
      log_into(system_.group(), element_, w_);
      to.increment = w_ / h_;
    }
    if (has_commutators_) magnus_commutators(history, true);
    to.flat = h_ * to.increment - commutators_;
  }

  /// The flat increment of the new step by extrapolation, in terms of x.
  void predict(const History& history, Tangent& x) {
    if (!parameters_.is_bdf()) {
      x = history.at(0).v * parameters().factor[0][0];
      return;
    }
    if (history.count() == 1) {
      x = history.at(0).v + (0.5 * h_) * history.at(0).acceleration + commutators_ / h_;
      return;
    }
    x = commutators_;
    for (int i = 0; i + 1 < weights.predict_count; ++i) x += weights.predict[at(i)] * history.at(i).flat;
    x /= h_;
  }

  MultistepWeights weights;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  const AdamsMoulton& parameters() const {
    return parameters_.family == MultistepFamily::crouch_grossman ? crouch_grossman(parameters_.order)
                                                                  : commutator_free(parameters_.order);
  }

  void prepare_bdf(const History& history, StepMap<System>& map) {
    const int k = weights.order;
    map.gamma_hat = weights.alpha[0];
    map.beta_hat = weights.alpha[0] * weights.alpha[0];
    map.known_a = weights.alpha[1] * history.at(0).v;
    for (int i = 2; i <= k; ++i) map.known_a += weights.alpha[at(i)] * history.at(i - 1).v;
  }

  void prepare_bliedf(const History& history, StepMap<System>& map) {
    const int k = weights.order;
    prepare_bdf(history, map);
    map.known_v.setZero();
    for (int i = 2; i <= k; ++i) map.known_v += weights.gamma[at(i)] * history.at(i - 2).flat;
    map.known_v /= h_;
    commutators_.setZero();
    const bool is_direct = parameters_.correction == CorrectionTerm::direct;
    has_commutators_ = is_direct && !is_commutative_ && (k > 2 || varies_order_);
    if (has_commutators_) magnus_commutators(history, false);
    map.known_x = commutators_ / h_;
    if (!is_direct && k > 2) {
      subtract_term(history, map);
    }
    map.known_a = (weights.alpha[0] * map.known_v + map.known_a) / h_;
  }

  /// C of the new step with v extrapolated to its middle or, once the new point is known, interpolated. With a_r = h^r v^(r-1)/(r-1)! there:
  ///   C = [a1,a2]/12 + [a1,a4]/80 - [a2,a3]/240 + [a1,[a1,a3]]/360 - [a2,[a1,a2]]/240 - [a1,[a1,[a1,a2]]]/720
  /// up to h^7; the first term alone up to h^5. [Blanes, Casas, Oteo, Ros 2009] section 5.4, for q' = q v.
  void magnus_commutators(const History& history, bool across) {
    const auto& group = system_.group();
    const int k = weights.order;
    const bool with_fifth = k > 3;
    const auto& w = across ? weights.across : weights.ahead;
    const int count = across ? std::max(k, 2) : weights.ahead_count;
    const int first = across ? -1 : 0;
    const std::size_t terms = with_fifth ? 4 : 2;
    for (std::size_t r = 0; r < terms; ++r) taylor_[r] = w[r][0] * history.at(first).v;
    for (int i = 1; i < count; ++i) {
      const Tangent& v = history.at(first + i).v;
      for (std::size_t r = 0; r < terms; ++r) taylor_[r] += w[r][at(i)] * v;
    }
    for (std::size_t r = 0; r < terms; ++r) taylor_[r] *= h_;
    if (k == 1 && !across) taylor_[1] = (h_ * h_) * history.at(0).acceleration;
    if (!with_fifth) {
      bracket_into(group, taylor_[0], taylor_[1], commutators_);
      commutators_ /= 12.0;
      return;
    }
    bracket_into(group, taylor_[0], taylor_[1], inner_);
    w_ = taylor_[2] / 360.0 - inner_ / 720.0;
    inner_ += taylor_[2];
    bracket_into(group, taylor_[0], w_, w_);
    w_ += taylor_[1] / 12.0 + taylor_[3] / 80.0;
    bracket_into(group, taylor_[0], w_, commutators_);
    bracket_into(group, taylor_[1], inner_, w_);
    commutators_ -= w_ / 240.0;
  }

  void subtract_term(const History& history, StepMap<System>& map) {
    term_.setZero();
    if (parameters_.correction == CorrectionTerm::variable_steps && weights.order == 3) {
      const double s = -1.0 / (weights.nodes[2] + 1.0);                                   // h_n/h_{n-1}
      const double r = (weights.nodes[2] + 1.0) / (weights.nodes[3] - weights.nodes[2]);  // h_{n-1}/h_{n-2}
      const double q = 1.0 + r + s * r;
      bracket_into(system_.group(), history.at(0).v, history.at(1).v, term_);
      term_ *= -0.25 * h_ * (s - 1.0 + 1.0 / q);
    } else if (const CorrectionSet* set = correction_set(parameters_.correction, weights.order)) {
      published_term(history, *set);
    }
    map.known_v -= term_;
  }

  void published_term(const History& history, const CorrectionSet& set) {
    const auto& group = system_.group();
    for (std::size_t j = 0; j < set.count; ++j) {
      lin_[j].setZero();  // an explicit set must not look at the candidate, which may hold a failed attempt
      if (set.a[j][0] != 0.0) lin_[j] += (h_ * set.a[j][0]) * history.candidate().v;
      if (set.b[j][1] != 0.0) lin_[j] += (h_ * set.b[j][1]) * history.candidate().increment;
      for (int i = 1; i <= weights.order; ++i) lin_[j] += (h_ * set.a[j][at(i)]) * history.at(i - 1).v;
      for (int i = 2; i <= weights.order; ++i) lin_[j] += set.b[j][at(i)] * history.at(i - 2).flat;
    }
    for (std::size_t j = set.count - 2; j > 0; j -= 2) {
      bracket_into(group, lin_[j], lin_[j + 1], inner_);
      lin_[j - 1] += inner_;
    }
    bracket_into(group, lin_[0], lin_[1], term_);
    term_ /= h_;
  }

  void prepare_mk_bdf(const History& history, StepMap<System>& map) {
    prepare_bdf(history, map);
    map.known_a /= h_;
    map.known_v.setZero();
    map.known_x.setZero();
    commutators_.setZero();
    map.chart_term.setZero();
    map.has_chart_term = weights.order > 1;
    element_ = identity_;
    for (int i = 2; i <= weights.order; ++i) {
      const Point& point = history.at(i - 2);
      w_ = -point.step * point.increment;
      advance_into(system_.group(), element_, w_, element_);
      if (i > 2) log_into(system_.group(), element_, w_);
      map.chart_term += (weights.alpha[at(i)] / h_) * w_;
    }
  }

  const Point& prepare_adams(const History& history, StepMap<System>& map) {
    const AdamsMoulton& method = parameters();
    const double newest = method.factor[0][0];
    map.gamma_hat = 1.0 / newest;
    map.beta_hat = 1.0 / (newest * method.beta[0]);
    map.known_v.setZero();
    map.known_a = history.at(0).v / h_;
    for (int i = 1; i < parameters_.order; ++i)
      map.known_a += method.beta[at(i)] * history.at(i - 1).acceleration;
    map.known_a /= -method.beta[0];
    map.known_x.setZero();
    commutators_.setZero();
    element_ = identity_;
    static_cast<StepPoint<System>&>(moved_) = history.at(0);
    for (std::size_t block = method.blocks; block-- > 0;) add_block(history, method, block, map.known_x);
    return moved_;
  }

  /// Old velocities of a block: one exponential each, oldest first (Crouch-Grossman), or one for all of them, which
  /// in block 0 joins the new velocity.
  void add_block(const History& history, const AdamsMoulton& method, std::size_t block, Tangent& known_x) {
    const bool one_by_one = parameters_.family == MultistepFamily::crouch_grossman;
    w_.setZero();
    for (int i = parameters_.order - 1; i >= 1; --i) {
      w_ += (h_ * method.factor[block][at(i)]) * history.at(i - 1).v;
      if (one_by_one) move_along();
    }
    if (one_by_one) return;
    if (block == 0) {
      known_x = w_ / h_;
    } else {
      move_along();
    }
  }

  void move_along() {
    const auto& group = system_.group();
    if (moved_.gap.size() > 0) {
      system_.gap_change(moved_.t, moved_.q, 0.0, w_, moved_.lambda);
      moved_.gap += moved_.lambda;
    }
    advance_into(group, moved_.q, w_, moved_.q);
    advance_into(group, element_, w_, element_);
    w_.setZero();
  }

  const System& system_;
  MultistepParameters parameters_;
  bool varies_order_, is_commutative_, has_commutators_ = false;
  double h_ = 0.0;
  Tangent commutators_, term_, inner_, w_;
  std::array<Tangent, 4> taylor_;
  std::array<Tangent, 6> lin_;
  typename System::Element identity_, element_;
  Point moved_;
};

}  // namespace kreisel
