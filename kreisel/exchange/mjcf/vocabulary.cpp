// THE table of words. An attribute that is not in it is refused: it might change the motion.
#include "kreisel/exchange/mjcf/vocabulary.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"

namespace kreisel::mjcf {
namespace {

struct Words {
  const char* attributes;      // that are read
  const char* harmless = "";   // that are not, because they do not change the motion
  bool reads_children = true;  // otherwise what is inside is harmless
};

const std::map<std::string_view, Words>& table() {
  static const std::map<std::string_view, Words> words = {
      {"mujoco", {"model"}},
      {"mujocoinclude", {""}},
      {"worldbody", {""}},
      {"asset", {""}},
      {"default", {"class"}},
      {"actuator", {""}},
      {"equality", {""}},
      {"contact", {""}},
      {"keyframe", {""}},
      {"compiler",
       {"angle coordinate eulerseq autolimits inertiafromgeom balanceinertia boundmass boundinertia "
        "settotalmass "
        "meshdir assetdir inertiagrouprange strippath",
        "texturedir discardvisual fusestatic usethread convexhull fitaabb exactmeshinertia alignfree "
        "saveinertial"}},
      {"lengthrange", {"", "*"}},
      {"option",
       {"gravity wind density viscosity",
        "timestep integrator solver iterations tolerance ls_iterations ls_tolerance noslip_iterations "
        "noslip_tolerance ccd_iterations ccd_tolerance mpr_iterations mpr_tolerance sdf_iterations "
        "sdf_initpoints "
        "apirate impratio cone jacobian magnetic o_margin o_solref o_solimp o_friction collision "
        "sleep_tolerance"}},
      {"flag",
       {"gravity contact limit frictionloss equality actuation constraint passive spring damper filterparent",
        "clampctrl warmstart refsafe sensor midphase eulerdamp override energy fwdinv invdiscrete multiccd "
        "island "
        "nativeccd autoreset sleep"}},
      {"body", {"name childclass mocap gravcomp pos quat axisangle xyaxes zaxis euler", "user sleep"}},
      {"frame", {"name childclass pos quat axisangle xyaxes zaxis euler"}},
      {"inertial", {"mass diaginertia fullinertia pos quat axisangle xyaxes zaxis euler"}},
      {"joint",
       {"name class type pos axis ref springref stiffness damping armature frictionloss range limited group "
        "joint1 "
        "joint2 polycoef active coef joint",
        "user margin solreflimit solimplimit solreffriction solimpfriction solref solimp actuatorgravcomp"}},
      {"freejoint", {"name", "group align"}},
      {"geom",
       {"name class type size fromto mass density mesh contype conaffinity condim friction shellinertia "
        "group "
        "pos quat axisangle xyaxes zaxis euler",
        "material rgba priority solmix solref solimp margin gap user hfield fitscale"}},
      {"site",
       {"name class fromto pos quat axisangle xyaxes zaxis euler site",
        "type size group material rgba user"}},
      {"mesh",
       {"name class file scale refpos refquat vertex face inertia",
        "smoothnormal normal texcoord maxhullvert material content_type"}},
      {"motor",
       {"name class joint jointinparent tendon gear ctrllimited ctrlrange forcelimited forcerange",
        "group user lengthrange"}},
      {"position",
       {"name class joint jointinparent tendon gear ctrllimited ctrlrange forcelimited forcerange kp kv",
        "group user lengthrange"}},
      {"velocity",
       {"name class joint jointinparent tendon gear ctrllimited ctrlrange forcelimited forcerange kv",
        "group user lengthrange"}},
      {"damper",
       {"name class joint jointinparent tendon gear ctrllimited ctrlrange forcelimited forcerange kv",
        "group user lengthrange"}},
      {"general",
       {"name class joint jointinparent tendon gear ctrllimited ctrlrange forcelimited forcerange gaintype "
        "biastype "
        "gainprm biasprm dyntype",
        "group user lengthrange dynprm actlimited actrange"}},
      {"connect", {"name class active body1 body2 anchor site1 site2", "solref solimp"}},
      {"weld", {"name class active body1 body2 anchor relpose site1 site2", "solref solimp torquescale"}},
      {"tendon",
       {"name class active tendon1 tendon2 polycoef stiffness damping springlength range limited "
        "frictionloss",
        "solref solimp solreflimit solimplimit solreffriction solimpfriction margin group width material "
        "rgba user"}},
      {"fixed",
       {"name class stiffness damping springlength range limited frictionloss",
        "group solreflimit solimplimit "
        "solreffriction solimpfriction margin user"}},
      {"spatial",
       {"name class stiffness damping springlength range limited frictionloss",
        "group solreflimit solimplimit solreffriction solimpfriction margin width material rgba user"}},
      {"pair", {"name class geom1 geom2 condim friction", "solref solimp gap margin solreffriction"}},
      {"exclude", {"name body1 body2"}},
      {"key", {"name qpos qvel ctrl", "time act mpos mquat"}},
      {"include", {"file"}},
      {"visual", {"", "*", false}},
      {"statistic", {"", "*", false}},
      {"size", {"", "*", false}},
      {"sensor", {"", "*", false}},
      {"custom", {"", "*", false}},
      {"texture", {"", "*", false}},
      {"material", {"", "*", false}},
      {"camera", {"", "*", false}},
      {"light", {"", "*", false}},
      {"deformable", {"", "*", false}},
      {"skin", {"", "*", false}},
  };
  return words;
}

bool contains(const char* list, std::string_view word) {
  std::istringstream in(list);
  for (std::string one; in >> one;)
    if (one == word) return true;
  return false;
}

std::vector<std::string> words_of(const char* list) {
  std::istringstream in(list);
  std::vector<std::string> out;
  for (std::string one; in >> one;) out.push_back(one);
  return out;
}

class Check {
 public:
  explicit Check(std::vector<std::string>& notes) : notes_(notes) {}

  void element(const XmlElement& e) {
    const auto found = table().find(e.name);
    if (found == table().end()) {
      std::vector<std::string> known;
      for (const auto& [name, words] : table()) known.emplace_back(name);
      const auto near = near_misses(e.name, known);
      refuse(e.place(), fmt::format("<{}> is not known here, or not supported", shortened(e.name)),
             near.empty()
                 ? "leave it out, or say the same with elements that are read: docs/robots.md"
                 : fmt::format("did you mean <{}>? docs/robots.md lists what is read", near.front()));
    }
    const Words& words = found->second;
    if (std::string_view(words.harmless) == "*") {
      if (e.name == "deformable" && !e.children.empty())
        refuse(e.place(), "deformable bodies are not supported", "leave them out");
      return;
    }
    for (const XmlAttribute& attribute : e.attributes) attribute_of(e, attribute, words);
    for (const XmlElement& child : e.children) element(child);
  }

 private:
  void attribute_of(const XmlElement& e, const XmlAttribute& attribute, const Words& words) {
    if (contains(words.attributes, attribute.name)) return;
    if (contains(words.harmless, attribute.name)) {
      if (attribute.name.starts_with("sol") && !has_said_soft_) {
        has_said_soft_ = true;
        notes_.push_back(
            "solref, solimp and their like are not read: joints and loops are rigid here, stops and contacts "
            "have stiffnesses of their own");
      }
      return;
    }
    const auto near = near_misses(attribute.name, words_of(words.attributes));
    refuse(
        {e.source, attribute.name_offset, e.path + "/@" + attribute.name},
        fmt::format("the attribute {} of <{}> is not known here, or not supported", attribute.name, e.name),
        near.empty() ? "leave it out where it does not change the motion: docs/robots.md"
                     : fmt::format("did you mean {}? docs/robots.md lists what is read", near.front()));
  }

  std::vector<std::string>& notes_;
  bool has_said_soft_ = false;
};

}  // namespace

void check_vocabulary(const XmlElement& root, std::vector<std::string>& notes) {
  Check(notes).element(root);
}

bool is_actuator(std::string_view name) {
  constexpr std::string_view known[] = {"motor", "position", "velocity", "damper", "general"};
  return std::find(std::begin(known), std::end(known), name) != std::end(known);
}

}  // namespace kreisel::mjcf
