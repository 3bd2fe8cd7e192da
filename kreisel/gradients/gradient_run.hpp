// `kreisel run --gradient-of … --with-respect-to …`: derivatives of the end of a run with respect to parameters.
//
// The steps that were taken are differentiated, not the equations: step sizes stay what they are, and the result is the
// derivative of the numbers computed. It has the order of the method against the true one. Explicit Runge-Kutta methods have
// tangents (explicit_sweep.hpp); the steps of all others are taken again beside the parameter (replay.hpp).
#pragma once

#include <string>
#include <vector>

#include "kreisel/problems/target.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

struct GradientSpec {
  RunSpec run = {};                               // with "auto" the method is dop853
  std::vector<std::string> of = {};               // columns of results
  std::vector<std::string> with_respect_to = {};  // parameters of the model or problem
};

struct GradientRecord {
  std::string problem, method, by = {};  // by: "tangents of the steps" or "replayed steps"
  double t = 0.0;
  long steps = 0;
  std::vector<Column> of = {};
  std::vector<std::string> parameters = {};
  Vector parameter_values = {};
  Vector values = {};       // of `of` at the end
  Matrix derivatives = {};  // (of, parameters)
  std::vector<std::string> notes = {};
  double run_seconds = 0.0, gradient_seconds = 0.0;

  std::string json() const;
};

/// Throws Error for bad input, for methods without gradients and for runs that do not reach their end.
GradientRecord gradient(const GradientSpec& spec);
GradientRecord gradient(const GradientSpec& spec, const Target& target);

}  // namespace kreisel
