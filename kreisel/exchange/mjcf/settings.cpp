// Default classes inherit from the class around them, attribute by attribute.
#include "kreisel/exchange/mjcf/settings.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/exchange/mjcf/vocabulary.hpp"

namespace kreisel::mjcf {
namespace {

/// Kinds of actuators share one set of defaults, those of tendons and of conditions likewise.
std::string kind_in_defaults(const std::string& element) {
  return is_actuator(element) ? "actuator" : element == "fixed" || element == "spatial" ? "tendon" : element;
}

const ClassAttributes& nothing() {
  static const ClassAttributes none;
  return none;
}

}  // namespace

Defaults::Defaults(const XmlElement& root) {
  classes_["main"];
  ClassAttributes main;
  for (const XmlElement& child : root.children) {
    if (child.name != "default") continue;
    read(child, classes_.at("main"), true);
  }
}

void Defaults::read(const XmlElement& element, const ClassAttributes& around, bool is_outermost) {
  const XmlAttribute* given = element.find("class");
  if (!given && !is_outermost)
    refuse(element.place(), "a default class inside another has no name", "give it class=\"...\"");
  const std::string name = given && !(is_outermost && given->value.empty()) ? given->value : "main";
  if (!is_outermost && classes_.contains(name))
    refuse(element.place(), fmt::format("a second default class is called \"{}\"", name),
           "choose another name");
  ClassAttributes own = around;
  for (const XmlElement& child : element.children) {
    if (child.name == "default") continue;
    auto& of_kind = own[kind_in_defaults(child.name)];
    for (const XmlAttribute& attribute : child.attributes) of_kind[attribute.name] = {&child, &attribute};
  }
  classes_[name] = own;
  if (is_outermost) classes_["main"] = own;
  for (const XmlElement& child : element.children)
    if (child.name == "default") read(child, own, false);
}

const ClassAttributes& Defaults::of(const std::string& name, const XmlPlace& place) const {
  const auto found = classes_.find(name);
  if (found != classes_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [one, attributes] : classes_) known.push_back(one);
  refuse(place, fmt::format("there is no default class \"{}\"", shortened(name)),
         suggestion(name, "classes", known));
}

Settings::Settings(const XmlElement& element, const Defaults& defaults, const ClassAttributes& active,
                   const std::string& kind)
    : element_(element) {
  const XmlAttribute* named = element.find("class");
  const ClassAttributes& chosen = kind.empty() ? nothing()
                                  : named      ? defaults.of(named->value, element.place_of(*named))
                                               : active;
  if (const auto found = chosen.find(kind_in_defaults(kind)); found != chosen.end())
    inherited_ = &found->second;
}

std::optional<Given> Settings::find(std::string_view name) const {
  if (const XmlAttribute* own = element_.find(name)) return Given{&element_, own};
  if (!inherited_) return std::nullopt;
  const auto found = inherited_->find(std::string(name));
  return found == inherited_->end() ? std::nullopt : std::optional(found->second);
}

std::string Settings::text(std::string_view name, std::string otherwise) const {
  const auto given = find(name);
  return given ? given->attribute->value : std::move(otherwise);
}

std::string Settings::choice(std::string_view name, const std::vector<std::string>& known,
                             std::string otherwise) const {
  const auto given = find(name);
  if (!given) return otherwise;
  if (std::find(known.begin(), known.end(), given->attribute->value) == known.end())
    refuse(given->place(),
           fmt::format("\"{}\" is no {}", shortened(given->attribute->value), given->attribute->name),
           fmt::format("one of {}", fmt::join(known, ", ")));
  return given->attribute->value;
}

std::vector<double> Settings::numbers(std::string_view name, std::size_t least, std::size_t most) const {
  const auto given = find(name);
  if (!given) return {};
  std::vector<double> all = numbers_of(*given->element, *given->attribute);
  if (all.size() >= least && all.size() <= most) return all;
  refuse(given->place(),
         fmt::format("{} numbers where {} are expected", all.size(),
                     least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most)),
         fmt::format("check {}", given->attribute->name));
}

double Settings::number(std::string_view name, double otherwise) const {
  const auto all = numbers(name, 1, 1);
  return all.empty() ? otherwise : all[0];
}

Vector3 Settings::vector(std::string_view name, const Vector3& otherwise) const {
  const auto all = numbers(name, 3, 3);
  return all.empty() ? otherwise : Vector3(all[0], all[1], all[2]);
}

bool Settings::flag(std::string_view name, bool otherwise) const {
  return choice(name, {"true", "false", "enable", "disable"}, otherwise ? "true" : "false") == "true" ||
         text(name) == "enable";
}

bool Settings::is_limited(std::string_view name, std::string_view range, const Compiler& compiler) const {
  const std::string given = choice(name, {"auto", "true", "false"}, "auto");
  if (given == "auto" && has(range) && !compiler.autolimits)
    refuse(find(range)->place(), fmt::format("{} is given, but not {}, and autolimits is off", range, name),
           fmt::format("write {}=\"true\" or \"false\"", name));
  return given == "true" || (given == "auto" && has(range));
}

Pose Settings::pose(const Compiler& compiler) const {
  return {orientation(compiler), vector("pos", Vector3::Zero())};
}

Matrix3 Settings::orientation(const Compiler& compiler) const {
  std::optional<Given> chosen;
  for (const char* name : {"quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
    const auto given = find(name);
    if (!given) continue;
    const bool is_own = given->element == &element_;
    if (chosen && is_own && chosen->element == &element_)
      refuse(given->place(), "the orientation is given twice",
             fmt::format("leave out {} or {}", chosen->attribute->name, name));
    if (!chosen || is_own) chosen = given;
  }
  return chosen ? orientation_from(*chosen, compiler) : Matrix3::Identity();
}

Matrix3 Settings::orientation_from(const Given& given, const Compiler& compiler) const {
  const std::string& name = given.attribute->name;
  const std::size_t count = name == "quat" || name == "axisangle" ? 4 : name == "xyaxes" ? 6 : 3;
  const std::vector<double> x = numbers(name, count, count);
  const auto direction = [&](std::size_t first) {
    const Vector3 v(x[first], x[first + 1], x[first + 2]);
    if (!(v.norm() > 1e-14)) refuse(given.place(), "a direction has length 0", "give another one");
    return Vector3(v.normalized());
  };
  if (name == "quat") {
    const VectorOf<double, 4> q(x[0], x[1], x[2], x[3]);
    if (!(q.norm() > 1e-14))
      refuse(given.place(), "the quaternion has length 0", "for no rotation write 1 0 0 0");
    return rotation_of(q);
  }
  if (name == "axisangle") return rotation_about(direction(0), compiler.angle(x[3]));
  if (name == "zaxis") return rotation_with_z(direction(0));
  if (name == "euler")
    return rotation_of_sequence(compiler.eulerseq,
                                {compiler.angle(x[0]), compiler.angle(x[1]), compiler.angle(x[2])});
  const Vector3 first = direction(0);
  const Vector3 second = direction(3);
  const Vector3 across = second - first * first.dot(second);
  if (!(across.norm() > 1e-10))
    refuse(given.place(), "both axes have one direction", "give two different ones");
  Matrix3 r;
  r.col(0) = first, r.col(1) = across.normalized(), r.col(2) = first.cross(r.col(1));
  return r;
}

Compiler read_compiler(const XmlElement& root) {
  Compiler c;
  for (const XmlElement& element : root.children) {
    if (element.name != "compiler") continue;
    static const XmlElement empty;
    static const Defaults none(empty);
    const Settings s(element, none, nothing(), "");
    c.in_degrees = s.choice("angle", {"degree", "radian"}, c.in_degrees ? "degree" : "radian") == "degree";
    if (s.choice("coordinate", {"local", "global"}, "local") == "global")
      refuse(s.find("coordinate")->place(), "global coordinates are no longer part of MJCF",
             "save the file with local coordinates");
    c.autolimits = s.flag("autolimits", c.autolimits);
    c.balances_inertia = s.flag("balanceinertia", c.balances_inertia);
    c.strips_paths = s.flag("strippath", c.strips_paths);
    c.inertia_from_geoms = s.choice("inertiafromgeom", {"auto", "true", "false"}, c.inertia_from_geoms);
    c.least_mass = s.number("boundmass", c.least_mass);
    c.least_inertia = s.number("boundinertia", c.least_inertia);
    c.total_mass = s.number("settotalmass", c.total_mass);
    c.mesh_folder = s.text("meshdir", s.text("assetdir", c.mesh_folder));
    if (const auto groups = s.numbers("inertiagrouprange", 2, 2); !groups.empty())
      c.first_group = static_cast<int>(groups[0]), c.last_group = static_cast<int>(groups[1]);
    c.eulerseq = s.text("eulerseq", c.eulerseq);
    if (c.eulerseq.size() != 3 || c.eulerseq.find_first_not_of("xyzXYZ") != std::string::npos)
      refuse(s.find("eulerseq")->place(), fmt::format("\"{}\" is no eulerseq", shortened(c.eulerseq)),
             "three letters of x, y, z (moving axes) and X, Y, Z (fixed ones)");
  }
  return c;
}

}  // namespace kreisel::mjcf
