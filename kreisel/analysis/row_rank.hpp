// Rank of the rigid rows at a state: which joints hold what others hold already, and whether they agree.
//
// Rows are compared in the metric of the mass and in units of their own length, A_i = B_i L⁻ᵀ / |B_i L⁻ᵀ| with M = L Lᵀ, so
// that neither units nor the size of a mechanism matter. A row of which the others leave less than 1e-5 depends on them:
// its share squared is the pivot health below which the linear kernels drop a row.
#pragma once

#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

/// Below this share of its length left by the others, a row depends on them; up to `nearly_redundant_share` λ loses digits.
inline constexpr double redundant_share = 1e-5;
inline constexpr double nearly_redundant_share = 1e-3;
/// More rigid rows than this are not compared: it would take longer than a run.
inline constexpr Index most_compared_rows = 300;

/// Rows that hold the same: the first is a combination of the others. Which of them is superfluous is the user's choice.
struct DependentRows {
  std::vector<Index> rows;             // of the system
  std::vector<std::string> row_names;  // "pin.x"
  std::vector<std::string> joints;     // "pin", each once
  double gap = 0.0, rate = 0.0;        // by how much they contradict each other, in units of the first row
};

struct RowRank {
  bool is_known = true;  // false: too many rows
  Index velocities = 0;  // n
  Index rigid_rows = 0, rank = 0;
  Index position_rows = 0, position_rank = 0;
  std::vector<DependentRows> dependent;  // one for every row too many
  double weakest_share = 1.0;            // of the independent rows
  std::string weakest_row;

  Index redundant_rows() const { return rigid_rows - rank; }
  /// Independent velocities.
  Index degrees_of_freedom() const { return velocities - rank; }
  /// Independent directions in which positions can differ; more than the velocities with rolling and skates.
  Index position_freedom() const { return velocities - position_rank; }
  bool is_nearly_redundant() const { return weakest_share < nearly_redundant_share; }
};

/// At the positions and velocities of the state; λ and v' are not looked at.
RowRank rank_of_rigid_rows(const AnySystem& system, const State& state);

/// What a joint is called in the name of its row: all before the last dot, or the whole name.
std::string joint_of_row(const std::string& row_name);

/// "pin, hinge and slider".
std::string listed(const std::vector<std::string>& names);

/// B L⁻ᵀ for M = L Lᵀ; B as it is where M is not positive definite.
Matrix in_mass_metric(const Matrix& mass, const Matrix& rows);

}  // namespace kreisel
