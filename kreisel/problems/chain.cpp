// The falling chain, ring or net as a problem: the benchmark for cost per body.
#include "kreisel/problems/chain.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "kreisel/core/error.hpp"
#include "kreisel/groups/named_group.hpp"
#include "kreisel/problems/model_problem.hpp"

namespace kreisel {
namespace chain_problem {

constexpr double length = 0.1, mass = 0.1, thickness = 0.02;  // [m], [kg], [m]

/// A rod from one knot towards another, a box about its centre.
Body rod(Index number, const Vector3& from, const Vector3& to) {
  const Vector3 axis = (to - from).normalized();
  const Eigen::Quaterniond turn = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitX(), axis);
  constexpr double along = mass / 12.0 * (2.0 * thickness * thickness);
  constexpr double across = mass / 12.0 * (length * length + thickness * thickness);
  Body body;
  body.name = "rod" + std::to_string(number);
  body.mass = mass;
  body.inertia = Vector3(along, across, across).asDiagonal();
  body.position = 0.5 * (from + to);
  body.rotation.quaternion << turn.w(), turn.x(), turn.y(), turn.z();
  return body;
}

End tail(Index number) {
  return {.body = "rod" + std::to_string(number), .position = {-0.5 * length, 0.0, 0.0}};
}
End head(Index number) {
  return {.body = "rod" + std::to_string(number), .position = {0.5 * length, 0.0, 0.0}};
}
End fixed(const Vector3& point) {
  return {.body = std::string(ground), .position = point};
}

void join(Model& model, const End& a, const End& b) {
  SphericalJoint joint;
  joint.name = "ball" + std::to_string(model.joints.size());
  joint.a = a;
  joint.b = b;
  model.joints.emplace_back(joint);
}

void add_chain(Model& model, Index rods) {
  join(model, fixed(Vector3::Zero()), tail(0));
  for (Index i = 0; i < rods; ++i) {
    const double x = length * static_cast<double>(i);
    model.bodies.push_back(rod(i, {x, 0.0, 0.0}, {x + length, 0.0, 0.0}));
    if (i > 0) join(model, head(i - 1), tail(i));
  }
}

void add_ring(Model& model, Index rods) {
  const double angle = 2.0 * std::numbers::pi / static_cast<double>(rods);
  const double radius = 0.5 * length / std::sin(0.5 * angle);
  const auto knot = [&](Index i) -> Vector3 {
    const double at = angle * static_cast<double>(i);
    return {radius * (1.0 - std::cos(at)), radius * std::sin(at), 0.0};
  };
  join(model, fixed(knot(0)), tail(0));
  for (Index i = 0; i < rods; ++i) {
    model.bodies.push_back(rod(i, knot(i), knot(i + 1)));
    if (i > 0) join(model, head(i - 1), tail(i));
  }
  join(model, head(rods - 1), tail(0));
}

/// Rods between neighbouring knots; the rods of a knot are joined to the first of them.
void add_net(Model& model, Index side) {
  std::vector<End> first_of(static_cast<std::size_t>(side * side));
  const auto attach = [&](Index i, Index j, const End& end) {
    End& first = first_of[static_cast<std::size_t>(i * side + j)];
    if (first.body.empty())
      first = end;
    else
      join(model, first, end);
  };
  const auto knot = [](Index i, Index j) -> Vector3 {
    return {length * static_cast<double>(i), length * static_cast<double>(j), 0.0};
  };
  for (const Index i : {Index(0), side - 1}) attach(i, i, fixed(knot(i, i)));
  Index number = 0;
  const auto add = [&](Index i, Index j, Index to_i, Index to_j) {
    model.bodies.push_back(rod(number, knot(i, j), knot(to_i, to_j)));
    attach(i, j, tail(number));
    attach(to_i, to_j, head(number));
    ++number;
  };
  for (Index i = 0; i < side; ++i)
    for (Index j = 0; j < side; ++j) {
      if (i + 1 < side) add(i, j, i + 1, j);
      if (j + 1 < side) add(i, j, i, j + 1);
    }
}

ProblemInstance make(const Parameters& parameters) {
  const std::string& name = parameters.choice("shape");
  const ChainShape shape = name == "net"    ? ChainShape::net
                           : name == "ring" ? ChainShape::ring
                                            : ChainShape::chain;
  const auto size = static_cast<Index>(std::lround(parameters.number("bodies")));
  const Index least = shape == ChainShape::ring ? 3 : shape == ChainShape::net ? 2 : 1;
  if (size < least)
    throw OptionError("bodies = " + std::to_string(size) + " is too few for a " + name, "--set bodies",
                      "give " + std::to_string(least) + " or more");
  Model model = chain_model(shape, size);
  model.group = parameters.choice("group");
  return model_problem(model);
}

}  // namespace chain_problem

Model chain_model(ChainShape shape, Index size) {
  using namespace chain_problem;
  Model model;
  model.duration = 1.0;
  switch (shape) {
    case ChainShape::chain:
      model.name = "chain";
      add_chain(model, size);
      break;
    case ChainShape::ring:
      model.name = "ring";
      add_ring(model, size);
      break;
    case ChainShape::net:
      model.name = "net";
      add_net(model, size);
      break;
  }
  return model;
}

ProblemEntry chain() {
  using namespace chain_problem;
  return {
      .name = "chain",
      .description =
          "Equal rods (0.1 m, 0.1 kg) with ball joints, horizontal at the start, falling: a chain pinned "
          "at one "
          "end, a ring pinned at one knot, or a net pinned at two opposite corners. Any number of rods; the "
          "cost of a "
          "step grows with it linearly.",
      .citation = "a standard benchmark of multibody programs; data as in docs/benchmarks.md",
      .parameters = {{.name = "bodies",
                      .value = 20.0,
                      .description = "rods of a chain or a ring; knots along one side of a net",
                      .lowest = 1.0,
                      .highest = 1e6},
                     {.name = "shape", .description = "form", .choices = {"chain", "ring", "net"}},
                     {.name = "group", .description = "of every rod", .choices = body_group_names()}},
      .make = make};
}

}  // namespace kreisel
