// One sample of every joint and force element, in every form it has.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/support/sample_models.hpp"

namespace kreisel::testing_support {

struct SampleElement {
  std::string name;
  std::function<void(Model&)> add_to;
};

template <class Element>
Element between(const std::string& name, const std::string& a, const std::string& b) {
  Element element;
  element.name = name;
  element.a = sample_end(a, 1.0);
  element.b = sample_end(b, b == ground ? 1.0 : -1.3);
  return element;
}

template <class Joint>
void add_joint_samples(std::vector<SampleElement>& all) {
  const std::string type(Joint::type);
  all.push_back({type, [](Model& m) { m.joints.push_back(between<Joint>("one", "p", "q")); }});
  all.push_back(
      {type + "_ground", [](Model& m) { m.joints.push_back(between<Joint>("one", "ground", "q")); }});
}

inline void add_driven_samples(std::vector<SampleElement>& all) {
  all.push_back({"revolute_driven", [](Model& m) {
                   auto joint = between<RevoluteJoint>("one", "p", "q");
                   joint.angle.text = "amplitude * sin(3*t) + t^2";
                   m.joints.push_back(joint);
                 }});
  all.push_back({"prismatic_driven", [](Model& m) {
                   auto joint = between<PrismaticJoint>("one", "p", "q");
                   joint.displacement.text = "0.2 + amplitude * cos(2*t)";
                   m.joints.push_back(joint);
                 }});
  for (const MotionKind kind : {MotionKind::translation, MotionKind::rotation}) {
    all.push_back({"motion_" + std::string(name_of_choice(kind)), [kind](Model& m) {
                     auto joint = between<MotionJoint>("one", "q", "ground");
                     joint.kind = kind;
                     joint.function.text = "exp(-t) * (t < 5 ? 1 : 2)";
                     m.joints.push_back(joint);
                   }});
  }
  for (const char* length : {"0.8", "0.8 + amplitude * t"}) {
    all.push_back({std::string("distance") + (length[3] == 0 ? "" : "_driven"), [length](Model& m) {
                     auto joint = between<DistanceJoint>("one", "p", "q");
                     joint.length.text = length;
                     m.joints.push_back(joint);
                   }});
  }
}

inline void add_gear_samples(std::vector<SampleElement>& all) {
  for (const bool internal : {false, true}) {
    all.push_back(
        {internal ? "gear_internal" : "gear", [internal](Model& m) {
           m.joints.push_back(between<RevoluteJoint>("first", "p", "q"));
           m.joints.push_back(between<RevoluteJoint>("second", "p", "r"));
           GearJoint gear;
           gear.name = "gear";
           gear.joint_a = "first";
           gear.joint_b = "second";
           gear.teeth_a =
               2;  // wide teeth: gaps count up to whole teeth, and the check moves by parts of a radian
           gear.teeth_b = 3;
           gear.internal = internal;
           m.joints.push_back(gear);
         }});
  }
}

inline void add_screw_samples(std::vector<SampleElement>& all) {
  for (const char* other : {"p", "ground"}) {
    const std::string suffix = std::string(other) == "ground" ? "_ground" : "";
    all.push_back({"screw" + suffix, [other](Model& m) {
                     auto screw = between<ScrewJoint>("one", other, "q");
                     screw.lead =
                         4.0;  // long: gaps count up to whole turns, and the check moves by parts of one
                     m.joints.push_back(screw);
                   }});
  }
}

inline void add_nonholonomic_samples(std::vector<SampleElement>& all) {
  for (const char* surface : {"ground", "q"}) {
    const std::string suffix = std::string(surface) == "ground" ? "_ground" : "";
    all.push_back({"rolling_disc" + suffix, [surface](Model& m) {
                     RollingDiscJoint joint;
                     joint.name = "one";
                     joint.disc = sample_end("p", 1.0);
                     joint.plane = sample_end(surface, -0.7);
                     joint.radius = 0.4;
                     m.joints.push_back(joint);
                   }});
    all.push_back({"skate" + suffix, [surface](Model& m) {
                     SkateJoint joint;
                     joint.name = "one";
                     joint.blade = sample_end("p", 1.0);
                     joint.surface = sample_end(surface, -0.7);
                     m.joints.push_back(joint);
                   }});
  }
}

template <class Spring>
void add_spring_samples(std::vector<SampleElement>& all, const std::function<void(Spring&)>& set) {
  for (const Form form : {Form::row, Form::force}) {
    const std::string suffix = "_" + std::string(name_of_choice(form));
    all.push_back({std::string(Spring::type) + suffix, [form, set](Model& m) {
                     auto spring = between<Spring>("one", "p", "q");
                     set(spring);
                     spring.form = form;
                     m.forces.push_back(spring);
                   }});
    all.push_back({std::string(Spring::type) + "_damper" + suffix, [form, set](Model& m) {
                     auto spring = between<Spring>("one", "r", "ground");
                     set(spring);
                     if constexpr (std::is_same_v<Spring, Bushing>)
                       spring.stiffness.setZero();
                     else
                       spring.stiffness = 0.0;
                     spring.form = form;
                     m.forces.push_back(spring);
                   }});
  }
}

inline void add_formula_samples(std::vector<SampleElement>& all) {
  for (const Axes axes : {Axes::space, Axes::body}) {
    for (const bool has_reaction : {true, false}) {
      const std::string suffix = "_" + std::string(name_of_choice(axes)) + (has_reaction ? "" : "_ground");
      const auto fill = [axes, has_reaction](auto& element) {
        element.name = "one";
        element.a = sample_end("p", 1.0);
        if (has_reaction) element.b = sample_end("q", -1.3);
        element.axes = axes;
        element.components = {StateFunction{"amplitude * x * vy - 2*angle"},
                              StateFunction{"sin(t) * z - 0.3 * vx^2"},
                              StateFunction{"rate * y + max(vz, -20)"}};
      };
      all.push_back({"force" + suffix, [fill](Model& m) {
                       PointForce force;
                       fill(force);
                       m.forces.push_back(force);
                     }});
      all.push_back({"torque" + suffix, [fill](Model& m) {
                       PointTorque torque;
                       fill(torque);
                       m.forces.push_back(torque);
                     }});
    }
  }
}

/// Deep in contact, so that differences do not cross its kink.
inline void add_contact_samples(std::vector<SampleElement>& all) {
  for (const char* other : {"ground", "q"}) {
    const std::string suffix = std::string(other) == "ground" ? "_ground" : "";
    all.push_back({"contact_plane" + suffix, [other](Model& m) {
                     PlaneContact contact;
                     contact.name = "one";
                     contact.ball = sample_end("p", 1.0);
                     contact.plane = sample_end(other, -0.7);
                     contact.radius = 4.0;
                     contact.stiffness = 30.0;
                     contact.damping = 2.0;
                     contact.friction = 0.3;
                     contact.slip_speed = 2.0;
                     m.forces.push_back(contact);
                   }});
    all.push_back({"contact_spheres" + suffix, [other](Model& m) {
                     auto contact = between<SphereContact>("one", "p", other);
                     contact.radius_a = 3.0;
                     contact.radius_b = 2.0;
                     contact.stiffness = 30.0;
                     contact.damping = 2.0;
                     m.forces.push_back(contact);
                   }});
    all.push_back({"friction" + suffix, [other](Model& m) {
                     auto friction = between<Friction>("one", "p", other);
                     friction.coefficient = 0.4;
                     friction.normal_force = 5.0;
                     friction.slip_speed = 2.0;
                     m.forces.push_back(friction);
                   }});
  }
}

/// Axes in general position; without inertia the rows have weights.
inline AxesJoint sample_axes(const std::string& a, const std::string& b, double inertia) {
  auto joint = between<AxesJoint>("one", a, b);
  joint.axes = {
      {"first", MotionKind::rotation, {0.3, -0.5, 0.8}, {0.1, -0.2, 0.3}, inertia, 0.2, 0.4, -0.5},
      {"second", MotionKind::translation, {0.6, 0.1, -0.4}, {}, inertia, 0.0, -0.3, 0.7},
      {"third", MotionKind::rotation, {-0.7, 0.2, 0.5}, {0.4, 0.1, -0.2}, 2.0 * inertia, -0.1, 0.6, 0.9}};
  return joint;
}

inline void add_axes_samples(std::vector<SampleElement>& all) {
  for (const double inertia : {0.0, 0.3}) {
    const std::string suffix = inertia > 0.0 ? "_heavy" : "";
    all.push_back(
        {"axes" + suffix, [inertia](Model& m) { m.joints.push_back(sample_axes("p", "q", inertia)); }});
    all.push_back({"axes_ground" + suffix,
                   [inertia](Model& m) { m.joints.push_back(sample_axes("ground", "q", inertia)); }});
  }
  all.push_back({"coupling", [](Model& m) {
                   m.joints.push_back(sample_axes("p", "q", 0.0));
                   CouplingJoint coupling;
                   coupling.name = "coupling";
                   coupling.terms = {{"first", 1.5}, {"third", -0.4}};
                   coupling.of = {{"second", 2.0}};
                   coupling.polynomial = {0.1, -0.7, 0.3, 0.2};
                   coupling.function.text = "amplitude * sin(2*t)";
                   m.joints.push_back(coupling);
                 }});
  for (const bool is_at_stop : {false, true}) {
    all.push_back({is_at_stop ? "axis_force_at_stop" : "axis_force", [is_at_stop](Model& m) {
                     m.joints.push_back(sample_axes("p", "q", 0.3));
                     AxisForce force;
                     force.name = "force";
                     force.terms = {{"first", 1.5}, {"second", -0.4}};
                     force.stiffness = 4.0, force.reference = 0.3, force.damping = 0.6;
                     force.friction = 0.5, force.slip_rate = 2.0;
                     force.force.text = "amplitude * sin(t) + 0.3 * angle * rate";
                     force.upper = is_at_stop ? -20.0 : 20.0;
                     force.stop_stiffness = 3.0, force.stop_damping = 0.01;
                     m.forces.push_back(force);
                   }});
  }
}

inline std::vector<SampleElement> sample_elements() {
  std::vector<SampleElement> all;
  all.push_back({"free", [](Model&) {}});
  add_joint_samples<FixedJoint>(all);
  add_joint_samples<RevoluteJoint>(all);
  add_joint_samples<PrismaticJoint>(all);
  add_joint_samples<CylindricalJoint>(all);
  add_joint_samples<UniversalJoint>(all);
  add_joint_samples<SphericalJoint>(all);
  add_joint_samples<PlanarJoint>(all);
  add_joint_samples<PointOnLineJoint>(all);
  add_driven_samples(all);
  add_gear_samples(all);
  add_screw_samples(all);
  add_nonholonomic_samples(all);
  add_spring_samples<SpringDamper>(all, [](SpringDamper& s) {
    s.stiffness = 40.0;
    s.damping = 3.0;
    s.length = 0.5;
  });
  add_spring_samples<TorsionSpring>(all, [](TorsionSpring& s) {
    s.stiffness = 4.0;
    s.damping = 0.3;
    s.angle = 0.2;
  });
  add_spring_samples<Bushing>(all, [](Bushing& s) {
    s.stiffness = VectorOf<double, 6>{30.0, 20.0, 10.0, 3.0, 2.0, 1.0}.asDiagonal();
    s.stiffness(0, 4) = s.stiffness(4, 0) = 1.0;
    s.damping = VectorOf<double, 6>{3.0, 0.0, 1.0, 0.3, 0.2, 0.1}.asDiagonal();
    s.damping(2, 3) = s.damping(3, 2) = 0.1;
  });
  add_axes_samples(all);
  add_formula_samples(all);
  add_contact_samples(all);
  return all;
}

}  // namespace kreisel::testing_support
