// How far a run is from a reference, in q, v and λ, over the whole run and at its end.
//
// Every column belongs to a component. Differences of one column are measured against the largest value that any
// column of its unit and component takes in the reference; four columns that are a unit quaternion count as one
// rotation, whose error is the angle between the two [rad]. The error of a component is that of its worst column.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "evidence/studies/job.hpp"

namespace kreisel {

enum class Component { position, velocity, multiplier, other, count };
inline constexpr std::array<Component, 3> judged_components{Component::position, Component::velocity,
                                                            Component::multiplier};
std::string symbol_of(Component component);  // "q", "v", "λ"

/// What a column shows: by its name ("lambda.…", "….vx", "…_dot", "omega") and, where that is no help, its unit.
Component component_of(const Column& column);

/// Values at sample times, and what they are.
struct Trajectory {
  std::vector<Column> columns = {};
  std::vector<double> times = {};
  std::vector<std::vector<double>> values = {};  // a row per time
};
Trajectory trajectory_of(const JobResult& result);

/// One quantity to compare: a column, or the four of a quaternion.
struct ComparedQuantity {
  std::size_t column = 0;
  bool is_rotation = false;
  Component component = Component::other;
  std::string name = {}, unit = {};
};
std::vector<ComparedQuantity> quantities_of(const std::vector<Column>& columns);

/// Per quantity: the largest difference over the run, the one at the end, and the scale.
struct Difference {
  double largest = 0.0, at_end = 0.0;
  double scale = 1.0;

  double relative() const { return largest / scale; }
  double relative_at_end() const { return at_end / scale; }
};

/// NaN everywhere when the two do not have the same columns and times: a run that did not get there has no error.
std::vector<Difference> differences(const Trajectory& run, const Trajectory& reference);

struct ComponentError {
  double relative = std::numeric_limits<double>::quiet_NaN();  // NaN: nothing of the kind, or no run
  double absolute = std::numeric_limits<double>::quiet_NaN();
  std::string quantity = {}, unit = {};  // the worst
};

struct RunErrors {
  std::array<ComponentError, static_cast<std::size_t>(Component::count)> over_run = {}, at_end = {};

  const ComponentError& of(Component c, bool is_at_end = false) const {
    return (is_at_end ? at_end : over_run)[static_cast<std::size_t>(c)];
  }
};
RunErrors errors_of(const std::vector<ComparedQuantity>& quantities,
                    const std::vector<Difference>& differences);

}  // namespace kreisel
