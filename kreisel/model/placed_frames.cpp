// Names become frames; the words of joints and forces about their ends and vectors.
#include "kreisel/model/placed_frames.hpp"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "kreisel/core/error.hpp"
#include "kreisel/groups/rotation.hpp"
#include "kreisel/model/elements.hpp"

namespace kreisel {
namespace {

template <class Map>
std::string known_names(const Map& map) {
  std::string text;
  for (const auto& [name, value] : map) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "there are none" : "known: " + text.substr(0, 400);
}

/// Some rotation that takes z to the axis: the shortest one, about z × axis.
Matrix3 rotation_with_z_along(const Vector3& axis, const std::string& pointer) {
  const double length = axis.norm();
  if (!(length > 0.0) || !std::isfinite(length))
    throw ModelError("the axis has no direction", pointer, "give a direction such as [0, 0, 1]");
  return Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), axis / length).toRotationMatrix();
}

void expect_finite(const Vector3& x, const std::string& pointer) {
  if (!x.allFinite()) throw ModelError("a coordinate is not finite", pointer, "give finite numbers");
}

}  // namespace

VectorOf<double, 4> unit_quaternion(const Rotation& rotation, const std::string& pointer) {
  const double length = rotation.quaternion.norm();
  if (!(length > 0.0) || !std::isfinite(length))
    throw ModelError("the quaternion of the rotation has length 0 or is not finite", pointer,
                     "give [w, x, y, z], for no rotation [1, 0, 0, 0]");
  return rotation.quaternion / length;
}

FrameTable::FrameTable(const Model& model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const std::string& name = model.bodies[i].name;
    const std::string pointer = fmt::format("/bodies/{}/name", i);
    if (name.empty() || name == ground)
      throw ModelError(fmt::format("\"{}\" cannot be the name of a body", name), pointer,
                       "give it another name");
    if (!bodies_.emplace(name, static_cast<Index>(i)).second)
      throw ModelError(fmt::format("a second body has the name \"{}\"", name), pointer,
                       "give every body its own name");
  }
  for (std::size_t i = 0; i < model.markers.size(); ++i) {
    const std::string pointer = fmt::format("/markers/{}", i);
    const PlacedFrame frame = place(model.markers[i], pointer);
    const std::string& name = model.markers[i].name;
    if (name.empty()) throw ModelError("a marker has no name", pointer + "/name", "give it a name");
    if (!markers_.emplace(name, frame).second)
      throw ModelError(fmt::format("a second marker has the name \"{}\"", name), pointer + "/name",
                       "give every marker its own name");
  }
}

Index FrameTable::body(const std::string& name, const std::string& pointer) const {
  if (name == ground) return -1;
  const auto found = bodies_.find(name);
  if (found == bodies_.end())
    throw ModelError(name.empty() ? "no body is named" : fmt::format("there is no body \"{}\"", name),
                     pointer, fmt::format("name a body or ground; {}", known_names(bodies_)));
  return found->second;
}

template <class AnyFrame>
PlacedFrame FrameTable::place(const AnyFrame& given, const std::string& pointer) const {
  PlacedFrame frame;
  frame.body = body(given.body, pointer + "/body");
  expect_finite(given.position, pointer + "/position");
  frame.position = given.position;
  frame.rotation =
      given.axis ? rotation_with_z_along(*given.axis, pointer + "/axis")
                 : rotation_of_quaternion<double>(unit_quaternion(given.rotation, pointer + "/rotation"));
  return frame;
}

PlacedFrame FrameTable::frame(const End& end, const std::string& pointer) const {
  if (end.marker.empty()) return place(end, pointer);
  if (!end.body.empty())
    throw ModelError("an end is a marker or a frame on a body, not both", pointer,
                     "leave out marker or body");
  const auto found = markers_.find(end.marker);
  if (found == markers_.end())
    throw ModelError(fmt::format("there is no marker \"{}\"", end.marker), pointer,
                     fmt::format("name a marker, or give body and position; {}", known_names(markers_)));
  return found->second;
}

ElementVector GeometryBuilder::point(const PlacedFrame& frame) {
  return {frame.body < 0 ? -1 : geometry.local(frame.body), {1.0, frame.position}};
}

ElementVector GeometryBuilder::direction(const PlacedFrame& frame, int axis) {
  return {frame.body < 0 ? -1 : geometry.local(frame.body), {0.0, frame.rotation.col(axis)}};
}

int GeometryBuilder::axis(const PlacedFrame& frame, int axis) {
  return geometry.add_slot(direction(frame, axis));
}

int GeometryBuilder::between(const PlacedFrame& from, const PlacedFrame& to) {
  const ElementVector plus = point(to), minus = point(from);
  return geometry.add_difference(plus, minus);
}

// Words of joints and forces -----------------------------------------------------------------------------------------

void ElementWords::find_ends(const End& a, const End& b, const char* name_a, const char* name_b) {
  a_ = context_.frames.frame(a, pointer_ + name_a);
  b_ = context_.frames.frame(b, pointer_ + name_b);
}

void ElementWords::components(int vector) {
  for (int i = 0; i < 3; ++i) geometry_.geometry.add_component(vector, i);
}

void ElementWords::angle(const PlacedFrame& a, const PlacedFrame& b) {
  const int second = axis(b, x);
  dot(axis(a, x), second);
  dot(axis(a, y), second);
}

void ElementWords::add_dot(int form, int first, int second, double coefficient) {
  geometry_.geometry.dots.push_back({form, first, second, coefficient});
}

void ElementWords::coordinate(const std::string& axis, const std::string& field) {
  geometry_.geometry.add_share(form(), context_.coordinates.find(axis, pointer_ + field).place, 1.0);
}

void ElementWords::sum(const std::vector<CoordinateTerm>& terms, const std::string& field) {
  constexpr std::size_t most = 18;
  if (terms.empty() || terms.size() > most)
    refuse(field.c_str(), fmt::format("\"{}\" has a sum of {} coordinates", name_, terms.size()),
           fmt::format("name 1 to {} axes of joints", most));
  const int sum = form();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::string at = fmt::format("{}/{}", field, i);
    if (!std::isfinite(terms[i].coefficient) || terms[i].coefficient == 0.0)
      refuse((at + "/coefficient").c_str(),
             fmt::format("the coefficient {} of \"{}\" is zero or not finite", terms[i].coefficient, name_),
             "give a number other than zero, or leave the axis out");
    const Coordinate& found = context_.coordinates.find(terms[i].axis, pointer_ + at + "/axis");
    geometry_.geometry.add_share(sum, found.place, terms[i].coefficient);
  }
}

Forms ElementWords::values() const {
  return GeometryAt(geometry_.geometry, context_.group, context_.q).values();
}

Formula ElementWords::formula(const TimeFunction& function, const char* field) const {
  return Formula(function.text, {{"t"}, context_.model.parameters}, pointer_ + field);
}

Formula ElementWords::formula(const StateFunction& function, const std::string& field) const {
  std::vector<std::string> variables = {"t"};
  variables.insert(variables.end(), state_names.begin(), state_names.end());
  return Formula(function.text, {variables, context_.model.parameters}, pointer_ + field);
}

void ElementWords::refuse(const char* field, const std::string& fact, const std::string& hint) const {
  throw ModelError(fact, pointer_ + field, hint);
}

void ElementWords::expect_not_negative(double value, const char* field) const {
  if (value >= 0.0 && std::isfinite(value)) return;
  refuse(field, fmt::format("{} is negative or not finite", value), "give a number >= 0");
}

void ElementWords::expect_apart() const {
  if (values()(0) > 0.0) return;
  refuse("", fmt::format("the ends of \"{}\" coincide at the start", name_),
         "move them apart, so that the direction between them is known");
}

}  // namespace kreisel
