// A scene as JSON: shapes as model files write them, frames with unit quaternions.
#include "kreisel/run/scene_json.hpp"

#include <Eigen/Geometry>

#include <set>

#include <nlohmann/json.hpp>

#include "kreisel/io/field_writer.hpp"
#include "kreisel/io/packed_numbers.hpp"
#include "kreisel/model/scene.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const Vector3& v) {
  return {v(0), v(1), v(2)};
}

Json frame_json(const PlacedFrame& frame) {
  const Eigen::Quaterniond turn(frame.rotation);
  return {{"body", frame.body},
          {"position", numbers(frame.position)},
          {"rotation", {turn.w(), turn.x(), turn.y(), turn.z()}}};
}

Json shape_json(const Scene::Body& body) {
  Json shape = Json::parse(detail::written(body.shape, {}).text());
  if (body.is_guess) shape["guess"] = true;
  if (!body.corners.empty()) {
    shape["points"] = Json::parse(packed_numbers(body.corners));
    shape["extent"] = body.extent;
  }
  return shape;
}

Json element_json(const Scene::Element& element) {
  Json out = {{"name", element.name}, {"type", element.type}, {"kind", element.is_joint ? "joint" : "force"}};
  if (element.has_ends) {
    out["a"] = frame_json(element.a);
    out["b"] = frame_json(element.b);
  }
  if (element.radius > 0.0) out["radius"] = element.radius;
  return out;
}

/// Bodies of a problem without a scene: those whose orientation is among the columns as blocks, those with a position alone
/// as balls of no size of their own.
Scene scene_of_columns(const std::vector<Column>& columns) {
  Scene scene;
  std::set<std::string> seen;
  for (const bool is_turning : {true, false}) {
    for (const Column& column : columns) {
      const bool fits =
          is_turning ? column.kind == ColumnKind::orientation : column.kind == ColumnKind::position;
      if (!fits || !seen.insert(column.of).second) continue;
      BoxShape block;
      block.size = {1.0, 0.6, 0.3};
      scene.bodies.push_back({column.of, is_turning ? Shape(block) : Shape(SphereShape{}), true, {}, 0.0});
    }
  }
  return scene;
}

}  // namespace

std::string scene_json(const RunRecord& record) {
  const Scene scene = record.scene ? *record.scene : scene_of_columns(record.all_columns);
  Json bodies = Json::array(), elements = Json::array();
  for (const Scene::Body& body : scene.bodies)
    bodies.push_back({{"name", body.name}, {"shape", shape_json(body)}});
  for (const Scene::Element& element : scene.elements) elements.push_back(element_json(element));
  return Json({{"name", record.problem},
               {"gravity", numbers(scene.gravity)},
               {"bodies", bodies},
               {"elements", elements}})
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace kreisel
