// Targets made once, and what is said where they do not rest.
#include "kreisel/run/standing_target.hpp"

#include <fmt/format.h>

#include "kreisel/analysis/motion_words.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"

namespace kreisel {
namespace {

/// [N] and [N m] along a direction in which the farthest coordinate moves by 1.
double force_along(const AnySystem& system, const Equilibrium& found) {
  const double farthest = found.worst.cwiseAbs().maxCoeff();
  Vector r(system.group().dimension());
  const State& s = found.state;
  system.balance(s.t, s.q, s.v, s.acceleration, s.lambda, r);
  return farthest > 0.0 ? std::abs(r.dot(found.worst)) / farthest : 0.0;
}

}  // namespace

StandingTarget standing_target(const Target& target, const Settings& settings) {
  const DividedSettings divided = divide(settings, target);
  if (!divided.others.empty()) {
    const std::string& key = divided.others.front().first;
    std::vector<std::string> known;
    for (const Parameter& p : target.parameters) known.push_back(p.name);
    throw UnknownName(fmt::format("{} \"{}\" has no parameter \"{}\"", target.kind(), target.name, key),
                      "--set", suggestion(key, "parameters", known));
  }
  TargetInstance instance = target.make(divided.target);
  StandingTarget standing{target.name, std::move(instance.parameters), std::move(instance.problem), {}};
  if (instance.model)
    for (const Body& body : instance.model->bodies) standing.bodies.push_back(body.name);
  return standing;
}

void refuse_missing_equilibrium(const AnySystem& system, const std::vector<std::string>& bodies,
                                const Equilibrium& found) {
  const auto motion = [&] { return motion_in_words(system, found.state, bodies, found.worst); };
  switch (found.status) {
    case EquilibriumStatus::found:
      return;
    case EquilibriumStatus::nothing_resists:
      throw Error(
          ExitCode::solver_failed,
          fmt::format("there is no equilibrium: nothing resists a force of {:.3g} N or N m with which {}",
                      force_along(system, found), motion()),
          "equilibrium",
          "hold it with a joint or a spring, or take the force away; a steady turn has its --turning");
    case EquilibriumStatus::rows_not_met:
      throw Error(ExitCode::solver_failed,
                  fmt::format("the joints cannot be closed at rest: a gap of {:.3g} remains", found.gap),
                  "equilibrium", "`kreisel check` says which joint is open at the start");
    case EquilibriumStatus::iteration_limit:
      throw Error(
          ExitCode::solver_failed,
          fmt::format(
              "no equilibrium was found in {} steps: a force of {:.3g} N or N m remains, with which {}",
              found.iterations, force_along(system, found), motion()),
          "equilibrium", "begin nearer to it, or give --load-steps or --starts");
    case EquilibriumStatus::not_steady:
      throw Error(
          ExitCode::solver_failed,
          "the mechanism cannot turn steadily like this: its forces turn with it, or against it", "--turning",
          "turn about the direction of gravity, and give bodies that spin two equal moments of inertia");
    case EquilibriumStatus::not_finite:
      break;
  }
  throw Error(ExitCode::non_finite, "the forces at rest are not finite", "equilibrium",
              "check masses, parameters and forces for zero or NaN");
}

Equilibrium equilibrium_or_error(const AnySystem& system, const std::vector<std::string>& bodies,
                                 const Vector& q0, const EquilibriumOptions& options) {
  Equilibrium found = find_equilibria(system, q0, options).front();
  refuse_missing_equilibrium(system, bodies, found);
  return found;
}

}  // namespace kreisel
