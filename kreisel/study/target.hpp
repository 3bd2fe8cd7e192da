// What a run, a check or a description is about: a built-in problem, found by its name.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kreisel/problems/problem.hpp"

namespace kreisel {

using Settings = std::vector<std::pair<std::string, std::string>>;  // key=value, as typed

struct TargetInstance {
  ProblemInstance problem;
  std::map<std::string, std::string> parameters;  // all of them, defaults included
};

struct Target {
  std::string name, description, citation;
  std::vector<Parameter> parameters;
  std::function<TargetInstance(const Settings&)> make;

  bool knows(const std::string& key) const;
  std::string kind() const { return "problem"; }
};

/// Throws UnknownName with near misses.
Target find_target(const std::string& text);

/// Settings of the target and the others, in their order.
struct DividedSettings {
  Settings target, others;
};
DividedSettings divide(const Settings& settings, const Target& target);

}  // namespace kreisel
