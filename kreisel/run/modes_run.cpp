// A state, its modes, their names; the record as JSON.
#include "kreisel/run/modes_run.hpp"

#include <chrono>
#include <cmath>
#include <numbers>

#include <nlohmann/json.hpp>

#include "kreisel/analysis/motion_words.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/core/version.hpp"
#include "kreisel/run/equilibrium_run.hpp"
#include "kreisel/run/linear_inputs.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

Json complex_list(const Eigen::VectorXcd& x) {
  Json list = Json::array();
  for (Index i = 0; i < x.size(); ++i) list.push_back({x[i].real(), x[i].imag()});
  return list;
}

Json matrix_json(const Matrix& m) {
  Json rows = Json::array();
  for (Index i = 0; i < m.rows(); ++i) {
    Json row = Json::array();
    for (Index j = 0; j < m.cols(); ++j) row.push_back(m(i, j));
    rows.push_back(row);
  }
  return rows;
}

Json mode_json(const ModeShape& mode, const std::string& name) {
  return {{"name", name},
          {"eigenvalue", {mode.value.real(), mode.value.imag()}},
          {"frequency", mode.frequency()},
          {"frequency_hz", mode.frequency() / (2.0 * std::numbers::pi)},
          {"natural_frequency", mode.natural_frequency()},
          {"damping_ratio", mode.damping_ratio()},
          {"shares", mode.shares},
          {"shape", complex_list(mode.shape)},
          {"velocity", complex_list(mode.velocity)}};
}

}  // namespace

ModesRecord modes(const ModesSpec& spec) {
  return modes(spec, find_target(spec.point.target));
}

ModesRecord modes(const ModesSpec& spec, const Target& target) {
  const auto began = std::chrono::steady_clock::now();
  const StandingTarget standing = standing_target(target, spec.point.settings);
  OperatingPoint point = operating_point(target, standing, spec.point);
  const AnySystem& system = standing.problem.system;
  ModesRecord record{.problem = standing.name, .at = point.at, .parameters = standing.parameters};
  record.analysis = modes_at(system, point.state, point.is_moving, spec.count);
  if (!record.analysis.is_regular)
    throw Error(ExitCode::solver_failed, "the motion cannot be linearised: the mass matrix is not positive",
                "modes", "give every body mass and inertia");
  std::vector<ModeShape>& moving = record.analysis.moving;
  if (spec.count > 0 && std::ssize(moving) > spec.count) moving.resize(static_cast<std::size_t>(spec.count));
  const auto words = [&](const ModeShape& mode) {
    return motion_in_words(system, point.state, standing.bodies, mode.shape, mode.shares);
  };
  for (const ModeShape& mode : moving) record.names.push_back(words(mode));
  for (const ModeShape& mode : record.analysis.at_rest) record.names_at_rest.push_back(words(mode));
  if (!spec.inputs.empty() || !spec.outputs.empty())
    record.matrices = matrices_of(target, standing, spec, point.state, record.analysis);
  record.bodies = standing.bodies;
  record.state = std::move(point.state);
  record.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return record;
}

ModeSamples mode_samples(const Target& target, const ModesSpec& spec, const ModesRecord& record,
                         std::size_t mode, double amplitude, int count) {
  const StandingTarget standing = standing_target(target, spec.point.settings);
  const ProblemInstance& problem = standing.problem;
  const ModeShape& shape = record.analysis.moving[mode];
  const double rate = shape.frequency() > 0.0 ? shape.frequency() : 2.0 * std::numbers::pi;
  ModeSamples out;
  out.columns = columns_of(problem);
  const Index observables = std::ssize(problem.observables);
  for (int k = 0; k <= count; ++k) {
    const double phase = 2.0 * std::numbers::pi * k / count;
    const std::complex<double> turn = std::polar(amplitude, phase);
    State state = record.state;
    state.t = phase / rate;
    state.q = problem.system.group().advance(state.q, Vector((turn * shape.shape).real()));
    state.v += Vector((turn * shape.velocity).real());
    Vector values = Vector::Zero(std::ssize(out.columns));
    problem.observe(state.view(), values.head(observables));
    values.tail(state.lambda.size()) = state.lambda;
    out.t.push_back(state.t);
    out.values.push_back(std::move(values));
  }
  return out;
}

std::string ModesRecord::json() const {
  Json list = Json::array(), at_rest = Json::array();
  for (std::size_t i = 0; i < analysis.moving.size(); ++i)
    list.push_back(mode_json(analysis.moving[i], names[i]));
  for (std::size_t i = 0; i < analysis.at_rest.size(); ++i)
    at_rest.push_back({{"name", names_at_rest[i]}, {"shape", complex_list(analysis.at_rest[i].shape)}});
  const auto numbers = [](const Vector& x) { return std::vector<double>(x.begin(), x.end()); };
  const auto matrices_json = [&]() -> Json {
    if (!matrices) return nullptr;
    return {{"a", matrix_json(matrices->a)},
            {"b", matrix_json(matrices->b)},
            {"c", matrix_json(matrices->c)},
            {"d", matrix_json(matrices->d)},
            {"inputs", matrices->inputs},
            {"outputs", matrices->outputs},
            {"output_units", matrices->output_units}};
  };
  const Json all = {{"status", "completed"},
                    {"problem", problem},
                    {"parameters", parameters},
                    {"at", at},
                    {"is_steady", analysis.frame.is_steady},
                    {"turning", numbers(Vector(analysis.frame.turn))},
                    {"order", analysis.freedom},
                    {"is_complete", analysis.is_complete},
                    {"bodies", bodies},
                    {"modes", list},
                    {"at_rest", at_rest},
                    {"state_space", matrices_json()},
                    {"state", {{"t", state.t}, {"q", numbers(state.q)}, {"v", numbers(state.v)}}},
                    {"wall_seconds", wall_seconds},
                    {"version", std::string(version())}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kreisel
