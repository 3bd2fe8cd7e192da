// Shapes as the model gives them; without one, the block with the mass and the inertia of the body.
#include "kreisel/model/scene.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace {

/// Largest distance of an end of a joint or force from the centre of each body, and between two places of the model.
struct Reach {
  std::vector<double> of_body;
  double of_model = 0.0;
};

Reach reach_of(const Model& model, const std::vector<Scene::Element>& elements) {
  Reach reach{std::vector<double>(model.bodies.size(), 0.0), 0.0};
  Eigen::AlignedBox3d box;
  for (const Body& body : model.bodies) box.extend(body.position);
  for (const Scene::Element& element : elements) {
    if (!element.has_ends) continue;
    for (const PlacedFrame* end : {&element.a, &element.b}) {
      if (end->body < 0) {
        box.extend(end->position);
      } else {
        double& largest = reach.of_body[static_cast<std::size_t>(end->body)];
        largest = std::max(largest, end->position.norm());
      }
    }
  }
  reach.of_model = box.diagonal().norm();
  return reach;
}

/// A block as large as its inertia says, but no larger than where the body is held lets one believe: moments of inertia that
/// do not matter are often written carelessly, and a cube would hide the mechanism. A rod may reach beyond its ends.
BoxShape guess(const Body& body, double reach, double model_reach) {
  BoxShape block = block_of(body.mass, body.inertia);
  constexpr double of_a_rod = 2.5, of_a_lump = 0.45, alone = 0.4, thinnest = 0.02, slender = 3.0;
  Vector3 edges = block.size;
  std::sort(edges.begin(), edges.end());
  const double longest = edges(2);
  const bool is_rod = longest > slender * edges(1);
  const double most = reach > 0.0 ? (is_rod ? of_a_rod : of_a_lump) * reach : alone * model_reach;
  if (most > 0.0 && longest > most) block.size *= most / longest;
  block.size = block.size.cwiseMax(thinnest * block.size.maxCoeff());
  return block;
}

Scene::Element element_of(const ShownElement& shown) {
  const ElementRows& rows = shown.rows;
  return {rows.name, rows.type, rows.is_joint, rows.has_ends, rows.a, rows.b, shown.radius};
}

}  // namespace

/// Edges a of a homogeneous block: m (a_j² + a_k²) / 12 = J_i.
BoxShape block_of(double mass, const Matrix3& inertia) {
  const SymmetricEigenpairs principal = symmetric_eigenpairs(0.5 * (inertia + inertia.transpose()));
  Matrix3 axes = principal.vectors;
  if (axes.determinant() < 0.0) axes.col(0) *= -1.0;
  BoxShape block;
  for (Index i = 0; i < 3; ++i) {
    const double others = principal.values((i + 1) % 3) + principal.values((i + 2) % 3);
    block.size(i) = std::sqrt(std::max(0.0, 6.0 / mass * (others - principal.values(i))));
  }
  const Eigen::Quaterniond turn(axes);
  block.rotation.quaternion << turn.w(), turn.x(), turn.y(), turn.z();
  return block;
}

Scene scene_of(const Model& model, const AssembledModel& assembled) {
  Scene scene{model.name, model.gravity, {}, {}};
  for (const ShownElement& shown : assembled.shown) scene.elements.push_back(element_of(shown));
  const Reach reach = reach_of(model, scene.elements);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    scene.bodies.push_back({body.name,
                            body.shape ? *body.shape : Shape(guess(body, reach.of_body[i], reach.of_model)),
                            !body.shape.has_value(),
                            {},
                            0.0});
  }
  return scene;
}

}  // namespace kreisel
