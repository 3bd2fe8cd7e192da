// Carries an experiment out and judges it by its checks.
#include "evidence/published/experiment.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

#include <fmt/format.h>

#include "evidence/bench/stopwatch.hpp"

namespace kreisel::experiments {
namespace {

/// Experiments write ±1e300 where there is no bound.
std::string bound_text(double bound) {
  return std::abs(bound) >= 1e299 ? (bound > 0.0 ? "∞" : "-∞") : fmt::format("{:.4g}", bound);
}

std::string broken_claims(const Measurement& measurement) {
  std::string text;
  for (const Check& check : measurement.checks)
    if (!check.holds())
      text += fmt::format("{}{}: {:.4g} is not in [{}, {}]", text.empty() ? "" : "; ", check.claim,
                          check.measured, bound_text(check.lowest), bound_text(check.highest));
  return text;
}

std::string reason_for(const Experiment& experiment, const Measurement& measurement, Verdict verdict) {
  const std::size_t count = measurement.checks.size();
  if (verdict == Verdict::reproduced)
    return fmt::format("{} check{} hold{}", count, count == 1 ? "" : "s", count == 1 ? "s" : "");
  const std::string broken = broken_claims(measurement);
  const std::string& cause =
      verdict == Verdict::differs ? experiment.explanation : "not published: " + experiment.missing;
  return broken.empty() ? cause : fmt::format("{} ({})", cause, broken);
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::differs:
      return "differs";
    case Verdict::not_reproducible:
      break;
  }
  return "not reproducible";
}

std::string MeasuredCell::shown() const {
  return number ? fmt::format("{:.4g}", *number) : text;
}

Verdict judge(const Experiment& experiment, const Measurement& measurement) {
  const bool all_hold = std::all_of(measurement.checks.begin(), measurement.checks.end(),
                                    [](const Check& check) { return check.holds(); });
  if (all_hold && !measurement.checks.empty()) return Verdict::reproduced;
  return experiment.missing.empty() ? Verdict::differs : Verdict::not_reproducible;
}

Result carry_out(const Experiment& experiment) {
  const Stopwatch watch;
  Result result{experiment.name, Verdict::not_reproducible, "", {}, 0.0};
  result.measurement = experiment.measure();
  result.verdict = judge(experiment, result.measurement);
  result.reason = reason_for(experiment, result.measurement, result.verdict);
  result.seconds = watch.seconds();
  return result;
}

}  // namespace kreisel::experiments
