// A stepper that restores the stored history of another takes the same steps, to the last bit.
#include <gtest/gtest.h>

#include <string>

#include "evidence/bench/subjects.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/solve/stepper_for.hpp"

namespace kreisel::claims {
namespace {

struct Way {
  std::string method;
  double tolerance;  // 0: constant steps
};

std::unique_ptr<Stepper> stepper_for(const Subject& subject, const Way& way) {
  const MethodEntry& entry = find_method(way.method);
  StepperOptions options;
  options.tolerances = {way.tolerance, way.tolerance, 0.0, subject.t_end};
  return stepper_for(subject.system, entry.coefficients(Parameters(entry.parameters)), options);
}

/// Follows the planned ratios; returns the time reached.
double advance(Stepper& stepper, int steps, double t, double& h) {
  for (int i = 0; i < steps;) {
    const StepAttempt attempt = stepper.attempt(h);
    const bool is_planned = std::isfinite(attempt.next_ratio);
    if (attempt.status == StepStatus::completed && !(attempt.error > 1.0)) {
      t += h;
      stepper.accept(t);
      ++i;
    }
    if (is_planned) h *= attempt.next_ratio;
  }
  return t;
}

class StoredHistory : public testing::TestWithParam<Way> {};

TEST_P(StoredHistory, GoesOnToTheLastBit) {
  const Subject top = heavy_top_subject({.constraint = "a", .spin = 150.0, .t_end = 1.0});
  for (const int before : {2, 57}) {  // inside the starting phase of constant steps, and after it
    const auto first = stepper_for(top, GetParam()), second = stepper_for(top, GetParam());
    first->start(top.start);
    double h = GetParam().tolerance > 0.0 ? first->suggest_first_step() : 5e-4;
    const double t = advance(*first, before, 0.0, h);
    second->restore(first->save());
    double h_first = h, h_second = h;
    EXPECT_EQ(advance(*first, 100, t, h_first), advance(*second, 100, t, h_second));
    const StateView a = first->state(), b = second->state();
    EXPECT_EQ(a.q, b.q);
    EXPECT_EQ(a.v, b.v);
    EXPECT_EQ(a.lambda, b.lambda);
  }
}

std::string name_of_way(const testing::TestParamInfo<Way>& way) {
  return way.param.method + (way.param.tolerance > 0.0 ? "_controlled" : "");
}

INSTANTIATE_TEST_SUITE_P(Methods, StoredHistory,
                         testing::Values(Way{"bliedf_3", 0.0}, Way{"bliedf_5", 0.0}, Way{"mk_bdf_4", 0.0},
                                         Way{"bliedf", 1e-6}, Way{"mk_bdf", 1e-4}),
                         name_of_way);

TEST(StoredHistoryOf, AnotherModelIsRefused) {
  const Subject top = heavy_top_subject({.constraint = "a", .spin = 150.0, .t_end = 1.0});
  const auto stepper = stepper_for(top, {"bliedf_3", 0.0});
  stepper->start(top.start);
  std::vector<double> saved = stepper->save();
  saved.pop_back();
  EXPECT_THROW(stepper->restore(saved), OptionError);
  EXPECT_THROW(stepper_for(top, {"generalized_alpha", 0.0})->restore({}), OptionError);
}

}  // namespace
}  // namespace kreisel::claims
