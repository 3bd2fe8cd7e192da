// Plots of experiments as figures: styles, slope triangles, thinning.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "evidence/published/order_claim.hpp"
#include "evidence/published/presentation.hpp"

namespace kreisel::experiments {
namespace {

constexpr std::size_t most_marked = 24;  // points of a curve that are told apart

Axis axis_of(const std::string& label, bool is_log) {
  const NameAndUnit split = name_and_unit(label);
  return {.label = split.name, .unit = split.unit, .is_log = is_log};
}

/// "order in QUANTITY, CURVE", or that and ", WHERE" with words of the title.
bool is_claim_for(const Check& check, const Plot& plot, const MeasuredCurve& curve) {
  const std::string words = order_claim(name_and_unit(plot.y_label).name, curve.name);
  if (!check.claim.starts_with(words)) return false;
  const std::string rest = check.claim.substr(words.size());
  return rest.empty() || (rest.starts_with(", ") && plot.title.find(rest.substr(2)) != std::string::npos);
}

std::optional<double> claimed_slope(const Measurement& m, const Plot& plot, const MeasuredCurve& curve) {
  constexpr double steepest = 20.0;
  for (const Check& check : m.checks) {
    const bool is_slope = check.holds() && check.lowest > -steepest && check.highest < steepest;
    if (is_slope && is_claim_for(check, plot, curve)) return 0.5 * (check.lowest + check.highest);
  }
  return std::nullopt;
}

/// In the middle of the curve, a little below it.
std::optional<SlopeTriangle> triangle_at(const MeasuredCurve& curve, double slope) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < curve.x.size(); ++i)
    if (curve.x[i] > 0.0 && curve.y[i] > 0.0 && std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]))
      points.emplace_back(curve.x[i], curve.y[i]);
  if (points.size() < 2) return std::nullopt;
  const auto [first, last] = std::ranges::minmax(points);
  if (first.first == last.first) return std::nullopt;
  constexpr double widest = 2.5, below = 0.4;
  const double width = std::min(widest, std::sqrt(last.first / first.first));
  const double x = std::sqrt(first.first * last.first / width);
  const double measured = std::log(last.second / first.second) / std::log(last.first / first.first);
  return SlopeTriangle{x, below * first.second * std::pow(x / first.first, measured), width, slope};
}

/// One per claimed slope.
std::vector<SlopeTriangle> triangles_of(const Measurement& m, const Plot& plot) {
  constexpr std::size_t most = 4;
  std::vector<SlopeTriangle> found;
  std::set<double> shown;
  if (!plot.log_x || !plot.log_y) return found;
  for (const MeasuredCurve& curve : plot.curves) {
    const std::optional<double> slope = claimed_slope(m, plot, curve);
    if (!slope || *slope == 0.0 || found.size() == most || !shown.insert(*slope).second) continue;
    if (const auto triangle = triangle_at(curve, *slope)) found.push_back(*triangle);
  }
  return found;
}

/// The places of the least and the largest y of each of so many groups of neighbours, and both ends.
std::set<std::size_t> telling_points(const std::vector<double>& y, std::size_t groups) {
  std::set<std::size_t> kept{0, y.size() - 1};
  for (std::size_t g = 0; g < groups; ++g) {
    const auto begin = y.begin() + static_cast<std::ptrdiff_t>(g * y.size() / groups),
               end = y.begin() + static_cast<std::ptrdiff_t>((g + 1) * y.size() / groups);
    const auto [least, largest] = std::minmax_element(begin, end);
    kept.insert(static_cast<std::size_t>(least - y.begin()));
    kept.insert(static_cast<std::size_t>(largest - y.begin()));
  }
  return kept;
}

void thin(Curve& curve, std::size_t most_points) {
  if (curve.x.size() <= most_points) return;
  Curve thinner = curve;
  thinner.x.clear();
  thinner.y.clear();
  for (const std::size_t i : telling_points(curve.y, std::max<std::size_t>(1, most_points / 2))) {
    thinner.x.push_back(curve.x[i]);
    thinner.y.push_back(curve.y[i]);
  }
  curve = std::move(thinner);
}

}  // namespace

NameAndUnit name_and_unit(const std::string& label) {
  const std::size_t open = label.find(" [");
  const bool has_one_unit = open != std::string::npos && label.ends_with("]") &&
                            std::ranges::count(label, '[') == 1 && open + 3 < label.size();
  if (!has_one_unit) return {label};
  return {label.substr(0, open), label.substr(open + 2, label.size() - open - 3)};
}

std::vector<Figure> figures_of(const Measurement& measurement) {
  std::vector<Figure> figures;
  std::map<std::string, std::size_t> styles;
  for (const Plot& plot : measurement.plots) {
    Figure figure{
        .title = plot.title, .x = axis_of(plot.x_label, plot.log_x), .y = axis_of(plot.y_label, plot.log_y)};
    for (const MeasuredCurve& curve : plot.curves) {
      const std::size_t style = styles.emplace(curve.name, styles.size()).first->second;
      figure.curves.push_back({.name = curve.name,
                               .style = style,
                               .x = curve.x,
                               .y = curve.y,
                               .has_marks = curve.x.size() <= most_marked});
    }
    figure.triangles = triangles_of(measurement, plot);
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> thinned(std::vector<Figure> figures, std::size_t most_points) {
  for (Figure& figure : figures)
    for (Curve& curve : figure.curves) thin(curve, most_points);
  return figures;
}

}  // namespace kreisel::experiments
