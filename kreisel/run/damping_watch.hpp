// Watches what the theory of strongly damped motion rests on: the rank of the velocity rows must not change.
//
// [Stumpp 2004] (1.6): D(y) has constant rank. Where it changes, the slow motion changes its dimension, λ is not
// smooth and steps across the place are guesses. Rigid velocity rows (ε = 0) count as well.
#pragma once

#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"
#include "kreisel/linear/decompositions.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

class DampingWatch {
 public:
  explicit DampingWatch(const AnySystem& system);

  void look(const StateView& state);
  /// -1: there are no velocity rows.
  Index first_rank() const { return first_rank_; }
  const std::vector<RankChange>& changes() const { return changes_; }

 private:
  std::string dependent_rows() const;

  const AnySystem& system_;
  std::vector<Index> rows_;
  Vector q_, size_;
  Matrix jacobian_, gram_;
  SymmetricEigenpairs eigen_;
  Index rank_ = -1, first_rank_ = -1;
  std::vector<RankChange> changes_;
};

}  // namespace kreisel
