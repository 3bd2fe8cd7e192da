// The iteration towards an equilibrium on the manifold of the rigid rows, and what can be said of the one it ends in.
#include "kreisel/analysis/equilibrium.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "kreisel/analysis/equilibrium_search.hpp"
#include "kreisel/analysis/large_equilibrium.hpp"
#include "kreisel/analysis/modes.hpp"
#include "kreisel/analysis/stability.hpp"
#include "kreisel/core/random.hpp"

namespace kreisel {
namespace {

/// Positions relative to their size, angles as they are.
double distance(const AnySystem& system, const Vector& a, const Vector& b) {
  const ProductGroup& group = system.group();
  Vector sizes(group.dimension());
  group.sizes(a, sizes);
  const Vector apart = group.log(group.compose(group.inverse(a), b));
  const double length = std::max(sizes.maxCoeff(), 1e-3);
  return apart.size() > 0 ? apart.cwiseAbs().maxCoeff() / std::max(1.0, length) : 0.0;
}

/// The start pushed somewhere: every body by up to its distance from the origin, and turned by up to a radian or so.
Vector pushed(const AnySystem& system, const Vector& q0, Random& random) {
  Vector sizes(system.group().dimension());
  system.group().sizes(q0, sizes);
  const double length = sizes.size() > 0 ? sizes.maxCoeff() : 1.0;
  Vector w(sizes.size());
  for (Index i = 0; i < w.size(); ++i) w[i] = 1.5 * length * random.uniform(-1.0, 1.0);
  return system.group().advance(q0, w);
}

void describe(const AnySystem& system, const EquilibriumOptions& options, Equilibrium& found) {
  if (found.status != EquilibriumStatus::found) return;
  const StabilityReport report = stability_of(system, found.state, options.turning.squaredNorm() > 0.0);
  if (!report.is_steady) found.status = EquilibriumStatus::not_steady;
  found.stability = report.verdict;
  found.free = report.free;
  found.growing = report.growing;
}

}  // namespace

std::vector<Equilibrium> find_equilibria(const AnySystem& system, const Vector& q0,
                                         const EquilibriumOptions& options) {
  constexpr double the_same = 1e-6;
  const BlockSystem* const blocks = system.in_blocks();
  if (blocks != nullptr && system.group().dimension() > most_dense_velocities) {
    std::vector<Equilibrium> alone{large_equilibrium(*blocks, q0, options.t)};
    describe(system, options, alone.front());
    return alone;
  }
  EquilibriumSearch search(system, options);
  std::vector<Equilibrium> all{search.from(q0)};
  describe(system, options, all.front());
  Random random(options.seed);
  for (int k = 1; k < options.starts; ++k) {
    Equilibrium next = search.from(pushed(system, q0, random));
    if (next.status != EquilibriumStatus::found) continue;
    const auto is_known = [&](const Equilibrium& known) {
      return known.status == EquilibriumStatus::found &&
             distance(system, known.state.q, next.state.q) < the_same;
    };
    if (std::any_of(all.begin(), all.end(), is_known)) continue;
    describe(system, options, next);
    if (all.front().status == EquilibriumStatus::found)
      all.push_back(std::move(next));
    else
      all.front() = std::move(next);
  }
  return all;
}

std::string name_of(Stability stability) {
  switch (stability) {
    case Stability::stable:
      return "stable";
    case Stability::indifferent:
      return "indifferent";
    case Stability::unstable:
      break;
  }
  return "unstable";
}

}  // namespace kreisel
