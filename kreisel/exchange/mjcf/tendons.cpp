// Fixed tendons are sums of coordinates, spatial ones springs between two sites.
#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/exchange/mjcf/scene.hpp"

namespace kreisel::mjcf {
namespace {

std::vector<CoordinateTerm> terms_inside(const Scene& scene, const XmlElement& tendon) {
  std::vector<CoordinateTerm> terms;
  for (const XmlElement& e : tendon.children) {
    const Settings s(e, scene.defaults, scene.defaults.main(), "");
    if (e.name != "joint")
      refuse(e.place(), fmt::format("<{}> in a fixed tendon", e.name), "it has joints only");
    const SceneJoint& joint = scene.joint_named(s, "joint");
    if (!joint.has_coordinate())
      refuse(e.place(), "a fixed tendon on a ball or free joint", "name hinges and slides");
    if (!s.has("coef")) refuse(e.place(), "the coefficient is missing", "give coef=\"...\"");
    if (s.number("coef", 0.0) != 0.0) terms.push_back({joint.axis, s.number("coef", 0.0)});
  }
  if (terms.empty())
    refuse(tendon.place(), "the tendon has no joints", "add <joint joint=\"...\" coef=\"...\"/>");
  return terms;
}

/// One number, or none for the length at the reference.
double spring_length(const Settings& s, double at_reference) {
  const auto given = s.numbers("springlength", 1, 2);
  if (given.size() == 2 && given[0] != given[1])
    refuse(s.find("springlength")->place(), "a spring with a dead band is not supported", "give one length");
  return given.empty() || given[0] == -1.0 ? at_reference : given[0];
}

void add_fixed(Scene& scene, const XmlElement& e) {
  const Settings s = scene.settings(e);
  AxisForce force;
  force.terms = terms_inside(scene, e);
  double at_reference = 0.0;
  for (const CoordinateTerm& term : force.terms)
    for (const SceneJoint& joint : scene.joints)
      if (joint.axis == term.axis) at_reference += term.coefficient * joint.reference;
  if (scene.flags.spring) force.stiffness = s.number("stiffness", 0.0);
  force.reference = spring_length(s, at_reference);
  if (scene.flags.damper) force.damping = s.number("damping", 0.0);
  if (scene.flags.friction) force.friction = s.number("frictionloss", 0.0);
  if (const auto range = s.numbers("range", 2, 2);
      s.is_limited("limited", "range", scene.compiler) && !range.empty() && scene.flags.limit) {
    force.lower = range[0], force.upper = range[1];
    force.set_stops(1.0);
  }
  if (force.stiffness == 0.0 && force.damping == 0.0 && force.friction == 0.0 && !force.lower) return;
  force.name = scene.mechanism.element_name(s.text("name", "tendon"));
  scene.mechanism.add_force(std::move(force), s.place());
}

void add_spatial(Scene& scene, const XmlElement& e) {
  const Settings s = scene.settings(e);
  std::vector<const SceneSite*> ends;
  for (const XmlElement& child : e.children) {
    const Settings inner(child, scene.defaults, scene.defaults.main(), "");
    if (child.name != "site")
      refuse(child.place(), fmt::format("<{}> in a spatial tendon is not supported", child.name),
             "take springs between two sites");
    ends.push_back(&scene.site_named(inner, "site"));
  }
  const double stiffness = scene.flags.spring ? s.number("stiffness", 0.0) : 0.0,
               damping = scene.flags.damper ? s.number("damping", 0.0) : 0.0;
  if (s.number("frictionloss", 0.0) != 0.0 || s.is_limited("limited", "range", scene.compiler))
    refuse(s.place(), "a spatial tendon with a range or friction is not supported",
           "take springs and dampers");
  if (stiffness == 0.0 && damping == 0.0) return;
  if (ends.size() != 2)
    refuse(s.place(), fmt::format("a spatial tendon over {} sites is not supported", ends.size()),
           "take springs between two sites");
  const auto at_reference = [&](const SceneSite& site) -> Vector3 {
    return scene.mechanism.reference_of(site.link) * site.pose.p;
  };
  SpringDamper spring;
  spring.a = scene.mechanism.end(ends[0]->link, ends[0]->pose);
  spring.b = scene.mechanism.end(ends[1]->link, ends[1]->pose);
  spring.stiffness = stiffness;
  spring.damping = damping;
  spring.length = spring_length(s, (at_reference(*ends[0]) - at_reference(*ends[1])).norm());
  spring.name = scene.mechanism.element_name(s.text("name", "tendon"));
  scene.mechanism.add_force(std::move(spring), s.place());
}

}  // namespace

std::vector<CoordinateTerm> terms_of_tendon(const Scene& scene, const Settings& s, const char* attribute) {
  const auto given = s.find(attribute);
  if (!given) refuse(s.place(), fmt::format("the attribute {} is missing", attribute), "name a tendon");
  const XmlElement* found = nullptr;
  std::vector<std::string> known;
  for_each_in(scene.root, "tendon", [&](const XmlElement& e) {
    const XmlAttribute* name = e.find("name");
    if (name) known.push_back(name->value);
    if (name && name->value == given->attribute->value) found = &e;
  });
  if (!found)
    refuse(given->place(), fmt::format("there is no tendon \"{}\"", shortened(given->attribute->value)),
           suggestion(given->attribute->value, "tendons", known));
  if (found->name != "fixed")
    refuse(given->place(), "only fixed tendons are supported here", "name a fixed tendon");
  return terms_inside(scene, *found);
}

void add_tendons(Scene& scene) {
  for_each_in(scene.root, "tendon", [&](const XmlElement& e) {
    if (e.name == "fixed")
      add_fixed(scene, e);
    else if (e.name == "spatial")
      add_spatial(scene, e);
    else
      refuse(e.place(), fmt::format("<{}> is no tendon", e.name), "take fixed or spatial");
  });
}

}  // namespace kreisel::mjcf
