// What methods are measured on: a system, a consistent start and its exact motion.
#pragma once

#include <functional>
#include <string>

#include "evidence/bench/reference_ode.hpp"
#include "kreisel/equations/any_system.hpp"

namespace kreisel {

struct Subject {
  std::string name;
  AnySystem system;
  State start = {};
  std::function<ExactMotion()> reference = {};
  double t_end = 1.0;
};

}  // namespace kreisel
