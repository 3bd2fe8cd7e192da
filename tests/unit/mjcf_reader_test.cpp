// What MJCF says of a body, read as MuJoCo 4.0 reads it (digits from there), with what a careless reader gets beside it.
#include <gtest/gtest.h>

#include "kreisel/exchange/formats.hpp"
#include "kreisel/linear/decompositions.hpp"
#include "kreisel/model/assemble.hpp"
#include "tests/support/foreign_texts.hpp"

namespace kreisel {
namespace {

using testing_support::error_of;
using testing_support::read_text;

/// A file with one body "b".
Model one_body(const std::string& before, const std::string& inside, const std::string& after = "",
               const std::string& attributes = "") {
  return read_text("<mujoco>" + before + "<worldbody><body name=\"b\" " + attributes + ">" + inside +
                   "</body></worldbody>" + after + "</mujoco>")
      .model;
}

const AxesJoint& axes_of(const Model& model) {
  return std::get<AxesJoint>(model.joints.at(0));
}
const AxisForce& force_of(const Model& model, std::size_t i = 0) {
  return std::get<AxisForce>(model.forces.at(i));
}
const std::string ball = "<geom size=\".1\" pos=\".2 0 0\"/>";

TEST(Mjcf, PositionsOfJointsAreInheritedFromDefaultClasses) {
  const Model model = one_body(
      "<default><joint pos=\"0.1 0 0\"/><default class=\"c\"><joint axis=\"0 1 0\"/></default></default>",
      "<joint/><geom size=\".1\"/>", "", "childclass=\"c\"");
  EXPECT_EQ(axes_of(model).axes[0].position, Vector3(0.1, 0, 0));  // careless: 0 0 0
  EXPECT_EQ(axes_of(model).axes[0].axis, Vector3(0, 1, 0));        // careless: 0 0 1
}

TEST(Mjcf, ClassesInsideClassesInheritAttributeByAttribute) {
  const Model model = one_body(
      "<default><geom type=\"capsule\" size=\".05\"/><default class=\"a\"><geom fromto=\"0 0 0 0 0 .4\"/>"
      "<default class=\"b\"><geom size=\".02\"/></default></default></default>",
      "<joint/><geom class=\"b\"/>");
  EXPECT_NEAR(model.bodies[0].mass, 0.53616515, 1e-8);  // careless: a ball of 0.0335 kg, or 3.67 kg
  EXPECT_NEAR(model.bodies[0].position(2), 0.2, 1e-15);
  EXPECT_NEAR(model.bodies[0].inertia(0, 0), 0.00819863529202431, 1e-16);
}

TEST(Mjcf, FromtoReplacesHalfLengthPositionAndOrientation) {
  const Model model =
      one_body("", "<joint/><geom type=\"capsule\" size=\".05 9\" fromto=\"0 0 0 .3 0 .4\"/>");
  EXPECT_NEAR(model.bodies[0].mass, 4.45058959, 1e-8);  // careless: 142 kg with the half length 9
  EXPECT_NEAR((model.bodies[0].position - Vector3(0.15, 0, 0.2)).norm(), 0.0, 1e-15);
  const Vector moments = symmetric_eigenvalues(model.bodies[0].inertia);
  EXPECT_NEAR(moments(0), 0.005432337296832351, 1e-16);
  EXPECT_NEAR(moments(2), 0.12242393871957724, 1e-15);
  EXPECT_LT(model.bodies[0].inertia(0, 2), -0.05);  // along (3, 0, 4); careless: diagonal
}

TEST(Mjcf, ClassOfAnElementReplacesThatOfItsBody) {
  const Model model = one_body(
      "<default><joint damping=\"1\"/><default class=\"x\"><joint damping=\"2\"/></default>"
      "<default class=\"y\"><joint armature=\"3\"/></default></default>",
      "<joint class=\"y\"/>" + ball, "", "childclass=\"x\"");
  EXPECT_EQ(axes_of(model).axes[0].inertia, 3.0);
  EXPECT_EQ(force_of(model).damping, 1.0);  // careless: 2, of the class around it
}

TEST(Mjcf, ArmatureIsAnInertiaOfTheCoordinate) {
  const auto acceleration = [](const std::string& armature) {
    const AssembledModel model =
        assemble(one_body("", "<joint axis=\"0 1 0\" armature=\"" + armature + "\"/>" + ball));
    return testing_support::first_acceleration(model);
  };
  const double mass = 4.18879020478639, lever = 0.2, inertia = 0.4 * mass * 0.01 + mass * lever * lever;
  EXPECT_NEAR(acceleration("0"), mass * 9.81 * lever / inertia, 1e-11);
  EXPECT_NEAR(acceleration("0.5"), mass * 9.81 * lever / (inertia + 0.5), 1e-11);  // careless: as without
}

TEST(Mjcf, FreejointTakesNothingFromDefaults) {
  const std::string heavy = "<default><joint armature=\"1\" damping=\"2\"/></default>";
  EXPECT_TRUE(one_body(heavy, "<freejoint/>" + ball).forces.empty());
  EXPECT_EQ(error_of("<mujoco>" + heavy + "<worldbody><body><joint type=\"free\"/>" + ball +
                     "</body></worldbody></mujoco>"),
            "a free joint with armature is not supported");
}

TEST(Mjcf, AnglesAreInDegreesAndSlidesAreNot) {
  const Model model =
      one_body("",
               "<joint name=\"s\" type=\"slide\" range=\"-1 2\" ref=\"0.5\"/>"
               "<joint name=\"j\" range=\"-90 45\" ref=\"30\" springref=\"60\" stiffness=\"2\"/>" +
                   ball);
  const auto& axes = axes_of(model).axes;
  ASSERT_EQ(axes.size(), 2U);
  EXPECT_EQ(axes[0].reference, 0.5);  // careless: 0.0087
  EXPECT_NEAR(axes[1].value, 0.5235987755982988, 1e-16);
  EXPECT_EQ(*force_of(model, 0).upper, 2.0);
  EXPECT_NEAR(*force_of(model, 1).lower, -1.5707963267948966, 1e-16);
  EXPECT_NEAR(force_of(model, 1).reference, 1.0471975511965976, 1e-16);
  EXPECT_EQ(model.bodies[0].position,
            Vector3(0.2, 0, 0));  // ref does not move the body; careless: 0.5 up and turned
}

TEST(Mjcf, JointsOfABodyActOneAfterTheOther) {
  const std::string text =
      "<mujoco><compiler angle=\"radian\"/><worldbody><body name=\"b\">"
      "<joint name=\"z\" axis=\"0 0 1\"/><joint name=\"x\" axis=\"1 0 0\" pos=\"0 0 .5\"/>" +
      ball +
      "</body></worldbody><keyframe><key name=\"k\" qpos=\"1.5707963267948966 "
      "1.5707963267948966\"/></keyframe></mujoco>";
  const Model model = testing_support::read_text(text, {"k", {}}).model;
  // x turns about the axis that z has turned; careless, the other way round: (0, 0.5, 0.7)
  EXPECT_NEAR((model.bodies[0].position - Vector3(-0.5, 0.2, 0.5)).norm(), 0.0, 1e-15)
      << model.bodies[0].position.transpose();
}

TEST(Mjcf, EulerSequencesTurnAboutMovingOrFixedAxes) {
  const auto quaternion = [](const std::string& sequence) {
    const Model model = one_body("<compiler eulerseq=\"" + sequence + "\" angle=\"radian\"/>",
                                 "<joint/>" + ball, "", "euler=\".1 .2 .3\"");
    return model.bodies[0].rotation.quaternion;
  };
  const VectorOf<double, 4> moving(0.9833474432563558, 0.1435721750273919, 0.10602051106179562,
                                   0.034270798550482096),
      fixed(0.9833474432563558, 0.034270798550482096, 0.10602051106179562, 0.1435721750273919);
  EXPECT_NEAR((quaternion("zyx") - moving).norm(), 0.0, 1e-15);
  EXPECT_NEAR((quaternion("XYZ") - fixed).norm(), 0.0, 1e-15);  // careless: as xyz
}

TEST(Mjcf, ActuatorsOfAllKindsShareTheirDefaults) {
  const Model model =
      one_body("<default><motor gear=\"7\" ctrlrange=\"-2 2\"/><position kp=\"5\" kv=\".5\"/></default>",
               "<joint name=\"j\"/>" + ball,
               "<actuator><motor name=\"m\" joint=\"j\"/><position name=\"p\" joint=\"j\"/></actuator>");
  EXPECT_EQ(force_of(model, 0).force.text, "7*(1*max(-2, min(2, ctrl_m)))");
  // careless: gear 1 and no range for the servo
  EXPECT_EQ(force_of(model, 1).force.text, "7*(5*max(-2, min(2, ctrl_p)) + (-35)*angle + (-3.5)*rate)");
}

TEST(Mjcf, InertialReplacesGeomsUnlessToldOtherwise) {
  const std::string inertial =
      "<inertial pos=\"0 0 .1\" mass=\"2\" diaginertia=\".1 .2 .25\"/><joint/>" + ball;
  EXPECT_EQ(one_body("", inertial).bodies[0].mass, 2.0);  // careless: 6.19
  EXPECT_NEAR(one_body("<compiler inertiafromgeom=\"true\"/>", inertial).bodies[0].mass, 4.1887902, 1e-7);
}

TEST(Mjcf, BodiesWithoutJointsArePartOfTheirParent) {
  const Model model =
      one_body("", "<joint axis=\"0 1 0\"/>" + ball +
                       "<body pos=\".5 0 0\"><geom type=\"box\" size=\".1 .2 .3\" pos=\"0 0 .1\" "
                       "quat=\"1 .2 0 0\"/></body>");
  ASSERT_EQ(model.bodies.size(), 1U);
  EXPECT_NEAR(model.bodies[0].mass, 52.1887902, 1e-7);
  EXPECT_NEAR(testing_support::first_acceleration(assemble(model)), 17.224588845544186, 1e-12);
}

TEST(Mjcf, MeshesHaveTheInertiaOfTheirVolume) {
  const Model model = one_body(
      "<asset><mesh name=\"m\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\" face=\"0 2 1 0 1 3 0 3 2 1 2 3\"/></asset>",
      "<joint/><geom type=\"mesh\" mesh=\"m\"/>");
  EXPECT_NEAR(model.bodies[0].mass, 1000.0 / 6.0, 1e-12);
  EXPECT_NEAR((model.bodies[0].position - Vector3(0.25, 0.25, 0.25)).norm(), 0.0, 1e-15);
  EXPECT_NEAR(model.bodies[0].inertia(0, 0), 12.5, 1e-12);  // m 3/40
  EXPECT_NEAR(model.bodies[0].inertia(0, 1), 1000.0 / 6.0 / 80.0, 1e-12);
}

TEST(Mjcf, WhatChangesTheMotionIsRefusedAtItsPlace) {
  const auto in_world = [](const std::string& inside) {
    return error_of("<mujoco>\n<worldbody>\n" + inside + "</worldbody></mujoco>");
  };
  EXPECT_EQ(in_world("<body gravcomp=\"1\"><joint/>" + ball + "</body>"), "gravity is not compensated here");
  EXPECT_EQ(in_world("<body><joint type=\"ball\" damping=\"1\"/>" + ball + "</body>"),
            "a ball joint with damping is not supported");
  EXPECT_EQ(in_world("<replicate count=\"3\"/>"), "<replicate> is not known here, or not supported");
  EXPECT_EQ(in_world("<body><joint stifness=\"1\"/>" + ball + "</body>"),
            "the attribute stifness of <joint> is not known here, or not supported");
  try {
    read_text("<mujoco>\n<worldbody>\n<body><joint stifness=\"1\"/></body></worldbody></mujoco>");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), "any.xml:3:14 (/mujoco/worldbody/body/joint/@stifness)");
    EXPECT_EQ(error.hint(), "did you mean stiffness? docs/robots.md lists what is read");
  }
}

}  // namespace
}  // namespace kreisel
