// Models that cannot be are refused with the place of the mistake.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "kreisel/core/error.hpp"
#include "kreisel/model/assemble.hpp"
#include "tests/support/sample_elements.hpp"

namespace kreisel {
namespace {

using testing_support::between;
using testing_support::sample_model;

struct Mistake {
  const char* pointer;
  std::function<void(Model&)> make;
};

Model good_model() {
  Model model = sample_model("r3xso3");
  model.joints.emplace_back(between<RevoluteJoint>("hinge", "p", "q"));
  auto spring = between<SpringDamper>("spring", "p", "r");
  spring.stiffness = 3.0;
  model.forces.emplace_back(spring);
  Marker marker;
  marker.name = "corner";
  marker.body = "r";
  model.markers.push_back(marker);
  return model;
}

RevoluteJoint& hinge(Model& m) {
  return std::get<RevoluteJoint>(m.joints[0]);
}
SpringDamper& spring(Model& m) {
  return std::get<SpringDamper>(m.forces[0]);
}

template <class Element>
std::function<void(Model&)> adding(Element element) {
  return [element](Model& m) {
    if constexpr (std::is_constructible_v<Joint, Element>)
      m.joints.emplace_back(element);
    else
      m.forces.emplace_back(element);
  };
}

std::vector<Mistake> mistakes() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  GearJoint gear;
  gear.name = "gear";
  gear.joint_a = "hinge";
  gear.joint_b = "nobody";
  auto rod = between<DistanceJoint>("rod", "p", "q");
  rod.length.text = "-1";
  auto bushing = between<Bushing>("bushing", "p", "q");
  bushing.stiffness(0, 1) = 1.0;
  auto negative = bushing;
  negative.stiffness = -Matrix6::Identity();
  auto contact = between<Friction>("friction", "p", "ground");
  contact.slip_speed = 0.0;
  PointForce force;
  force.name = "wind";
  force.a.body = "p";
  force.components = {StateFunction{"1"}, StateFunction{"wind"}, StateFunction{"0"}};
  return {
      {"/bodies", [](Model& m) { m.bodies.clear(); }},
      {"/group", [](Model& m) { m.group = "so3"; }},
      {"/duration", [](Model& m) { m.duration = 0.0; }},
      {"/gravity", [=](Model& m) { m.gravity(1) = nan; }},
      {"/parameters/2b", [](Model& m) { m.parameters["2b"] = 1.0; }},
      {"/parameters/sin", [](Model& m) { m.parameters["sin"] = 1.0; }},
      {"/bodies/1/mass", [](Model& m) { m.bodies[1].mass = -1.0; }},
      {"/bodies/1/mass", [=](Model& m) { m.bodies[1].mass = nan; }},
      {"/bodies/0/inertia", [](Model& m) { m.bodies[0].inertia(0, 1) += 0.1; }},
      {"/bodies/0/inertia", [](Model& m) { m.bodies[0].inertia = Vector3(1, 1, 2.1).asDiagonal(); }},
      {"/bodies/0/inertia", [](Model& m) { m.bodies[0].inertia = Vector3(1, 1, 0).asDiagonal(); }},
      {"/bodies/2/position", [=](Model& m) { m.bodies[2].position(0) = nan; }},
      {"/bodies/2/rotation", [](Model& m) { m.bodies[2].rotation.quaternion.setZero(); }},
      {"/bodies/2/name", [](Model& m) { m.bodies[2].name = "p"; }},
      {"/bodies/2/name", [](Model& m) { m.bodies[2].name = "ground"; }},
      {"/markers/0/body", [](Model& m) { m.markers[0].body = "nobody"; }},
      {"/markers/1/name", [](Model& m) { m.markers.push_back(m.markers[0]); }},
      {"/joints/0/a/body", [](Model& m) { hinge(m).a.body = "nobody"; }},
      {"/joints/0/a", [](Model& m) { hinge(m).a.marker = "corner"; }},
      {"/joints/0/b", [](Model& m) { hinge(m).b = End{.marker = "nowhere"}; }},
      {"/joints/0/b", [](Model& m) { hinge(m).b.body = "p"; }},
      {"/joints/0/a/axis", [](Model& m) { hinge(m).a.axis = Vector3::Zero(); }},
      {"/joints/0/a/rotation", [](Model& m) { hinge(m).a.rotation.quaternion.setZero(); }},
      {"/joints/0/b/position", [=](Model& m) { hinge(m).b.position(2) = nan; }},
      {"/joints/0/angle", [](Model& m) { hinge(m).angle.text = "2 * u"; }},
      {"/joints/0/name", [](Model& m) { hinge(m).name.clear(); }},
      {"/forces/0/name", [](Model& m) { spring(m).name = "hinge"; }},
      {"/forces/0/stiffness", [](Model& m) { spring(m).stiffness = -1.0; }},
      {"/forces/0/b", [](Model& m) { spring(m).b.body = "p"; }},
      {"/joints/1/joint_b", adding(gear)},
      {"/joints/1/length", adding(rod)},
      {"/forces/1/stiffness", adding(bushing)},
      {"/forces/1/stiffness", adding(negative)},
      {"/forces/1/slip_speed", adding(contact)},
      {"/forces/1/components/1", adding(force)},
  };
}

TEST(ModelChecks, GoodModelIsAssembled) {
  const AssembledModel assembled = assemble(good_model());
  EXPECT_EQ(assembled.system.rows()[0].name, "hinge.x");
  EXPECT_EQ(assembled.system.rows()[4].name, "hinge.turn_y");
  EXPECT_EQ(assembled.elements[0].rows, 5);
}

TEST(ModelChecks, MistakesAreFoundWhereTheyAre) {
  for (const Mistake& mistake : mistakes()) {
    Model model = good_model();
    mistake.make(model);
    try {
      assemble(model);
      ADD_FAILURE() << "no mistake was found at " << mistake.pointer;
    } catch (const ModelError& error) {
      EXPECT_EQ(error.pointer(), mistake.pointer) << error.what();
      EXPECT_FALSE(error.hint().empty());
    }
  }
}

}  // namespace
}  // namespace kreisel
