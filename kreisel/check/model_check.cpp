// Puts together everything that a check finds out, in the order it is shown.
#include "kreisel/check/model_check.hpp"

#include "kreisel/check/axis_check.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/equations/block_system.hpp"
#include "kreisel/equations/check_derivatives.hpp"

namespace kreisel {
namespace {

constexpr double consistent = 1e-6;  // larger violations are a mistake, not rounding of published digits
constexpr double visible = 1e-9;     // smaller moves are rounding
constexpr Index most_differentiated = 150;  // velocities; beyond, comparing would take minutes

/// A compliant row put on its slow motion is meant to have a gap.
bool is_violated(const RowStart& row) {
  return !row.smooth && !(std::abs(row.gap) <= consistent && std::abs(row.rate) <= consistent);
}

/// A body shows position and quaternion first (problems/model_problem.hpp).
std::vector<BodyMove> moves(const ProblemInstance& problem, const std::vector<std::string>& bodies,
                            const State& assembled) {
  constexpr Index numbers_of_a_body = 13;
  State given = assembled;
  given.q = problem.q0;
  given.v = problem.v0;
  Vector before = Vector::Zero(std::ssize(problem.observables)), after = before;
  problem.observe(given.view(), before);
  problem.observe(assembled.view(), after);
  std::vector<BodyMove> all;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Index at = numbers_of_a_body * static_cast<Index>(i);
    const double share = std::abs(before.segment<4>(at + 3).dot(after.segment<4>(at + 3)));
    const double distance = (after.segment<3>(at) - before.segment<3>(at)).norm();
    // |p - q|² = 2 - 2 p·q has no cancellation in small angles, acos has.
    const Eigen::Vector4d other = before.segment<4>(at + 3).dot(after.segment<4>(at + 3)) < 0.0
                                      ? Eigen::Vector4d(-after.segment<4>(at + 3))
                                      : Eigen::Vector4d(after.segment<4>(at + 3));
    const double angle = share < 0.9 ? 2.0 * std::acos(std::min(1.0, share))
                                     : 4.0 * std::asin(0.5 * (before.segment<4>(at + 3) - other).norm());
    if (distance > visible || angle > visible) all.push_back({bodies[i], distance, angle});
  }
  std::stable_sort(all.begin(), all.end(), [](const BodyMove& a, const BodyMove& b) {
    return a.distance + a.angle > b.distance + b.angle;
  });
  return all;
}

void refuse_unknown(const DividedSettings& settings, const Target& target) {
  if (settings.others.empty()) return;
  const std::string& key = settings.others.front().first;
  std::vector<std::string> known;
  for (const Parameter& p : target.parameters) known.push_back(p.name);
  throw UnknownName(target.kind() + " \"" + target.name + "\" has no parameter \"" + key + "\"", "--set",
                    suggestion(key, "parameters", known));
}

DerivativeReport derivatives_of(const AnySystem& system, const State& at,
                                const DerivativeCheckOptions& options) {
  if (const BlockSystem* const blocks = system.in_blocks()) return check_derivatives(*blocks, at, options);
  return check_derivatives(system, at, options);
}

}  // namespace

ModelCheck check_target(const Target& target, const Settings& settings, const ModelCheckOptions& options) {
  const DividedSettings divided = divide(settings, target);
  refuse_unknown(divided, target);
  const TargetInstance instance = target.make(divided.target);
  const ProblemInstance& problem = instance.problem;
  const AnySystem system = problem.system;
  ModelCheck check{.name = target.name, .kind = target.kind()};
  check.notes = target.notes;
  check.velocities = system.group().dimension();
  check.joint_rows = row_count(system);
  if (instance.model) {
    check.body_remarks = check_bodies(*instance.model);
    for (const Body& body : instance.model->bodies) check.bodies.push_back(body.name);
    for (const std::string& cause : forgotten_axes(*instance.model)) check.notes.push_back(cause);
  }
  const double interval = problem.t_end - problem.t_begin;
  StartOptions start{.start = completed({.limit = options.start_limit}, problem.start_limit)};
  if (target.is_model) start.time_scale = 1e-3 * interval;
  start.interval = interval;
  const std::vector<std::string> causes =
      instance.model ? forgotten_axes(*instance.model) : std::vector<std::string>();
  const State state = with_cause(causes, [&] {
    return consistent_start(system, problem.t_begin, problem.q0, problem.v0, start, check.start);
  });
  std::copy_if(check.start.rows.begin(), check.start.rows.end(), std::back_inserter(check.violated),
               is_violated);
  if (instance.model) check.moved = moves(problem, check.bodies, state);
  check.has_derivatives = check.velocities <= most_differentiated;
  DerivativeCheckOptions differences;
  if (options.difference_step > 0.0) differences.step = options.difference_step;
  if (options.derivative_tolerance > 0.0) differences.tolerance = options.derivative_tolerance;
  if (check.has_derivatives) check.derivatives = derivatives_of(problem.system, state, differences);
  check.traits = traits_of(system, state, interval);
  check.advice = advise(check.traits);
  return check;
}

}  // namespace kreisel
