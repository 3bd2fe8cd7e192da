// What `kreisel check` prints: the answer first, then what it rests on.
#include "apps/cli/check_text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "apps/cli/terminal.hpp"

namespace kreisel::cli {
namespace {

constexpr std::size_t most_shown = 10;

/// The first few entries, and how many more there are.
template <class List, class Line>
std::string lines(const List& list, Line line) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most_shown, list.size()); ++i) text += wrapped(line(list[i]), 2);
  if (list.size() > most_shown) text += fmt::format("  … and {} more\n", list.size() - most_shown);
  return text;
}

std::string freedom_text(const ModelCheck& check) {
  const RowRank& rank = check.traits.rank;
  if (!rank.is_known)
    return fmt::format("degrees of freedom: at least {}; {} rigid rows are too many to compare\n",
                       rank.degrees_of_freedom(), rank.rigid_rows);
  std::string text = fmt::format("degrees of freedom: {} ({} velocities, {} rigid rows of rank {})\n",
                                 rank.degrees_of_freedom(), rank.velocities, rank.rigid_rows, rank.rank);
  if (rank.position_freedom() != rank.degrees_of_freedom())
    text += fmt::format("  positions: {}, because some rows hold velocities only\n", rank.position_freedom());
  if (rank.redundant_rows() > 0)
    text += fmt::format("redundant rows: {}; reaction forces there are not unique\n", rank.redundant_rows());
  return text + lines(rank.dependent, [](const DependentRows& set) {
           return fmt::format("\"{}\" depends on {} (joints {})", set.row_names.front(),
                              listed({set.row_names.begin() + 1, set.row_names.end()}), listed(set.joints));
         });
}

std::string start_text(const ModelCheck& check) {
  std::string text = fmt::format("start values: {} joint rows, largest gap {:.2g}, largest rate {:.2g}: {}\n",
                                 check.start.rows.size(), check.start.worst_gap(), check.start.worst_rate(),
                                 check.violated.empty()  ? "consistent"
                                 : check.kind == "model" ? "given roughly, and assembled"
                                                         : "inconsistent");
  text += lines(check.violated, [](const RowStart& row) {
    return fmt::format("row \"{}\": gap {:.3g}, rate {:.3g}", row.row, row.gap, row.rate);
  });
  return text + lines(check.moved, [](const BodyMove& move) {
           return fmt::format("body \"{}\" moved by {:.3g} m and turned by {:.3g} deg", move.body,
                              move.distance, move.angle * 180.0 / std::numbers::pi);
         });
}

/// Decay that is nothing but the round-off of eigenvalues: of this one, or of the fastest.
bool is_undamped(const TimeScales& scales, const Mode& mode) {
  constexpr double of_its_own = 1e-10, of_the_fastest = 1e-13;
  return std::abs(mode.decay) <=
         std::max(of_its_own * mode.rate(), of_the_fastest * scales.modes.front().rate());
}

std::string mode_text(const ModelCheck& check, const Mode& mode) {
  const auto factor = static_cast<std::size_t>(mode.factor);
  const std::string body = mode.factor >= 0 && factor < check.bodies.size()
                               ? fmt::format(", most in \"{}\"", check.bodies[factor])
                               : "";
  const char* const word = mode.decay < 0.0 ? "growth" : "decay";
  if (mode.frequency == 0.0) return fmt::format("{} {:.4g} 1/s{}", word, std::abs(mode.decay), body);
  const std::string decay = is_undamped(check.traits.scales, mode)
                                ? "undamped"
                                : fmt::format("{} {:.2g} 1/s", word, std::abs(mode.decay));
  return fmt::format("{:.4g} rad/s ({:.4g} Hz), {}{}", mode.frequency,
                     mode.frequency / (2.0 * std::numbers::pi), decay, body);
}

std::string scales_text(const ModelCheck& check) {
  const TimeScales& scales = check.traits.scales;
  std::string text =
      fmt::format("time scales: the motion changes with about {:.3g} 1/s over {:g} s{}\n", scales.motion_rate,
                  scales.interval, scales.has_modes ? "; linearised at the start" : "");
  text += lines(scales.modes, [&](const Mode& mode) { return mode_text(check, mode); });
  return text + lines(scales.rows, [](const RowTimeScale& row) {
           return row.is_position
                      ? fmt::format("spring \"{}\": {:.3g} rad/s, damping ratio {:.2g}: {}", row.name,
                                    row.frequency, row.damping_ratio, name_of(row.stiffness))
                      : fmt::format("damper \"{}\": {:.3g} 1/s: {}", row.name, row.decay,
                                    name_of(row.stiffness));
         });
}

std::string derivative_text(const ModelCheck& check) {
  if (!check.has_derivatives)
    return fmt::format("derivatives: not compared, {} velocities are too many\n", check.velocities);
  const std::vector<DerivativeEntry> wrong = check.derivatives.failures();
  return fmt::format(
             "self-test: {} derivatives compared with differences, largest relative error {:.2g}: {}\n",
             check.derivatives.entries.size(), check.derivatives.worst(),
             wrong.empty()           ? "all agree"
             : check.kind == "model" ? fmt::format("{} differ (contacts and full turns may)", wrong.size())
                                     : fmt::format("{} are wrong", wrong.size())) +
         lines(wrong, [](const DerivativeEntry& entry) { return describe(entry); });
}

std::string advice_text(const ModelCheck& check) {
  const MethodAdvice& advice = check.advice;
  std::string text = fmt::format(
      "recommended: --method {}{}\n", advice.method,
      advice.formulation ? fmt::format(" --formulation {}", name_of(*advice.formulation)) : std::string());
  for (const auto* list : {&advice.reasons, &advice.remarks})
    for (const std::string& sentence : *list) text += wrapped(sentence, 2);
  return text;
}

}  // namespace

std::string check_text(const ModelCheck& check) {
  std::string text = freedom_text(check) + start_text(check);
  text += lines(check.body_remarks, [](const BodyRemark& remark) {
    return fmt::format("body \"{}\": {}", remark.body, remark.text);
  });
  for (const std::string& note : check.notes) text += wrapped("note: " + note, 0);
  return text + scales_text(check) + advice_text(check) + derivative_text(check);
}

}  // namespace kreisel::cli
