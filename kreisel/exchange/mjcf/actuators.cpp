// Motors and servos on joints and fixed tendons. The control of each is a parameter of the model.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "kreisel/exchange/mjcf/scene.hpp"
#include "kreisel/exchange/mjcf/vocabulary.hpp"

namespace kreisel::mjcf {
namespace {

/// A name parameters may have.
std::string parameter_for(const Model& model, const std::string& actuator) {
  std::string name = "ctrl_" + actuator;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  const std::string first = name;
  for (int i = 2; model.parameters.contains(name); ++i) name = fmt::format("{}_{}", first, i);
  return name;
}

/// force = gain u + bias0 + bias1 length + bias2 speed, length = gear y.
struct Affine {
  double gain = 1.0, bias = 0.0, by_length = 0.0, by_speed = 0.0;
};

Affine affine_of(const Settings& s, const std::string& kind) {
  const auto kv = s.number("kv", kind == "velocity" || kind == "damper" ? 1.0 : 0.0);
  if (kind == "motor") return {};
  if (kind == "position") {
    const double kp = s.number("kp", 1.0);
    return {kp, 0.0, -kp, -kv};
  }
  if (kind == "velocity") return {kv, 0.0, 0.0, -kv};
  if (s.choice("dyntype", {"none", "integrator", "filter", "filterexact", "muscle", "user"}, "none") !=
      "none")
    refuse(s.find("dyntype")->place(), "actuators with a state of their own are not supported",
           "take motor, position or velocity");
  Affine out;
  const std::string gain = s.choice("gaintype", {"fixed", "affine", "muscle", "user"}, "fixed"),
                    bias = s.choice("biastype", {"none", "affine", "muscle", "user"}, "none");
  if (gain != "fixed")
    refuse(s.find("gaintype")->place(), fmt::format("gaintype {} is not supported", gain), "take fixed");
  if (bias != "none" && bias != "affine")
    refuse(s.find("biastype")->place(), fmt::format("biastype {} is not supported", bias),
           "take none or affine");
  if (const auto g = s.numbers("gainprm", 1, 10); !g.empty()) out.gain = g[0];
  auto b = s.numbers("biasprm", 1, 10);
  b.resize(3, 0.0);
  if (bias == "affine") out.bias = b[0], out.by_length = b[1], out.by_speed = b[2];
  return out;
}

std::vector<CoordinateTerm> terms_of(const Scene& scene, const Settings& s) {
  for (const char* attribute : {"joint", "jointinparent"}) {
    if (!s.has(attribute)) continue;
    const SceneJoint& joint = scene.joint_named(s, attribute);
    if (!joint.has_coordinate())
      refuse(s.find(attribute)->place(), "actuators of ball and free joints are not supported",
             "name a hinge or a slide");
    return {{joint.axis, 1.0}};
  }
  if (s.has("tendon")) return terms_of_tendon(scene, s, "tendon");
  refuse(s.place(), "the actuator acts on nothing that is supported", "give it a joint or a fixed tendon");
}

std::string clamped(const std::string& text, const std::vector<double>& range) {
  return fmt::format("max({}, min({}, {}))", range[0], range[1], text);
}

void add_actuator(Scene& scene, const XmlElement& e, double control) {
  const Settings s = scene.settings(e);
  AxisForce force;
  force.terms = terms_of(scene, s);
  const std::string name = s.text("name", force.terms[0].axis + "_" + e.name);
  const std::string parameter = parameter_for(scene.out.model, name);
  scene.out.model.parameters[parameter] = control;
  const auto gears = s.numbers("gear", 1, 6);
  const double gear = gears.empty() ? 1.0 : gears[0];
  Affine law = affine_of(s, e.name);
  if (e.name == "damper") law = {};
  std::string u = parameter;
  if (const auto range = s.numbers("ctrlrange", 2, 2);
      s.is_limited("ctrllimited", "ctrlrange", scene.compiler) && !range.empty())
    u = clamped(u, range);
  std::string text = e.name == "damper" ? fmt::format("-{}*{}*{}*rate", s.number("kv", 1.0), u, gear)
                                        : fmt::format("{}*{}", law.gain, u);
  if (law.bias != 0.0) text += fmt::format(" + ({})", law.bias);
  if (law.by_length != 0.0) text += fmt::format(" + ({})*angle", law.by_length * gear);
  if (law.by_speed != 0.0) text += fmt::format(" + ({})*rate", law.by_speed * gear);
  if (const auto range = s.numbers("forcerange", 2, 2);
      s.is_limited("forcelimited", "forcerange", scene.compiler) && !range.empty())
    text = clamped(text, range);
  force.force.text = gear == 1.0 ? text : fmt::format("{}*({})", gear, text);
  force.name = scene.mechanism.element_name(name, e.name);
  scene.mechanism.add_force(std::move(force), s.place());
}

/// Controls of the keyframe the model starts from.
std::vector<double> controls(const Scene& scene, const std::string& keyframe, std::size_t count) {
  std::vector<double> all(count, 0.0);
  std::size_t number = 0;
  for_each_in(scene.root, "keyframe", [&](const XmlElement& key) {
    if (key.name != "key" || keyframe.empty() || scene.out.keyframes[number++] != keyframe) return;
    const Settings s(key, scene.defaults, scene.defaults.main(), "");
    if (auto given = s.numbers("ctrl", count, count); !given.empty()) all = std::move(given);
  });
  return all;
}

}  // namespace

void add_actuators(Scene& scene) {
  if (!scene.flags.actuation) return;
  std::vector<const XmlElement*> all;
  for_each_in(scene.root, "actuator", [&](const XmlElement& e) {
    if (!is_actuator(e.name))
      refuse(e.place(), fmt::format("<{}> is not supported", e.name), "take motor, position or velocity");
    all.push_back(&e);
  });
  const std::vector<double> start = controls(scene, scene.keyframe, all.size());
  for (std::size_t i = 0; i < all.size(); ++i) add_actuator(scene, *all[i], start[i]);
}

}  // namespace kreisel::mjcf
