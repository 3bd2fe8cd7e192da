// All combinations of choices, and states with their accelerations.
#include "tests/support/problem_states.hpp"

#include <Eigen/LU>

#include "kreisel/problems/andrews_law.hpp"
#include "kreisel/solve/compiled_laws.hpp"

namespace kreisel::testing_support {
namespace {

/// The saddle-point matrix [M Bᵀ; B 0].
Matrix saddle_point(const AnySystem& system, const State& state) {
  const Index n = system.group().dimension(), m = row_count(system);
  Matrix mass(n, n), b(m, n);
  system.mass(state.q, mass);
  system.jacobian(state.t, state.q, b);
  Matrix all = Matrix::Zero(n + m, n + m);
  all.topLeftCorner(n, n) = mass;
  all.topRightCorner(n, m) = b.transpose();
  all.bottomLeftCorner(m, n) = b;
  return all;
}

}  // namespace

DerivativeReport derivatives_as_compiled(const AnySystem& system, const State& at,
                                         const DerivativeCheckOptions& options) {
  if (const auto* const top = system.as<FixedHeavyTop>()) return check_derivatives(*top, at, options);
  if (const auto* const andrews = system.as<Differentiated<Andrews>>())
    return check_derivatives(*andrews, at, options);
  if (const BlockSystem* const blocks = system.in_blocks()) return check_derivatives(*blocks, at, options);
  return check_derivatives(system, at, options);
}

std::vector<Case> combinations_of(const ProblemEntry& entry) {
  std::vector<Case> all{{entry.name, {}}};
  for (const Parameter& parameter : entry.parameters) {
    std::vector<Case> longer;
    for (const Case& each : all) {
      for (const std::string& choice : parameter.choices) {
        longer.push_back(each);
        longer.back().settings[parameter.name] = choice;
      }
    }
    if (!parameter.choices.empty()) all = longer;
  }
  return all;
}

bool is_refused(const Case& each) {
  return each.problem == "heavy_top" && each.settings.at("constraint") == "b" &&
         (each.settings.at("group") == "so3" || each.settings.at("group") == "s3");
}

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const ProblemEntry& entry : all_problems()) {
    for (const Case& each : combinations_of(entry)) {
      if (is_refused(each)) continue;
      all.push_back(each);
      if (entry.name == "chain") all.back().settings["bodies"] = "3";  // differences of more would take long
    }
  }
  // The same rows soft.
  all.push_back({"heavy_top", {{"compliance", "1e-4"}}});
  all.push_back({"heavy_top", {{"compliance", "1e-4"}, {"group", "se3"}, {"constraint", "b"}}});
  return all;
}

RowValues row_values(const AnySystem& system, const State& state) {
  RowValues values{Vector(row_count(system)), Vector(row_count(system))};
  system.gap(state.t, state.q, values.gap);
  system.rate(state.t, state.q, state.v, values.rate);
  return values;
}

void accelerate(const AnySystem& system, State& state) {
  const Index n = system.group().dimension(), m = row_count(system);
  Matrix matrix = saddle_point(system, state);
  Vector right(n + m), force(n), curvature(m);
  system.balance(state.t, state.q, state.v, Vector::Zero(n), Vector::Zero(m), force);
  system.row_acceleration(state.t, state.q, state.v, Vector::Zero(n), curvature);
  right << -force, -curvature;
  const RowValues values = row_values(system, state);
  for (Index i = 0; i < m; ++i) {
    const double c = system.rows()[static_cast<std::size_t>(i)].compliance;
    if (c == 0.0) continue;
    matrix.row(n + i).setZero();
    matrix(n + i, n + i) = 1.0;
    right(n + i) = values.gap(i) / c;
  }
  const Vector solution = matrix.partialPivLu().solve(right);
  state.acceleration = solution.head(n);
  state.lambda = solution.tail(m);
}

State start_of(const ProblemInstance& instance) {
  State state{instance.t_begin, instance.q0, instance.v0, {}, {}};
  accelerate(instance.system, state);
  return state;
}

Vector seen(const ProblemInstance& instance, const State& state) {
  Vector values(static_cast<Index>(instance.observables.size()));
  instance.observe(state.view(), values);
  return values;
}

State later(const AnySystem& system, const State& state, double s) {
  State next = state;
  next.q = system.group().advance(state.q, s * state.v + 0.5 * s * s * state.acceleration);
  next.v += s * state.acceleration;
  for (Index i = 0; i < next.lambda.size(); ++i) {
    const double c = system.rows()[static_cast<std::size_t>(i)].compliance;
    if (c > 0.0) next.lambda(i) = row_values(system, next).gap(i) / c;
  }
  return next;
}

State moving_state(const ProblemInstance& instance, const AnySystem& system, Random& random) {
  const Index n = system.group().dimension(), m = row_count(system);
  State state{instance.t_begin, instance.q0, instance.v0, {}, {}};
  Vector w(n);
  for (double& value : w) value = 0.1 * random.normal();
  state.q = system.group().advance(state.q, w);
  for (double& value : state.v) value += random.normal();
  Vector right = Vector::Zero(n + m);
  const RowValues values = row_values(system, state);
  for (Index i = 0; i < m; ++i) {
    if (system.rows()[static_cast<std::size_t>(i)].compliance == 0.0) right(n + i) = values.rate(i);
  }
  const Matrix matrix = saddle_point(system, state);
  state.v -= matrix.partialPivLu().solve(right).head(n);
  accelerate(system, state);
  return state;
}

}  // namespace kreisel::testing_support
