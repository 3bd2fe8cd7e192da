// Joins the lists of the publications and looks experiments up.
#include "evidence/published/all.hpp"

#include <algorithm>
#include <iterator>

#include "evidence/published/sources.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"

namespace kreisel::experiments {
namespace {

/// "figure 6.10" after "figure 6.9": numbers count as numbers.
bool comes_before(const Experiment& a, const Experiment& b) {
  const auto digits = [](const std::string& text, std::size_t& i) {
    int value = 0;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') value = 10 * value + (text[i++] - '0');
    return value;
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t i = 0, j = 0;
  while (i < a.number.size() && j < b.number.size()) {
    if (is_digit(a.number[i]) && is_digit(b.number[j])) {
      const int x = digits(a.number, i), y = digits(b.number, j);
      if (x != y) return x < y;
      continue;
    }
    if (a.number[i] != b.number[j]) return a.number[i] < b.number[j];
    ++i;
    ++j;
  }
  return a.number.size() < b.number.size();
}

void append(std::vector<Experiment>& all, std::vector<std::vector<Experiment>> parts) {
  std::vector<Experiment> source;
  for (std::vector<Experiment>& part : parts)
    source.insert(source.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  std::stable_sort(source.begin(), source.end(), comes_before);
  all.insert(all.end(), std::make_move_iterator(source.begin()), std::make_move_iterator(source.end()));
}

}  // namespace

std::span<const Experiment> all_experiments() {
  static const std::vector<Experiment> experiments = [] {
    std::vector<Experiment> all;
    append(all, {arnold_bruels_cardona_2015()});
    append(all,
           {schaub_2004_formulas(), schaub_2004_estimates(), schaub_2004_tests(), schaub_2004_pendulum(),
            schaub_2004_energy(), schaub_2004_crank(), schaub_2004_washing_machine(), schaub_2004_truck()});
    append(all, {stumpp_2004()});
    append(all, {wieloch_arnold_2021()});
    append(all, {wieloch_2022_starts(), wieloch_2022_comparisons(), wieloch_2022_work(), wieloch_2022_terms(),
                 wieloch_2022_variable_alpha(), wieloch_2022_variable_bliedf(), wieloch_2022_sections()});
    return all;
  }();
  return experiments;
}

const Experiment& find_experiment(std::string_view name) {
  const std::span<const Experiment> all = all_experiments();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Experiment& e) { return e.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string> known;
  for (const Experiment& e : all) known.push_back(e.name);
  constexpr std::size_t most = 3;
  std::vector<std::string> close = near_misses(name, known);
  close.resize(std::min(close.size(), most));
  std::string hint;
  for (const std::string& near : close) hint += (hint.empty() ? "did you mean \"" : "\" or \"") + near;
  throw UnknownName("there is no experiment \"" + std::string(name) + "\"", "experiment name",
                    (hint.empty() ? "" : hint + "\"? ") + "`kreisel list experiments` names them all");
}

std::span<const Omission> all_omissions() {
  static const std::vector<Omission> omissions{
      {"Arnold, Brüls, Cardona 2015", "figure 2", "sketch of the heavy top"},
      {"Schaub 2004", "figures 1.1, 1.2, 1.3", "sketches: coordinates of a body, pendulum, flow of a set"},
      {"Schaub 2004", "tables 2.1, 2.2; figures 2.1, 2.2, 2.3",
       "order conditions and rooted trees: definitions"},
      {"Schaub 2004", "figures 5.5, 5.8, 5.11, 5.12",
       "sketches and pictures of models; the numbers beside figure 5.5 are section 5.2.1"},
      {"Schaub 2004", "remarks 5.1, 5.3", "on convergence problems of SPARK3's iteration, without numbers"},
      {"Schaub 2004", "remark 5.4", "settings of SPARK3; its second part is a check of figure 5.14"},
      {"Stumpp 2004", "figures 1.1 to 1.4", "sketches: spring-dampers, truck, human figure, pendulum"},
      {"Stumpp 2004", "figures 2.1, 4.1, 5.1", "diagrams of proofs"},
      {"Stumpp 2004", "figures 6.3, 6.4, 6.5", "sketches of the two models"},
      {"Wieloch 2022", "figure 3.1", "sketch of the heavy top"},
  };
  return omissions;
}

}  // namespace kreisel::experiments
