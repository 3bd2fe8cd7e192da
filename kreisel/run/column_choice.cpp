// Names with * for any characters, compared with the columns of a run.
#include "kreisel/run/column_choice.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"

namespace kreisel {
namespace {

bool fits(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && pattern.front() == name.front() && fits(pattern.substr(1), name.substr(1));
  for (std::size_t skipped = 0; skipped <= name.size(); ++skipped)
    if (fits(pattern.substr(1), name.substr(skipped))) return true;
  return false;
}

std::vector<std::string> divided(const std::string& patterns) {
  std::vector<std::string> all;
  std::size_t from = 0;
  while (from <= patterns.size()) {
    const std::size_t comma = std::min(patterns.find(',', from), patterns.size());
    const std::size_t begin = patterns.find_first_not_of(' ', from);
    if (begin < comma) {
      const std::size_t end = patterns.find_last_not_of(' ', comma - 1);
      all.push_back(patterns.substr(begin, end - begin + 1));
    }
    from = comma + 1;
  }
  return all;
}

}  // namespace

std::vector<Index> chosen_columns(const std::string& patterns, const std::vector<Column>& columns) {
  std::vector<Index> all(columns.size());
  std::iota(all.begin(), all.end(), Index(0));
  const std::vector<std::string> wanted = divided(patterns);
  if (wanted.empty()) return all;
  std::vector<bool> is_chosen(columns.size(), false);
  for (const std::string& pattern : wanted) {
    bool is_known = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!fits(pattern, columns[i].name)) continue;
      is_chosen[i] = is_known = true;
    }
    if (is_known) continue;
    std::vector<std::string> names;
    for (const Column& column : columns) names.push_back(column.name);
    throw UnknownName(fmt::format("no column fits \"{}\"", pattern), "--columns",
                      suggestion(pattern, "columns", names));
  }
  std::erase_if(all, [&](Index i) { return !is_chosen[static_cast<std::size_t>(i)]; });
  return all;
}

}  // namespace kreisel
