// Included files first, then options, the tree, and what acts on it.
#include "kreisel/exchange/mjcf/reader.hpp"

#include <set>

#include <fmt/format.h>

#include "kreisel/exchange/mjcf/scene.hpp"
#include "kreisel/exchange/mjcf/vocabulary.hpp"

namespace kreisel {
namespace mjcf {
namespace {

/// Every <include> becomes the children of the root of its file. No file is included twice: that ends circles as well.
class Includes {
 public:
  explicit Includes(const std::filesystem::path& folder) : folder_(folder) {}

  void expand(XmlElement& element) {
    std::vector<XmlElement> children;
    for (XmlElement& child : element.children) {
      if (child.name != "include") {
        expand(child);
        children.push_back(std::move(child));
        continue;
      }
      XmlElement root = included(child);
      expand(root);
      for (XmlElement& inner : root.children) children.push_back(std::move(inner));
    }
    element.children = std::move(children);
  }

 private:
  XmlElement included(const XmlElement& e) {
    const XmlAttribute* file = e.find("file");
    if (!file) refuse(e.place(), "the include names no file", "give file=\"...\"");
    const std::filesystem::path path = folder_ / file->value;
    if (!seen_.insert(path.lexically_normal().string()).second)
      refuse(e.place_of(*file), fmt::format("{} is included a second time", file->value), "include it once");
    std::error_code is_none;
    if (std::filesystem::exists(path, is_none) && !std::filesystem::is_regular_file(path, is_none))
      refuse(e.place_of(*file), fmt::format("{} is no file", path.string()), "name a file");
    try {
      return read_xml(SourceText::from_file(path));
    } catch (const FileError& error) {
      refuse(e.place_of(*file), fmt::format("{}: {}", path.string(), error.fact()),
             "paths are seen from the folder of the file that is read");
    }
  }

  std::filesystem::path folder_;
  std::set<std::string> seen_;
};

void read_flags(Scene& scene, const XmlElement& e) {
  const Settings s(e, scene.defaults, scene.defaults.main(), "");
  Flags& f = scene.flags;
  const bool all = s.flag("constraint", true);
  f.gravity = s.flag("gravity", true);
  f.contact = all && s.flag("contact", true);
  f.limit = all && s.flag("limit", true);
  f.friction = all && s.flag("frictionloss", true);
  f.equality = all && s.flag("equality", true);
  f.actuation = s.flag("actuation", true);
  const bool passive = s.flag("passive", true);
  f.spring = passive && s.flag("spring", true);
  f.damper = passive && s.flag("damper", true);
  f.filters_parents = s.flag("filterparent", true);
}

void read_option(Scene& scene, const XmlElement& e) {
  const Settings s(e, scene.defaults, scene.defaults.main(), "");
  scene.out.model.gravity = s.vector("gravity", scene.out.model.gravity);
  if (!s.vector("wind", Vector3::Zero()).isZero(0.0) || s.number("density", 0.0) != 0.0 ||
      s.number("viscosity", 0.0) != 0.0)
    refuse(e.place(), "forces of a medium (wind, density, viscosity) are not supported", "leave them out");
  for (const XmlElement& child : e.children)
    if (child.name == "flag") read_flags(scene, child);
}

}  // namespace
}  // namespace mjcf

ImportedModel read_mjcf(SourceText source, const std::filesystem::path& folder,
                        const ImportOptions& options) {
  using namespace mjcf;
  const std::string file = std::filesystem::path(source.name()).stem().string();
  XmlElement root = read_xml(std::move(source));
  if (root.name != "mujoco")
    refuse(root.place(), fmt::format("<{}> is not the beginning of MJCF", root.name), "it is <mujoco>");
  Includes(folder).expand(root);
  ImportedModel out;
  check_vocabulary(root, out.notes);
  const XmlAttribute* name = root.find("model");
  out.model.name = name && !name->value.empty() ? name->value : file;
  out.model.gravity = {0.0, 0.0, -9.81};
  Scene scene(root, folder, out);
  scene.keyframe = options.keyframe;
  for (const XmlElement& e : root.children)
    if (e.name == "option") read_option(scene, e);
  if (!scene.flags.gravity) out.model.gravity.setZero();
  read_bodies(scene);
  put_at_start(scene);
  scene.mechanism.begin_at(options.start);
  scene.mechanism.build();
  if (out.model.bodies.empty())
    refuse(root.place(), "nothing in the file moves", "give a body with a mass a joint");
  add_conditions(scene);
  add_axis_forces(scene);
  add_tendons(scene);
  add_actuators(scene);
  add_contacts(scene);
  return out;
}

}  // namespace kreisel
