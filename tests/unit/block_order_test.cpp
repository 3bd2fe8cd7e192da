// The order in which the block kernel eliminates: safe, and as cheap as the mechanism allows.
#include "kreisel/linear/block_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <Eigen/SVD>

#include "kreisel/linear/block_factors.hpp"
#include "tests/support/random_mechanism.hpp"

namespace kreisel {
namespace {

using testing::Mechanism;

SharedPattern chain_pattern(Index bodies, Index rows = 3) {
  std::vector<std::pair<Index, std::vector<Index>>> strips = {{rows, {0}}};
  for (Index i = 1; i < bodies; ++i) strips.push_back({rows, {i, i - 1}});
  return std::make_shared<const BlockPattern>(std::vector<Index>(static_cast<std::size_t>(bodies), 6),
                                              strips);
}

SharedPattern star_pattern(Index legs) {
  std::vector<std::pair<Index, std::vector<Index>>> strips;
  for (Index i = 1; i <= legs; ++i) strips.push_back({3, {i, 0}});
  return std::make_shared<const BlockPattern>(std::vector<Index>(static_cast<std::size_t>(legs + 1), 6),
                                              strips);
}

/// Nodes in random order; a strip only where `may(order so far, strip)` says so.
template <class May>
std::vector<Index> random_order(const BlockPattern& pattern, Random& random, const May& may) {
  const auto bodies = static_cast<Index>(pattern.bodies().size());
  std::vector<Index> left(pattern.bodies().size() + pattern.strips().size()), order;
  std::iota(left.begin(), left.end(), Index{0});
  while (!left.empty()) {
    const auto pick = static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(left.size())));
    if (left[pick] >= bodies && !may(order, left[pick])) continue;
    order.push_back(left[pick]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(pick));
  }
  return order;
}

/// Whatever is left may follow as bodies first, then strips.
bool is_safe_next(const BlockPattern& pattern, std::vector<Index> order, Index node) {
  order.push_back(node);
  const auto count = static_cast<Index>(pattern.bodies().size() + pattern.strips().size());
  for (Index i = 0; i < count; ++i)
    if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
  return is_safe(pattern, order);
}

bool has_body_before(const BlockPattern& pattern, const std::vector<Index>& order, Index node) {
  const auto& strip = pattern.strips()[static_cast<std::size_t>(node) - pattern.bodies().size()];
  return std::any_of(strip.bodies.begin(), strip.bodies.end(),
                     [&](Index body) { return std::find(order.begin(), order.end(), body) != order.end(); });
}

bool breaks_down(const Mechanism& mechanism, const std::vector<Index>& nodes) {
  BlockSaddlePoint<double> kernel;
  const SharedPattern pattern = mechanism.pattern();
  kernel.resize(pattern);
  mechanism.fill(kernel);
  BlockFactors<double> factors;
  factors.resize(std::make_shared<const BlockProgram>(pattern, BlockOrder{nodes}));
  std::vector<Index> dropped;
  const auto health = factors.factorize(kernel.s, kernel.u, kernel.l, kernel.c, dropped);
  if (health.has_failed || health.has_negative_body || !dropped.empty()) return true;
  Vector x = Vector::Ones(pattern->dimension()), y = Vector::Ones(pattern->rows());
  factors.solve(x.data(), y.data());
  Vector solution(x.size() + y.size());
  solution << x, y;
  const Matrix whole = testing::whole_matrix(kernel);
  return !((whole * solution - Vector::Ones(solution.size())).cwiseAbs().maxCoeff() <
           1e-9 * std::max(1.0, solution.cwiseAbs().maxCoeff()));
}

bool has_full_rank(const Mechanism& mechanism) {
  const Vector values = Eigen::JacobiSVD<Matrix>(mechanism.jacobian()).singularValues();
  return static_cast<Index>(values.size()) == mechanism.pattern()->rows() &&
         values.minCoeff() > 1e-2 * values.maxCoeff();
}

TEST(BlockOrder, SafeOrdersNeverBreakDownAndWeakerOnesOftenDo) {
  int tried = 0, broken = 0;
  for (std::uint64_t seed = 0; tried < 600; ++seed) {
    Random random(seed);
    const auto bodies = static_cast<Index>(random.uniform(3.0, 13.0));
    const auto chords = static_cast<Index>(random.uniform(0.0, 3.0));
    const Mechanism mechanism = testing::random_mechanism(bodies, chords, seed % 2 == 0, random);
    if (!has_full_rank(mechanism)) continue;
    ++tried;
    const SharedPattern pattern = mechanism.pattern();
    const auto safe = random_order(
        *pattern, random, [&](const auto& order, Index node) { return is_safe_next(*pattern, order, node); });
    EXPECT_FALSE(breaks_down(mechanism, safe)) << "seed " << seed;
    const auto weaker = random_order(*pattern, random, [&](const auto& order, Index node) {
      return has_body_before(*pattern, order, node);
    });
    if (breaks_down(mechanism, weaker)) ++broken;
  }
  EXPECT_GT(broken, tried / 4);
}

TEST(BlockOrder, BothOrdersAreSafe) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const auto bodies = static_cast<Index>(random.uniform(1.0, 40.0));
    const Mechanism mechanism = testing::random_mechanism(bodies, bodies / 3, seed % 2 == 0, random);
    for (const SharedPattern& pattern : {mechanism.pattern(), testing::random_pattern(bodies, random)}) {
      EXPECT_TRUE(is_safe(*pattern, safe_minimum_degree(*pattern).nodes)) << "seed " << seed;
      const auto late = late_strips_only(*pattern);
      ASSERT_TRUE(late.has_value());
      EXPECT_TRUE(is_safe(*pattern, late->nodes)) << "seed " << seed;
      EXPECT_FALSE(late->has_early_strips);
      EXPECT_LE(cheapest_order(*pattern).operations,
                std::min(late->operations, safe_minimum_degree(*pattern).operations));
    }
  }
}

TEST(BlockOrder, AChainMayStartAtItsTipButNotAtTheGround) {
  const SharedPattern pattern = chain_pattern(3);  // bodies 0 1 2, strips 3 (ground-0) 4 (1-0) 5 (2-1)
  EXPECT_TRUE(is_safe(*pattern, {2, 5, 1, 4, 0, 3}));
  EXPECT_TRUE(is_safe(*pattern, {0, 3, 1, 4, 2, 5}));   // late strips
  EXPECT_FALSE(is_safe(*pattern, {0, 3, 4, 1, 5, 2}));  // early strips of a part that is held
  EXPECT_FALSE(is_safe(*pattern, {0, 4, 3, 1, 5, 2}));
  EXPECT_FALSE(is_safe(*pattern, {1, 4, 5, 0, 2, 3}));  // two early strips
  EXPECT_FALSE(is_safe(*pattern, {3, 0, 1, 4, 2, 5}));  // a strip before all its bodies
  EXPECT_FALSE(is_safe(*pattern, {2, 5, 1, 4, 0}));
  EXPECT_FALSE(is_safe(*pattern, {2, 5, 1, 4, 0, 0}));
}

TEST(BlockOrder, AStripIsNoEarlyOneOfABodyWithFewerVelocities) {
  const BlockPattern pattern({3, 6}, {{5, {0, 1}}});
  EXPECT_FALSE(is_safe(pattern, {0, 2, 1}));
  EXPECT_TRUE(is_safe(pattern, {1, 2, 0}));
}

TEST(BlockOrder, TheCostOfChainsAndStarsIsProportionalToTheirBodies) {
  const auto per_body = [](const SharedPattern& pattern) {
    return cheapest_order(*pattern).operations / static_cast<double>(pattern->bodies().size());
  };
  EXPECT_LT(per_body(chain_pattern(100)), 450.0);
  EXPECT_NEAR(per_body(chain_pattern(100000)), per_body(chain_pattern(1000)), 1.0);
  EXPECT_NEAR(per_body(star_pattern(30000)), per_body(star_pattern(3000)), 1.0);
  EXPECT_FALSE(late_strips_only(*star_pattern(3000), 1e6).has_value());
}

TEST(BlockOrder, NetsAreCheaperWithLateStrips) {
  Random random(1);
  const SharedPattern pattern = testing::rod_net(10, random).pattern();
  const BlockOrder order = cheapest_order(*pattern);
  EXPECT_FALSE(order.has_early_strips);
  EXPECT_LT(order.operations, safe_minimum_degree(*pattern).operations);
}

TEST(BlockOrder, ForcesBetweenBodiesAreEdges) {
  const BlockPattern pattern({6, 6, 6}, {}, {{0, 1}, {1, 2}});
  EXPECT_NE(cheapest_order(pattern).nodes.front(), 1);
}

}  // namespace
}  // namespace kreisel
