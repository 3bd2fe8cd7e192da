// Classes of stiffness from the modes of the motion and the mobility of every row.
#include "kreisel/check/time_scales.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kreisel/analysis/linearisation.hpp"
#include "kreisel/equations/block_operators.hpp"
#include "kreisel/equations/block_system.hpp"
#include "kreisel/linear/block_saddle_point.hpp"
#include "kreisel/methods/shared/acceleration_level.hpp"

namespace kreisel {
namespace {

/// Round-off of double zeros of the characteristic polynomial: slower than this is at rest.
constexpr double at_rest_share = 1e-6;

std::vector<Mode> sorted_modes(const std::vector<EigenMode>& all) {
  double fastest = 0.0;
  for (const EigenMode& m : all) fastest = std::max(fastest, std::abs(m.value));
  std::vector<Mode> modes;
  for (const EigenMode& m : all) {
    if (!(std::abs(m.value) > at_rest_share * fastest) || m.value.imag() < 0.0) continue;
    modes.push_back({m.value.imag(), -m.value.real(), m.factor});
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const Mode& a, const Mode& b) { return a.rate() > b.rate(); });
  return modes;
}

RowTimeScale row_scale(const Row& row, Index i, double mobility) {
  RowTimeScale scale{.row = i, .name = row.name, .is_position = row.is_position()};
  if (!row.is_position()) {
    scale.decay = mobility / row.compliance;
    return scale;
  }
  scale.frequency = row.compliance > 0.0 ? std::sqrt(mobility / row.compliance) : 0.0;
  scale.damping_ratio = 0.5 * row.relaxation * scale.frequency;
  // λ² + 2ζωλ + ω² = 0: two decays when ζ > 1, of which the fast one matters here.
  const double zeta = scale.damping_ratio;
  scale.decay = scale.frequency * (zeta > 1.0 ? zeta + std::sqrt(zeta * zeta - 1.0) : zeta);
  return scale;
}

double largest_rate(const std::vector<Mode>& modes) {
  return modes.empty() ? 0.0 : modes.front().rate();
}

/// The motion with every compliant row at rest; where nothing moves then, the slowest vibration with them.
double rate_of_motion(const Linearisation& linear, const TimeScales& scales, Index row_total) {
  const double least = std::max(2.0 * std::numbers::pi / scales.interval, linear.rotation_rate());
  const std::vector<bool> all_held(static_cast<std::size_t>(row_total), true);
  const double slow =
      scales.rows.empty() ? largest_rate(scales.modes) : largest_rate(sorted_modes(linear.modes(all_held)));
  if (slow > least) return slow;
  double slowest_vibration = 0.0;
  for (const Mode& m : scales.modes)
    if (m.frequency > std::abs(m.decay)) slowest_vibration = m.frequency;
  return std::max(least, slowest_vibration);
}

StiffnessClass class_of(double ratio) {
  if (ratio > stiff_ratio) return StiffnessClass::stiff;
  return ratio > fast_ratio ? StiffnessClass::fast : StiffnessClass::part_of_motion;
}

void add_modes(const AnySystem& system, const State& state, TimeScales& scales) {
  const Linearisation linear(system, state);
  scales.has_modes = linear.is_regular();
  if (!linear.is_regular()) return;
  for (Index i = 0; i < row_count(system); ++i) {
    const Row& row = system.rows()[static_cast<std::size_t>(i)];
    if (row.compliance > 0.0) scales.rows.push_back(row_scale(row, i, linear.mobility(i)));
  }
  const std::vector<bool> none_held(static_cast<std::size_t>(row_count(system)), false);
  scales.modes = sorted_modes(linear.modes(none_held));
  scales.motion_rate = rate_of_motion(linear, scales, row_count(system));
}

/// Without what rigid rows forbid: the mobility of every row by itself, which is the larger one.
template <class System>
void add_rows_alone(const System& system, const State& state, TimeScales& scales) {
  AccelerationLevel<System> level(system);
  if (level.classify(state.t, state.q, 1.0) != KernelStatus::regular) return;
  for (Index i = 0; i < row_count(system); ++i) {
    const Row& row = system.rows()[static_cast<std::size_t>(i)];
    if (row.compliance > 0.0) scales.rows.push_back(row_scale(row, i, level.mobility(i, i)));
  }
}

}  // namespace

double Mode::rate() const {
  return std::hypot(frequency, decay);
}

double RowTimeScale::rate() const {
  return std::max(frequency, decay);
}

double TimeScales::fastest_vibration() const {
  double fastest = 0.0;
  for (const Mode& m : modes) fastest = std::max(fastest, m.frequency);
  return fastest;
}

double TimeScales::fastest_decay() const {
  double fastest = 0.0;
  for (const Mode& m : modes) fastest = std::max(fastest, m.decay);
  return fastest;
}

bool TimeScales::has_stiff_rows() const {
  return std::any_of(rows.begin(), rows.end(),
                     [](const RowTimeScale& r) { return r.stiffness == StiffnessClass::stiff; });
}

TimeScales time_scales(const AnySystem& system, const State& state, double interval) {
  TimeScales scales;
  scales.interval = interval;
  scales.motion_rate = 2.0 * std::numbers::pi / interval;
  scales.has_modes = system.group().dimension() <= most_linearised_velocities;
  if (scales.has_modes) {
    add_modes(system, state, scales);
  } else if (const BlockSystem* const blocks = system.in_blocks()) {
    add_rows_alone(*blocks, state, scales);
  } else {
    add_rows_alone(system, state, scales);
  }
  for (RowTimeScale& row : scales.rows) row.stiffness = class_of(row.rate() / scales.motion_rate);
  return scales;
}

std::string name_of(StiffnessClass stiffness) {
  switch (stiffness) {
    case StiffnessClass::part_of_motion:
      return "part of the motion";
    case StiffnessClass::fast:
      return "fast";
    case StiffnessClass::stiff:
      return "stiff";
  }
  return "unknown";
}

}  // namespace kreisel
