// Springs on their slow motion, at every ratio of their frequency to the step: putting v, v' and λ back onto that motion at
// the end of implicit Runge-Kutta steps never amplifies, pays where the spring is stiff, and takes no step control by surprise.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/run/reference_comparison.hpp"
#include "kreisel/run/run.hpp"
#include "tests/claims/error_control_cases.hpp"

namespace kreisel::claims {
namespace {

/// 1/ε = 100 rad/s is the frequency of the spring.
constexpr double epsilon = 1e-2;

RunSpec pendulum(const std::string& method, const std::string& stiffness) {
  RunSpec spec{.target = "stiff_pendulum", .settings = {{"epsilon", stiffness}}};
  spec.method = method;
  return spec;
}

struct EndErrors {
  bool completed = false;
  double motion = 0.0, multiplier = 0.0;  // relative to 1 + the reference
};

/// With ωh = x; `settles`: or left as the stages have it.
EndErrors errors_at(const std::string& method, double x, bool settles) {
  RunSpec spec = pendulum(method, fmt::format("{}", epsilon));
  if (!settles) spec.settings.push_back({"projection", "none"});
  spec.steps.step = x * epsilon;
  spec.t_end = x < 2.0 ? 1.0 : 10.0;
  spec.samples.count = 1;
  const RunRecord record = run(spec);
  EndErrors errors{.completed = record.exit_code == ExitCode::success};
  for (const ReferenceError& e : compare_with_references(record)) {
    double& error = e.observable.starts_with("lambda") ? errors.multiplier : errors.motion;
    error = std::max(error, e.error / (1.0 + std::abs(e.reference)));
  }
  return errors;
}

std::vector<std::string> implicit_methods() {
  std::vector<std::string> names;
  for (const MethodEntry& entry : all_methods()) {
    const MethodCoefficients coefficients = entry.coefficients(Parameters(entry.parameters));
    if (entry.claims.constant_steps && std::holds_alternative<ImplicitRungeKuttaParameters>(coefficients))
      names.push_back(entry.name);
  }
  return names;
}

/// The stages alone may err by less through luck in the phase: hence a factor, and a floor.
TEST(Settling, NeverAmplifiesWhateverTheStep) {
  constexpr double factor = 8.0, floor = 1e-7;
  for (const std::string& method : implicit_methods()) {
    for (const double x : {0.1, 0.5,  1.0,  2.0, 2.7, 3.0,  3.16, 3.23, 3.4,  3.57, 4.0,
                           5.0, 6.25, 7.14, 8.3, 9.5, 11.0, 13.0, 16.0, 20.0, 25.0, 30.0}) {
      const EndErrors plain = errors_at(method, x, false), settled = errors_at(method, x, true);
      if (!plain.completed) continue;  // a step too long for the swing
      EXPECT_TRUE(settled.completed) << method << ", omega h = " << x;
      EXPECT_LE(settled.motion, factor * plain.motion + floor) << method << ", omega h = " << x;
      EXPECT_LE(settled.multiplier, factor * plain.multiplier + floor) << method << ", omega h = " << x;
    }
  }
}

/// Where the step does not see the vibration at all the stages lose orders, and settling gives them back.
TEST(Settling, PaysWhereTheSpringIsStiff) {
  struct Case {
    std::string method;
    double x, motion, multiplier;  // the errors over those without
  };
  for (const Case& c : {Case{"radau_iia_3", 33.0, 0.4, 0.6}, Case{"radau_iia_4", 20.0, 0.6, 0.3},
                        Case{"radau_iia_5", 40.0, 0.6, 0.5}, Case{"lobatto_iiic_3", 20.0, 0.3, 0.3}}) {
    const EndErrors plain = errors_at(c.method, c.x, false), settled = errors_at(c.method, c.x, true);
    EXPECT_TRUE(plain.completed && settled.completed && settled.motion > 0.0) << c.method;
    EXPECT_LT(settled.motion, c.motion * plain.motion) << c.method;
    EXPECT_LT(settled.multiplier, c.multiplier * plain.multiplier) << c.method;
  }
}

/// Steps linger at the border, and each change of mind would kick v: up to 750 tolerances before.
TEST(Settling, KeepsTheToleranceNearTheBorder) {
  struct Case {
    std::string method, epsilon;
    double tolerance, largest_error;  // in tolerances
    long most_steps;
  };
  for (const Case& c :
       {Case{"radau", "1e-2", 1e-6, 10.0, 50}, Case{"radau", "1e-2", 1e-8, 20.0, 90},
        Case{"radau", "1e-3", 1e-8, 10.0, 80}, Case{"radau_iia_3", "1e-2", 1e-8, 40.0, 900},
        Case{"radau_iia_3", "1e-3", 1e-8, 20.0, 1800}, Case{"radau_iia_4", "1e-2", 1e-8, 50.0, 350}}) {
    RunSpec spec = pendulum(c.method, c.epsilon);
    spec.t_end = 10.0;
    const ControlledRun run = controlled_run(spec, c.tolerance);
    EXPECT_LT(run.error, c.largest_error * c.tolerance) << c.method << ", " << c.epsilon << "\n"
                                                        << table_of({run});
    EXPECT_LT(run.accepted, c.most_steps) << c.method << ", " << c.epsilon;
  }
}

}  // namespace
}  // namespace kreisel::claims
