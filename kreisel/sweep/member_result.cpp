// Numbers with all their digits; those that are not finite as null or texts.
#include "kreisel/sweep/member_result.hpp"

#include <cmath>
#include <exception>

#include <nlohmann/json.hpp>

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? Json(nullptr) : Json(value > 0.0 ? "inf" : "-inf");
}

double number_from(const Json& json) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (json.is_null()) return MemberResult::unknown;
  if (json.is_string()) return json.get<std::string>() == "inf" ? infinite : -infinite;
  return json.get<double>();
}

Json list(const std::vector<double>& values) {
  Json all = Json::array();
  for (const double value : values) all.push_back(number(value));
  return all;
}

std::vector<double> list_from(const Json& json) {
  std::vector<double> values;
  for (const Json& one : json) values.push_back(number_from(one));
  return values;
}

}  // namespace

std::string result_text(const MemberResult& result) {
  Json numbers = Json::array();
  for (const auto& n : MemberResult::numbers()) numbers.push_back(number(result.*n.value));
  const Json json = {{"status", result.status},
                     {"message", result.message},
                     {"exit", static_cast<int>(result.exit_code)},
                     {"method", result.method},
                     {"numbers", numbers},
                     {"seconds", number(result.seconds)},
                     {"objectives", list(result.objectives)},
                     {"errors", list(result.objective_errors)},
                     {"motion", {result.motion_file, result.motion_row}}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<MemberResult> result_of_text(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    MemberResult r;
    r.status = json.at("status");
    r.message = json.at("message");
    r.exit_code = static_cast<ExitCode>(json.at("exit").get<int>());
    r.method = json.at("method");
    const Json& numbers = json.at("numbers");
    std::size_t i = 0;
    for (const auto& n : MemberResult::numbers()) r.*n.value = number_from(numbers.at(i++));
    r.seconds = number_from(json.at("seconds"));
    r.objectives = list_from(json.at("objectives"));
    r.objective_errors = list_from(json.at("errors"));
    r.motion_file = json.at("motion").at(0);
    r.motion_row = json.at("motion").at(1);
    return r;
  } catch (const std::exception&) {  // written by something else under our name
    return std::nullopt;
  }
}

}  // namespace kreisel
