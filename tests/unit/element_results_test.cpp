// Results of joints and forces: rates are changes, powers are what the equations of motion get, forces follow their laws.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kreisel/model/assemble.hpp"
#include "kreisel/model/multibody_system.hpp"
#include "tests/support/sample_elements.hpp"

namespace kreisel {
namespace {

using testing_support::sample_elements;
using testing_support::sample_model;

struct Shown {
  AssembledModel model;
  std::vector<Observable> columns;

  explicit Shown(const Model& given) : model(assemble(given)) {
    for (const ShownElement& element : model.shown)
      columns.insert(columns.end(), element.columns.begin(), element.columns.end());
  }
  Vector at(const State& state) const {
    Vector out = Vector::Constant(std::ssize(columns), NAN);
    model.results(state.view(), out);
    return out;
  }
  Index find(const std::string& name) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i].name == name) return static_cast<Index>(i);
    return -1;
  }
  /// In general position: velocities as given, multipliers of every size.
  State state(double t) const {
    State state{t, model.q0, model.v0, Vector::Zero(model.v0.size()),
                Vector::LinSpaced(std::ssize(model.multibody->rows()), 1.5, -4.0)};
    return state;
  }
};

Model with(const testing_support::SampleElement& element, std::string_view group) {
  Model model = sample_model(std::string(group));
  element.add_to(model);
  return model;
}

template <class Check>
void for_each_sample(const Check& check) {
  for (const char* group : {"r3xso3", "se3", "s3_semi_r3"}) {
    for (const auto& element : sample_elements()) {
      SCOPED_TRACE(std::string(group) + " " + element.name);
      check(with(element, group));
    }
  }
}

TEST(ElementResults, RatesAreTheChangesOfTheirNumbers) {
  int compared = 0;
  for_each_sample([&](const Model& given) {
    const Shown shown(given);
    const State state = shown.state(0.3);
    const Vector now = shown.at(state);
    ASSERT_TRUE(now.allFinite());
    constexpr double h = 1e-5;
    State before = state, after = state;
    before.q = shown.model.multibody->group().advance(state.q, -h * state.v);
    after.q = shown.model.multibody->group().advance(state.q, h * state.v);
    const Vector change = (shown.at(after) - shown.at(before)) / (2.0 * h);
    for (std::size_t i = 0; i < shown.columns.size(); ++i) {
      const Index rate = shown.find(shown.columns[i].name + "_rate");
      if (rate < 0) continue;
      const auto at = static_cast<Index>(i);
      EXPECT_NEAR(now(rate), change(at), 1e-7 * (1.0 + std::abs(now(rate)))) << shown.columns[i].name;
      ++compared;
    }
  });
  EXPECT_GT(compared, 60);
}

/// Bᵀλ - f of one element, times v: what it takes from the motion.
double power_by_balance(const Shown& with_it, const Model& given, const State& state) {
  Model bare = given;
  bare.joints.clear();
  bare.forces.clear();
  const Shown without(bare);
  const auto balance = [](const Shown& shown, const State& at) {
    Vector r(at.v.size());
    const Vector lambda = at.lambda.head(std::ssize(shown.model.multibody->rows()));
    shown.model.multibody->balance(at.t, at.q, at.v, at.acceleration, lambda, r);
    return r;
  };
  return -state.v.dot(balance(with_it, state) - balance(without, state));
}

TEST(ElementResults, PowersAreWhatTheEquationsOfMotionGet) {
  int compared = 0;
  for_each_sample([&](const Model& given) {
    const Shown shown(given);
    const Index power = shown.find("one.power");
    if (power < 0) return;
    State state = shown.state(0.3);
    // The ends of this hinge are apart here: only its moments are a pair.
    if (!given.joints.empty() && std::holds_alternative<RevoluteJoint>(given.joints[0]))
      state.lambda.head<3>().setZero();
    const double expected = power_by_balance(shown, given, state);
    EXPECT_GT(std::abs(expected), 1e-3);
    EXPECT_NEAR(shown.at(state)(power), expected, 1e-11 * (1.0 + std::abs(expected)));
    ++compared;
  });
  EXPECT_GT(compared, 60);
}

TEST(ElementResults, SpringsAndContactsFollowTheirLaws) {
  for (const auto& element : sample_elements()) {
    const Shown shown(with(element, "r3xso3"));
    const Vector now = shown.at(shown.state(0.3));
    const auto value = [&](const char* name) { return now(shown.find(std::string("one.") + name)); };
    if (element.name == "spring_damper_force") {
      EXPECT_NEAR(value("force"), 40.0 * (value("length") - 0.5) + 3.0 * value("length_rate"), 1e-12);
    } else if (element.name == "spring_damper_row") {
      EXPECT_DOUBLE_EQ(value("force"), -4.0) << "its multiplier";
    } else if (element.name == "torsion_spring_force") {
      EXPECT_NEAR(value("torque"), -4.0 * (value("angle") - 0.2) - 0.3 * value("angle_rate"), 1e-12);
    } else if (element.name == "torsion_spring_row") {
      EXPECT_NEAR(value("torque"), 4.0, 1e-14);
    } else if (element.name == "friction") {
      EXPECT_NEAR(value("force"), 0.4 * 5.0 * value("speed") / std::hypot(value("speed"), 2.0), 1e-12);
    }
  }
}

TEST(ElementResults, RowsOfABushingAreNamedByDirection) {
  Bushing bushing = testing_support::between<Bushing>("mount", "p", "q");
  bushing.stiffness = VectorOf<double, 6>{30.0, 20.0, 10.0, 3.0, 2.0, 1.0}.asDiagonal();
  bushing.form = Form::row;
  Model model = sample_model("r3xso3");
  model.forces.emplace_back(bushing);
  std::vector<std::string> names;
  const AssembledModel assembled = assemble(model);
  for (const Row& row : assembled.multibody->rows()) names.push_back(row.name + " " + row.unit);
  EXPECT_THAT(names, testing::UnorderedElementsAre("mount.x N", "mount.y N", "mount.z N", "mount.turn_x N m",
                                                   "mount.turn_y N m", "mount.turn_z N m"));
}

}  // namespace
}  // namespace kreisel
