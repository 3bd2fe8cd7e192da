// What a tolerance promises: over decades the achieved error follows it. Tighter ones: error_control_long_test.cpp.
#include "tests/claims/error_control_cases.hpp"

#include <variant>

#include "kreisel/methods/catalog.hpp"

namespace kreisel::claims {
namespace {

const std::vector<double> decades{1e-3, 1e-4, 1e-5, 1e-6};

TEST(ErrorControl, FollowsTheToleranceOnTheHeavyTop) {
  expect_tolerance_proportionality(spec_of("heavy_top"), decades);
}

TEST(ErrorControl, FollowsTheToleranceOnTheHeavyTopOnOtherGroups) {
  for (const char* group : {"se3", "so3"})
    expect_tolerance_proportionality(spec_of("heavy_top", group), {1e-3, 1e-4, 1e-5});
}

TEST(ErrorControl, FollowsTheToleranceOnTheHeavyTopInIndex3) {
  RunSpec spec = spec_of("heavy_top");
  spec.formulation = Formulation::index3;
  expect_tolerance_proportionality(spec, decades);
}

TEST(ErrorControl, FollowsTheToleranceOnAndrewsMechanism) {
  expect_tolerance_proportionality(spec_of("andrews"), decades, factor_for_andrews);
}

TEST(ErrorControl, FollowsTheToleranceOnTheCarAxis) {
  expect_tolerance_proportionality(spec_of("car_axis"), decades);
}

/// Every method that claims to control its error does so. 20 steps of an implicit Runge-Kutta method for 1e-3 are few: a
/// little less than 4 times to each side of proportional.
TEST(ErrorControl, IsOfferedByEveryMethodThatClaimsIt) {
  for (const MethodEntry& method : all_methods()) {
    if (!method.claims.controls_error) continue;
    RunSpec spec = spec_of("free_body");
    spec.method = method.name;
    const bool is_implicit_runge_kutta = std::holds_alternative<ImplicitRungeKuttaParameters>(
        method.coefficients(Parameters(method.parameters)));
    expect_tolerance_proportionality(spec, {1e-3, 1e-4, 1e-5}, is_implicit_runge_kutta ? 15.0 : 10.0);
  }
}

}  // namespace
}  // namespace kreisel::claims
