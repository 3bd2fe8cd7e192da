// A multibody model as a problem: what a run, a check and a report need of it.
#pragma once

#include "kreisel/model/assemble.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel {

/// Observables: of every body NAME.x … NAME.wz; what the files of joints and forces list as results; of every joint NAME.fx … NAME.mz, force [N] and moment [N m] on the body of
/// its second end in space, and NAME.joint_fx … NAME.joint_mz along the axes of its first end; energies.
/// Throws ModelError with the place in the model.
ProblemInstance model_problem(const Model& model);
ProblemInstance model_problem(const Model& model, const OwnElements& own);

}  // namespace kreisel
