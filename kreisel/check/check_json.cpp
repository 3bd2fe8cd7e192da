// A check as JSON, member by member.
#include "kreisel/check/check_json.hpp"

#include <nlohmann/json.hpp>

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

Json start_json(const ModelCheck& check) {
  Json rows = Json::array(), moved = Json::array();
  for (const RowStart& row : check.start.rows)
    rows.push_back({{"row", row.row}, {"gap", row.gap}, {"rate", row.rate}, {"smooth", row.smooth}});
  for (const BodyMove& move : check.moved)
    moved.push_back({{"body", move.body}, {"distance", move.distance}, {"angle", move.angle}});
  return {{"is_consistent", check.violated.empty()},
          {"moved_position", check.start.moved_position},
          {"moved_velocity", check.start.moved_velocity},
          {"moved_bodies", moved},
          {"rows", rows}};
}

Json freedom_json(const RowRank& rank) {
  Json sets = Json::array();
  for (const DependentRows& set : rank.dependent)
    sets.push_back({{"rows", set.row_names}, {"joints", set.joints}, {"gap", set.gap}, {"rate", set.rate}});
  return {{"is_known", rank.is_known},
          {"degrees_of_freedom", rank.degrees_of_freedom()},
          {"position_freedom", rank.position_freedom()},
          {"velocities", rank.velocities},
          {"rigid_rows", rank.rigid_rows},
          {"rank", rank.rank},
          {"redundant_rows", rank.redundant_rows()},
          {"dependent", sets},
          {"weakest_share", rank.weakest_share},
          {"weakest_row", rank.weakest_row},
          {"tolerance", redundant_share}};
}

Json scales_json(const ModelCheck& check) {
  Json modes = Json::array(), rows = Json::array();
  for (const Mode& m : check.traits.scales.modes) {
    const auto factor = static_cast<std::size_t>(m.factor);
    const bool is_named = m.factor >= 0 && factor < check.bodies.size();
    modes.push_back({{"frequency", m.frequency},
                     {"decay", m.decay},
                     {"body", is_named ? Json(check.bodies[factor]) : Json(nullptr)}});
  }
  for (const RowTimeScale& r : check.traits.scales.rows)
    rows.push_back({{"row", r.name},
                    {"frequency", r.frequency},
                    {"decay", r.decay},
                    {"damping_ratio", r.damping_ratio},
                    {"class", name_of(r.stiffness)}});
  return {{"motion_rate", check.traits.scales.motion_rate},
          {"interval", check.traits.scales.interval},
          {"modes", modes},
          {"rows", rows}};
}

Json derivatives_json(const ModelCheck& check) {
  Json wrong = Json::array();
  for (const DerivativeEntry& e : check.derivatives.failures())
    wrong.push_back({{"what", e.what},
                     {"sample", e.sample},
                     {"row", e.row},
                     {"column", e.column},
                     {"ours", e.ours},
                     {"difference", e.difference},
                     {"relative_error", e.relative_error}});
  return {{"compared", check.derivatives.entries.size()},
          {"largest_relative_error", check.has_derivatives ? Json(check.derivatives.worst()) : Json(nullptr)},
          {"seed", check.derivatives.seed},
          {"wrong", wrong}};
}

Json advice_json(const MethodAdvice& advice) {
  return {
      {"method", advice.method},
      {"formulation", advice.formulation ? Json(std::string(name_of(*advice.formulation))) : Json(nullptr)},
      {"reasons", advice.reasons},
      {"remarks", advice.remarks}};
}

}  // namespace

std::string check_json(const ModelCheck& check) {
  Json remarks = Json::array();
  for (const BodyRemark& remark : check.body_remarks)
    remarks.push_back({{"body", remark.body}, {"text", remark.text}});
  const Json json = {{"status", check.is_right() ? "ok" : "check_failed"},
                     {"problem", check.name},
                     {"kind", check.kind},
                     {"derivatives", derivatives_json(check)},
                     {"start", start_json(check)},
                     {"freedom", freedom_json(check.traits.rank)},
                     {"time_scales", scales_json(check)},
                     {"bodies", remarks},
                     {"advice", advice_json(check.advice)},
                     {"notes", check.notes}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kreisel
