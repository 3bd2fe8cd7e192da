// Multistep methods on prescribed sequences of steps: one change, a change in every step, random changes. In index 3
// velocities carry the normal defect of the step that led to them, λ sees its jumps divided by h, and old defects
// must be exchanged for new ones ([Wieloch 2022] chapter 5). The heavy top with 20 rad/s.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "kreisel/core/random.hpp"
#include "tests/support/chosen_methods.hpp"
#include "tests/support/order_checks.hpp"

namespace kreisel::claims {
namespace {

constexpr double t_end = 0.25;

StepSequence two_halves(double first, double second) {
  StepSequence plan;
  while (plan.times.empty() || plan.times.back() + 0.5 * first < 0.5 * t_end) plan.add(first);
  while (plan.times.back() + 0.5 * second < t_end) plan.add(second);
  return plan;
}
StepSequence doubled(double h) {
  return two_halves(h, 2.0 * h);
}
StepSequence halved(double h) {
  return two_halves(2.0 * h, h);
}

StepSequence alternating(double h) {
  StepSequence plan;
  for (long n = 0; plan.times.empty() || plan.times.back() < t_end - 1.25 * h; ++n)
    plan.add(n % 2 == 0 ? h : 1.25 * h);
  return plan;
}

/// Every `hold` steps multiplied by a random number in [least, most], but kept between h/2 and 2h.
StepSequence random_walk(double h, int hold, double least, double most) {
  constexpr std::uint64_t seed = 20;
  Random random(seed);
  StepSequence plan;
  for (double present = h;;) {
    for (int i = 0; i < hold; ++i) {
      if (!plan.times.empty() && plan.times.back() + present > t_end) return plan;
      plan.add(present);
    }
    present = std::clamp(present * random.uniform(least, most), 0.5 * h, 2.0 * h);
  }
}
StepSequence random_in_every_step(double h) {
  return random_walk(h, 1, 0.8, 1.25);
}
StepSequence random_every_ten_steps(double h) {
  return random_walk(h, 10, 0.5, 2.0);
}

struct Sequence {
  std::string name;
  StepSequence (*plan)(double h);
  double coarsest;
  double allowed_deviation;  // a random sequence is another one for every h
};
const Sequence one_doubling{"one_doubling", doubled, 2e-3, 0.2};
const Sequence one_halving{"one_halving", halved, 2e-3, 0.2};
const Sequence alternation{"alternating", alternating, 2e-3, 0.2};
const Sequence random_steps{"random_in_every_step", random_in_every_step, 1e-3, 0.4};
const Sequence random_tens{"random_every_ten_steps", random_every_ten_steps, 1e-3, 0.4};
const std::vector<Sequence> every_sequence{one_doubling, one_halving, alternation, random_steps, random_tens};

RunSeries measure(const MultistepChoice& choice, const Sequence& sequence) {
  const Subject top = heavy_top_subject({.constraint = "a", .spin = 20.0, .t_end = t_end});
  RunSeries convergence{multistep(choice).name + ", steps " + sequence.name, {}, {}};
  double h = sequence.coarsest;
  for (int i = 0; i < 4; ++i, h *= 0.5) {
    convergence.steps.push_back(h);
    convergence.runs.push_back(completed_errors(top, multistep(choice), sequence.plan(h)));
  }
  return convergence;
}

void expect_orders(const MultistepChoice& choice, const Sequence& sequence, const ExpectedOrders& expected) {
  EXPECT_TRUE(has_slopes(measure(choice, sequence), expected, sequence.allowed_deviation));
}

TEST(ChangingSteps, KeepTheOrderOfBLieDFInIndex3) {
  for (const Sequence& sequence : every_sequence)
    for (const int k : {2, 3}) expect_orders({.order = k}, sequence, all_of_order(k));
}

TEST(ChangingSteps, KeepOrderFourOfBLieDFInIndex3) {
  for (const Sequence& sequence : {one_doubling, one_halving, alternation})
    expect_orders({.order = 4}, sequence, all_of_order(4));
}

TEST(ChangingSteps, CostMultipliersOneOrderWhenNothingIsDone) {
  for (const Sequence& sequence : {one_doubling, one_halving, alternation})
    for (const int k : {2, 3, 4}) {
      const double order = k;
      expect_orders({.order = k, .change = StepChange::none}, sequence, {order, order, order - 1.0});
    }
}

/// Rows on velocity level let no normal defect in.
TEST(ChangingSteps, NeedNoHelpInIndex2) {
  for (const Sequence& sequence : every_sequence)
    for (const int k : {2, 3})
      expect_orders({.order = k, .formulation = Formulation::index2, .change = StepChange::none}, sequence,
                    all_of_order(k));
}

/// The term of [Wieloch 2022] (5.36b) was made for them.
TEST(ChangingSteps, KeepTheOrderWithThePublishedTermForThem) {
  for (const Sequence& sequence : every_sequence)
    expect_orders({.order = 3, .correction = "variable_steps"}, sequence, all_of_order(3));
}

/// Formulas whose defect has other commutators settle on the rows from the first change on.
TEST(ChangingSteps, KeepTheOrderOfMuntheKaasBDF) {
  for (const Sequence& sequence : every_sequence)
    expect_orders({.family = "mk_bdf", .order = 3}, sequence, all_of_order(3));
  for (const Sequence& sequence : {one_doubling, one_halving})
    expect_orders({.family = "mk_bdf", .order = 4}, sequence, all_of_order(4));
}

/// Published terms for equal steps: the formula begins anew at the change.
TEST(ChangingSteps, KeepTheOrderOfPublishedTermsAtOneChange) {
  for (const Sequence& sequence : {one_doubling, one_halving})
    for (const int k : {3, 4})
      expect_orders({.order = k, .correction = "published"}, sequence, all_of_order(k));
}

/// New starting values at every change are exact: only what lies between the changes has an error.
TEST(ChangingSteps, KeepTheOrderWithRestarts) {
  expect_orders({.order = 3, .change = StepChange::restart}, one_doubling, all_of_order(3));
  const RunSeries restarted = measure({.order = 3, .change = StepChange::restart}, alternation);
  for (const Errors& run : restarted.runs) EXPECT_LT(run.q_algebra, 1e-12);
}

/// Formulas for equal steps begin anew at every change, also when the step changes again while they begin: random
/// steps of at most 2h are never worse than steps of 2h. λ is worst just after a start, hence the factor.
void expect_restarts_to_help(const MultistepChoice& choice, const std::string& group,
                             const Sequence& sequence) {
  const Subject top = heavy_top_subject({.group = group, .constraint = "a", .spin = 20.0, .t_end = t_end});
  for (const double h : {1e-3, 5e-4}) {
    const Errors random = completed_errors(top, multistep(choice), sequence.plan(h));
    const Errors equal = completed_errors(top, multistep(choice), constant_steps(2.0 * h, t_end));
    EXPECT_LE(random.q_algebra, equal.q_algebra) << multistep(choice).name << " " << sequence.name;
    EXPECT_LE(random.v_norm, equal.v_norm) << multistep(choice).name << " " << sequence.name;
    EXPECT_LE(random.lambda_norm, 2.0 * equal.lambda_norm) << multistep(choice).name << " " << sequence.name;
  }
}

TEST(RandomSteps, RestartFormulasForEqualSteps) {
  for (const Sequence& sequence : {random_steps, random_tens}) {
    expect_restarts_to_help({.order = 3, .change = StepChange::restart}, "r3xso3", sequence);
    for (const int k : {3, 4})
      expect_restarts_to_help({.order = k, .correction = "published"}, "r3xso3", sequence);
    for (const char* family : {"crouch_grossman", "commutator_free"})
      for (const int p : {3, 4}) expect_restarts_to_help({.family = family, .order = p}, "so3", sequence);
  }
}

}  // namespace
}  // namespace kreisel::claims
