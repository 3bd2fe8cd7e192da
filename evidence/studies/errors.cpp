// Which columns belong together, and how far two trajectories are apart in them.
#include "evidence/studies/errors.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace kreisel {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

bool has_quaternion_at(const std::vector<Column>& columns, std::size_t i) {
  constexpr std::array<std::string_view, 4> suffixes{".qw", ".qx", ".qy", ".qz"};
  if (i + suffixes.size() > columns.size()) return false;
  for (std::size_t k = 0; k < suffixes.size(); ++k)
    if (!columns[i + k].name.ends_with(suffixes[k])) return false;
  return true;
}

/// 2 asin|sin(φ/2)| of the rotation between two unit quaternions, whatever their signs; accurate for small angles.
double angle_between(std::span<const double> p, std::span<const double> q) {
  const double w = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
  const double x = p[0] * q[1] - p[1] * q[0] - p[2] * q[3] + p[3] * q[2];
  const double y = p[0] * q[2] + p[1] * q[3] - p[2] * q[0] - p[3] * q[1];
  const double z = p[0] * q[3] - p[1] * q[2] + p[2] * q[1] - p[3] * q[0];
  return 2.0 * std::atan2(std::sqrt(x * x + y * y + z * z), std::abs(w));
}

double distance(const ComparedQuantity& quantity, const std::vector<double>& a,
                const std::vector<double>& b) {
  if (!quantity.is_rotation) return std::abs(a[quantity.column] - b[quantity.column]);
  return angle_between(std::span(a).subspan(quantity.column, 4), std::span(b).subspan(quantity.column, 4));
}

/// The largest value per component and unit; rotations count as 1 rad.
std::vector<double> scales_of(const std::vector<ComparedQuantity>& quantities, const Trajectory& reference) {
  std::map<std::pair<Component, std::string>, double> largest;
  for (const ComparedQuantity& q : quantities) {
    double& size = largest[{q.component, q.unit}];
    if (q.is_rotation) size = std::max(size, 1.0);
    for (const auto& row : reference.values)
      if (!q.is_rotation) size = std::max(size, std::abs(row[q.column]));
  }
  std::vector<double> scales;
  for (const ComparedQuantity& q : quantities) {
    const double size = q.is_rotation ? 1.0 : largest[{q.component, q.unit}];
    scales.push_back(size > 0.0 ? size : 1.0);
  }
  return scales;
}

bool can_compare(const Trajectory& run, const Trajectory& reference) {
  if (run.columns.size() != reference.columns.size() || run.times.size() != reference.times.size() ||
      run.times.empty())
    return false;
  const double span = std::abs(reference.times.back() - reference.times.front());
  for (std::size_t i = 0; i < run.times.size(); ++i)
    if (std::abs(run.times[i] - reference.times[i]) > 1e-9 * span) return false;
  return true;
}

void take_worse(const ComparedQuantity& quantity, double difference, double scale, ComponentError& error) {
  const double relative = difference / scale;
  const bool is_worse = std::isnan(error.relative) ? error.quantity.empty() : !(relative <= error.relative);
  if (is_worse) error = {relative, difference, quantity.name, quantity.unit};
}

}  // namespace

std::string symbol_of(Component component) {
  switch (component) {
    case Component::position:
      return "q";
    case Component::velocity:
      return "v";
    case Component::multiplier:
      return "λ";
    case Component::other:
    case Component::count:
      break;
  }
  return "other";
}

Component component_of(const Column& column) {
  const std::string_view name = column.name, unit = column.unit;
  if (name.starts_with("lambda.")) return Component::multiplier;
  if (unit == "m/s" || unit == "rad/s" || unit == "1/s") return Component::velocity;
  if (unit == "m" || unit == "rad") return Component::position;
  if (unit != "1" && !unit.empty()) return Component::other;  // forces, energies, accelerations
  // Without units the name decides: vx, v1, top.wz, phi_dot, omega.
  const std::string_view last = name.substr(name.rfind('.') + 1);
  const bool is_short_rate = last.size() <= 3 && (last.starts_with("v") || last.starts_with("w"));
  const bool is_rate = is_short_rate || last.ends_with("_dot") || last.ends_with("_rate") || last == "omega";
  return is_rate ? Component::velocity : Component::position;
}

Trajectory trajectory_of(const JobResult& result) {
  return {result.columns, result.times, result.values};
}

std::vector<ComparedQuantity> quantities_of(const std::vector<Column>& columns) {
  std::vector<ComparedQuantity> all;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    if (has_quaternion_at(columns, i)) {
      const std::string body = column.name.substr(0, column.name.size() - 3);
      all.push_back({i, true, Component::position, body + " orientation", "rad"});
      i += 3;
    } else {
      all.push_back({i, false, component_of(column), column.name, column.unit});
    }
  }
  return all;
}

std::vector<Difference> differences(const Trajectory& run, const Trajectory& reference) {
  const std::vector<ComparedQuantity> quantities = quantities_of(reference.columns);
  const std::vector<double> scales = scales_of(quantities, reference);
  std::vector<Difference> all(quantities.size());
  const bool is_comparable = can_compare(run, reference);
  for (std::size_t k = 0; k < quantities.size(); ++k) {
    all[k].scale = scales[k];
    if (!is_comparable) {
      all[k].largest = all[k].at_end = not_a_number;
      continue;
    }
    for (std::size_t i = 0; i < run.values.size(); ++i) {
      const double d = distance(quantities[k], run.values[i], reference.values[i]);
      if (!(d <= all[k].largest)) all[k].largest = d;  // NaN stays
      all[k].at_end = d;
    }
  }
  return all;
}

RunErrors errors_of(const std::vector<ComparedQuantity>& quantities,
                    const std::vector<Difference>& differences) {
  RunErrors errors;
  for (std::size_t k = 0; k < quantities.size(); ++k) {
    const auto component = static_cast<std::size_t>(quantities[k].component);
    take_worse(quantities[k], differences[k].largest, differences[k].scale, errors.over_run[component]);
    take_worse(quantities[k], differences[k].at_end, differences[k].scale, errors.at_end[component]);
  }
  return errors;
}

}  // namespace kreisel
