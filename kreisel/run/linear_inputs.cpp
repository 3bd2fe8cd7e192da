// Forces on bodies, parameters as forces by differences at a fixed state, and the text of the matrices.
#include "kreisel/run/linear_inputs.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/io/csv_writer.hpp"
#include "kreisel/io/mat_writer.hpp"
#include "kreisel/run/equilibrium_run.hpp"

namespace kreisel {
namespace {

constexpr std::string_view force_names = "fm", axis_names = "xyz";

/// "rod.fx" of a body of the model.
bool find_body_force(const StandingTarget& standing, const std::string& name, std::size_t& body,
                     bool& is_moment, Index& axis) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || name.size() != dot + 3) return false;
  const std::size_t kind = force_names.find(name[dot + 1]), direction = axis_names.find(name[dot + 2]);
  const auto found = std::find(standing.bodies.begin(), standing.bodies.end(), name.substr(0, dot));
  if (kind == std::string_view::npos || direction == std::string_view::npos || found == standing.bodies.end())
    return false;
  body = static_cast<std::size_t>(found - standing.bodies.begin());
  is_moment = kind == 1;
  axis = static_cast<Index>(direction);
  return true;
}

/// -∂r/∂p at a fixed state, and by how much rows and rates change with p.
Vector parameter_force(const Target& target, const Settings& settings, const std::string& name, double value,
                       const State& state) {
  constexpr double relative = 1e-4;
  const double step = relative * std::max(std::abs(value), 1.0);
  Vector force = Vector::Zero(state.v.size()), gap = Vector::Zero(state.lambda.size()), rate = gap;
  for (const double side : {-1.0, 1.0}) {
    Settings changed = divide(settings, target).target;
    std::erase_if(changed, [&](const auto& setting) { return setting.first == name; });
    changed.emplace_back(name, fmt::format("{:.17g}", value + side * step));
    const AnySystem system = target.make(changed).problem.system;
    Vector r(force.size()), phi = Vector::Zero(gap.size()), speed = phi;
    system.balance(state.t, state.q, state.v, state.acceleration, state.lambda, r);
    system.gap(state.t, state.q, phi);
    system.rate(state.t, state.q, state.v, speed);
    force -= side * r / (2.0 * step);
    gap += side * phi / (2.0 * step);
    rate += side * speed / (2.0 * step);
  }
  constexpr double moves = 1e-9;
  if (gap.norm() + rate.norm() > moves)
    throw OptionError(fmt::format("the parameter \"{}\" moves joints or springs: it is no force", name),
                      "--inputs", "take a parameter on which forces or torques alone depend, or BODY.fx");
  return force;
}

Vector input_force(const Target& target, const StandingTarget& standing, const ModesSpec& spec,
                   const State& state, const std::string& name) {
  std::size_t body = 0;
  bool is_moment = false;
  Index axis = 0;
  if (find_body_force(standing, name, body, is_moment, axis))
    return body_force(standing.problem.system, state, body, is_moment, axis);
  const auto parameter = standing.parameters.find(name);
  if (parameter != standing.parameters.end() && name != "group")
    return parameter_force(target, spec.point.settings, name, std::stod(parameter->second), state);
  std::vector<std::string> known;
  for (const std::string& each : standing.bodies)
    for (const char* component : {".fx", ".fy", ".fz", ".mx", ".my", ".mz"})
      known.push_back(each + component);
  for (const auto& [key, text] : standing.parameters) known.push_back(key);
  throw UnknownName(fmt::format("there is no input \"{}\"", name), "--inputs",
                    suggestion(name, "inputs", known));
}

}  // namespace

StateSpace matrices_of(const Target& target, const StandingTarget& standing, const ModesSpec& spec,
                       const State& state, const ModalAnalysis& analysis) {
  const ProblemInstance& problem = standing.problem;
  if (!analysis.is_complete)
    throw OptionError("the model is too large for its matrices", "--outputs",
                      "leave --inputs and --outputs out");
  Matrix forces(state.v.size(), std::ssize(spec.inputs));
  for (Index i = 0; i < forces.cols(); ++i)
    forces.col(i) = input_force(target, standing, spec, state, spec.inputs[static_cast<std::size_t>(i)]);
  const std::vector<Column> columns = columns_of(problem);
  std::vector<Index> chosen;
  for (const std::string& name : spec.outputs) chosen.push_back(result_column(columns, name, "--outputs"));
  const Index observables = std::ssize(problem.observables);
  const auto observe = [&](const State& at) {
    Vector all(std::ssize(columns));
    problem.observe(at.view(), all.head(observables));
    all.tail(at.lambda.size()) = at.lambda;
    return all;
  };
  StateSpace out = state_space(problem.system, state, analysis.frame.generator, forces, observe, chosen);
  out.inputs = spec.inputs;
  out.outputs = spec.outputs;
  for (const Index i : chosen) out.output_units.push_back(columns[static_cast<std::size_t>(i)].unit);
  return out;
}

std::string mat_file(const StateSpace& m) {
  return MatText()
      .add("A", m.a)
      .add("B", m.b)
      .add("C", m.c)
      .add("D", m.d)
      .add("inputs", m.inputs)
      .add("outputs", m.outputs)
      .bytes();
}

std::string csv_table(const StateSpace& m) {
  std::string text;
  for (Index j = 0; j < m.a.cols(); ++j) text += fmt::format(",x{}", j + 1);
  for (const std::string& input : m.inputs) text += "," + input;
  text += "\n";
  const auto add = [&](const std::string& name, const Matrix& left, const Matrix& right, Index row) {
    text += name;
    for (const Matrix* part : {&left, &right})
      for (Index j = 0; j < part->cols(); ++j) {
        text += ",";
        append_number(text, (*part)(row, j));
      }
    text += "\n";
  };
  for (Index i = 0; i < m.a.rows(); ++i) add(fmt::format("dx{}/dt", i + 1), m.a, m.b, i);
  for (Index i = 0; i < m.c.rows(); ++i) add(m.outputs[static_cast<std::size_t>(i)], m.c, m.d, i);
  return text;
}

}  // namespace kreisel
