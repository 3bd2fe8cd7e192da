// The worst and the failed entries of a report, and their words.
#include "kreisel/equations/derivative_report.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <locale>
#include <sstream>

namespace kreisel {

bool DerivativeReport::ok() const {
  return std::all_of(entries.begin(), entries.end(), [](const DerivativeEntry& entry) { return entry.ok; });
}

double DerivativeReport::worst() const {
  double worst = 0.0;
  for (const DerivativeEntry& entry : entries) {
    if (!(entry.relative_error <= worst)) worst = entry.relative_error;
    if (std::isnan(worst)) return worst;
  }
  return worst;
}

std::vector<DerivativeEntry> DerivativeReport::failures() const {
  std::vector<DerivativeEntry> failed;
  std::copy_if(entries.begin(), entries.end(), std::back_inserter(failed),
               [](const DerivativeEntry& entry) { return !entry.ok; });
  return failed;
}

std::string describe(const DerivativeEntry& entry) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(12);
  text << entry.what << "(" << entry.row << "," << entry.column << "), sample " << entry.sample << ": ours "
       << entry.ours << ", difference " << entry.difference << ", relative error " << entry.relative_error;
  return text.str();
}

void compare_vectors(DerivativeReport& report, const std::string& what, const Vector& ours,
                     const Vector& expected, double tolerance) {
  const double size = std::max(expected.size() > 0 ? expected.lpNorm<Eigen::Infinity>() : 0.0,
                               std::numeric_limits<double>::min());
  for (Index i = 0; i < ours.size(); ++i) {
    const double error = std::abs(ours(i) - expected(i)) / size;
    report.entries.push_back({.what = what,
                              .row = i,
                              .ours = ours(i),
                              .difference = expected(i),
                              .relative_error = error,
                              .ok = error <= tolerance});
  }
}

}  // namespace kreisel
