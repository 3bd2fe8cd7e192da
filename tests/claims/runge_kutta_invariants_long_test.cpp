// Energy of symplectic Runge-Kutta methods over a million steps.
#include "tests/claims/runge_kutta_energy.hpp"

namespace kreisel::claims {
namespace {

constexpr long step_count = 1'000'000;

/// What Newton leaves of every step, 3e-14 of the velocities at most, has no sign to rely on.
constexpr double remainder_of_newton = 1e-14;

TEST(SymplecticMethodsOverAMillionSteps, KeepTheEnergyOfOrbitsAndSwings) {
  for (const std::string& method : symplectic_methods())
    for (const EnergyProblem& problem : energy_problems()) {
      const EnergyHistory history = energy_history(method, problem, 0.05, step_count);
      EXPECT_LT(history.largest.back(), 1.05 * history.largest.front() + remainder_of_newton * step_count)
          << method << " " << problem.target;
    }
}

}  // namespace
}  // namespace kreisel::claims
