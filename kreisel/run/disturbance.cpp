// q0 exp(x) and v0 + y with normal x and y.
#include "kreisel/run/disturbance.hpp"

#include <algorithm>

#include "kreisel/core/random.hpp"

namespace kreisel {

void disturb(ProblemInstance& problem, const AnySystem& system, RunSpec& spec) {
  constexpr double deviations_at_most = 10.0;
  const Disturbance& wanted = spec.disturbance;
  if (!wanted.is_given() || problem.q0.size() == 0) return;
  Random random(static_cast<std::uint64_t>(wanted.seed));
  const ProductGroup& group = system.group();
  const auto drawn = [&](double deviation) {
    Vector x(group.dimension());
    for (double& component : x) component = deviation * random.normal();
    return x;
  };
  // Both are drawn whatever is wanted, so that the velocities do not depend on whether positions are disturbed.
  const Vector x = drawn(wanted.positions), y = drawn(wanted.velocities);
  if (wanted.positions > 0.0) problem.q0 = group.compose(problem.q0, group.exp(x));
  problem.v0 += y;
  spec.start.disturbed += deviations_at_most * std::max(wanted.positions, wanted.velocities);
}

}  // namespace kreisel
