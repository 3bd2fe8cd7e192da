#include "evidence/published/series.hpp"

#include <cmath>

#include <fmt/format.h>

#include "evidence/published/order_claim.hpp"

namespace kreisel::experiments {
namespace {

struct Line {
  double slope, level;  // log y = level + slope log x
};

Line line_through(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = std::log(x[i]), b = std::log(y[i]);
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return {slope, (sy - slope * sx) / n};
}

}  // namespace

double slope_of(const std::vector<double>& x, const std::vector<double>& y) {
  return line_through(x, y).slope;
}

std::vector<double> Series::values(double Errors::*error) const {
  std::vector<double> all;
  for (const Errors& run : runs) all.push_back(run.*error);
  return all;
}

double Series::fitted(double Errors::*error, double h) const {
  const Line line = line_through(steps, values(error));
  return std::exp(line.level + line.slope * std::log(h));
}

Series measure(const std::string& name, const Subject& subject, const Choice& choice,
               const std::vector<double>& steps) {
  Series series{name};
  for (const double h : steps) {
    series.steps.push_back(h);
    series.runs.push_back(run_errors(subject, choice, constant_steps(h, subject.t_end)));
  }
  return series;
}

Plot plot_of(const std::string& title, const std::vector<Series>& all, const ErrorKind& component) {
  Plot plot{title, "h [s]", fmt::format("{} [{}]", component.name, component.unit)};
  for (const Series& series : all)
    plot.curves.push_back({series.name, series.steps, series.values(component.error)});
  return plot;
}

MeasuredTable table_of(const std::string& title, const std::vector<Series>& all, const ErrorKind& component) {
  MeasuredTable table{title,
                      {"method", "h [s]", fmt::format("{} [{}]", component.name, component.unit), "slope"}};
  for (const Series& series : all)
    for (std::size_t i = 0; i < series.steps.size(); ++i)
      table.rows.push_back({series.name, series.steps[i], series.runs[i].*component.error,
                            i == 0 ? MeasuredCell(series.slope(component.error)) : MeasuredCell("")});
  return table;
}

Check order_check(const Series& series, const ErrorKind& component, double expected, double width) {
  return {order_claim(component.name, series.name), series.slope(component.error), expected - width,
          expected + width};
}

Check ratio_check(const std::string& claim, const Series& worse, const Series& better,
                  const ErrorKind& component, double lowest, double highest) {
  const double h = better.steps.back();
  const bool is_common = worse.steps.back() == h;
  const double of_worse = is_common ? worse.runs.back().*component.error : worse.fitted(component.error, h);
  return {fmt::format("{}: {} over {} at h = {:g} s", claim, worse.name, better.name, h),
          of_worse / better.runs.back().*component.error, lowest, highest};
}

void show(Measurement& m, const std::string& title, const std::vector<Series>& all,
          const ErrorKind& component) {
  m.plots.push_back(plot_of(title, all, component));
  m.tables.push_back(table_of(title, all, component));
}

}  // namespace kreisel::experiments
