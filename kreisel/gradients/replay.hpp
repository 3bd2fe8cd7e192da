// The same steps again with another value of a parameter: derivatives for methods whose steps have no tangents here.
//
// The run at p ± d and p ± d/2 takes exactly the step sizes of the run at p, so that neither the control of the step nor
// rejections enter; differences of the ends have an error of d⁴ and what Newton's iteration leaves, divided by d.
#pragma once

#include <vector>

#include "kreisel/gradients/parameter_direction.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {

struct StepSequence {
  MethodCoefficients method;
  StepperOptions options;
  std::vector<double> times;  // of all accepted points, the start first
};

/// What is observed at the end of the model's replay; empty where a step of it fails.
Vector replayed_end(const StepSequence& steps, const ModelAt& model);

}  // namespace kreisel
