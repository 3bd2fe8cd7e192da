// The record of a run as run.json.
#include "kreisel/run/record_json.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kreisel/core/version.hpp"
#include "kreisel/run/reference_comparison.hpp"
#include "kreisel/run/scene_json.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;  // keys stay in the order in which a reader wants them

Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

/// Parameters are kept as texts; those that are numbers are written as numbers.
Json value_of(const std::string& text) {
  double number = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = failure == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
  return is_number ? Json(number) : Json(text);
}

Json statistics_of(const RunStatistics& s) {
  return {{"accepted", s.accepted},
          {"rejected", s.rejected},
          {"newton_iterations", s.work.newton_iterations},
          {"factorizations", s.work.factorizations},
          {"force_evaluations", s.work.force_evaluations},
          {"wall_seconds", number_or_null(s.wall_seconds)},
          {"restarts", s.work.restarts},
          {"smallest_step", number_or_null(s.smallest_step)},
          {"largest_step", number_or_null(s.largest_step)},
          {"stagnated_at_round_off", s.work.stagnated_at_round_off}};
}

/// The rank of the velocity rows along the motion.
Json damping_of(const RunAudit& audit) {
  Json changes = Json::array();
  for (const RankChange& c : audit.rank_changes)
    changes.push_back({{"t", c.t}, {"rank", c.rank}, {"rows", c.rows}});
  return {{"rank", audit.damping_rank < 0 ? Json(nullptr) : Json(audit.damping_rank)}, {"changes", changes}};
}

Json audit_of(const RunAudit& audit) {
  return {{"max_position_residual", number_or_null(audit.max_position_residual)},
          {"max_velocity_residual", number_or_null(audit.max_velocity_residual)},
          {"energy_drift", audit.energy_drift ? number_or_null(*audit.energy_drift) : Json(nullptr)}};
}

/// Adds a key that is new: looking for it would make thousands of columns take minutes.
void append(Json& object, const std::string& key, Json value) {
  auto& entries = object.get_ref<Json::object_t&>();
  static_cast<Json::object_t::Container&>(entries).emplace_back(key, std::move(value));
}

Json final_of(const RunRecord& record) {
  Json values = Json::object();
  for (std::size_t i = 0; i < record.columns.size(); ++i) {
    const bool is_known = static_cast<Index>(i) < record.final_values.size();
    append(values, record.columns[i].name,
           is_known ? number_or_null(record.final_values[static_cast<Index>(i)]) : Json(nullptr));
  }
  return values;
}

Json units_of(const std::vector<Column>& columns) {
  Json units = {{"t", "s"}};
  for (const Column& column : columns) append(units, column.name, column.unit);
  return units;
}

Json overview_of(const Overview& overview) {
  Json numbers = Json::array(), reactions = Json::array();
  for (const Extremes& n : overview.numbers) {
    numbers.push_back({{"name", n.name},
                       {"unit", n.unit},
                       {"end", number_or_null(n.last)},
                       {"smallest", number_or_null(n.smallest)},
                       {"t_smallest", n.t_smallest},
                       {"largest", number_or_null(n.largest)},
                       {"t_largest", n.t_largest}});
  }
  for (const LargestReaction& r : overview.reactions) {
    reactions.push_back({{"joint", r.joint},
                         {"force", number_or_null(r.force)},
                         {"t_force", r.t_force},
                         {"moment", number_or_null(r.moment)},
                         {"t_moment", r.t_moment}});
  }
  return {{"numbers", numbers}, {"reactions", reactions}};
}

Json references_of(const RunRecord& record) {
  Json all = Json::array();
  for (const ReferenceError& e : compare_with_references(record)) {
    all.push_back({{"observable", e.observable},
                   {"value", number_or_null(e.value)},
                   {"reference", e.reference},
                   {"error", number_or_null(e.error)},
                   {"uncertainty", e.uncertainty}});
  }
  return all;
}

Json start_of(const StartReport& start) {
  Json rows = Json::array();
  for (const RowStart& row : start.rows) {
    rows.push_back({{"row", row.row},
                    {"gap", number_or_null(row.gap)},
                    {"rate", number_or_null(row.rate)},
                    {"smooth", row.smooth}});
  }
  return {{"moved_position", number_or_null(start.moved_position)},
          {"moved_velocity", number_or_null(start.moved_velocity)},
          {"smooth_order", start.is_smooth() ? Json(start.order) : Json(nullptr)},
          {"remaining", start.is_smooth() ? number_or_null(start.remaining) : Json(nullptr)},
          {"rows", rows}};
}

/// FNV-1a of 64 bits: tells whether two runs read the same model.
std::string text_hash(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return fmt::format("{:016x}", hash);
}

/// Null where nothing was given and nothing is taken instead.
template <class Option, class Member>
Json option_json(const Option& option, const Member& value) {
  if constexpr (std::is_same_v<Member, std::optional<double>>) {
    return value ? Json(*value) : Json(nullptr);
  } else if constexpr (OptionalChoice<Member>) {
    return value ? Json(std::string(name_of(*value))) : Json("automatic");
  } else if constexpr (ChoiceEnum<Member>) {
    return std::string(name_of(value));
  } else if constexpr (std::is_arithmetic_v<Member> && !std::is_same_v<Member, bool>) {
    const bool is_given = is_accepted(static_cast<double>(value), option.accepts);
    return is_given ? Json(value) : Json(nullptr);
  } else if constexpr (std::is_same_v<Member, std::string>) {
    return value.empty() ? Json(nullptr) : Json(value);
  } else if constexpr (std::is_same_v<Member, std::vector<double>>) {
    return value.empty() ? Json(nullptr) : Json(value);
  } else {
    return value;
  }
}

Json options_of(const RunRecord& record) {
  Json parameters = Json::object();
  for (const auto& [name, text] : record.parameters) parameters[name] = value_of(text);
  const std::string& text = record.model_text;
  Json all = {{"target", record.spec.target},
              {"model_hash", text.empty() ? Json(nullptr) : Json(text_hash(text))},
              {"parameters", parameters}};
  for_each_option(record.spec, [&](const auto& option, const auto& value) {
    all[std::string(option.name)] = option_json(option, value);
  });
  return all;
}

Json choice_of(const MethodChoice& choice) {
  Json changes = Json::array();
  for (const MethodChange& change : choice.changes)
    changes.push_back({{"t", change.t}, {"from", change.from}, {"to", change.to}, {"reason", change.reason}});
  return {
      {"name", choice.method},     {"formulation", choice.formulation}, {"is_automatic", choice.is_automatic},
      {"reasons", choice.reasons}, {"remarks", choice.remarks},         {"changes", changes}};
}

/// Which reaction forces are not unique, and which joints share them.
Json redundancy_of(const RowRank& rank) {
  Json sets = Json::array();
  for (const DependentRows& set : rank.dependent)
    sets.push_back({{"joints", set.joints}, {"rows", set.row_names}});
  return {{"count", rank.is_known ? Json(rank.redundant_rows()) : Json(nullptr)},
          {"unique", rank.is_known ? Json(rank.redundant_rows() == 0) : Json(nullptr)},
          {"shown", rank.redundant_rows() > 0 ? Json("least norm in the metric of the mass") : Json(nullptr)},
          {"dependent", sets}};
}

Json stiff_of(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& f : findings) list.push_back({{"who", f.who}, {"rate", f.rate}, {"unit", f.unit}});
  return list;
}

Json events_of(const std::vector<EventRecord>& events) {
  Json list = Json::array();
  for (const EventRecord& e : events)
    list.push_back({{"name", e.name},
                    {"t", number_or_null(e.t)},
                    {"direction", e.direction > 0 ? "rising" : "falling"},
                    {"action", std::string(name_of(e.action))}});
  return list;
}

std::string text_of(const Json& json) {
  constexpr int indent = 2;
  // Messages may quote what a user typed: bytes that are no UTF-8 are replaced, never fatal.
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string record_json(const RunRecord& record) {
  const Json json = {{"status", record.status},
                     {"message", record.message},
                     {"exit_code", static_cast<int>(record.exit_code)},
                     {"problem", record.problem},
                     {"t", number_or_null(record.t)},
                     {"t_begin", number_or_null(record.t_begin)},
                     {"t_end", number_or_null(record.t_end)},
                     {"method", record.choice.method},
                     {"formulation", record.choice.formulation},
                     {"method_choice", choice_of(record.choice)},
                     {"statistics", statistics_of(record.statistics)},
                     {"audit", audit_of(record.audit)},
                     {"overview", overview_of(record.overview)},
                     {"scene", Json::parse(scene_json(record))},
                     {"final", final_of(record)},
                     {"units", units_of(record.columns)},
                     {"references", references_of(record)},
                     {"start", start_of(record.start)},
                     {"stiff", stiff_of(record.findings)},
                     {"warnings", record.warnings},
                     {"damping", damping_of(record.audit)},
                     {"redundancy", redundancy_of(record.rank)},
                     {"events", events_of(record.events)},
                     {"options", options_of(record)},
                     {"version", std::string(version())},
                     {"compiler", compiler_name()}};
  return text_of(json);
}

std::string error_json(const Error& error) {
  return text_of({{"status", "error"},
                  {"message", error.fact()},
                  {"where", error.where()},
                  {"hint", error.hint()},
                  {"exit_code", static_cast<int>(error.code())},
                  {"version", std::string(version())}});
}

std::string compiler_name() {
#ifdef __clang__
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace kreisel
