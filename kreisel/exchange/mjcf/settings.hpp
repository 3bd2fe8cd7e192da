// Attributes of an element with what default classes say: its own first, then its class, or that of the body around it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/exchange/pose.hpp"
#include "kreisel/exchange/xml_document.hpp"

namespace kreisel::mjcf {

/// What <compiler> says about the rest of the file.
struct Compiler {
  bool in_degrees = true, autolimits = true, balances_inertia = false, strips_paths = false;
  std::string eulerseq = "xyz";
  std::string inertia_from_geoms = "auto";
  double least_mass = 0.0, least_inertia = 0.0, total_mass = -1.0;
  int first_group = 0, last_group = 5;
  std::string mesh_folder = {};

  double angle(double given) const { return in_degrees ? given * 0.017453292519943295 : given; }
};
Compiler read_compiler(const XmlElement& root);

/// An attribute where it is written.
struct Given {
  const XmlElement* element = nullptr;
  const XmlAttribute* attribute = nullptr;
  XmlPlace place() const { return element->place_of(*attribute); }
};

/// Of one class: attributes by element and name, those of the classes around it included.
using ClassAttributes = std::map<std::string, std::map<std::string, Given>>;

class Defaults {
 public:
  /// Throws ModelError for classes without a name or with one that is taken.
  explicit Defaults(const XmlElement& root);
  const ClassAttributes& of(const std::string& name, const XmlPlace& place) const;
  const ClassAttributes& main() const { return classes_.at("main"); }

 private:
  void read(const XmlElement& element, const ClassAttributes& around, bool is_outermost);

  std::map<std::string, ClassAttributes> classes_;
};

class Settings {
 public:
  /// `active`: the class of the bodies around it; `kind`: of the defaults, usually the name of the element.
  Settings(const XmlElement& element, const Defaults& defaults, const ClassAttributes& active,
           const std::string& kind);

  const XmlElement& element() const { return element_; }
  XmlPlace place() const { return element_.place(); }
  std::optional<Given> find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name).has_value(); }
  std::string text(std::string_view name, std::string otherwise = {}) const;
  /// One of these words.
  std::string choice(std::string_view name, const std::vector<std::string>& known,
                     std::string otherwise) const;
  double number(std::string_view name, double otherwise) const;
  /// From `least` to `most` numbers; none when it is not given.
  std::vector<double> numbers(std::string_view name, std::size_t least, std::size_t most) const;
  Vector3 vector(std::string_view name, const Vector3& otherwise) const;
  bool flag(std::string_view name, bool otherwise) const;
  /// Of *limited: true, false, or by a range that is given.
  bool is_limited(std::string_view name, std::string_view range, const Compiler& compiler) const;
  /// pos with quat, axisangle, xyaxes, zaxis or euler.
  Pose pose(const Compiler& compiler) const;
  Matrix3 orientation(const Compiler& compiler) const;

 private:
  Matrix3 orientation_from(const Given& given, const Compiler& compiler) const;

  const XmlElement& element_;
  const std::map<std::string, Given>* inherited_ = nullptr;
};

}  // namespace kreisel::mjcf
