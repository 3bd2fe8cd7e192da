// The whole sweep of tolerances, down to 1e-8.
#include "tests/claims/error_control_cases.hpp"

namespace kreisel::claims {
namespace {

const std::vector<double> decades{1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

TEST(ErrorControlDownTo1e8, FollowsTheToleranceOnTheHeavyTop) {
  expect_tolerance_proportionality(spec_of("heavy_top"), decades);
}
TEST(ErrorControlDownTo1e8, FollowsTheToleranceOnAndrewsMechanism) {
  expect_tolerance_proportionality(spec_of("andrews"), decades, factor_for_andrews);
}
TEST(ErrorControlDownTo1e8, FollowsTheToleranceOnTheCarAxis) {
  expect_tolerance_proportionality(spec_of("car_axis"), decades);
}

}  // namespace
}  // namespace kreisel::claims
