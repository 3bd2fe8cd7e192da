// Every joint and every force on every group: all derivatives against differences, at random states off the joints.
#include "kreisel/model/multibody_system.hpp"

#include <gtest/gtest.h>

#include "kreisel/core/random.hpp"
#include "kreisel/equations/check_derivatives.hpp"
#include "kreisel/groups/named_group.hpp"
#include "kreisel/model/assemble.hpp"
#include "tests/support/sample_elements.hpp"

namespace kreisel {
namespace {

using testing_support::sample_elements;
using testing_support::SampleElement;

std::string failures_of(const DerivativeReport& report) {
  std::string text;
  int shown = 0;
  for (const auto& entry : report.failures())
    if (shown++ < 5) text += describe(entry) + "\n";
  return text;
}

State start_of(const AssembledModel& model) {
  State state;
  state.q = model.q0;
  state.v = model.v0;
  return state;
}

struct Case {
  std::string group;
  SampleElement element;
  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.group << " " << c.element.name;
  }
};

class EveryElement : public ::testing::TestWithParam<Case> {
 protected:
  Model model() const {
    Model model = testing_support::sample_model(GetParam().group);
    GetParam().element.add_to(model);
    return model;
  }
};

TEST_P(EveryElement, HasExactDerivatives) {
  const AssembledModel assembled = assemble(model());
  const DerivativeReport report =
      check_derivatives(with_dense_matrices(assembled.system), start_of(assembled));
  EXPECT_TRUE(report.ok()) << failures_of(report);
}

TEST_P(EveryElement, AdvancesWithTheChangeOfItsGap) {
  const AssembledModel assembled = assemble(model());
  DerivativeReport report;
  detail::check_advance_with_gap(assembled.system, start_of(assembled), {.tolerance = 1e-14}, report);
  EXPECT_TRUE(report.ok()) << failures_of(report);
}

/// A move in two halves changes gaps by as much as the whole move, to round-off of |w|, not of Φ.
TEST_P(EveryElement, ChangesOfGapsAreExactForTinyMoves) {
  const AssembledModel assembled = assemble(model());
  const BlockSystem& system = assembled.system;
  const Index m = row_count(system), n = system.group().dimension();
  if (m == 0) return;
  Random random(3);
  for (const double size : {1e-3, 1e-6, 1e-9, 1e-12}) {
    Vector w(n);
    for (double& value : w) value = size * random.normal();
    Vector whole(m), half(m), rest(m);
    system.gap_change(0.1, assembled.q0, size, w, whole);
    const Vector half_w = 0.5 * w;
    system.gap_change(0.1, assembled.q0, 0.5 * size, half_w, half);
    const Vector middle = system.group().advance(assembled.q0, half_w);
    system.gap_change(0.1 + 0.5 * size, middle, 0.5 * size, half_w, rest);
    EXPECT_LE((half + rest - whole).cwiseAbs().maxCoeff(), 2e-13 * size) << size;
  }
}

/// Ball joints couple no bodies, hinges two. That other blocks are zero is shown by HasExactDerivatives.
TEST_P(EveryElement, CouplesNoOtherBodies) {
  const AssembledModel assembled = assemble(model());
  const BlockPattern& pattern = *assembled.system.pattern();
  for (const auto& coupling : pattern.couplings()) EXPECT_LT(coupling.first, coupling.second);
  const bool is_ball = GetParam().element.name == "spherical",
             is_hinge = GetParam().element.name == "revolute";
  EXPECT_FALSE(is_ball && !pattern.couplings().empty());
  EXPECT_FALSE(is_hinge && pattern.couplings().size() != 1);
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::string_view group : body_group_names())
    for (const SampleElement& element : sample_elements()) cases.push_back({std::string(group), element});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(AllGroups, EveryElement, ::testing::ValuesIn(all_cases()),
                         [](const auto& test) { return test.param.group + "_" + test.param.element.name; });

}  // namespace
}  // namespace kreisel
