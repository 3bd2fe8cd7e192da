// The collision problem: its two forces, its references, and strong damping.
#include "kreisel/problems/collision.hpp"
#include "kreisel/equations/differentiated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kreisel/equations/check_derivatives.hpp"
#include "kreisel/run/run.hpp"
#include "tests/support/problem_states.hpp"

namespace kreisel {
namespace {

using testing_support::instance_of;

// Of the default data, in 40 digits: touch-down, lift-off, ...
const std::vector<double> event_times{0.09552424562331626, 0.4061486716898711, 0.4179352643060499,
                                      0.7346361086221345,  0.7383967718152990, 1.159506591363795,
                                      1.161202444668498,   1.686701000625344,  1.687613511929065};

RunSpec spec_of(const std::string& method, double tolerance, double t_end) {
  RunSpec spec;
  spec.target = "collision";
  spec.method = method;
  spec.steps.rtol = spec.steps.atol = tolerance;
  spec.t_end = t_end;
  return spec;
}

TEST(Collision, BothForcesHaveTheRightDerivatives) {
  for (const auto& [phase, gravity] :
       {std::pair{CollisionPhase::flight, 0.0}, std::pair{CollisionPhase::contact, 0.0},
        std::pair{CollisionPhase::contact, 9.81}}) {
    const Collision law{.contact_gravity = gravity, .phase = std::make_shared<CollisionPhase>(phase)};
    const State state{0.0, Vector{{-0.03}}, Vector{{-5.0}}, Vector{{600.0}}, {}};
    EXPECT_TRUE(check_derivatives(differentiated(law), state).failures().empty());
    using Vector1 = VectorOf<double, 1>;
    const double force = law.force(0.0, Vector1(-0.03), Vector1(-5.0))(0);
    EXPECT_DOUBLE_EQ(force, phase == CollisionPhase::flight ? -9.81 : 36.0 + 600.0 - gravity);
  }
}

TEST(Collision, CopiesOfTheLawShareThePhase) {
  const ProblemInstance problem = instance_of("collision");
  const AnySystem copy = problem.system;
  const Vector q{{-0.1}}, v{{-1.0}}, none{};
  const auto force = [&] {
    Vector r(1);
    copy.balance(0.0, q, v, Vector{{0.0}}, none, r);
    return -r(0);
  };
  EXPECT_DOUBLE_EQ(force(), -9.81);
  State state{0.0, q, v, {}, {}};
  problem.events[0].change(state);
  EXPECT_DOUBLE_EQ(force(), 400.0 + 400.0);
  state.v(0) = 1.0;
  problem.events[1].change(state);
  EXPECT_DOUBLE_EQ(force(), -9.81);
}

struct Way {
  const char* method;
  double tolerance,
      error;  // a slow lift-off turns an error of y into one of v that is g/v = 170 times larger
};

std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.method;
}

class CollisionMethods : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(All, CollisionMethods,
                         testing::Values(Way{"generalized_alpha", 1e-6, 1e-4}, Way{"bliedf", 1e-8, 1e-4},
                                         Way{"mk_bdf", 1e-8, 1e-4}, Way{"radau", 1e-8, 1e-5},
                                         Way{"dopri5", 1e-8, 1e-5}, Way{"dop853", 1e-8, 1e-5}),
                         [](const auto& test) { return std::string(test.param.method); });

TEST_P(CollisionMethods, MeetTheReferences) {
  const Way& way = GetParam();
  for (const double t_end : {0.11, 0.41, 2.0}) {
    const RunRecord record = run(spec_of(way.method, way.tolerance, t_end));
    ASSERT_EQ(record.status, "completed") << record.message;
    ASSERT_EQ(record.references.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(record.final_values(static_cast<Index>(i)), record.references[i].value, way.error)
          << record.references[i].observable << " at " << t_end;
    for (std::size_t i = 0; i < record.events.size(); ++i) {
      EXPECT_EQ(record.events[i].name, i % 2 == 0 ? "touch-down" : "lift-off");
      EXPECT_NEAR(record.events[i].t, event_times[i], way.error) << i;
    }
    EXPECT_EQ(record.events.size(), t_end < 0.2 ? 1u : t_end < 1.0 ? 2u : 9u);
  }
}

TEST_P(CollisionMethods, FindTheDepth) {
  RunSpec spec = spec_of(GetParam().method, GetParam().tolerance, 0.12);
  spec.samples.every = 1e-5;
  double deepest = 0.0, when = 0.0;
  RunSinks sinks;
  sinks.sample = [&](const Sample& sample) {
    if (sample.values(0) >= deepest) return;
    deepest = sample.values(0);
    when = sample.t;
  };
  run(spec, sinks);
  EXPECT_NEAR(deepest, -0.06809979621763288, 1e-6);
  EXPECT_NEAR(when, 0.1101004643313458, 1.5e-5);
}

TEST(Collision, WithGravityThePointComesToRest) {
  for (const char* method : {"generalized_alpha", "bliedf", "radau", "dop853"}) {
    RunSpec spec = spec_of(method, 1e-6, 2.0);
    spec.settings = {{"contact_gravity", "kept"}};
    const RunRecord record = run(spec);
    ASSERT_EQ(record.references.size(), 2u) << method;
    EXPECT_NEAR(record.final_values(0), -std::sqrt(9.81 / 4e4), 1e-8) << method;
    EXPECT_NEAR(record.final_values(0), record.references[0].value, 1e-8) << method;
    EXPECT_NEAR(record.final_values(1), 0.0, 1e-6) << method;
    EXPECT_EQ(record.events.size(), 1u) << method;
  }
}

TEST(Collision, SamplesBeforeAnEventAreFromBefore) {
  // In contact y' v' > 0 or not, in flight y'' = -g: second differences tell which force a sample was made with.
  for (const double step : {0.0, 1e-3}) {
    RunSpec spec = spec_of("radau_iia_3", step > 0.0 ? 0.0 : 1e-9, 0.42);
    spec.steps.step = step;
    spec.samples.every = 1e-4;
    std::vector<double> t, y;
    RunSinks sinks;
    sinks.sample = [&](const Sample& sample) {
      t.push_back(sample.t);
      y.push_back(sample.values(0));
    };
    run(spec, sinks);
    ASSERT_EQ(t.size(), 4201u);
    for (std::size_t i = 1; i + 1 < t.size(); ++i) {
      const double curvature = (y[i + 1] - 2.0 * y[i] + y[i - 1]) / 1e-8;
      const bool in_flight =
          t[i + 1] < event_times[0] || (t[i - 1] > event_times[1] && t[i + 1] < event_times[2]);
      if (in_flight) {
        EXPECT_NEAR(curvature, -9.81, 1e-4) << t[i];
        EXPECT_GT(y[i], -1e-8);
      }
      const bool in_contact = t[i - 1] > event_times[0] && t[i + 1] < event_times[1];
      if (in_contact) {
        EXPECT_LT(y[i], 1e-8) << t[i];
      }
    }
  }
}

TEST(Collision, StrongDampingCostsRadauNothing) {
  long fewest = 1000000, most = 0;
  for (const char* damping : {"1e4", "5e4", "1e5", "5e5", "1e6", "5e6", "1e7", "5e7"}) {
    RunSpec spec = spec_of("radau", 1e-6, 0.6);
    spec.steps.atol = 1e-8;
    spec.settings = {{"speed", "100"}, {"stiffness", "1e5"}, {"damping", damping}};
    const RunRecord record = run(spec);
    ASSERT_EQ(record.status, "completed") << damping;
    fewest = std::min(fewest, record.statistics.accepted);
    most = std::max(most, record.statistics.accepted);
    for (const ReferenceValue& reference : record.references) {
      const Index i = reference.observable == "y" ? 0 : 1;
      EXPECT_NEAR(record.final_values(i), reference.value, 1e-9) << damping << " " << reference.observable;
    }
    EXPECT_EQ(record.references.size(), std::string(damping) == "1e7" ? 2u : 0u);
  }
  // Measured: 20 to 32 steps, the most for the weakest damping, where the point comes back.
  EXPECT_LE(most, 60);
  EXPECT_GE(fewest, 5);
}

}  // namespace
}  // namespace kreisel
