// One linearisation per value, lines joined by nearness, borders of stability by bisection.
#include "kreisel/run/locus.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/core/version.hpp"
#include "kreisel/io/csv_writer.hpp"

namespace kreisel {
namespace {

using Complex = std::complex<double>;
using Json = nlohmann::ordered_json;

ModesRecord modes_with(const LocusSpec& spec, const Target& target, double value) {
  ModesSpec one = spec.modes;
  one.inputs.clear();
  one.outputs.clear();
  std::erase_if(one.point.settings, [&](const auto& setting) { return setting.first == spec.parameter; });
  one.point.settings.emplace_back(spec.parameter, fmt::format("{:.17g}", value));
  return modes(one, target);
}

/// The mode that decides about stability, of those that move.
struct Decisive {
  Complex value;
  std::string motion;
};
Decisive decisive(const ModesRecord& record) {
  Decisive out{{-INFINITY, 0.0}, ""};
  for (std::size_t i = 0; i < record.analysis.moving.size(); ++i) {
    const Complex value = record.analysis.moving[i].value;
    if (value.real() > out.value.real()) out = {value, record.names[i]};
  }
  return out;
}

/// Growth counts beyond the round-off of modes without damping.
bool is_stable(const ModesRecord& record) {
  constexpr double round_off = 1e-11;
  return decisive(record).value.real() <= round_off * record.analysis.fastest;
}

Complex nearest_to(const ModesRecord& record, Complex value) {
  Complex best = value;
  double distance = INFINITY;
  for (const ModeShape& mode : record.analysis.moving) {
    if (!(std::abs(mode.value - value) < distance)) continue;
    distance = std::abs(mode.value - value);
    best = mode.value;
  }
  return best;
}

/// Too near to the border a mode is hardly told from one at rest: the growth beside it, as a polynomial, says where it is 0.
double refined_border(const LocusSpec& spec, const Target& target, double at, double away) {
  constexpr std::array<double, 4> places{2.0, 1.0, -1.0, -2.0};
  std::array<double, places.size()> x{}, growth{};
  Complex value;
  for (std::size_t k = 0; k < places.size(); ++k) {
    x[k] = at + places[k] * away;
    const ModesRecord record = modes_with(spec, target, x[k]);
    value = k == 0 ? decisive(record).value : nearest_to(record, value);
    growth[k] = value.real();
  }
  double found = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    double weight = x[k];
    for (std::size_t j = 0; j < x.size(); ++j)
      if (j != k) weight *= growth[j] / (growth[j] - growth[k]);
    found += weight;
  }
  return std::isfinite(found) && std::abs(found - at) <= std::abs(away) ? found : at;
}

StabilityBorder border_between(const LocusSpec& spec, const Target& target, double low, double high,
                               bool low_is_stable) {
  constexpr int halvings = 30;
  constexpr double beside = 1e-3;  // of the distance of values
  const double distance = high - low;
  for (int k = 0; k < halvings; ++k) {
    const double middle = 0.5 * (low + high);
    (is_stable(modes_with(spec, target, middle)) == low_is_stable ? low : high) = middle;
  }
  const double away = low_is_stable ? beside * distance : -beside * distance;  // the side on which it grows
  const double border = refined_border(spec, target, 0.5 * (low + high), away);
  return {border, !low_is_stable, decisive(modes_with(spec, target, border + 2.0 * away)).motion};
}

/// Each eigenvalue continues the nearest line of the value before; others begin a new one.
std::vector<int> continued(const std::vector<Complex>& before, const std::vector<int>& lines,
                           const std::vector<Complex>& now, int& next_line) {
  struct Pair {
    double distance;
    std::size_t from, to;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t j = 0; j < now.size(); ++j) pairs.push_back({std::abs(before[i] - now[j]), i, j});
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  std::vector<int> out(now.size(), -1);
  std::vector<bool> taken(before.size(), false);
  for (const Pair& pair : pairs) {
    if (taken[pair.from] || out[pair.to] >= 0) continue;
    taken[pair.from] = true;
    out[pair.to] = lines[pair.from];
  }
  for (int& line : out)
    if (line < 0) line = next_line++;
  return out;
}

void require_parameter(const LocusSpec& spec, const Target& target) {
  if (target.knows(spec.parameter)) return;
  std::vector<std::string> known;
  for (const Parameter& p : target.parameters) known.push_back(p.name);
  throw UnknownName(
      fmt::format("{} \"{}\" has no parameter \"{}\"", target.kind(), target.name, spec.parameter), "--over",
      suggestion(spec.parameter, "parameters", known));
}

}  // namespace

LocusRecord locus(const LocusSpec& spec) {
  return locus(spec, find_target(spec.modes.point.target));
}

LocusRecord locus(const LocusSpec& spec, const Target& target) {
  require_parameter(spec, target);
  LocusRecord record{.problem = target.name, .parameter = spec.parameter};
  std::optional<bool> was_stable;
  int next_line = 0;
  for (long k = 0; k < spec.values; ++k) {
    const double share =
        spec.values > 1 ? static_cast<double>(k) / static_cast<double>(spec.values - 1) : 0.0;
    const double value = spec.first + share * (spec.last - spec.first);
    std::vector<Complex> found;
    std::string failure;
    std::optional<bool> stable;
    try {
      const ModesRecord one = modes_with(spec, target, value);
      for (const ModeShape& mode : one.analysis.moving) found.push_back(mode.value);
      stable = is_stable(one);
    } catch (const Error& error) {
      if (k == 0 && error.code() != ExitCode::solver_failed) throw;
      failure = error.fact();
    }
    if (stable && was_stable && *stable != *was_stable)
      record.borders.push_back(border_between(spec, target, record.values.back(), value, *was_stable));
    was_stable = stable;
    record.branches.push_back(
        record.eigenvalues.empty()
            ? continued({}, {}, found, next_line)
            : continued(record.eigenvalues.back(), record.branches.back(), found, next_line));
    record.values.push_back(value);
    record.eigenvalues.push_back(std::move(found));
    record.failures.push_back(std::move(failure));
  }
  return record;
}

std::string LocusRecord::json() const {
  Json points = Json::array(), limits = Json::array();
  for (std::size_t k = 0; k < values.size(); ++k) {
    Json list = Json::array();
    for (const Complex& s : eigenvalues[k]) list.push_back({s.real(), s.imag()});
    points.push_back({{"value", values[k]},
                      {"eigenvalues", list},
                      {"branches", branches[k]},
                      {"failure", failures[k].empty() ? Json(nullptr) : Json(failures[k])}});
  }
  for (const StabilityBorder& border : borders)
    limits.push_back(
        {{"value", border.value}, {"becomes_stable", border.becomes_stable}, {"motion", border.motion}});
  const Json all = {{"status", "completed"},       {"problem", problem},
                    {"parameter", parameter},      {"points", points},
                    {"stability_borders", limits}, {"version", std::string(version())}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string LocusRecord::csv() const {
  std::string text = fmt::format("{},branch,real [1/s],imaginary [rad/s],damping ratio\n", parameter);
  for (std::size_t k = 0; k < values.size(); ++k)
    for (std::size_t i = 0; i < eigenvalues[k].size(); ++i) {
      const Complex s = eigenvalues[k][i];
      append_number(text, values[k]);
      text += fmt::format(",{},", branches[k][i]);
      append_number(text, s.real());
      text += ",";
      append_number(text, s.imag());
      text += ",";
      append_number(text, -s.real() / std::max(std::abs(s), 1e-300));
      text += "\n";
    }
  return text;
}

}  // namespace kreisel
