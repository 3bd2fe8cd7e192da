// The slow motion from a state on: λ as a polynomial of time along the flow on which no stiff spring vibrates and no
// strong damper relaxes.
//
// On it a stiff row moves like a rigid one with a prescribed acceleration,
//
//   position rows  B v' + γ = c(λ'' - τλ'''),   velocity rows  B v' + γ = cλ',   creeping rows  B v' + γ = (cλ' - Φ')/τ,
//
// a creeping row being a spring-damper whose τ = d/k is long: it keeps its Φ and has the rate (cλ - Φ)/τ. One sweep
// integrates this flow with λ (and Φ) of the sweep before and samples both anew. Every sweep is right in one more power
// of the compliances: the ε-expansion of [Stumpp 2004] section 2.1 as a fixed point, for springs that of [Lubich 1993].
#pragma once

#include <array>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/block_operators.hpp"
#include "kreisel/equations/block_system.hpp"
#include "kreisel/equations/state.hpp"
#include "kreisel/linear/block_saddle_point.hpp"
#include "kreisel/methods/shared/node_weights.hpp"
#include "kreisel/methods/shared/smooth_flow.hpp"

namespace kreisel {

enum class SlowRow { no, follows, creeps };

template <class System>
class SlowMotion {
 public:
  SlowMotion(const System& system, AccelerationLevel<System>& accelerations);

  /// Which rows are slow; forgets what was sampled.
  void begin(std::vector<SlowRow> rows, double longest_span);
  /// One sweep from the state. False when the flow cannot be followed over any span.
  bool sweep(const State& state);

  /// Derivatives of λ_i at the state, order 0 to 3.
  double lambda(Index i, std::size_t derivative) const { return lambda_at_start_[derivative][i]; }
  double gap_rate(Index i) const { return gap_rate_at_start_[i]; }

 private:
  static constexpr std::size_t nodes = 9;

  bool choose_span(const State& state);
  bool sample(const State& state);
  bool is_resolved() const;
  void keep();
  void row_accelerations(double t, Vector& out) const;

  const System& system_;
  AccelerationLevel<System>& accelerations_;
  SmoothFlow<System> flow_;
  std::vector<SlowRow> rows_;
  double span_ = 0.0, longest_span_ = 0.0;
  bool has_samples_ = false;
  std::array<double, nodes> times_{}, known_times_{};
  std::array<Vector, nodes> lambdas_, gaps_, known_lambdas_, known_gaps_;
  std::array<Vector, 4> lambda_at_start_;
  Vector gap_rate_at_start_;
};

}  // namespace kreisel
