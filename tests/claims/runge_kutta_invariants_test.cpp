// What symplectic Runge-Kutta methods keep over many periods, and what they do not: energy without rows stays where it is,
// dissipative methods lose it, and rows make it drift with the order of the method. 1e6 steps:
// runge_kutta_invariants_long_test.cpp.
#include "tests/claims/runge_kutta_energy.hpp"

namespace kreisel::claims {
namespace {

constexpr long step_count = 20'000;

class SymplecticMethods : public testing::TestWithParam<std::string> {};

TEST_P(SymplecticMethods, KeepTheEnergyOfOrbitsAndSwings) {
  for (const EnergyProblem& problem : energy_problems()) {
    const EnergyHistory history = energy_history(GetParam(), problem, 0.05, step_count);
    EXPECT_LT(history.largest.back(), 1.1 * history.largest.front()) << problem.target;
    EXPECT_LT(std::abs(history.drift()), 0.1 * history.largest.front()) << problem.target;
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, SymplecticMethods, testing::ValuesIn(symplectic_methods()),
                         [](const auto& tested) { return tested.param; });

TEST(DissipativeMethods, LoseEnergyAllTheTime) {
  for (const EnergyProblem& problem : energy_problems()) {
    const EnergyHistory history = energy_history("radau_iia_3", problem, 0.05, step_count);
    for (std::size_t i = 1; i < history.mean.size(); ++i)
      EXPECT_LT(history.mean[i], history.mean[i - 1]) << problem.target;
    EXPECT_GT(history.largest.back(), 3.0 * history.largest.front()) << problem.target;
  }
}

/// Projection is not symmetric: with rows the energy drifts, one order above that of the method.
TEST(SymplecticMethodsWithRows, DriftOneOrderAboveTheirOwn) {
  const auto rate = [](double h) {
    constexpr double t_end = 500.0;
    return energy_history("gauss_2", {"spherical_pendulum", {}}, h, std::lround(t_end / h)).drift() / t_end;
  };
  EXPECT_NEAR(std::log2(rate(0.05) / rate(0.025)), 5.0, 0.3);
}

}  // namespace
}  // namespace kreisel::claims
