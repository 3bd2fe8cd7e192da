// A run with all its points, the sweep over its steps or their replay, and the chain rule to what was asked for.
#include "kreisel/gradients/gradient_run.hpp"

#include <chrono>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kreisel/core/error.hpp"
#include "kreisel/core/version.hpp"
#include "kreisel/gradients/alpha_sweep.hpp"
#include "kreisel/gradients/differentiated_run.hpp"
#include "kreisel/gradients/explicit_sweep.hpp"
#include "kreisel/run/equilibrium_run.hpp"

namespace kreisel {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// ξ and δv of the start, whose projections depend on the parameters.
void start_tangents(const std::vector<ParameterDirection>& parameters, const ProductGroup& group,
                    const State& start, Matrix& position, Matrix& velocity) {
  position.setZero(start.v.size(), std::ssize(parameters));
  velocity = position;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const Vector back = group.inverse(start.q);
    position.col(static_cast<Index>(k)) =
        parameters[k].of([&](const ModelAt& m, double) { return group.log(group.compose(back, m.start.q)); });
    velocity.col(static_cast<Index>(k)) =
        parameters[k].of([&](const ModelAt& m, double) { return m.start.v; });
  }
}

/// What is observed, along a tangent of the state: central differences with one extrapolation, exact for products of
/// velocities and forces, and fine in angles.
Vector along(const ProblemInstance& problem, const State& state, const StateTangent& tangent, Index k) {
  constexpr double step = 2e-3;
  const double size = tangent.position.col(k).cwiseAbs().maxCoeff();
  const double h = size > 0.0 ? step / size : 1.0;
  const auto at = [&](double by) {
    State moved = state;
    moved.q = problem.system.group().advance(state.q, Vector(by * tangent.position.col(k)));
    moved.v += by * tangent.velocity.col(k);
    moved.acceleration += by * tangent.acceleration.col(k);
    moved.lambda += by * tangent.lambda.col(k);
    return observed(problem, moved.view());
  };
  const Vector wide = (at(h) - at(-h)) / (2.0 * h), narrow = (at(0.5 * h) - at(-0.5 * h)) / h;
  return narrow + (narrow - wide) / 3.0;
}

[[noreturn]] void refuse_beyond(double t) {
  throw Error(ExitCode::solver_failed, fmt::format("the steps cannot be followed beyond t = {:.6g} s", t),
              "--gradient-of", "the model is singular there: kreisel check, or end the run before it");
}

/// Over all steps; the tangent at the end.
StateTangent swept_explicit(const AnySystem& system, const ExplicitRungeKuttaParameters& method,
                            const Trajectory& run, const std::vector<ParameterDirection>& parameters) {
  ExplicitSweep sweep(system, method.formula, method.projection == Projection::automatic, parameters);
  Matrix position, velocity;
  start_tangents(parameters, system.group(), run.points.front(), position, velocity);
  if (!sweep.start(run.points.front(), position, velocity)) refuse_beyond(run.points.front().t);
  for (std::size_t k = 0; k + 1 < run.points.size(); ++k) {
    const State &from = run.points[k], &to = run.points[k + 1];
    if (!sweep.step(from.t, from.q, from.v, to.t - from.t)) refuse_beyond(from.t);
    constexpr double the_same = 1e-8;
    const double size = std::max(1.0, to.v.size() > 0 ? to.v.cwiseAbs().maxCoeff() : 0.0);
    if (!((sweep.end_v() - to.v).cwiseAbs().maxCoeff() <= the_same * size)) refuse_beyond(from.t);
  }
  return sweep.tangent();
}

/// Constant steps, all alike to the last one.
bool has_equal_steps(const RunSpec& spec, const std::vector<double>& times) {
  constexpr double rounding = 1e-9;
  if (!spec.steps.are_constant()) return false;
  for (std::size_t k = 0; k + 1 < times.size(); ++k)
    if (std::abs(times[k + 1] - times[k] - spec.steps.step) > rounding * spec.steps.step) return false;
  return true;
}

StateTangent swept_alpha(const GradientSpec& spec, const AnySystem& system, const StepSequence& steps,
                         const GeneralizedAlphaParameters& method, const Trajectory& run,
                         const std::vector<ParameterDirection>& parameters) {
  const double h = spec.run.steps.step;
  AlphaSweep sweep(system, method, steps.options.formulation, parameters);
  ModelAt model{system, run.points.front(), {}, {}};
  for (const RowStart& row : run.record.start.rows) model.followed.push_back(row.followed);
  if (!sweep.start(model, h, steps.options.start)) refuse_beyond(run.points.front().t);
  for (std::size_t k = 1; k < run.points.size(); ++k)
    if (!sweep.step(run.points[k], h)) refuse_beyond(run.points[k - 1].t);
  return sweep.tangent();
}

/// Empty where the steps of the method have no tangents here.
std::optional<StateTangent> swept(const GradientSpec& spec, const AnySystem& system,
                                  const StepSequence& steps, const Trajectory& run,
                                  const std::vector<ParameterDirection>& parameters) {
  if (const auto* method = std::get_if<ExplicitRungeKuttaParameters>(&steps.method))
    return swept_explicit(system, *method, run, parameters);
  const auto* const alpha = std::get_if<GeneralizedAlphaParameters>(&steps.method);
  if (alpha == nullptr || !has_equal_steps(spec.run, steps.times)) return {};
  if (!AlphaSweep::covers(system, steps.options.formulation)) return {};
  return swept_alpha(spec, system, steps, *alpha, run, parameters);
}

/// Of everything that is observed at the end, one column per parameter.
Matrix chained(const ProblemInstance& problem, const State& last, const StateTangent& tangent,
               const std::vector<ParameterDirection>& parameters) {
  Matrix all(observed(problem, last.view()).size(), std::ssize(parameters));
  for (Index k = 0; k < all.cols(); ++k)
    all.col(k) = along(problem, last, tangent, k) +
                 parameters[static_cast<std::size_t>(k)].of(
                     [&](const ModelAt& m, double) { return m.observe(last.view()); });
  return all;
}

Matrix replayed(const StepSequence& steps, const std::vector<ParameterDirection>& parameters,
                Index observables) {
  Matrix all(observables, std::ssize(parameters));
  for (Index k = 0; k < all.cols(); ++k) {
    const ParameterDirection& p = parameters[static_cast<std::size_t>(k)];
    all.col(k) = p.of([&](const ModelAt& m, double) {
      Vector end = replayed_end(steps, m);
      if (end.size() == 0)
        throw Error(ExitCode::solver_failed,
                    fmt::format("the steps of the run fail with another \"{}\"", p.name()), "--gradient-of",
                    "take --method dop853, whose steps are differentiated, or smaller steps");
      return end;
    });
  }
  return all;
}

}  // namespace

GradientRecord gradient(const GradientSpec& spec) {
  return gradient(spec, find_target(spec.run.target));
}

GradientRecord gradient(const GradientSpec& given, const Target& target) {
  GradientSpec spec = given;
  if (spec.of.empty() || spec.with_respect_to.empty())
    throw OptionError("a gradient is of something, with respect to something",
                      "--gradient-of, --with-respect-to",
                      "give both: --gradient-of rod.x --with-respect-to stiffness");
  if (spec.run.method == "auto") spec.run.method = "dop853";
  const StandingTarget standing = standing_target(target, divide(spec.run.settings, target).target);
  const ProblemInstance& problem = standing.problem;
  GradientRecord record{
      .problem = standing.name, .method = spec.run.method, .parameters = spec.with_respect_to};
  const std::vector<Column> columns = columns_of(problem);
  std::vector<Index> chosen;
  for (const std::string& name : spec.of) {
    chosen.push_back(result_column(columns, name, "--gradient-of"));
    record.of.push_back(columns[static_cast<std::size_t>(chosen.back())]);
  }
  const std::vector<ParameterDirection> parameters =
      directions_of(spec.run, target, standing, spec.with_respect_to);
  const Trajectory run = run_with_points(spec.run, target);
  const Clock::time_point begin = Clock::now();
  const StepSequence steps = step_sequence(spec.run, target, standing, run);
  const std::optional<StateTangent> tangent = swept(spec, problem.system, steps, run, parameters);
  record.by = tangent ? "tangents of the steps" : "replayed steps";
  const Matrix all = tangent ? chained(problem, run.points.back(), *tangent, parameters)
                             : replayed(steps, parameters, std::ssize(columns));
  const Vector values = observed(problem, run.points.back().view());
  record.values.resize(std::ssize(chosen));
  record.derivatives.resize(std::ssize(chosen), all.cols());
  record.parameter_values.resize(all.cols());
  for (Index i = 0; i < record.values.size(); ++i) {
    record.values[i] = values[chosen[static_cast<std::size_t>(i)]];
    record.derivatives.row(i) = all.row(chosen[static_cast<std::size_t>(i)]);
  }
  for (Index k = 0; k < all.cols(); ++k) {
    const ParameterDirection& p = parameters[static_cast<std::size_t>(k)];
    record.parameter_values[k] = p.value();
    if (record.derivatives.col(k).isZero(0.0))
      record.notes.push_back(
          fmt::format("the parameter \"{}\" has no influence on what was asked for", p.name()));
  }
  record.t = run.points.back().t;
  record.steps = std::ssize(run.points) - 1;
  record.run_seconds = run.record.statistics.wall_seconds;
  record.gradient_seconds = seconds_since(begin);
  return record;
}

std::string GradientRecord::json() const {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array(), of_parameters = Json::array();
  for (Index k = 0; k < derivatives.cols(); ++k)
    of_parameters.push_back(
        {{"name", parameters[static_cast<std::size_t>(k)]}, {"value", parameter_values[k]}});
  for (Index i = 0; i < derivatives.rows(); ++i) {
    Json slopes = Json::object();
    for (Index k = 0; k < derivatives.cols(); ++k)
      slopes[parameters[static_cast<std::size_t>(k)]] = derivatives(i, k);
    const Column& column = of[static_cast<std::size_t>(i)];
    rows.push_back(
        {{"name", column.name}, {"unit", column.unit}, {"value", values[i]}, {"derivatives", slopes}});
  }
  const Json all = {{"status", "completed"},
                    {"problem", problem},
                    {"method", method},
                    {"by", by},
                    {"t", t},
                    {"steps", steps},
                    {"parameters", of_parameters},
                    {"gradients", rows},
                    {"notes", notes},
                    {"run_seconds", run_seconds},
                    {"gradient_seconds", gradient_seconds},
                    {"version", std::string(version())}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kreisel
