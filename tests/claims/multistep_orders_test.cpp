// What is published about Lie group multistep methods, on the heavy top with 150 rad/s, index 3: errors are the
// largest of all steps, the starting phase included. [Wieloch 2022] section 6.2, [Wieloch, Arnold 2021].
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "tests/support/chosen_methods.hpp"
#include "tests/support/order_checks.hpp"

namespace kreisel::claims {
namespace {

constexpr double published_spin = 150.0;

Subject fast_top(const std::string& group) {
  return heavy_top_subject(
      {.group = group, .constraint = group == "se3" ? "b" : "a", .spin = published_spin, .t_end = 0.25});
}

/// In double precision λ carries ε/h² times a mass: with k = 6 it drowns below h = 2e-4.
std::vector<double> steps_for(int k) {
  if (k == 6) return {5e-4, 3.5e-4, 2.5e-4};
  return {1e-3, 5e-4, 2.5e-4};
}
const std::vector<double> fine_steps{2.5e-4, 1.25e-4, 6.25e-5};

double position_error(const Subject& subject, const MultistepChoice& choice, double h) {
  return completed_errors(subject, multistep(choice), constant_steps(h, subject.t_end)).q_algebra;
}

class BLieDF : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(BLieDF, HasItsOrderFromTheFirstStepOn) {
  const auto& [group, k] = GetParam();
  const double order = k;
  const RunSeries measured = measure_at(fast_top(group), multistep({.order = k}), steps_for(k));
  EXPECT_TRUE(has_slopes(measured, {order, order, group == "so3" ? 0.0 : order}));
}
INSTANTIATE_TEST_SUITE_P(Groups, BLieDF,
                         testing::Combine(testing::Values("so3", "r3xso3", "se3"), testing::Range(2, 7)),
                         [](const auto& tested) {
                           return fmt::format("{}_{}", std::get<0>(tested.param), std::get<1>(tested.param));
                         });

/// The commutators are what makes it more than order 2.
TEST(CorrectionTerm, IsNecessaryForMoreThanOrderTwo) {
  const Subject top = fast_top("r3xso3");
  for (int k = 3; k <= 6; ++k) {
    const RunSeries without = measure_at(top, multistep({.order = k, .correction = "none"}), fine_steps);
    EXPECT_TRUE(has_slopes(without, {.position = 2, .velocity = 2}));
    const double with = position_error(top, {.order = k}, fine_steps.front());
    EXPECT_GT(without.runs.front().q_algebra, 5.0 * with) << "k = " << k;
  }
}

struct Published {
  std::string correction;
  int order;
};
class PublishedCorrectionTerms : public testing::TestWithParam<Published> {};

/// The optimised sets of order 3 tuned a cancellation in q that disappears only with small steps.
TEST_P(PublishedCorrectionTerms, KeepTheOrder) {
  const auto& [correction, k] = GetParam();
  const MeasuredMethod method = multistep({.order = k, .correction = correction});
  for (const char* group : {"r3xso3", "se3"})
    EXPECT_TRUE(
        has_slopes(measure_at(fast_top(group), method, k == 3 ? fine_steps : steps_for(6)), all_of_order(k)));
}
INSTANTIATE_TEST_SUITE_P(
    Sets, PublishedCorrectionTerms,
    testing::Values(Published{"published", 3}, Published{"published", 4}, Published{"published", 5},
                    Published{"published", 6}, Published{"optimised_explicit", 3},
                    Published{"optimised_explicit", 4}, Published{"optimised_implicit", 3},
                    Published{"optimised_implicit", 4}, Published{"variable_steps", 3}),
    [](const auto& tested) { return fmt::format("{}_{}", tested.param.correction, tested.param.order); });

/// [Wieloch 2022] Figure 6.19: tuned for this very problem on R³×SO(3), and for nothing else.
TEST(PublishedCorrectionTermsOfOrderThree, AreMoreAccurateWhenOptimisedOnTheirOwnGroupOnly) {
  const auto gain = [](const std::string& group, const std::string& optimised) {
    const Subject top = fast_top(group);
    return position_error(top, {.correction = "published"}, 5e-4) /
           position_error(top, {.correction = optimised}, 5e-4);
  };
  for (const char* optimised : {"optimised_explicit", "optimised_implicit"}) {
    EXPECT_GT(gain("r3xso3", optimised), 3.0);
    EXPECT_NEAR(gain("se3", optimised), 1.0, 0.1);
  }
}

/// Exact velocities do not have the normal defect that those of the method have: λ sees the jump divided by h.
TEST(PlainStart, CostsTheFirstMultipliersOneOrder) {
  for (int k = 2; k <= 5; ++k) {
    const MeasuredMethod method = multistep({.order = k, .start = StartValues::plain});
    const RunSeries measured = measure_at(fast_top("r3xso3"), method, {5e-4, 2.5e-4, 1.25e-4});
    const double order = k;
    EXPECT_TRUE(has_slopes(measured, {order, order, order - 1.0}));
    EXPECT_NEAR(measured.slope(&Errors::late_lambda), order, 0.2) << measured.text();
    for (const Errors& run : measured.runs)
      EXPECT_LT(run.lambda_peak, 2 * k) << "the transient is over after 2k - 1 steps";
  }
}

/// The rows of SE(3) do not depend on q, and their kernel is a subalgebra: no defect is normal to it.
TEST(PlainStart, DoesNoHarmInSE3) {
  for (int k = 2; k <= 5; ++k) {
    const MeasuredMethod method = multistep({.order = k, .start = StartValues::plain});
    EXPECT_TRUE(has_slopes(measure_at(fast_top("se3"), method, {5e-4, 2.5e-4, 1.25e-4}), all_of_order(k)));
  }
}

TEST(MuntheKaasBDF, IsMoreAccurateThanBLieDFOnTheDirectProduct) {
  const Subject top = fast_top("r3xso3");
  for (int k = 3; k <= 5; ++k)
    EXPECT_GT(position_error(top, {.order = k}, 5e-4),
              2.0 * position_error(top, {.family = "mk_bdf", .order = k}, 5e-4))
        << "k = " << k;
}

TEST(AdamsMoulton, IsMoreAccurateThanBackwardDifferentiationWithoutRows) {
  const Subject top = fast_top("so3");
  for (int p = 2; p <= 4; ++p) {
    const double of_bdf = position_error(top, {.order = p}, 2.5e-4);
    for (const char* family : {"crouch_grossman", "commutator_free"})
      EXPECT_GT(of_bdf, 3.0 * position_error(top, {.family = family, .order = p}, 2.5e-4))
          << family << " " << p;
  }
}

/// One exponential or several: the errors hardly differ.
TEST(AdamsMoulton, IsAsAccurateWithoutCommutatorsAsInCrouchGrossmanForm) {
  const Subject top = fast_top("so3");
  for (int p = 2; p <= 4; ++p) {
    const double of_crouch_grossman = position_error(top, {.family = "crouch_grossman", .order = p}, 2.5e-4);
    const double of_commutator_free = position_error(top, {.family = "commutator_free", .order = p}, 2.5e-4);
    EXPECT_NEAR(of_commutator_free / of_crouch_grossman, 1.0, 0.05) << "p = " << p;
  }
}

}  // namespace
}  // namespace kreisel::claims
