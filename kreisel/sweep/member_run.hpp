// Runs one member of a sweep: the one function that every engine calls.
#pragma once

#include <functional>
#include <vector>

#include "kreisel/sweep/member_result.hpp"
#include "kreisel/sweep/objective.hpp"
#include "kreisel/sweep/plan.hpp"

namespace kreisel {

struct RunMember {
  MemberResult result;
  SampledMotion motion;  // what was sampled
};

/// Throws nothing for bad input or numerical trouble: both end in the result, so that no member ends a sweep.
RunMember run_member(const SweepPlan& plan, const Member& member,
                     const std::function<bool()>& is_interrupted);

/// The columns of the motion, of a member without numerical trouble. Throws Error.
std::vector<Column> columns_of(const SweepPlan& plan, const Member& member);
/// Tries the objectives on one member without running it. Throws Error.
void try_objectives(const SweepPlan& plan);

}  // namespace kreisel
