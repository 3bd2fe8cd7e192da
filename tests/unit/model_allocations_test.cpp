// No function of a multibody system takes memory from the heap, except on its first call.
//
// This program counts every allocation: Eigen goes to malloc directly, operator new ends there too.
#include <gtest/gtest.h>

#include <cstdlib>

#include "kreisel/groups/named_group.hpp"
#include "kreisel/model/assemble.hpp"
#include "tests/support/counted_allocations.hpp"
#include "tests/support/sample_elements.hpp"

namespace kreisel {
namespace {

/// Everything a method asks of a system, and what results ask of a model.
struct Calls {
  explicit Calls(const AssembledModel& assembled) : model(assembled) {
    const Index n = assembled.v0.size(), m = row_count(assembled.system);
    state.q = q_new = assembled.q0;
    state.v = assembled.v0;
    state.acceleration = Vector::Ones(n);
    state.lambda = rows = Vector::Ones(m);
    r = w = Vector::Constant(n, 0.01);
    mass.resize(assembled.system.pattern(), true);
    tangents.resize(assembled.system.pattern());
    for (auto* strips : {&b, &c}) strips->resize(assembled.system.pattern());
    observed.resize(static_cast<Index>(assembled.observables.size()));
  }
  void all() {
    const BlockSystem& s = model.system;
    s.mass(state.q, mass);
    s.balance(0.1, state.q, state.v, state.acceleration, state.lambda, r);
    s.gap(0.1, state.q, rows);
    s.gap_change(0.1, state.q, 0.01, w, rows);
    s.advance_with_gap(0.1, state.q, 0.01, w, q_new, rows);
    s.jacobian(0.1, state.q, b);
    s.rate(0.1, state.q, state.v, rows);
    s.row_acceleration(0.1, state.q, state.v, state.acceleration, rows);
    s.tangents(0.1, state.q, state.v, state.acceleration, state.lambda, tangents);
    s.acceleration_tangents(0.1, state.q, state.v, state.acceleration, b, c);
    model.observe(state.view(), observed);
    model.energies(state.view());
    for (const Event& event : model.events) event.value(state.view());
    for (const ElementRows& element : model.elements)
      if (element.has_ends) model.reaction(element, state.view());
  }

  const AssembledModel& model;
  State state;
  Vector r, w, rows, q_new, observed;
  BlockSystem::MassMatrix mass;
  BlockSystem::AllTangents tangents;
  BlockSystem::RowMatrix b, c;
};

TEST(ModelAllocations, AreZeroAfterTheFirstCall) {
  if (KREISEL_COUNTS_ALLOCATIONS == 0) GTEST_SKIP() << "this C library does not let us count";
  for (const std::string_view group : body_group_names()) {
    for (const auto& element : testing_support::sample_elements()) {
      Model model = testing_support::sample_model(std::string(group));
      element.add_to(model);
      const AssembledModel assembled = assemble(model);
      Calls calls(assembled);
      calls.all();
      const long before = allocations;
      calls.all();
      EXPECT_EQ(allocations - before, 0) << group << " " << element.name;
    }
  }
  EXPECT_GT(allocations, 1000) << "nothing is counted";
}

}  // namespace
}  // namespace kreisel
