// Near misses by the number of slips, and the sentences that suggest them.
#include "kreisel/core/names.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kreisel {
namespace {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

/// Insertions, deletions, replacements and swaps of neighbours that turn a into b: [Damerau 1964], in the
/// form that edits no letter twice ("optimal string alignment").
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

/// One slip in a short word, one more for every further four letters.
constexpr std::size_t tolerated_slips(std::size_t length) {
  return 1 + length / 4;
}

/// The names with the fewest slips, however many.
std::vector<std::string> nearest(std::string_view name, std::span<const std::string> known,
                                 std::size_t count) {
  const std::string wanted = lowered(name);
  std::vector<std::pair<std::size_t, std::string>> by_slips;
  for (const std::string& candidate : known)
    by_slips.emplace_back(edit_distance(wanted, lowered(candidate)), candidate);
  std::stable_sort(by_slips.begin(), by_slips.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& [slips, candidate] : by_slips)
    if (names.size() < count) names.push_back(std::move(candidate));
  return names;
}

std::string quoted_list(std::span<const std::string> names, std::string_view separator) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += separator;
    out += '"' + name + '"';
  }
  return out;
}

std::string plain_list(std::span<const std::string> names) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += ", ";
    out += name;
  }
  return out;
}

}  // namespace

std::vector<std::string> near_misses(std::string_view name, std::span<const std::string> known) {
  constexpr std::size_t shortest_beginning = 3;  // "pen" points to "pendulum", "p" to nothing
  const std::string wanted = lowered(name);
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& candidate : known) {
    const std::string target = lowered(candidate);
    const std::size_t slips = edit_distance(wanted, target);
    const bool is_beginning = wanted.size() >= shortest_beginning && target.starts_with(wanted);
    const std::size_t shorter = std::min(wanted.size(), target.size());
    if (slips <= tolerated_slips(shorter) && slips < shorter) {
      found.emplace_back(slips, candidate);
    } else if (is_beginning) {
      found.emplace_back(tolerated_slips(target.size()), candidate);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& entry : found) names.push_back(std::move(entry.second));
  return names;
}

std::string suggestion(std::string_view name, std::string_view kind_plural,
                       std::span<const std::string> known) {
  constexpr std::size_t most = 3, readable = 24;
  std::vector<std::string> close = near_misses(name, known);
  if (close.size() > most) close.resize(most);
  const std::string kind(kind_plural);
  std::string out;
  if (!close.empty()) out += "did you mean " + quoted_list(close, " or ") + "? ";
  if (known.empty()) return out + "There are no " + kind + ".";
  if (known.size() <= readable) return out + "Known " + kind + ": " + plain_list(known) + ".";
  const std::string count = std::to_string(known.size()) + " " + kind;
  if (!close.empty()) return out + "There are " + count + ".";
  return "of " + count + " the nearest are " + quoted_list(nearest(name, known, most), ", ") + ".";
}

}  // namespace kreisel
