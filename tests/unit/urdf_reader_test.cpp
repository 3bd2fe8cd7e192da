// URDF: what links and joints become, loops, and mistakes with their places.
#include <gtest/gtest.h>

#include "kreisel/model/assemble.hpp"
#include "tests/support/foreign_texts.hpp"

namespace kreisel {
namespace {

using testing_support::error_of;
using testing_support::read_text;

std::string link(const std::string& name) {
  return "<link name=\"" + name +
         "\"><inertial><origin xyz=\".1 0 0\"/><mass value=\"2\"/><inertia ixx=\".01\" ixy=\"0\" ixz=\"0\" "
         "iyy=\".02\" "
         "iyz=\"0\" izz=\".02\"/></inertial></link>\n";
}
std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child, const std::string& inside = "<axis xyz=\"0 1 0\"/>") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/><origin xyz=\".5 0 0\"/>" + inside + "</joint>\n";
}
std::string robot(const std::string& inside) {
  return "<robot name=\"r\">\n<link name=\"base\"/>\n" + inside + "</robot>";
}

TEST(Urdf, LinksWithoutMassBetweenJointsMakeOneJoint) {
  const Model model =
      read_text(robot("<link name=\"dummy\"/>" + link("a") + joint("one", "continuous", "base", "dummy") +
                      joint("two", "prismatic", "dummy", "a", "<axis xyz=\"0 0 1\"/>")))
          .model;
  ASSERT_EQ(model.bodies.size(), 1U);
  const auto& axes = std::get<AxesJoint>(model.joints.at(0)).axes;
  ASSERT_EQ(axes.size(), 2U);
  EXPECT_EQ(axes[0].position, Vector3(-0.5, 0, 0));  // of the first, seen from the second
  EXPECT_EQ(axes[1].kind, MotionKind::translation);
}

TEST(Urdf, FixedLinksAreOneBody) {
  const Model model = read_text(robot(link("a") + link("b") + joint("one", "continuous", "base", "a") +
                                      joint("two", "fixed", "a", "b")))
                          .model;
  ASSERT_EQ(model.bodies.size(), 1U);
  EXPECT_EQ(model.bodies[0].mass, 4.0);
  EXPECT_NEAR(model.bodies[0].position(0), 0.5 + 0.35, 1e-15);
  EXPECT_NEAR(model.bodies[0].inertia(2, 2), 2 * 0.02 + 4 * 0.25 * 0.25, 1e-15);
}

TEST(Urdf, MimicsAreCoupledFromTheStart) {
  const ImportedModel imported = read_text(robot(
      link("a") + link("b") +
      joint("one", "revolute", "base", "a", "<limit lower=\".2\" upper=\"1\" effort=\"1\" velocity=\"1\"/>") +
      joint("two", "continuous", "base", "b", "<mimic joint=\"one\" multiplier=\"-2\" offset=\".1\"/>")));
  const auto& coupling = std::get<CouplingJoint>(imported.model.joints.at(2));
  EXPECT_EQ(coupling.polynomial, (std::vector<double>{0.1, -2.0}));
  EXPECT_EQ(std::get<AxesJoint>(imported.model.joints[0]).axes[0].value, 0.2);  // at its limit
  EXPECT_NEAR(std::get<AxesJoint>(imported.model.joints[1]).axes[0].value, -0.3, 1e-16);
}

TEST(Urdf, AxesWithoutAnAxisAreThoseOfX) {
  const Model model = read_text(robot(link("a") + joint("one", "continuous", "base", "a", ""))).model;
  EXPECT_EQ(std::get<AxesJoint>(model.joints[0]).axes[0].axis, Vector3(1, 0, 0));
}

TEST(Urdf, PlanarAndFloatingJointsLetGo) {
  const Model model =
      read_text(robot(link("a") + link("b") + joint("one", "planar", "base", "a", "<axis xyz=\"0 0 1\"/>") +
                      joint("two", "floating", "base", "b")))
          .model;
  ASSERT_EQ(model.joints.size(), 1U);
  EXPECT_EQ(std::get<AxesJoint>(model.joints[0]).axes.size(), 3U);
  EXPECT_EQ(model.bodies[1].position, Vector3(0.6, 0, 0));
}

TEST(Urdf, LoopsCloseByBothSpellings) {
  const std::string tree = link("a") + link("b") + joint("one", "continuous", "base", "a") +
                           joint("two", "continuous", "base", "b");
  for (const char* loop : {"<loop_joint name=\"l\" type=\"spherical\"><link1 link=\"a\" xyz=\".2 0 "
                           "0\"/><link2 link=\"b\" xyz=\".2 0 0\"/></loop_joint>",
                           "<loop name=\"l\" type=\"spherical\"><predecessor link=\"a\"><origin xyz=\".2 0 "
                           "0\"/></predecessor><successor "
                           "link=\"b\"><origin xyz=\".2 0 0\"/></successor></loop>"}) {
    const Model model = read_text(robot(tree + loop)).model;
    const auto& ball = std::get<SphericalJoint>(model.joints.at(2));
    EXPECT_NEAR((ball.a.position - Vector3(0.1, 0, 0)).norm(), 0.0, 1e-15);  // from the centre of mass
  }
}

TEST(Urdf, MistakesHaveTheirPlaces) {
  EXPECT_EQ(error_of(robot(link("a") + joint("one", "continous", "base", "a"))),
            "there is no joint type \"continous\"");
  EXPECT_EQ(error_of(robot(link("a") + joint("one", "continuous", "bas", "a"))), "there is no link \"bas\"");
  EXPECT_EQ(error_of(robot(link("a") + link("b") + joint("one", "continuous", "base", "a"))),
            "\"b\" and \"base\" have no parent, a tree has one root");
  EXPECT_EQ(error_of(robot("<xacro:macro name=\"x\"/>")),
            "<xacro:macro> is a macro, and the file no URDF yet");
  EXPECT_EQ(error_of(robot("<link name=\"a\"/>" + joint("one", "continuous", "base", "a"))),
            "\"a\" moves but has no mass");
  EXPECT_EQ(error_of(robot(link("a") + link("b") + joint("one", "continuous", "a", "b") +
                           joint("two", "fixed", "b", "a"))),
            "the joints form a circle");
  try {
    read_text(robot(joint("one", "continuous", "base", "a")));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), "any.xml:3:58 (/robot/joint/child)");
    EXPECT_EQ(error.hint(), "Known links: base.");
  }
}

/// Refused by assemble(): the place is that of the link the body comes from.
TEST(Urdf, WhatTheModelRefusesIsShownInTheFile) {
  std::string heavy = link("a");
  heavy.replace(heavy.find("ixx=\".01\""), 9, "ixx=\".90\"");
  const ImportedModel imported = read_text(robot(heavy + joint("one", "continuous", "base", "a")));
  try {
    assemble(imported.model);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_TRUE(imported.located(error).where().starts_with("any.xml:3:1 (/robot/link[2])"))
        << imported.located(error).where();
  }
}

}  // namespace
}  // namespace kreisel
