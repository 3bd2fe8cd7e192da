// Measurements as figures and tables of a study: the only place where one becomes the other.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "evidence/published/experiment.hpp"
#include "evidence/studies/study_report.hpp"

namespace kreisel::experiments {

/// Curves of one name have one style in all figures of an experiment. Where a check claims the order of a curve, and
/// it holds, the figure has a slope triangle.
std::vector<Figure> figures_of(const Measurement& measurement);

/// Named NAME-1, NAME-2 …
std::vector<Table> tables_of(const Result& result);

/// One row per check: claim, measured, between which bounds, unit, whether it holds.
Table table_of_checks(const std::string& title, const std::vector<Check>& checks);

/// One row per experiment; one row per check of every experiment, with all digits of the bounds.
Table table_of_results(const std::vector<Result>& results);
Table table_of_all_checks(const std::vector<Result>& results);

/// With at most about so many points per curve; the extremes of what is left out stay.
std::vector<Figure> thinned(std::vector<Figure> figures, std::size_t most_points);

/// "h [s]" is "h" and "s"; a text with several units keeps them.
struct NameAndUnit {
  std::string name = {}, unit = "1";
};
NameAndUnit name_and_unit(const std::string& label);

Tone tone_of(Verdict verdict);

}  // namespace kreisel::experiments
