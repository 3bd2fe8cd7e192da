// Contacts our elements know: balls, ends of capsules and corners of boxes on planes, balls on balls.
//
// MuJoCo's contacts are soft in a way of their own; ours push with k y² + d y y'. The stiffness lets the mechanism sink in by a
// millimetre under its weight on one point.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "kreisel/exchange/mjcf/scene.hpp"

namespace kreisel::mjcf {
namespace {

constexpr double depth_at_rest = 1e-3;  // [m]
constexpr double damping_time = 5e-3;   // d/k [s]: a fall from a metre does not bounce

struct ContactPoint {
  Vector3 position = Vector3::Zero();  // in the link
  double radius = 0.0;
};

std::vector<ContactPoint> points_of(const SceneGeom& g) {
  const auto at = [&](double x, double y, double z, double radius) {
    return ContactPoint{g.pose * Vector3(x, y, z), radius};
  };
  if (g.type == "sphere") return {at(0, 0, 0, g.size[0])};
  if (g.type == "capsule") return {at(0, 0, g.size[1], g.size[0]), at(0, 0, -g.size[1], g.size[0])};
  std::vector<ContactPoint> out;
  if (g.type == "box")
    for (int i = 0; i < 8; ++i)
      out.push_back(at((i & 1) != 0 ? g.size[0] : -g.size[0], (i & 2) != 0 ? g.size[1] : -g.size[1],
                       (i & 4) != 0 ? g.size[2] : -g.size[2], 0.0));
  return out;
}

bool has_sizes(const SceneGeom& g) {
  const std::size_t needed = g.type == "sphere" ? 1 : g.type == "capsule" ? 2 : g.type == "box" ? 3 : 0;
  return g.size.size() >= needed;
}

class Contacts {
 public:
  explicit Contacts(Scene& scene) : scene_(scene) {
    for_each_in(scene.root, "contact", [&](const XmlElement& e) { listed(e); });
    double mass = 0.0;
    for (const Body& body : scene.out.model.bodies) mass += body.mass;
    const double gravity = scene.out.model.gravity.norm();
    stiffness_ = mass * (gravity > 0.0 ? gravity : 9.81) / (depth_at_rest * depth_at_rest);
  }

  void add_all() {
    const auto& geoms = scene_.geoms;
    for (std::size_t i = 0; i < geoms.size(); ++i)
      for (std::size_t j = i + 1; j < geoms.size(); ++j)
        if (may_touch(geoms[i], geoms[j])) add(geoms[i], geoms[j]);
    for (const auto& [kinds, count] : left_out_)
      scene_.out.notes.push_back(
          fmt::format("{} pairs of geoms ({}) are not watched for contact", count, kinds));
  }

 private:
  void listed(const XmlElement& e) {
    const Settings s = scene_.settings(e);
    if (e.name != "exclude")
      refuse(e.place(), "pairs for contact are not supported", "set contype and conaffinity of the geoms");
    if (!s.has("body1") || !s.has("body2"))
      refuse(e.place(), "a body of the pair is missing", "give body1 and body2");
    excluded_.insert(std::minmax(scene_.link_named(s, "body1"), scene_.link_named(s, "body2")));
  }

  /// Not both on one body, nor on one and its parent, unless that is the ground.
  bool may_touch(const SceneGeom& a, const SceneGeom& b) const {
    if ((a.contype & b.conaffinity) == 0 && (b.contype & a.conaffinity) == 0) return false;
    const int first = scene_.mechanism.body_of(a.link), second = scene_.mechanism.body_of(b.link);
    if (first == second || excluded_.contains(std::minmax(a.link, b.link))) return false;
    if (!scene_.flags.filters_parents || first < 0 || second < 0) return true;
    return parent_of(a.link) != second && parent_of(b.link) != first;
  }
  int parent_of(int link) const {
    const int own = scene_.mechanism.body_of(link);
    while (link >= 0 && scene_.mechanism.body_of(link) == own) link = scene_.mechanism.link(link).parent;
    return scene_.mechanism.body_of(link);
  }

  void add(const SceneGeom& a, const SceneGeom& b) {
    if (b.type == "plane" && a.type != "plane") return on_plane(a, b);
    if (a.type == "plane" && b.type != "plane") return on_plane(b, a);
    if (a.type == "sphere" && b.type == "sphere") return balls(a, b);
    const auto kinds = std::minmax(a.type, b.type);
    ++left_out_[kinds.first + " and " + kinds.second];
  }

  void on_plane(const SceneGeom& g, const SceneGeom& plane) {
    if (!has_sizes(g)) refuse(g.place, fmt::format("a {} has too few sizes", g.type), "give size=\"...\"");
    const auto points = points_of(g);
    if (points.empty()) ++left_out_[g.type + " and plane"];
    for (std::size_t i = 0; i < points.size(); ++i) {
      PlaneContact contact;
      contact.name = scene_.mechanism.element_name(fmt::format("{}_on_{}", name_of(g), name_of(plane)));
      contact.ball = scene_.mechanism.end(g.link, {Matrix3::Identity(), points[i].position});
      contact.plane = scene_.mechanism.end(plane.link, plane.pose);
      contact.radius = points[i].radius;
      contact.stiffness = stiffness_;
      contact.damping = damping_time * stiffness_;
      contact.friction = std::min(g.condim, plane.condim) == 1 && std::max(g.condim, plane.condim) == 1
                             ? 0.0
                             : std::max(g.friction, plane.friction);
      scene_.mechanism.add_force(std::move(contact), g.place);
    }
  }

  void balls(const SceneGeom& a, const SceneGeom& b) {
    if (!has_sizes(a) || !has_sizes(b)) refuse(a.place, "a sphere has no size", "give size=\"...\"");
    SphereContact contact;
    contact.name = scene_.mechanism.element_name(fmt::format("{}_on_{}", name_of(a), name_of(b)));
    contact.a = scene_.mechanism.end(a.link, a.pose), contact.b = scene_.mechanism.end(b.link, b.pose);
    contact.radius_a = a.size[0], contact.radius_b = b.size[0];
    contact.stiffness = stiffness_, contact.damping = damping_time * stiffness_;
    scene_.mechanism.add_force(std::move(contact), a.place);
  }

  std::string name_of(const SceneGeom& g) const {
    if (!g.name.empty()) return g.name;
    return g.link < 0 ? "ground" : scene_.mechanism.link(g.link).name;
  }

  Scene& scene_;
  std::set<std::pair<int, int>> excluded_;
  std::map<std::string, int> left_out_;
  double stiffness_ = 0.0;
};

}  // namespace

void add_contacts(Scene& scene) {
  if (scene.flags.contact && !scene.out.model.bodies.empty()) Contacts(scene).add_all();
}

}  // namespace kreisel::mjcf
