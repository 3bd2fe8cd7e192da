// Masses, inertias, names and parameters; messages with the place in the model.
#include "kreisel/model/model_checks.hpp"

#include <fmt/format.h>

#include <cctype>
#include <set>

#include "kreisel/core/error.hpp"
#include "kreisel/groups/named_group.hpp"
#include "kreisel/linear/decompositions.hpp"
#include "kreisel/model/body_kinematics.hpp"
#include "kreisel/model/formula.hpp"

namespace kreisel {
namespace {

constexpr double round_off = 1e-9;  // relative: inertias are written with a few digits

void check_inertia(const Body& body, const std::string& pointer) {
  const Matrix3& j = body.inertia;
  const double size = j.cwiseAbs().maxCoeff();
  if (!j.allFinite() || (j - j.transpose()).cwiseAbs().maxCoeff() > round_off * size)
    throw ModelError(fmt::format("the inertia of \"{}\" is not symmetric or not finite", body.name), pointer,
                     "give three principal moments or a symmetric 3 by 3 matrix");
  const Vector3 moments = symmetric_eigenvalues(j);
  if (!(moments(0) > 0.0))
    throw ModelError(
        fmt::format("the inertia of \"{}\" is not positive: smallest principal moment {:g} kg m^2", body.name,
                    moments(0)),
        pointer, "give positive moments; a thin rod has a small one about its axis, not zero");
  if (moments(2) > (moments(0) + moments(1)) * (1.0 + round_off))
    throw ModelError(
        fmt::format("no body can have the inertia of \"{}\": the principal moment {:g} kg m^2 is larger "
                    "than the other two, {:g} and {:g}, together",
                    body.name, moments(2), moments(0), moments(1)),
        pointer, "check units and the order of the moments");
}

/// Pictures show shapes as they are: one without extent would be a body nobody sees.
void check_shape(const Body& body, const std::string& pointer) {
  const bool has_extent = std::visit(
      [](const auto& shape) {
        bool is_fine = true;
        if constexpr (requires { shape.size; }) is_fine = is_fine && shape.size.minCoeff() > 0.0;
        if constexpr (requires { shape.radii; }) is_fine = is_fine && shape.radii.minCoeff() > 0.0;
        if constexpr (requires { shape.radius; }) is_fine = is_fine && shape.radius > 0.0;
        if constexpr (requires { shape.length; }) is_fine = is_fine && shape.length > 0.0;
        if constexpr (requires { shape.scale; }) is_fine = is_fine && shape.scale > 0.0;
        if constexpr (requires { shape.axis; }) is_fine = is_fine && shape.axis.norm() > 0.0;
        return is_fine;
      },
      *body.shape);
  if (!has_extent)
    throw ModelError(fmt::format("the shape of \"{}\" has no extent", body.name), pointer,
                     "give positive lengths, and an axis that is not zero");
}

void check_body(const Body& body, const std::string& pointer) {
  if (!(body.mass > 0.0) || !std::isfinite(body.mass))
    throw ModelError(fmt::format("the mass of \"{}\" is {:g} kg", body.name, body.mass), pointer + "/mass",
                     "give a positive mass; fix what does not move on the ground");
  check_inertia(body, pointer + "/inertia");
  if (body.shape) check_shape(body, pointer + "/shape");
  const auto expect_finite = [&](const Vector3& x, const char* field) {
    if (!x.allFinite())
      throw ModelError(fmt::format("a start value of \"{}\" is not finite", body.name), pointer + field,
                       "give finite numbers");
  };
  expect_finite(body.position, "/position");
  expect_finite(body.velocity, "/velocity");
  expect_finite(body.angular_velocity, "/angular_velocity");
}

/// Joints and forces share their names: rows and results are called by them.
template <class Elements>
void check_names(const Elements& elements, const char* list, std::set<std::string>& names) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string& name =
        std::visit([](const auto& element) -> const std::string& { return element.name; }, elements[i]);
    const std::string pointer = fmt::format("/{}/{}/name", list, i);
    if (name.empty())
      throw ModelError("it has no name", pointer, "give it a name; messages and results use it");
    if (!names.insert(name).second)
      throw ModelError(fmt::format("the name \"{}\" is taken", name), pointer,
                       "give every joint, force and event its own name");
  }
}

void check_parameters(const Model& model) {
  for (const auto& [name, value] : model.parameters) {
    const std::string pointer = "/parameters/" + name;
    bool is_word = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
    for (const char c : name)
      is_word = is_word && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_');
    if (!is_word || is_reserved_name(name))
      throw ModelError(fmt::format("\"{}\" cannot be the name of a parameter", name), pointer,
                       "use letters, digits and _, but no name of a function and not t");
    if (!std::isfinite(value))
      throw ModelError(fmt::format("the parameter \"{}\" is not finite", name), pointer,
                       "give a finite number");
  }
}

}  // namespace

void check_model(const Model& model) {
  if (!body_group(model.group))
    throw ModelError(fmt::format("there is no group \"{}\" for bodies", model.group), "/group",
                     fmt::format("one of {}", fmt::join(body_group_names(), ", ")));
  if (!(model.duration > 0.0) || !std::isfinite(model.duration))
    throw ModelError(fmt::format("the duration {:g} s is not positive", model.duration), "/duration",
                     "give a positive time in seconds");
  if (!model.gravity.allFinite())
    throw ModelError("gravity is not finite", "/gravity", "give three finite numbers");
  if (model.bodies.empty()) throw ModelError("the model has no bodies", "/bodies", "give at least one body");
  check_parameters(model);
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    check_body(model.bodies[i], fmt::format("/bodies/{}", i));
  std::set<std::string> names;
  check_names(model.joints, "joints", names);
  check_names(model.forces, "forces", names);
  std::set<std::string> event_names;
  check_names(model.events, "events", event_names);
}

}  // namespace kreisel
