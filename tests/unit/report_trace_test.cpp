// The trace of a run for its page: small, and no spike lost.
#include "kreisel/run/run_trace.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace {

using kreisel::RunTrace;
using kreisel::StepGroup;
using kreisel::StepQuantity;

kreisel::StepNote note_at(double t, double gap) {
  return {.t = t,
          .h = 0.1,
          .error = NAN,
          .gap = gap,
          .rate = 0.0,
          .energy = 1.0,
          .newton_iterations = 2,
          .rejected = 1};
}

TEST(RunTrace, KeepsEverythingOfAShortRun) {
  RunTrace trace(100);
  const kreisel::Vector values = kreisel::Vector::Constant(2, 1.0);
  for (int i = 0; i < 50; ++i) trace.take(kreisel::Sample{0.1 * i, values});
  for (int i = 0; i < 50; ++i) trace.take(note_at(0.1 * (i + 1), 1e-3));
  EXPECT_EQ(trace.samples().t.size(), 50U);
  EXPECT_EQ(trace.samples().stride, 1);
  EXPECT_EQ(trace.steps().size(), 50U);
  EXPECT_EQ(trace.first_energy(), 1.0);
}

TEST(RunTrace, StaysSmallAndEndsWithTheLastSample) {
  RunTrace trace(100);
  const kreisel::Vector values = kreisel::Vector::Constant(2, 1.0);
  for (int i = 0; i <= 12345; ++i) trace.take(kreisel::Sample{static_cast<double>(i), values});
  const kreisel::SampleTrace kept = trace.samples();
  EXPECT_LE(kept.t.size(), 101U);
  EXPECT_EQ(kept.t.front(), 0.0);
  EXPECT_EQ(kept.t.back(), 12345.0);
  for (std::size_t i = 1; i + 1 < kept.t.size(); ++i)
    EXPECT_EQ(kept.t[i] - kept.t[i - 1], static_cast<double>(kept.stride));
}

TEST(RunTrace, LosesNoStepAndNoSpike) {
  RunTrace trace(101);
  constexpr int steps = 54321;
  for (int i = 0; i < steps; ++i) trace.take(note_at(0.1 * (i + 1), i == 777 ? 5.0 : 1e-3));
  const std::vector<StepGroup> groups = trace.steps();
  EXPECT_LE(groups.size(), 102U);
  long counted = 0, rejected = 0;
  double largest = 0.0, smallest = INFINITY;
  for (const StepGroup& group : groups) {
    counted += group.steps;
    rejected += group.rejected;
    largest = std::max(largest, group[StepQuantity::gap].high);
    smallest = std::min(smallest, group[StepQuantity::gap].low);
  }
  EXPECT_EQ(counted, steps);
  EXPECT_EQ(rejected, steps);
  EXPECT_EQ(largest, 5.0);
  EXPECT_EQ(smallest, 1e-3);
  EXPECT_NEAR(groups.front().t_begin, 0.0, 1e-12);
  EXPECT_NEAR(groups.back().t_end, 0.1 * steps, 1e-9);
  for (std::size_t i = 1; i < groups.size(); ++i) EXPECT_NEAR(groups[i].t_begin, groups[i - 1].t_end, 1e-9);
}

TEST(RunTrace, MissingEstimatesLeaveAnEmptyRange) {
  RunTrace trace;
  trace.take(note_at(0.1, 0.0));
  EXPECT_TRUE(trace.steps().front()[StepQuantity::error].is_empty());
  EXPECT_FALSE(trace.steps().front()[StepQuantity::gap].is_empty());
}

}  // namespace
