// Programs in arrays: what is counted, and that they compute what the methods of the catalogue do.
#include <gtest/gtest.h>

#include "evidence/bench/subjects.hpp"
#include "evidence/peers/array_runs.hpp"
#include "evidence/peers/bdf_coefficients.hpp"

namespace kreisel::experiments {
namespace {

TEST(CountedArray, CountsOperationsAndFlops) {
  const Array a(Eigen::Matrix3d::Identity()), x(Eigen::Vector3d(1.0, 2.0, 3.0));
  const Work before = work_so_far();
  const Array y = a * x + 2.0 * x;
  const Work done = work_so_far() - before;
  EXPECT_EQ(done.operations, 3);
  EXPECT_EQ(done.vector_products, 1);
  EXPECT_EQ(done.matrix_products, 0);
  EXPECT_EQ(done.flops, 18.0 + 3.0 + 3.0);
  EXPECT_EQ(y.values()(2, 0), 9.0);
  EXPECT_EQ((work_so_far() - before).operations, 3) << "looking costs nothing";
}

TEST(CountedArray, SolvesAndStacks) {
  Eigen::Matrix2d m;
  m << 2.0, 1.0, 1.0, 3.0;
  const Array x = Array(m).solve(Array(Eigen::Vector2d(3.0, 5.0)));
  EXPECT_NEAR(x.values()(0, 0), 0.8, 1e-15);
  EXPECT_NEAR(x.values()(1, 0), 1.4, 1e-15);
  const Array all = blocks({{Array(m), zeros(2, 1)}, {zeros(1, 2), identity(1)}});
  EXPECT_EQ(all.values()(2, 2), 1.0);
  EXPECT_EQ(all.values()(1, 1), 3.0);
  const Array crossed = tilde(Array(Eigen::Vector3d(1.0, 0.0, 0.0))) * Array(Eigen::Vector3d(0.0, 1.0, 0.0));
  EXPECT_EQ(crossed.values()(2, 0), 1.0);
}

TEST(BdfCoefficients, AreThoseOfTheTable) {
  const std::vector<double> alpha = bdf_alpha(3), gamma = bdf_gamma(3);
  const double expected_alpha[] = {11.0 / 6, -3.0, 3.0 / 2, -1.0 / 3},
               expected_gamma[] = {11.0 / 6, -7.0 / 6, 1.0 / 3};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(alpha[i], expected_alpha[i], 1e-15);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(gamma[i], expected_gamma[i], 1e-15);
}

double error_of_method(const std::string& group, const CatalogueChoice& choice, double h) {
  const Subject top = heavy_top_subject({.group = group, .t_end = 0.1});
  return run_errors(top, choice, constant_steps(h, top.t_end)).q;
}

/// Exact starting values here, computed ones there: the errors differ a little.
TEST(ArrayPrograms, ComputeWhatTheCatalogueDoes) {
  struct Pair {
    char family;
    int order;
    const char* group;
    CatalogueChoice choice;
  };
  const CatalogueChoice b3{.method = "bliedf_3", .settings = {{"correction", "published"}}},
      implicit{.method = "bliedf_3", .settings = {{"correction", "optimised_implicit"}}};
  for (const Pair& p : {Pair{'B', 3, "so3", b3}, Pair{'B', 3, "r3xso3", b3}, Pair{'B', 3, "se3", b3},
                        Pair{'C', 4, "so3", {.method = "crouch_grossman_4"}},
                        Pair{'K', 3, "so3", {.method = "commutator_free_3"}},
                        Pair{'G', 2, "r3xso3", {.method = "generalized_alpha"}}}) {
    const ProgramRun run = run_program(p.group, {.family = p.family, .order = p.order}, 5e-4, 0.1);
    EXPECT_NEAR(run.errors.q / error_of_method(p.group, p.choice, 5e-4), 1.0, 0.05) << p.family << p.group;
    EXPECT_GT(run.iterations, run.steps);
  }
  const ProgramRun run = run_program(
      "r3xso3", {.family = 'B', .order = 3, .correction = CorrectionTerm::optimised_implicit}, 5e-4, 0.1);
  EXPECT_NEAR(run.errors.q / error_of_method("r3xso3", implicit, 5e-4), 1.0, 0.05);
}

TEST(ArrayPrograms, CountTheSameEveryTime) {
  const ProgramChoice choice{.family = 'M', .order = 4};
  const ProgramRun first = run_program("r3xso3", choice, 5e-4, 0.02),
                   second = run_program("r3xso3", choice, 5e-4, 0.02);
  EXPECT_EQ(first.work.flops, second.work.flops);
  EXPECT_EQ(first.work.operations, second.work.operations);
}

}  // namespace
}  // namespace kreisel::experiments
