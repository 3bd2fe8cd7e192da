// <equality>: rigid rows. Loops close here like any joint.
#include <fmt/format.h>

#include "kreisel/exchange/mjcf/scene.hpp"

namespace kreisel::mjcf {
namespace {

Pose between(const Scene& scene, int from, int to) {
  return scene.mechanism.reference_of(from).inverse() * scene.mechanism.reference_of(to);
}

void connect(Scene& scene, const Settings& s) {
  SphericalJoint joint;
  joint.name = scene.mechanism.element_name(s.text("name", "connect"));
  if (s.has("site1")) {
    const SceneSite &a = scene.site_named(s, "site1"), &b = scene.site_named(s, "site2");
    joint.a = scene.mechanism.end(a.link, a.pose), joint.b = scene.mechanism.end(b.link, b.pose);
  } else {
    if (!s.has("body1") || !s.has("anchor"))
      refuse(s.place(), "body1 or anchor of the connection is missing", "give body1, body2 and anchor");
    const int a = scene.link_named(s, "body1"), b = scene.link_named(s, "body2");
    const Vector3 anchor = s.vector("anchor", Vector3::Zero());
    joint.a = scene.mechanism.end(a, {Matrix3::Identity(), anchor});
    joint.b = scene.mechanism.end(b, {Matrix3::Identity(), between(scene, b, a) * anchor});
  }
  scene.mechanism.add_joint(std::move(joint), s.place());
}

void weld(Scene& scene, const Settings& s) {
  FixedJoint joint;
  joint.name = scene.mechanism.element_name(s.text("name", "weld"));
  if (s.has("site1")) {
    const SceneSite &a = scene.site_named(s, "site1"), &b = scene.site_named(s, "site2");
    joint.a = scene.mechanism.end(a.link, a.pose), joint.b = scene.mechanism.end(b.link, b.pose);
  } else {
    if (!s.has("body1")) refuse(s.place(), "body1 of the weld is missing", "give body1 and body2");
    const int a = scene.link_named(s, "body1"), b = scene.link_named(s, "body2");
    Pose pose = between(scene, a, b);
    const auto x = s.numbers("relpose", 7, 7);
    if (!x.empty() && (x[3] != 0.0 || x[4] != 0.0 || x[5] != 0.0 || x[6] != 0.0))
      pose = {rotation_of({x[3], x[4], x[5], x[6]}), {x[0], x[1], x[2]}};
    joint.a = scene.mechanism.end(a, pose), joint.b = scene.mechanism.end(b, {});
  }
  scene.mechanism.add_joint(std::move(joint), s.place());
}

/// P(x - x0) + y0 as a polynomial of x, by Horner's scheme.
std::vector<double> shifted(const std::vector<double>& p, double x0, double y0) {
  std::vector<double> out(p.size(), 0.0);
  for (std::size_t k = p.size(); k-- > 0;) {
    for (std::size_t i = p.size(); i-- > 1;) out[i] = out[i - 1] - x0 * out[i];
    out[0] = -x0 * out[0] + p[k];
  }
  out[0] += y0;
  return out;
}

double reference_of(const Scene& scene, const std::vector<CoordinateTerm>& terms) {
  double sum = 0.0;
  for (const CoordinateTerm& term : terms)
    for (const SceneJoint& joint : scene.joints)
      if (joint.axis == term.axis) sum += term.coefficient * joint.reference;
  return sum;
}

/// Of joints or of fixed tendons.
void couple(Scene& scene, const Settings& s, bool of_tendons) {
  const char *first = of_tendons ? "tendon1" : "joint1", *second = of_tendons ? "tendon2" : "joint2";
  const auto terms = [&](const char* attribute) -> std::vector<CoordinateTerm> {
    if (of_tendons) return terms_of_tendon(scene, s, attribute);
    const SceneJoint& joint = scene.joint_named(s, attribute);
    if (!joint.has_coordinate())
      refuse(s.find(attribute)->place(), "ball and free joints cannot be coupled", "name a hinge or a slide");
    return {{joint.axis, 1.0}};
  };
  CouplingJoint joint;
  joint.name = scene.mechanism.element_name(s.text("name", "coupling"));
  joint.terms = terms(first);
  if (s.has(second)) joint.of = terms(second);
  std::vector<double> polynomial = s.numbers("polycoef", 1, 5);
  if (polynomial.empty()) polynomial = {0.0, 1.0};
  if (joint.of.empty()) polynomial.resize(1);
  joint.polynomial = shifted(polynomial, reference_of(scene, joint.of), reference_of(scene, joint.terms));
  scene.mechanism.add_joint(std::move(joint), s.place());
}

}  // namespace

void add_conditions(Scene& scene) {
  if (!scene.flags.equality) return;
  for_each_in(scene.root, "equality", [&](const XmlElement& e) {
    const Settings s = scene.settings(e);
    if (!s.flag("active", true)) {
      scene.out.notes.push_back(
          fmt::format("{}: the condition is not active and left out", e.place().where()));
      return;
    }
    if (e.name == "connect")
      connect(scene, s);
    else if (e.name == "weld")
      weld(scene, s);
    else if (e.name == "joint" || e.name == "tendon")
      couple(scene, s, e.name == "tendon");
    else
      refuse(e.place(), fmt::format("<{}> is no condition that is supported", e.name),
             "take connect, weld, joint or tendon");
  });
}

}  // namespace kreisel::mjcf
