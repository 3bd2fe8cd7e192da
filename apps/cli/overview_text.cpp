// Numbers at the end and their extremes, then the largest reactions; a few lines of each.
#include "apps/cli/overview_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>

namespace kreisel::cli {
namespace {

constexpr std::size_t most_numbers = 12, most_reactions = 6;

std::string with_unit(double value, const std::string& unit) {
  return unit == "1" ? fmt::format("{:.5g}", value) : fmt::format("{:.5g} {}", value, unit);
}

/// Round-off beside numbers of the same kind is zero.
double tidy(double value, double size) {
  constexpr double round_off = 1e-12;
  return std::abs(value) <= round_off * size ? 0.0 : value;
}

/// What moves by no more than round-off of its kind says nothing.
std::vector<const Extremes*> worth_telling(const std::vector<Extremes>& numbers) {
  constexpr double round_off = 1e-9;
  std::map<std::string, double> sizes;  // unit -> largest value
  for (const Extremes& n : numbers)
    sizes[n.unit] = std::max({sizes[n.unit], std::abs(n.smallest), std::abs(n.largest)});
  std::vector<const Extremes*> told;
  for (const Extremes& n : numbers)
    if (!(n.largest - n.smallest <= round_off * sizes[n.unit])) told.push_back(&n);
  return told;
}

std::string rest(std::size_t all, std::size_t shown, const char* of_what) {
  return all > shown ? fmt::format("  … and {} more {}, in run.json\n", all - shown, of_what) : std::string();
}

std::string numbers_text(const std::vector<Extremes>& numbers) {
  const std::vector<const Extremes*> told = worth_telling(numbers);
  if (told.empty()) return {};
  const std::size_t shown = std::min(most_numbers, told.size());
  std::size_t width = 0;
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, told[i]->name.size());
  std::string text = fmt::format("  {:{}}  {:>16}  {:>16} {:>12}  {:>16} {:>12}\n", "", width, "at the end",
                                 "smallest", "at t", "largest", "at t");
  for (std::size_t i = 0; i < shown; ++i) {
    const Extremes& n = *told[i];
    const double size = std::max(std::abs(n.smallest), std::abs(n.largest));
    text += fmt::format("  {:{}}  {:>16}  {:>16} {:>10.4g} s  {:>16} {:>10.4g} s\n", n.name, width,
                        with_unit(tidy(n.last, size), n.unit), with_unit(tidy(n.smallest, size), n.unit),
                        n.t_smallest, with_unit(tidy(n.largest, size), n.unit), n.t_largest);
  }
  return text + rest(told.size(), shown, "numbers");
}

std::string reactions_text(std::vector<LargestReaction> reactions) {
  if (reactions.empty()) return {};
  std::stable_sort(reactions.begin(), reactions.end(),
                   [](const auto& a, const auto& b) { return a.force > b.force; });
  const std::size_t shown = std::min(most_reactions, reactions.size());
  std::size_t width = 17;
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, reactions[i].joint.size());
  std::string text = fmt::format("  {:{}}  {:>16} {:>12}  {:>16} {:>12}\n", "largest reactions", width,
                                 "force", "at t", "moment", "at t");
  for (std::size_t i = 0; i < shown; ++i) {
    const LargestReaction& r = reactions[i];
    text += fmt::format("  {:{}}  {:>16} {:>10.4g} s  {:>16} {:>10.4g} s\n", r.joint, width,
                        with_unit(r.force, "N"), r.t_force, with_unit(tidy(r.moment, r.force), "N m"),
                        r.t_moment);
  }
  return text + rest(reactions.size(), shown, "joints");
}

}  // namespace

std::string overview_text(const RunRecord& record) {
  return numbers_text(record.overview.numbers) + reactions_text(record.overview.reactions);
}

}  // namespace kreisel::cli
