// Volumes of geoms, and where meshes are found.
#include <fmt/format.h>

#include "kreisel/exchange/mesh_file.hpp"
#include "kreisel/exchange/mjcf/scene.hpp"

namespace kreisel::mjcf {
namespace {

const XmlElement& mesh_named(const Scene& scene, const std::string& name, const XmlPlace& place) {
  const XmlElement* found = nullptr;
  for_each_in(scene.root, "asset", [&](const XmlElement& e) {
    if (e.name != "mesh") return;
    const XmlAttribute *own = e.find("name"), *file = e.find("file");
    const std::string called = own    ? own->value
                               : file ? std::filesystem::path(file->value).stem().string()
                                      : std::string();
    if (called == name) found = &e;
  });
  if (!found) refuse(place, fmt::format("there is no mesh \"{}\"", shortened(name)), "add it to <asset>");
  return *found;
}

std::vector<Triangle> triangles_inside(const Settings& s) {
  const auto x = s.numbers("vertex", 12, 3'000'000), f = s.numbers("face", 12, 3'000'000);
  if (f.empty())
    refuse(s.place(), "the mesh has points but no faces",
           "give face=\"...\"; hulls of points are not computed");
  std::vector<Triangle> all;
  for (std::size_t i = 0; i + 2 < f.size(); i += 3) {
    Triangle t;
    for (std::size_t k = 0; k < 3; ++k) {
      const double at = f[i + k];
      if (!(at >= 0.0) || 3.0 * at + 2.0 >= static_cast<double>(x.size()))
        refuse(s.place(), fmt::format("a face has the point {}, which there is not", at), "count from 0");
      const auto first = 3 * static_cast<std::size_t>(at);
      t[k] = {x[first], x[first + 1], x[first + 2]};
    }
    all.push_back(t);
  }
  return all;
}

SolidInertia unit_mesh(const Scene& scene, const Settings& geom) {
  const auto named = geom.find("mesh");
  if (!named) refuse(geom.place(), "the geom has no mesh", "name one of <asset>");
  const XmlElement& element = mesh_named(scene, named->attribute->value, named->place());
  const Settings s = scene.settings(element);
  std::vector<Triangle> triangles;
  if (const auto file = s.find("file")) {
    std::filesystem::path path = file->attribute->value;
    if (scene.compiler.strips_paths) path = path.filename();
    triangles = read_mesh(scene.folder / scene.compiler.mesh_folder / path, file->place());
  } else {
    triangles = triangles_inside(s);
  }
  const Vector3 scale = s.vector("scale", Vector3::Ones()), shift = s.vector("refpos", Vector3::Zero());
  Matrix3 turn = Matrix3::Identity();
  if (const auto q = s.numbers("refquat", 4, 4); !q.empty()) turn = rotation_of({q[0], q[1], q[2], q[3]});
  for (Triangle& t : triangles)
    for (Vector3& corner : t) corner = turn.transpose() * (corner.cwiseProduct(scale) - shift);
  SolidInertia solid = unit_solid_of(triangles);
  if (!(solid.mass > 0.0)) refuse(geom.place(), "the mesh has no volume", "repair it, or give an <inertial>");
  return solid;
}

}  // namespace

SolidInertia unit_solid(const Scene& scene, const SceneGeom& geom, const Settings& s) {
  if (geom.type == "mesh") return unit_mesh(scene, s);
  const std::size_t needed = geom.type == "sphere"                               ? 1
                             : geom.type == "capsule" || geom.type == "cylinder" ? 2
                             : geom.type == "ellipsoid" || geom.type == "box"    ? 3
                                                                                 : 0;
  if (needed == 0)
    refuse(geom.place, fmt::format("a {} has no inertia here", geom.type), "give the body an <inertial>");
  if (geom.size.size() < needed)
    refuse(geom.place, fmt::format("a {} needs {} sizes, here are {}", geom.type, needed, geom.size.size()),
           "give size=\"...\"");
  for (std::size_t i = 0; i < needed; ++i)
    if (!(geom.size[i] > 0.0)) refuse(geom.place, "a size is not positive", "give a length in m");
  const auto& a = geom.size;
  if (geom.type == "sphere") return unit_sphere_of(a[0]);
  if (geom.type == "capsule") return unit_capsule_of(a[0], a[1]);
  if (geom.type == "cylinder") return unit_cylinder_of(a[0], a[1]);
  const Vector3 sizes(a[0], a[1], a[2]);
  return geom.type == "box" ? unit_box_of(sizes) : unit_ellipsoid_of(sizes);
}

}  // namespace kreisel::mjcf
