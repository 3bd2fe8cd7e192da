// A multibody model as a problem: bodies, reactions of joints and energies as observables.
#include "kreisel/problems/model_problem.hpp"

#include <array>

#include "kreisel/model/own_elements.hpp"
#include "kreisel/model/scene.hpp"

namespace kreisel {
namespace {

constexpr std::array axes{"x", "y", "z"};
constexpr Index numbers_of_a_joint = 12, energy_count = 4;

void add_joint_observables(const std::string& joint, std::vector<Observable>& all) {
  const auto add = [&](const char* frame, const char* what, const char* unit, ColumnKind kind) {
    for (const char* axis : axes)
      all.push_back({.name = joint + "." + frame + what + axis, .unit = unit, .kind = kind, .of = joint});
  };
  add("", "f", "N", ColumnKind::reaction);
  add("", "m", "N m", ColumnKind::reaction);
  add("joint_", "f", "N", ColumnKind::local_reaction);
  add("joint_", "m", "N m", ColumnKind::local_reaction);
}

Index result_count(const AssembledModel& model) {
  std::size_t count = 0;
  for (const ShownElement& element : model.shown) count += element.columns.size();
  return static_cast<Index>(count);
}

std::vector<Observable> observables_of(const AssembledModel& model) {
  std::vector<Observable> all = model.observables;
  for (const ShownElement& element : model.shown)
    all.insert(all.end(), element.columns.begin(), element.columns.end());
  for (const ElementRows& element : model.elements)
    if (element.is_joint && element.has_ends) add_joint_observables(element.name, all);
  for (const char* part : {"kinetic", "gravity", "elastic", "total"})
    all.push_back({.name = std::string("energy.") + part, .unit = "J", .kind = ColumnKind::energy});
  return all;
}

void observe(const AssembledModel& model, const StateView& state, Eigen::Ref<Vector> out) {
  const Index of_bodies = std::ssize(model.observables), of_elements = result_count(model);
  model.observe(state, out.head(of_bodies));
  model.results(state, out.segment(of_bodies, of_elements));
  Index at = of_bodies + of_elements;
  for (const ElementRows& element : model.elements) {
    if (!element.is_joint || !element.has_ends) continue;
    const Reaction reaction = model.reaction(element, state);
    out.segment<numbers_of_a_joint>(at) << reaction.force_in_space, reaction.moment_in_space,
        reaction.force_in_joint, reaction.moment_in_joint;
    at += numbers_of_a_joint;
  }
  const Energies energies = model.energies(state);
  out.segment<energy_count>(at) << energies.kinetic, energies.gravity, energies.elastic, energies.total();
}

}  // namespace

ProblemInstance model_problem(const Model& model) {
  return model_problem(model, OwnElements{});
}

ProblemInstance model_problem(const Model& model, const OwnElements& own) {
  const auto assembled = std::make_shared<const AssembledModel>(assemble(model, own));
  ProblemInstance problem{.system = with_dense_matrices(assembled->system),
                          .q0 = assembled->q0,
                          .v0 = assembled->v0,
                          .t_begin = assembled->t_begin,
                          .t_end = assembled->t_end,
                          .observables = observables_of(*assembled),
                          .observe = [assembled](const StateView& state,
                                                 Eigen::Ref<Vector> out) { observe(*assembled, state, out); },
                          .energy = {},
                          .references = {},
                          .events = assembled->events};
  problem.observe_followed = [assembled](const StateView& state, Eigen::Ref<Vector> out) {
    const Index of_bodies = std::ssize(assembled->observables);
    assembled->observe(state, out.head(of_bodies));
    assembled->angles(state, out.segment(of_bodies, result_count(*assembled)));
  };
  problem.scene = std::make_shared<const Scene>(scene_of(model, *assembled));
  constexpr std::size_t many_bodies = 8;  // what all of them cost to look at counts beside a step
  problem.is_large = model.bodies.size() >= many_bodies;
  problem.start_limit = assembled->start_limit;
  if (assembled->is_conservative)
    problem.energy = [assembled](const StateView& state) { return assembled->energies(state).total(); };
  for (const Reference& reference : assembled->references)
    problem.references.push_back({reference.t, reference.observable, reference.value, reference.uncertainty});
  return problem;
}

}  // namespace kreisel
