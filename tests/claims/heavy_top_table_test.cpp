// The heavy top with constant steps, digit by digit: errors of generalized-α that an independent implementation
// printed for t in [0,1] (reference on Lie group generalized-α, section 8.5; [Arnold, Brüls, Cardona 2015] section
// 5 shows them as figures). Second-order differences for the start, steps 1e-3, 5e-4, 2.5e-4.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "evidence/bench/run_errors.hpp"
#include "evidence/bench/subjects.hpp"
#include "kreisel/solve/stepper_for.hpp"
#include "tests/support/chosen_methods.hpp"
#include "tests/support/printed_digits.hpp"

namespace kreisel::claims {
namespace {

const std::array<double, 3> steps{1e-3, 5e-4, 2.5e-4};

/// One step size: errors of q, v, λ, of λ for t >= 1/2, and where λ is worst.
struct PrintedErrors {
  std::string position, velocity, multiplier, late_multiplier;
  long peak = 0;  // 0: not printed
};

struct PrintedTop {
  std::string name, group, constraint;
  double rho;
  Formulation formulation;
  StartValues start;
  std::array<PrintedErrors, 3> errors;
};

constexpr auto index3 = Formulation::index3, index2 = Formulation::index2;
constexpr auto plain = StartValues::plain, automatic = StartValues::automatic;

const std::vector<PrintedTop> table{
    {"form_a_09_index3_plain",
     "r3xso3",
     "a",
     0.9,
     index3,
     plain,
     {{{"1.280e-2", "1.220e-1", "1.224e2", "8.723", 16},
       {"3.192e-3", "3.040e-2", "6.013e1", "2.173", 16},
       {"7.977e-4", "7.593e-3", "2.985e1", "0.5429", 16}}}},
    {"form_a_09_index3_perturbed",
     "r3xso3",
     "a",
     0.9,
     index3,
     automatic,
     {{{"1.279e-2", "0.1220", "8.723", "8.723"},
       {"3.192e-3", "0.03040", "2.173", "2.173"},
       {"7.976e-4", "0.007593", "0.5429", "0.5429"}}}},
    {"form_a_09_index2",
     "r3xso3",
     "a",
     0.9,
     index2,
     automatic,
     {{{"8.220e-3", "0.03361", "4.131", "4.131"},
       {"2.036e-3", "0.008336", "1.023", "1.023"},
       {"5.067e-4", "0.002075", "0.2546", "0.2546"}}}},
    {"form_a_06_index3_plain",
     "r3xso3",
     "a",
     0.6,
     index3,
     plain,
     {{{"1.459e-2", "0.1384", "26.38", "9.745", 3},
       {"3.639e-3", "0.03454", "13.36", "2.448", 3},
       {"9.093e-4", "0.008634", "6.703", "0.6140", 3}}}},
    {"form_a_06_index3_perturbed",
     "r3xso3",
     "a",
     0.6,
     index3,
     automatic,
     {{{"1.460e-2", "0.1385", "9.773", "9.773"},
       {"3.641e-3", "0.03456", "2.455", "2.455"},
       {"9.099e-4", "0.008640", "0.6157", "0.6157"}}}},
    {"se3_09_index3_plain",
     "se3",
     "b",
     0.9,
     index3,
     plain,
     {{{"0.1573", "1.780", "89.78", "89.78"},
       {"3.947e-2", "0.4449", "22.49", "22.49"},
       {"9.877e-3", "0.1112", "5.622", "5.622"}}}},
    {"se3_09_index2_plain",
     "se3",
     "b",
     0.9,
     index2,
     plain,
     {{{"0.1573", "1.780", "89.78", "89.78"},
       {"3.947e-2", "0.4449", "22.49", "22.49"},
       {"9.877e-3", "0.1112", "5.622", "5.622"}}}},
    {"so3_09_plain",
     "so3",
     "",
     0.9,
     index3,
     plain,
     {{{"0.1337", "1.259", "", ""}, {"3.366e-2", "0.3146", "", ""}, {"8.427e-3", "0.07861", "", ""}}}}};

class HeavyTopTable : public testing::TestWithParam<PrintedTop> {};

TEST_P(HeavyTopTable, IsReproducedToThePrintedDigits) {
  const PrintedTop& row = GetParam();
  const Subject subject = heavy_top_subject({.group = row.group, .constraint = row.constraint});
  const MeasuredMethod method = damped_alpha(row.rho, row.formulation, row.start);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    SCOPED_TRACE(fmt::format("h = {}", steps[i]));
    const PrintedErrors& printed = row.errors[i];
    const Errors run = completed_errors(subject, method, constant_steps(steps[i], 1.0));
    EXPECT_TRUE(agrees_with_print(run.q_algebra, printed.position));
    EXPECT_TRUE(agrees_with_print(run.v_norm, printed.velocity));
    if (printed.multiplier.empty()) continue;
    EXPECT_TRUE(agrees_with_print(run.lambda_norm, printed.multiplier));
    EXPECT_TRUE(agrees_with_print(run.late_lambda, printed.late_multiplier));
    EXPECT_TRUE(printed.peak == 0 || printed.peak == run.lambda_peak) << run.lambda_peak;
  }
}

std::string name_of_row(const testing::TestParamInfo<PrintedTop>& info) {
  return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Rows, HeavyTopTable, testing::ValuesIn(table), name_of_row);

/// Largest |Φ| and |B v| of a run.
struct Residuals {
  double gap = 0.0, rate = 0.0;
};
Residuals residuals(const TopChoice& choice, const MeasuredMethod& method, double h) {
  const Subject subject = heavy_top_subject(choice);
  const AnySystem system = subject.system;
  Residuals worst;
  Vector rows(3);
  completed_errors(subject, method, constant_steps(h, 1.0), [&](const Stepper& stepper, const State&, long) {
    const StateView state = stepper.state();
    system.gap(state.t, state.q, rows);
    worst.gap = std::max(worst.gap, rows.cwiseAbs().maxCoeff());
    system.rate(state.t, state.q, state.v, rows);
    worst.rate = std::max(worst.rate, rows.cwiseAbs().maxCoeff());
  });
  return worst;
}

TEST(HeavyTop, VelocitiesOfIndex3LeaveTheRowsByTheDefectOfTheStep) {
  const std::array<std::string, 3> with_plain_start{"3.22e-2", "8.07e-3", "2.02e-3"};
  const std::array<std::string, 3> with_perturbed_start{"2.2e-2", "5.5e-3", "1.4e-3"};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_TRUE(
        agrees_with_print(residuals({.constraint = "a"}, damped_alpha(0.9, index3, plain), steps[i]).rate,
                          with_plain_start[i]));
    EXPECT_TRUE(agrees_with_print(residuals({.constraint = "a"}, damped_alpha(0.9, index3), steps[i]).rate,
                                  with_perturbed_start[i]));
  }
}

TEST(HeavyTop, StabilisedVelocitiesStayOnTheRows) {
  const Residuals worst = residuals({.constraint = "a"}, damped_alpha(0.9, index2), 1e-3);
  EXPECT_LT(worst.gap, 1e-14);
  EXPECT_LT(worst.rate, 2e-14);
}

TEST(HeavyTop, StaysOnAllHiddenRowsInSE3) {
  for (const char* constraint : {"a", "b"})
    for (const double rho : {0.9, 0.6})
      for (const double h : {1e-3, 2.5e-4}) {
        const TopChoice choice{.group = "se3", .constraint = constraint};
        const Residuals in_index3 = residuals(choice, damped_alpha(rho, index3), h);
        const Residuals in_index2 = residuals(choice, damped_alpha(rho, index2), h);
        EXPECT_LT(std::max(in_index3.gap, in_index2.gap), 2e-14);
        EXPECT_LT(in_index3.rate, 4e-11);  // ε|x|/h
        EXPECT_LT(in_index2.rate, 1e-13);  // ε|Ω|, |Ω| = 150 rad/s
      }
}

}  // namespace
}  // namespace kreisel::claims
