// Compares the masses, moments and sizes of bodies with each other and with their mechanism.
#include "kreisel/check/body_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <type_traits>

#include <fmt/format.h>

#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace {

constexpr double large_mass_ratio = 1e6;  // the kernels lose half of their digits
constexpr double large_size_ratio = 6.0;  // grams for kilograms make a body 32 times as large
constexpr double needle = 1e-6;           // smallest over largest moment
constexpr double nearly_flat = 1e-9;      // of the sum that the largest moment may not exceed

Vector3 moments_of(const Body& body) {
  return symmetric_eigenvalues(body.inertia);
}

/// The largest distance between bodies, or from the origin where there is only one.
double extent_of(const Model& model) {
  double extent = 0.0;
  for (const Body& body : model.bodies) {
    extent = std::max(extent, body.position.norm());
    extent = std::max(extent, (body.position - model.bodies.front().position).norm());
  }
  return extent;
}

/// Names of the bodies that a joint or a force touches, directly or through a marker.
std::set<std::string> held_bodies(const Model& model) {
  std::set<std::string> held;
  const auto add = [&](const End& end) {
    if (!end.body.empty()) held.insert(end.body);
    for (const Marker& marker : model.markers)
      if (marker.name == end.marker) held.insert(marker.body);
  };
  const auto add_member = [&](const auto& member) {
    using Member = std::remove_cvref_t<decltype(member)>;
    if constexpr (std::is_same_v<Member, End>) add(member);
    if constexpr (std::is_same_v<Member, std::optional<End>>)
      if (member) add(*member);
  };
  const auto add_ends = [&](const auto& element) {
    std::apply([&](const auto&... field) { (add_member(element.*field.member), ...); }, element.fields());
  };
  for (const Joint& joint : model.joints) std::visit(add_ends, joint);
  for (const Force& force : model.forces) std::visit(add_ends, force);
  return held;
}

}  // namespace

std::vector<BodyRemark> check_bodies(const Model& model) {
  std::vector<BodyRemark> remarks;
  double lightest = std::numeric_limits<double>::infinity();
  for (const Body& body : model.bodies) lightest = std::min(lightest, body.mass);
  const double extent = extent_of(model);
  const std::set<std::string> held = held_bodies(model);
  for (const Body& body : model.bodies) {
    const auto say = [&](std::string text, bool is_slip = false) {
      remarks.push_back({body.name, std::move(text), is_slip});
    };
    const Vector3 moments = moments_of(body);
    const double radius = std::sqrt(moments[2] / body.mass);
    if (body.mass > large_mass_ratio * lightest)
      say(fmt::format(
          "its mass {:g} kg is {:.1e} times that of the lightest body: reaction forces lose digits",
          body.mass, body.mass / lightest));
    if (extent > 0.0 && radius > large_size_ratio * extent)
      say(fmt::format("its radius of gyration {:.3g} m is much larger than the mechanism ({:.3g} m): is the "
                      "inertia in kg m^2?",
                      radius, extent),
          true);
    if (moments[0] < needle * moments[2])
      say(
          fmt::format("its smallest moment of inertia is {:.1e} of the largest: turns about that axis are "
                      "almost undetermined",
                      moments[0] / moments[2]));
    if (moments[2] > (1.0 - nearly_flat) * (moments[0] + moments[1]) && moments[0] > needle * moments[2])
      say("its largest moment of inertia is the sum of the others, as of a plate without thickness");
    if (!held.contains(body.name)) say("no joint and no force holds it: it moves alone");
  }
  return remarks;
}

}  // namespace kreisel
