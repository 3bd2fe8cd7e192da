// The heavy top: all forms show one motion, with published accelerations and reactions.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <string>

#include "kreisel/problems/rigid_body_observables.hpp"
#include "kreisel/solve/compiled_laws.hpp"
#include "tests/support/problem_states.hpp"

namespace {

using namespace kreisel;
using namespace kreisel::testing_support;

TEST(HeavyTop, OnlyTheBenchmarkFormHasItsOwnType) {
  for (const Case& each : combinations_of(find_problem("heavy_top"))) {
    if (is_refused(each)) continue;
    const bool is_benchmark = each.settings.at("group") == "r3xso3" && each.settings.at("constraint") == "a";
    const ProblemInstance instance = instance_of(each.problem, each.settings);
    EXPECT_EQ(instance.system.as<FixedHeavyTop>() != nullptr, is_benchmark) << each.name();
  }
}

TEST(HeavyTop, ParametersReachTheRows) {
  const ProblemInstance instance = instance_of("heavy_top", {{"compliance", "1e-5"}, {"relaxation", "2e-3"}});
  const AnySystem system = instance.system;
  for (const Row& row : system.rows()) {
    EXPECT_EQ(row.compliance, 1e-5);
    EXPECT_EQ(row.relaxation, 2e-3);
  }
  EXPECT_FALSE(instance.energy) << "a damped tip does not conserve energy";
}

/// The motion of a top with this quaternion and body angular velocity, in coordinates of a group.
template <class G>
State top_state_on(const VectorOf<double, 4>& quaternion, const Vector3& omega) {
  using Body = RigidBodyOn<G>;
  const Vector3 offset(0.0, 1.0, 0.0);
  const Matrix3 r = rotation_of_quaternion(quaternion);
  State state{0.0, Vector(G::fixed_coordinates), Vector(G::fixed_dimension), {}, {}};
  if constexpr (Body::has_position) {
    state.q.template head<3>() = r * offset;
    state.v.template head<3>() = Body::is_semidirect ? omega.cross(offset) : Vector3(r * omega.cross(offset));
  }
  if constexpr (Body::has_matrix) {
    state.q.template tail<9>() = Eigen::Map<const VectorOf<double, 9>>(r.data());
  } else {
    state.q.template tail<4>() = quaternion;
  }
  state.v.template tail<3>() = omega;
  return state;
}

State top_state(const std::string& group, const VectorOf<double, 4>& quaternion, const Vector3& omega) {
  if (group == "so3") return top_state_on<SO3>(quaternion, omega);
  if (group == "s3") return top_state_on<UnitQuaternion>(quaternion, omega);
  if (group == "r3xso3") return top_state_on<R3xSO3>(quaternion, omega);
  if (group == "r3xs3") return top_state_on<R3xS3>(quaternion, omega);
  if (group == "se3") return top_state_on<SE3>(quaternion, omega);
  return top_state_on<SE3Quaternion>(quaternion, omega);
}

/// Acceleration of the centre of mass and angular acceleration, by differences of what is observed.
struct PhysicalAcceleration {
  Vector3 linear, angular;
};
PhysicalAcceleration observed_acceleration(const ProblemInstance& instance, const AnySystem& system,
                                           const State& state) {
  constexpr double s = 1e-5;
  const Vector ahead = seen(instance, later(system, state, s)),
               behind = seen(instance, later(system, state, -s));
  const Vector half_ahead = seen(instance, later(system, state, s / 2));
  const Vector half_behind = seen(instance, later(system, state, -s / 2));
  const Vector slope = (4.0 * (half_ahead - half_behind) / s - (ahead - behind) / (2.0 * s)) / 3.0;
  return {slope.segment<3>(7), slope.segment<3>(10)};
}

TEST(HeavyTop, AllFormsShowTheSameMotion) {
  const VectorOf<double, 4> turned = VectorOf<double, 4>(0.3, -0.5, 0.7, 0.4).normalized();
  const Vector3 omega(2.0, 150.0, -5.0);
  const Vector3 x = rotation_of_quaternion(turned) * Vector3(0.0, 1.0, 0.0);
  const Matrix3 inertia = HeavyTopData{}.inertia_about_tip();
  const Vector3 weight = rotation_of_quaternion(turned).transpose() * Vector3(0.0, 0.0, -15.0 * 9.81);
  const Vector3 angular =
      inertia.inverse() * (Vector3(0.0, 1.0, 0.0).cross(weight) - omega.cross(inertia * omega));
  const Matrix3 r = rotation_of_quaternion(turned);
  const Vector3 offset(0.0, 1.0, 0.0);
  const Vector3 linear = r * (angular.cross(offset) + omega.cross(omega.cross(offset)));
  const Vector3 reaction = 15.0 * (linear - Vector3(0.0, 0.0, -9.81));
  for (const Case& each : combinations_of(find_problem("heavy_top"))) {
    if (is_refused(each)) continue;
    const ProblemInstance instance = instance_of(each.problem, each.settings);
    const AnySystem system = instance.system;
    State state = top_state(each.settings.at("group"), turned, omega);
    accelerate(system, state);
    EXPECT_LT((seen(instance, state).head<3>() - x).norm(), 1e-14) << each.name();
    const PhysicalAcceleration found = observed_acceleration(instance, system, state);
    EXPECT_LT((found.linear - linear).norm(), 1e-7 * linear.norm()) << each.name();
    EXPECT_LT((found.angular - angular).norm(), 1e-7 * angular.norm()) << each.name();
    if (state.lambda.size() == 0) continue;
    const bool is_form_b = each.settings.at("constraint") == "b";
    const Vector3 expected = is_form_b ? Vector3(r.transpose() * reaction) : reaction;
    EXPECT_LT((state.lambda - expected).norm(), 1e-12 * expected.norm()) << each.name();
  }
}

TEST(HeavyTop, StartsWithThePublishedAccelerationsAndReactions) {
  for (const Case& each : combinations_of(find_problem("heavy_top"))) {
    if (is_refused(each)) continue;
    const ProblemInstance instance = instance_of(each.problem, each.settings);
    const State start = start_of(instance);
    Vector expected(13);
    expected << 0, 1, 0, 1, 0, 0, 0, 4.61538, 0, 0, 0, 150, -4.61538;
    EXPECT_LT((seen(instance, start) - expected).norm(), 1e-15) << each.name();
    EXPECT_LT((start.acceleration.tail<3>() - Vector3(661.34616923, 0, 0)).norm(), 1e-8) << each.name();
    if (start.lambda.size() == 0) continue;
    EXPECT_LT((start.lambda - Vector3(0, -319.52598817, -317.26246154)).norm(), 1e-8) << each.name();
  }
}

}  // namespace
