// Models in motion: the same physics on every group, in rows and in forces; energies and reactions.
#include <gtest/gtest.h>

#include <cmath>

#include "evidence/bench/chart_motion.hpp"
#include "kreisel/model/assemble.hpp"
#include "tests/support/sample_elements.hpp"

namespace kreisel {
namespace {

using testing_support::between;
using testing_support::sample_end;
using testing_support::sample_model;

constexpr std::string_view groups[] = {"r3xso3", "r3xs3", "se3", "s3_semi_r3"};

Eigen::Quaterniond turn(const Rotation& r) {
  return Eigen::Quaterniond(r.quaternion(0), r.quaternion(1), r.quaternion(2), r.quaternion(3)).normalized();
}

/// Moves body b, at rest, so that its end coincides with that of body a.
void join(Body& b, const End& end_b, const Body& a, const End& end_a) {
  const Eigen::Quaterniond r = turn(a.rotation) * turn(end_a.rotation) * turn(end_b.rotation).conjugate();
  b.rotation.quaternion << r.w(), r.x(), r.y(), r.z();
  b.position = a.position + turn(a.rotation) * end_a.position - r * end_b.position;
}

/// Two bodies at rest whose ends coincide; a spring pulls at a corner of each, so that everything moves.
Model joined_model() {
  Model model = sample_model("r3xso3");
  model.bodies.pop_back();
  for (Body& body : model.bodies) body.velocity.setZero(), body.angular_velocity.setZero();
  join(model.bodies[1], sample_end("q", -1.3), model.bodies[0], sample_end("p", 1.0));
  for (const char* body : {"p", "q"}) {
    SpringDamper spring;
    spring.name = std::string("pull_") + body;
    spring.a.body = ground;
    spring.a.position = {1.0, 2.0, 0.5};
    spring.b.body = body;
    spring.b.position = {0.3, -0.4, 0.2};
    spring.stiffness = 30.0;
    spring.length = 0.2;
    spring.form = Form::force;
    model.forces.emplace_back(spring);
  }
  return model;
}

Vector observed(const AssembledModel& model, const State& state) {
  Vector out(static_cast<Index>(model.observables.size()));
  model.observe(state.view(), out);
  for (std::size_t i = 0; i < model.observables.size(); ++i) {
    const auto at = static_cast<Index>(i);
    if (model.observables[i].starts_quaternion && out(at) < 0.0) out.segment<4>(at) *= -1.0;
  }
  return out;
}

struct Motion {
  AssembledModel model;
  State start, end;
};
Motion run(Model model, std::string_view group, double t = 0.4, int steps = 800) {
  model.group = group;
  AssembledModel assembled = assemble(model);
  ChartMotion motion(with_dense_matrices(assembled.system), assembled.q0, assembled.v0);
  const State start = motion.state;
  motion.run(t, steps);
  return {std::move(assembled), start, motion.state};
}

/// Motion, reactions and energies agree on all groups; the motion stays in the joints and, without drives, conserves
/// energy.
void expect_same_on_all_groups(const Model& model) {
  const Motion first = run(model, groups[0]);
  const Vector expected = observed(first.model, first.end);
  ASSERT_TRUE(expected.allFinite());
  EXPECT_GT((expected - observed(first.model, first.start)).norm(), 0.1) << "nothing moves";
  for (const std::string_view group : groups) {
    const Motion other = run(model, group);
    EXPECT_LE((observed(other.model, other.end) - expected).cwiseAbs().maxCoeff(), 1e-8) << group;
    for (std::size_t i = 0; i < other.model.elements.size(); ++i) {
      if (!other.model.elements[i].has_ends) continue;
      const Reaction a = first.model.reaction(first.model.elements[i], first.end.view());
      const Reaction b = other.model.reaction(other.model.elements[i], other.end.view());
      EXPECT_LE((a.force_in_space - b.force_in_space).norm(), 1e-6) << group;
      EXPECT_LE((a.moment_in_joint - b.moment_in_joint).norm(), 1e-6) << group;
    }
    Vector phi(row_count(other.model.system));
    other.model.system.gap(other.end.t, other.end.q, phi);
    for (Index i = 0; i < phi.size(); ++i) {
      const bool is_rigid = other.model.system.rows()[static_cast<std::size_t>(i)].is_rigid();
      EXPECT_LE(is_rigid ? std::abs(phi(i)) : 0.0, 1e-8) << i;
    }
    const double before = other.model.energies(other.start.view()).total();
    const double after = other.model.energies(other.end.view()).total();
    EXPECT_LE(other.model.is_conservative ? std::abs(after - before) : 0.0, 1e-7) << group;
  }
}

template <class T>
class EveryJoint : public ::testing::Test {};
using Joints = ::testing::Types<FixedJoint, RevoluteJoint, PrismaticJoint, CylindricalJoint, UniversalJoint,
                                SphericalJoint, PlanarJoint, PointOnLineJoint>;
TYPED_TEST_SUITE(EveryJoint, Joints);

TYPED_TEST(EveryJoint, MovesAlikeOnAllGroupsAndConservesEnergy) {
  Model model = joined_model();
  auto joint = between<TypeParam>("joint", "p", "q");
  if constexpr (std::is_same_v<TypeParam, UniversalJoint>) {  // the pins of a cross are perpendicular
    const Eigen::Quaterniond r =
        turn(joint.b.rotation) * Eigen::Quaterniond(Eigen::AngleAxisd(M_PI / 2, Vector3::UnitX()));
    joint.b.rotation.quaternion << r.w(), r.x(), r.y(), r.z();
  }
  model.joints.emplace_back(joint);
  const AssembledModel assembled = assemble(model);
  EXPECT_TRUE(assembled.is_conservative);
  Vector phi(row_count(assembled.system));
  assembled.system.gap(0.0, assembled.q0, phi);
  EXPECT_LE(phi.cwiseAbs().maxCoeff(), 1e-14);
  expect_same_on_all_groups(model);
}

TEST(ModelMotion, RodMovesAlikeOnAllGroups) {
  Model model = joined_model();
  DistanceJoint rod;
  rod.name = "rod";
  rod.a.body = ground;
  rod.b.body = "q";
  const Body& q = model.bodies[1];
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", q.position.norm());
  rod.length.text = text;
  model.joints.emplace_back(rod);
  expect_same_on_all_groups(model);
}

TEST(ModelMotion, DrivenHingeFollowsItsFunction) {
  Model model = joined_model();
  auto joint = between<RevoluteJoint>("hinge", "p", "q");
  joint.angle.text = "amplitude * t^2";  // at rest at the start
  model.joints.emplace_back(joint);
  EXPECT_FALSE(assemble(model).is_conservative);
  expect_same_on_all_groups(model);
}

TEST(ModelMotion, WheelsTurnInTheRatioOfTheirTeeth) {
  for (const bool internal : {false, true}) {
    Model model;
    model.name = "gears";
    model.gravity.setZero();
    for (const char* name : {"wheel_a", "wheel_b"}) {
      Body body;
      body.name = name;
      body.mass = 1.0;
      body.inertia = Vector3(0.02, 0.02, 0.03).asDiagonal();
      if (body.name == "wheel_b") body.position = {0.3, 0.0, 0.0};
      model.bodies.push_back(body);
      RevoluteJoint hinge;
      hinge.name = std::string("hinge_") + name;
      hinge.a.body = ground;
      hinge.a.position = body.position;
      hinge.b.body = name;
      model.joints.emplace_back(hinge);
    }
    GearJoint gear;
    gear.name = "gear";
    gear.joint_a = "hinge_wheel_a";
    gear.joint_b = "hinge_wheel_b";
    gear.teeth_a = 20;
    gear.teeth_b = 50;
    gear.internal = internal;
    model.joints.emplace_back(gear);
    PointTorque torque;
    torque.name = "motor";
    torque.a.body = "wheel_a";
    torque.components = {StateFunction{"0"}, StateFunction{"0"}, StateFunction{"0.7"}};
    model.forces.emplace_back(torque);
    // J_a α'' = 0.7 - λ, J_b β'' = ∓(n_b/n_a) λ with α'' ± (n_b/n_a) β'' = 0, so β'' = ∓(n_a/n_b) α''
    const Motion end = run(model, "r3xso3", 2.0, 200);
    const double ratio = 20.0 / 50.0, alpha = 0.7 / (0.03 + ratio * ratio * 0.03);
    const Vector seen = observed(end.model, end.end);
    EXPECT_NEAR(seen(12), alpha * 2.0, 1e-9);  // wheel_a.wz, after several turns
    EXPECT_NEAR(seen(13 + 12), (internal ? 1.0 : -1.0) * ratio * alpha * 2.0, 1e-9);
    Vector phi(row_count(end.model.system));
    end.model.system.gap(2.0, end.end.q, phi);
    EXPECT_LE(phi.cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(ModelMotion, NutTravelsByTheLeadPerTurn) {
  for (const double lead : {0.02, -0.5}) {
    Model model;
    model.name = "nut";
    model.gravity.setZero();
    Body nut;
    nut.name = "nut";
    nut.mass = 1.5;
    nut.inertia = Vector3(0.02, 0.02, 0.03).asDiagonal();
    nut.position = {0.0, 0.0, 0.1};
    model.bodies.push_back(nut);
    ScrewJoint screw;
    screw.name = "thread";
    screw.a.body = ground;
    screw.b.body = "nut";
    screw.lead = lead;
    model.joints.emplace_back(screw);
    PointTorque torque;
    torque.name = "motor";
    torque.a.body = "nut";
    torque.components = {StateFunction{"0"}, StateFunction{"0"}, StateFunction{"0.7"}};
    model.forces.emplace_back(torque);
    // z = p α and (J + m p²) α'' = 0.7 with p = lead/2π
    const double pitch = lead / (2.0 * M_PI), alpha = 0.7 / (0.03 + 1.5 * pitch * pitch);
    const Motion end = run(model, "r3xso3", 2.0, 200);
    const Vector seen = observed(end.model, end.end);
    EXPECT_NEAR(seen(2), 0.1 + pitch * alpha * 2.0, 1e-9);  // nut.z, after several turns
    EXPECT_NEAR(seen(12), alpha * 2.0, 1e-9);               // nut.wz
    Vector phi(row_count(end.model.system));
    end.model.system.gap(2.0, end.end.q, phi);
    EXPECT_LE(phi.cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(ModelMotion, DiscRollsWithoutSlippingAndConservesEnergy) {
  Model model;
  model.name = "disc";
  Body body;
  body.name = "disc";
  body.mass = 2.0;
  body.inertia = Vector3(0.05, 0.05, 0.1).asDiagonal();
  const double radius = 0.3, tilt = 0.3;  // from upright
  body.rotation = testing_support::rotation_about(Vector3::UnitX(), M_PI / 2 - tilt);
  body.position = {0.0, 0.0, radius * std::cos(tilt)};
  const Vector3 spin = 5.0 * Vector3::UnitZ();  // about its own axis
  body.angular_velocity = spin;
  const Eigen::Quaterniond r = turn(body.rotation);
  const Vector3 normal = Vector3::UnitZ(), axis = r * Vector3::UnitZ();
  const Vector3 to_contact = -radius * (normal - normal.dot(axis) * axis).normalized();
  body.velocity = -(r * spin).cross(to_contact);
  model.bodies.push_back(body);
  RollingDiscJoint joint;
  joint.name = "rolling";
  joint.disc.body = "disc";
  joint.plane.body = ground;
  joint.radius = radius;
  model.joints.emplace_back(joint);
  const AssembledModel assembled = assemble(model);
  Vector rows(3);
  assembled.system.gap(0.0, assembled.q0, rows);
  EXPECT_LE(rows.cwiseAbs().maxCoeff(), 1e-15);
  assembled.system.rate(0.0, assembled.q0, assembled.v0, rows);
  EXPECT_LE(rows.cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_TRUE(assembled.is_conservative);
  expect_same_on_all_groups(model);
}

TEST(ModelMotion, SpringsInRowsAndInForcesMoveAlike) {
  const auto with = [](const auto& element) {
    Model model = joined_model();
    model.forces.emplace_back(element);
    return model;
  };
  const auto compare = [&](auto element, bool has_rows) {
    element.form = Form::force;
    const Motion force = run(with(element), "r3xso3");
    element.form = Form::row;
    const Motion row = run(with(element), "r3xso3");
    EXPECT_EQ(row_count(force.model.system), 0);
    EXPECT_EQ(row_count(row.model.system) > 0, has_rows);
    EXPECT_LE((observed(force.model, force.end) - observed(row.model, row.end)).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_NEAR(force.model.energies(force.end.view()).total(), row.model.energies(row.end.view()).total(),
                1e-10);
    EXPECT_EQ(force.model.is_conservative, row.model.is_conservative);
  };
  auto spring = between<SpringDamper>("spring", "p", "q");
  spring.b.position += Vector3(0.3, 0.2, 0.1);
  spring.stiffness = 200.0;
  spring.length = 0.1;
  compare(spring, true);
  spring.damping = 4.0;
  compare(spring, true);
  spring.stiffness = 0.0;
  compare(spring, true);
  auto torsion = between<TorsionSpring>("torsion", "p", "q");
  torsion.stiffness = 20.0;
  torsion.damping = 0.5;
  torsion.angle = 0.4;
  compare(torsion, true);
  auto bushing = between<Bushing>("bushing", "p", "q");
  bushing.stiffness = VectorOf<double, 6>(900.0, 700.0, 0.0, 30.0, 20.0, 0.0).asDiagonal();
  bushing.damping = VectorOf<double, 6>(9.0, 0.0, 5.0, 0.3, 0.2, 0.1).asDiagonal();
  bushing.damping(0, 4) = bushing.damping(4, 0) = 0.5;
  compare(bushing, true);
}

TEST(ModelMotion, FastSpringsBecomeRowsByThemselves) {
  Model model = joined_model();
  auto spring = between<SpringDamper>("spring", "p", "q");
  spring.b.position += Vector3(0.3, 0.2, 0.1);
  spring.length = 0.1;
  spring.stiffness = 10.0;
  model.forces.emplace_back(spring);
  EXPECT_EQ(row_count(assemble(model).system), 0);
  std::get<SpringDamper>(model.forces.back()).stiffness = 1e9;
  const AssembledModel fast = assemble(model);
  ASSERT_EQ(row_count(fast.system), 1);
  EXPECT_EQ(fast.system.rows()[0].name, "spring.length");
  EXPECT_DOUBLE_EQ(fast.system.rows()[0].compliance, 1e-9);
  model.duration = 1e-4;  // looked at closely, it is slow
  EXPECT_EQ(row_count(assemble(model).system), 0);
}

/// A body that hangs still from a weld off its centre: the wall carries its weight and the moment of it.
TEST(ModelMotion, WeldCarriesWeightAndMoment) {
  for (const std::string_view group : groups) {
    for (const bool body_is_b : {true, false}) {
      Model model;
      model.name = "weld";
      model.group = group;
      Body body;
      body.name = "beam";
      body.mass = 3.0;
      body.inertia = Vector3(0.1, 0.2, 0.25).asDiagonal();
      body.position = {0.5, 0.1, -0.2};
      body.rotation = testing_support::rotation_about({0.3, 0.5, 0.1}, 0.8);
      model.bodies.push_back(body);
      FixedJoint weld;
      weld.name = "weld";
      End on_beam;
      on_beam.body = "beam";
      on_beam.position = turn(body.rotation).conjugate() * Vector3(-body.position);  // at the origin of space
      const Eigen::Quaterniond back = turn(body.rotation).conjugate();
      on_beam.rotation.quaternion << back.w(), back.x(), back.y(), back.z();
      End on_wall;
      on_wall.body = ground;
      weld.a = body_is_b ? on_wall : on_beam;
      weld.b = body_is_b ? on_beam : on_wall;
      model.joints.emplace_back(weld);
      const Motion still = run(model, group, 0.01, 1);
      const Reaction reaction = still.model.reaction(still.model.elements[0], still.end.view());
      const Vector3 weight(0.0, 0.0, -3.0 * 9.81);
      const double sign = body_is_b ? -1.0 : 1.0;  // what a does to b
      EXPECT_LE((reaction.force_in_space - sign * weight).norm(), 1e-10) << group;
      EXPECT_LE((reaction.moment_in_space - sign * body.position.cross(weight)).norm(), 1e-10) << group;
      EXPECT_LE((reaction.force_in_joint - reaction.force_in_space).norm(), 1e-10);  // axes of space here
    }
  }
}

}  // namespace
}  // namespace kreisel
