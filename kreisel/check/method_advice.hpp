// Which method and formulation fit a mechanism, with the reasons in words and numbers. `--method auto` follows this.
//
// The rules rest on docs/choosing-a-method.md, which shows what was measured on the built-in problems.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kreisel/analysis/row_rank.hpp"
#include "kreisel/check/time_scales.hpp"
#include "kreisel/methods/formulation.hpp"

namespace kreisel {

struct MethodAdvice {
  std::string method;
  std::optional<Formulation> formulation = {};  // empty: there are no rigid position rows
  std::vector<std::string> reasons = {};
  std::vector<std::string> remarks = {};  // what to expect of results
};

/// What the rules look at.
struct Traits {
  Index velocities = 0;
  bool has_rigid_positions = false, has_rigid_velocities = false;
  RowRank rank = {};
  TimeScales scales = {};
};

/// At a consistent state with its v' and λ; interval [s] of the run.
Traits traits_of(const AnySystem& system, const State& state, double interval);

struct AdviceOptions {
  bool constant_step = false;                   // asked for by the user
  std::optional<Formulation> formulation = {};  // likewise
};

MethodAdvice advise(const Traits& traits, const AdviceOptions& options = {});

}  // namespace kreisel
