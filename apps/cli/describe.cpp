// kreisel describe: everything the catalogues know of one name.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/catalog_text.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/equations/any_system.hpp"
#include "kreisel/methods/shared/strong_damping.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel::cli {
namespace {

std::string parameters_text(const std::vector<Parameter>& parameters) {
  if (parameters.empty()) return "\nNo parameters.\n";
  std::string text = "\nParameters (--set key=value):\n";
  for (const Parameter& parameter : parameters) text += wrapped(parameter_text(parameter), 2);
  return text;
}

/// A list that can be read: of a long one, how it begins.
std::string beginning(const std::vector<std::string>& all) {
  constexpr std::size_t most = 40, shown = 30;
  if (all.empty()) return "none";
  if (all.size() <= most) return fmt::format("{}", fmt::join(all, ", "));
  return fmt::format("{}, … and {} more", fmt::join(all.begin(), all.begin() + shown, ", "),
                     all.size() - shown);
}

/// What samples.csv will hold, and until when there are trusted digits.
std::string instance_text(const ProblemInstance& instance) {
  const AnySystem system = instance.system;
  std::vector<std::string> observables, rows;
  for (const Observable& o : instance.observables)
    observables.push_back(fmt::format("{} [{}]", o.name, o.unit));
  for (const Row& row : system.rows()) rows.push_back(fmt::format("lambda.{} [{}]", row.name, row.unit));
  std::set<double> times;
  for (const ReferenceValue& reference : instance.references) times.insert(reference.t);
  std::string text =
      fmt::format("\nWith default parameters:\n  t = {:g} s … {:g} s\n", instance.t_begin, instance.t_end);
  text += wrapped("observables: " + beginning(observables), 2);
  text += wrapped("reaction forces: " + beginning(rows), 2);
  text += wrapped(instance.energy ? "energy: conserved" : "energy: not conserved, or not defined", 2);
  text += wrapped(times.empty() ? std::string("reference values: none")
                                : fmt::format("reference values at t = {} s", fmt::join(times, ", ")),
                  2);
  return text;
}

std::string description(const ProblemEntry& problem) {
  return "problem " + problem.name + "\n\n" + wrapped(problem.description, 0) +
         parameters_text(problem.parameters) + instance_text(problem.make(Parameters(problem.parameters))) +
         "\nReference:\n" + wrapped(problem.citation, 2) +
         fmt::format("\nTry:\n  kreisel run {} --rtol 1e-6 --out {} --report\n", problem.name, problem.name);
}

std::string description(const MethodEntry& method) {
  std::string text = "method " + method.name + "\n\n" + wrapped(method.description, 0) +
                     parameters_text(method.parameters) +
                     "\nOrders of convergence in q, v, λ (measured by the tests):\n";
  for (const OrderClaim& claim : method.claims.orders)
    text += fmt::format("  {:<10} {}\n", formulation_label(claim), order_text(claim));
  text += method.claims.controls_error ? "It controls the error: --rtol, --atol.\n"
                                       : "It does not control the error: use --step.\n";
  const DampingVerdict damping = strong_damping(method.coefficients(Parameters(method.parameters)));
  text += wrapped(fmt::format("Strong dampers, with default parameters: {}; {}.",
                              damping.is_covered ? "yes" : "no", damping.reason),
                  0);
  return text + "\nReference:\n" + wrapped(method.citation, 2);
}

std::string description(const GroupEntry& group) {
  return fmt::format("group {}\n\n{}\nDimension {}, stored as {} coordinates.\n", group.name,
                     wrapped(group.description, 0), group.dimension, group.coordinates);
}

std::string element_names(const Model& model) {
  std::vector<std::string> bodies, joints, forces;
  const auto add = [](std::vector<std::string>& list, const std::string& name, std::string_view type) {
    list.push_back(name + (type.empty() ? "" : fmt::format(" ({})", type)));
  };
  for (const Body& body : model.bodies) add(bodies, body.name, "");
  for (const Joint& joint : model.joints)
    std::visit([&](const auto& j) { add(joints, j.name, j.type); }, joint);
  for (const Force& force : model.forces)
    std::visit([&](const auto& f) { add(forces, f.name, f.type); }, force);
  const auto line = [](const char* what, const std::vector<std::string>& list) {
    return wrapped(fmt::format("{}: {}", what, beginning(list)), 2);
  };
  return "\nElements:\n" + line("bodies", bodies) + line("joints", joints) + line("forces", forces);
}

std::string description(const Target& target, const std::string& file) {
  const TargetInstance instance = target.make({});
  return "model " + target.name + "\n\n" + wrapped(target.description, 0) +
         parameters_text(target.parameters) + element_names(*instance.model) +
         instance_text(instance.problem) +
         fmt::format("\nTry:\n  kreisel check {0}\n  kreisel run {0} --rtol 1e-6 --out {1} --report\n", file,
                     target.name);
}

ExitCode execute_describe(const std::string& name) {
  if (is_model_file(name)) {
    print(description(find_target(name), name));
    return ExitCode::success;
  }
  std::vector<std::string> known;
  std::string text;
  const auto look_in = [&](const auto& entries) {
    for (const auto& entry : entries) {
      if (entry.name == name) text += (text.empty() ? "" : "\n") + description(entry);
      known.push_back(entry.name);
    }
  };
  look_in(all_problems());
  look_in(all_methods());
  look_in(all_group_entries());
  if (name.empty()) {
    throw OptionError("what to describe is missing", "kreisel describe",
                      "name a problem, method, group or model file: kreisel describe heavy_top");
  }
  if (text.empty()) {
    throw UnknownName(fmt::format("there is no problem, method or group \"{}\"", name), "kreisel describe",
                      suggestion(name, "names", known));
  }
  print(text);
  return ExitCode::success;
}

}  // namespace

Command add_describe(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("describe", "Explain a problem, method, group or model file");
  const auto name = std::make_shared<std::string>();
  app->add_option("NAME", *name, "a problem, method, group or model file");
  app->footer(
      "Examples:\n  kreisel describe heavy_top\n  kreisel describe models/spring_pendulum.json\n  kreisel "
      "describe generalized_alpha\n  kreisel describe "
      "se3");
  return {app, [name] { return execute_describe(*name); }};
}

}  // namespace kreisel::cli
