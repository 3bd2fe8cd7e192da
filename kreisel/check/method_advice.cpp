// The rules of the advice, in the order in which they are asked.
#include "kreisel/check/method_advice.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/methods/catalog.hpp"

namespace kreisel {
namespace {

/// Rate × interval up to which an explicit method of order 8 resolves everything: about one step for every two units
/// (measured: 2042 steps for 4000 units of linear_dae, 470 for 500 of elastic_pendulum at rtol 1e-6).
constexpr double most_resolved = 2e4;

class Adviser {
 public:
  Adviser(const Traits& traits, const AdviceOptions& options) : traits_(traits), options_(options) {}

  MethodAdvice run() {
    choose();
    choose_formulation();
    explain_rows();
    remark();
    return std::move(advice_);
  }

 private:
  const TimeScales& scales() const { return traits_.scales; }
  void reason(std::string text) { advice_.reasons.push_back(std::move(text)); }

  void take(const char* method, std::string why) {
    advice_.method = method;
    reason(std::move(why));
  }

  /// Of everything the linearisation knows, the rows alone included.
  double fastest_rate() const {
    double rate = scales().modes.empty() ? 0.0 : scales().modes.front().rate();
    for (const RowTimeScale& row : scales().rows) rate = std::max(rate, row.rate());
    return rate;
  }
  bool has_stiff_decay() const { return scales().fastest_decay() > stiff_ratio * scales().motion_rate; }

  void choose() {
    const double units = fastest_rate() * scales().interval;
    const bool allows_explicit = !options_.formulation || *options_.formulation == Formulation::index1;
    if (options_.constant_step)
      take("generalized_alpha", "a constant step was asked for: generalized-α needs one solve per step");
    else if (scales().has_stiff_rows())
      take("radau", stiff_rows_text());
    else if (has_stiff_decay())
      take("radau",
           fmt::format("something decays with {:.2g} 1/s while the motion changes with {:.2g} 1/s: an "
                       "implicit method takes the steps of the motion",
                       scales().fastest_decay(), scales().motion_rate));
    else if (!scales().has_modes)
      take("radau",
           fmt::format("{} velocities: too many to know every time scale, and an implicit method does "
                       "not depend on them",
                       traits_.velocities));
    else if (traits_.has_rigid_velocities)
      take("radau", "rolling or skating conditions: Radau IIA keeps their order");
    else if (!allows_explicit)
      take("radau", fmt::format("--formulation {} was asked for", name_of(*options_.formulation)));
    else if (units > most_resolved)
      take("radau", fmt::format("{:.2g} rad/s for {:g} s would take an explicit method some {:.0e} steps",
                                fastest_rate(), scales().interval, 0.5 * units));
    else
      take("dop853", fmt::format("nothing is stiff (fastest rate {:.3g} 1/s, motion {:.3g} 1/s): an explicit "
                                 "method of order 8 resolves all of it",
                                 fastest_rate(), scales().motion_rate));
  }

  std::string stiff_rows_text() const {
    const RowTimeScale* worst = nullptr;
    Index count = 0;
    for (const RowTimeScale& row : scales().rows) {
      if (row.stiffness != StiffnessClass::stiff) continue;
      ++count;
      if (worst == nullptr || row.rate() > worst->rate()) worst = &row;
    }
    return fmt::format(
        "{} stiff for a motion that changes with {:.2g} 1/s, the fastest \"{}\" with {:.2g} {}: Radau IIA "
        "takes "
        "the steps of the motion",
        count == 1 ? std::string("one spring or damper is") : fmt::format("{} springs or dampers are", count),
        scales().motion_rate, worst->name, worst->rate(),
        worst->is_position && worst->decay < worst->frequency ? "rad/s" : "1/s");
  }

  void choose_formulation() {
    if (!traits_.has_rigid_positions) return;
    const Claims& claims = find_method(advice_.method).claims;
    advice_.formulation = options_.formulation.value_or(claims.recommended);
    if (advice_.formulation == Formulation::index1 && advice_.method == "dop853")
      reason(
          "index1: joints at acceleration level, brought back onto position and velocity after every step");
    else if (!options_.formulation)
      reason(fmt::format("{}: joints do not drift", name_of(*advice_.formulation)));
  }

  /// BDF of order 3 and more is unstable for undamped springs with 0 < ωh < 1.93 (3) … 9.39 (5), up to damping ratios of
  /// 0.07 … 0.62.
  void explain_rows() {
    constexpr double enough_damping = 0.62;
    for (const RowTimeScale& row : scales().rows) {
      const bool vibrates = row.is_position && row.damping_ratio < enough_damping;
      if (!vibrates || row.stiffness == StiffnessClass::part_of_motion) continue;
      reason(
          fmt::format("spring \"{}\" vibrates with {:.2g} rad/s, damping ratio {:.2g}: not for backward "
                      "differentiation of order 3 and more",
                      row.name, row.frequency, row.damping_ratio));
      return;
    }
  }

  void remark() {
    const RowRank& rank = traits_.rank;
    const auto say = [&](std::string text) { advice_.remarks.push_back(std::move(text)); };
    if (rank.redundant_rows() > 0)
      say(fmt::format(
          "{} redundant: the motion is unique, reaction forces in {} are not; those of least norm "
          "are shown",
          rank.redundant_rows() == 1 ? std::string("one row is")
                                     : fmt::format("{} rows are", rank.redundant_rows()),
          listed(rank.dependent.front().joints)));
    if (rank.is_known && rank.is_nearly_redundant())
      say(fmt::format(
          "row \"{}\" almost depends on others (share {:.1e}): reaction forces lose about {:.0f} digits",
          rank.weakest_row, rank.weakest_share, -2.0 * std::log10(rank.weakest_share)));
    if (scales().has_stiff_rows() && advice_.method == "radau")
      say("stiff rows start and stay on their slow motion; --start raw begins as given");
  }

  const Traits& traits_;
  const AdviceOptions& options_;
  MethodAdvice advice_;
};

}  // namespace

Traits traits_of(const AnySystem& system, const State& state, double interval) {
  Traits traits;
  traits.velocities = system.group().dimension();
  for (const Row& row : system.rows()) {
    if (!row.is_rigid()) continue;
    (row.is_position() ? traits.has_rigid_positions : traits.has_rigid_velocities) = true;
  }
  traits.rank = rank_of_rigid_rows(system, state);
  traits.scales = time_scales(system, state, interval);
  return traits;
}

MethodAdvice advise(const Traits& traits, const AdviceOptions& options) {
  return Adviser(traits, options).run();
}

}  // namespace kreisel
