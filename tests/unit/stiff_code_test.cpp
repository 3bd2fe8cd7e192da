// The stiff code of the experiments: its methods solve stiff equations to their tolerance, its search finds stiff positions.
#include <gtest/gtest.h>

#include <cmath>

#include "evidence/peers/stiff_code.hpp"

namespace kreisel::experiments {
namespace {

/// q'' = -ω²(q - cos t) - cos t for ω = (1e3, 1), on the slow motion q = cos t.
FirstOrderProblem springs() {
  FirstOrderProblem p;
  p.start = (Vector(4) << 1, 1, 0, 0).finished();
  p.mass = Vector::Ones(4);
  p.power = {0, 0, 0, 0};
  p.t_end = 2.0;
  p.rate = [](double t, const Vector& y) {
    const Vector off = y.head(2).array() - std::cos(t);
    return Vector((Vector(4) << y(2), y(3), -1e6 * off(0) - std::cos(t), -off(1) - std::cos(t)).finished());
  };
  return p;
}

StiffCode lobatto(ImplicitFamily family, StiffEstimate estimate) {
  StiffCode code;
  code.family = family;
  code.estimate = estimate;
  return code;
}

TEST(StiffCode, KeepsItsTolerance) {
  for (const StiffCode& code : {StiffCode{}, lobatto(ImplicitFamily::lobatto_iiic, StiffEstimate::iiidc),
                                lobatto(ImplicitFamily::lobatto_iiic, StiffEstimate::iiiac),
                                lobatto(ImplicitFamily::lobatto_iiid, StiffEstimate::iiidc)}) {
    const StiffRun run = run_stiff_code(springs(), code, 1e-6, 1e-6, 1e-3);
    ASSERT_TRUE(run.is_complete);
    EXPECT_EQ(run.steps, run.accepted + run.rejected + run.newton_failures);
    for (Index i = 0; i < 2; ++i) EXPECT_NEAR(run.end(i), std::cos(2.0), 1e-4) << i;
    EXPECT_NEAR(run.times.back(), 2.0, 1e-12);
  }
}

TEST(StiffCode, FindsTheStiffPosition) {
  StiffCode code;
  code.search = {.positions = 2, .steps = 7};
  const StiffRun run = run_stiff_code(springs(), code, 1e-6, 1e-6, 0.1);
  EXPECT_EQ(run.stiff, std::vector<Index>{0});
  code.search.first = 1;
  EXPECT_TRUE(run_stiff_code(springs(), code, 1e-6, 1e-6, 0.1).stiff.empty());
}

TEST(StiffCode, ScalingSavesSteps) {
  StiffCode code = lobatto(ImplicitFamily::lobatto_iiic, StiffEstimate::iiiac);
  const StiffRun plain = run_stiff_code(springs(), code, 1e-6, 1e-6, 0.1);
  code.search = {.positions = 2, .steps = 7};
  EXPECT_LT(run_stiff_code(springs(), code, 1e-6, 1e-6, 0.1).steps, plain.steps);
}

TEST(StiffCode, CanKeepItsStep) {
  StiffCode code;
  code.keeps_step = true;
  code.most_accepted = 7;
  const StiffRun run = run_stiff_code(springs(), code, 1e-12, 1e-12, 0.01);
  ASSERT_EQ(run.sizes.size(), 7u);
  for (const double h : run.sizes) EXPECT_DOUBLE_EQ(h, 0.01);
  EXPECT_FALSE(run.is_complete);
}

}  // namespace
}  // namespace kreisel::experiments
