// THE table of words of URDF, and its attributes as numbers.
#include "kreisel/exchange/urdf/elements.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"

namespace kreisel::urdf {
namespace {

struct Words {
  const char* attributes;
  const char* children = "";
};

/// "*": whatever is inside does not change the motion.
const std::map<std::string_view, Words>& table() {
  static const std::map<std::string_view, Words> words = {
      {"robot",
       {"name version",
        "link joint loop_joint loop coupling material transmission gazebo sensor ros2_control"}},
      {"link", {"name type", "inertial visual collision"}},
      {"inertial", {"", "origin mass inertia"}},
      {"origin", {"xyz rpy"}},
      {"mass", {"value"}},
      {"inertia", {"ixx ixy ixz iyy iyz izz"}},
      {"joint", {"name type", "origin parent child axis limit dynamics mimic safety_controller calibration"}},
      {"parent", {"link"}},
      {"child", {"link"}},
      {"axis", {"xyz"}},
      {"limit", {"lower upper effort velocity"}},
      {"dynamics", {"damping friction armature"}},
      {"mimic", {"joint multiplier offset"}},
      {"loop_joint", {"name type", "link1 link2 axis"}},
      {"link1", {"link xyz rpy"}},
      {"link2", {"link xyz rpy"}},
      {"loop", {"name type", "predecessor successor axis"}},
      {"predecessor", {"link joint", "origin"}},
      {"successor", {"link joint", "origin"}},
      {"coupling", {"name", "predecessor successor ratio"}},
      {"ratio", {"value"}},
      {"visual", {"*"}},
      {"collision", {"*"}},
      {"material", {"*"}},
      {"transmission", {"*"}},
      {"gazebo", {"*"}},
      {"sensor", {"*"}},
      {"ros2_control", {"*"}},
      {"safety_controller", {"*"}},
      {"calibration", {"*"}},
  };
  return words;
}

std::vector<std::string> words_of(const char* list) {
  std::istringstream in(list);
  std::vector<std::string> out;
  for (std::string one; in >> one;) out.push_back(one);
  return out;
}

void check(const XmlElement& e) {
  const Words& words = table().at(e.name);
  if (std::string_view(words.attributes) == "*") return;
  const auto attributes = words_of(words.attributes), children = words_of(words.children);
  for (const XmlAttribute& a : e.attributes) {
    if (a.name.starts_with("xmlns")) continue;
    if (std::find(attributes.begin(), attributes.end(), a.name) == attributes.end())
      refuse({e.source, a.name_offset, e.path + "/@" + a.name},
             fmt::format("<{}> has no attribute {}", e.name, shortened(a.name)),
             suggestion(a.name, "attributes", attributes));
  }
  for (const XmlElement& child : e.children) {
    if (child.name.starts_with("xacro:"))
      refuse(child.place(), fmt::format("<{}> is a macro, and the file no URDF yet", child.name),
             "run xacro on it first: xacro robot.urdf.xacro > robot.urdf");
    if (std::find(children.begin(), children.end(), child.name) == children.end())
      refuse(child.place(), fmt::format("<{}> inside <{}> is not known", shortened(child.name), e.name),
             suggestion(child.name, "elements", children));
    check(child);
  }
}

}  // namespace

void check_vocabulary(const XmlElement& root) {
  check(root);
}

const std::string& text_of(const XmlElement& e, std::string_view attribute) {
  const XmlAttribute* found = e.find(attribute);
  if (!found || found->value.empty())
    refuse(e.place(), fmt::format("<{}> has no {}", e.name, attribute),
           fmt::format("give {}=\"...\"", attribute));
  return found->value;
}

double number_of(const XmlElement& e, std::string_view attribute) {
  text_of(e, attribute);
  const XmlAttribute& found = *e.find(attribute);
  const auto all = numbers_of(e, found);
  if (all.size() != 1)
    refuse(e.place_of(found), fmt::format("{} numbers where one is expected", all.size()), "give one number");
  return all[0];
}

double number_of(const XmlElement& e, std::string_view attribute, double otherwise) {
  return e.find(attribute) ? number_of(e, attribute) : otherwise;
}

Vector3 vector_of(const XmlElement& e, std::string_view attribute, const Vector3& otherwise) {
  const XmlAttribute* found = e.find(attribute);
  if (!found) return otherwise;
  const auto all = numbers_of(e, *found);
  if (all.size() != 3)
    refuse(e.place_of(*found), fmt::format("{} numbers where three are expected", all.size()),
           "give three numbers");
  return {all[0], all[1], all[2]};
}

Pose pose_of(const XmlElement* origin) {
  if (!origin) return {};
  return {rotation_of_rpy(vector_of(*origin, "rpy", Vector3::Zero())),
          vector_of(*origin, "xyz", Vector3::Zero())};
}

}  // namespace kreisel::urdf
