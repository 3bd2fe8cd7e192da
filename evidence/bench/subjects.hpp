// The test problems of the publications, each with its exact motion.
#pragma once

#include "evidence/bench/subject.hpp"

namespace kreisel {

struct TopChoice {
  std::string group = "r3xso3";  // or se3, so3
  std::string constraint = "b";  // b: λ in body components, as in [Wieloch 2022]; a: in inertial ones
  double spin = 150.0;           // [rad/s]
  double t_end = 1.0;
};

/// The exact motion of the rigidly held top alone.
ExactMotion heavy_top_reference(const TopChoice& choice);

/// As published for 150 rad/s: λ(0) = (0, -319.52598817, -317.26246154) in inertial components.
Subject heavy_top_subject(const TopChoice& choice);

/// The pendulum of [Arnold, Brüls, Cardona 2015] Example 1: at x0 with energy 1/2 - g, moving to +x.
Subject pendulum_subject(double x0);

/// q'' = -λ q/|q| - (0, 1), ε²λ = |q| - 1, on its slow motion up to terms of ε⁴; ε = 0: rigid.
Subject stiff_pendulum_subject(double epsilon);

}  // namespace kreisel
