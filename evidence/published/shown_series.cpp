// Plots, tables and checks of series of runs.
#include "evidence/published/shown_series.hpp"

#include <fmt/format.h>

#include "evidence/published/order_claim.hpp"

namespace kreisel::experiments {
Plot plot_of(const std::string& title, const std::vector<RunSeries>& all, const ErrorKind& component) {
  Plot plot{title, "h [s]", fmt::format("{} [{}]", component.name, component.unit)};
  for (const RunSeries& series : all)
    plot.curves.push_back({series.name, series.steps, series.values(component.error)});
  return plot;
}

MeasuredTable table_of(const std::string& title, const std::vector<RunSeries>& all,
                       const ErrorKind& component) {
  MeasuredTable table{title,
                      {"method", "h [s]", fmt::format("{} [{}]", component.name, component.unit), "slope"}};
  for (const RunSeries& series : all)
    for (std::size_t i = 0; i < series.steps.size(); ++i)
      table.rows.push_back({series.name, series.steps[i], series.runs[i].*component.error,
                            i == 0 ? MeasuredCell(series.slope(component.error)) : MeasuredCell("")});
  return table;
}

Check order_check(const RunSeries& series, const ErrorKind& component, double expected, double width) {
  return {order_claim(component.name, series.name), series.slope(component.error), expected - width,
          expected + width};
}

Check ratio_check(const std::string& claim, const RunSeries& worse, const RunSeries& better,
                  const ErrorKind& component, double lowest, double highest) {
  const double h = better.steps.back();
  const bool is_common = worse.steps.back() == h;
  const double of_worse = is_common ? worse.runs.back().*component.error : worse.fitted(component.error, h);
  return {fmt::format("{}: {} over {} at h = {:g} s", claim, worse.name, better.name, h),
          of_worse / better.runs.back().*component.error, lowest, highest};
}

void show(Measurement& m, const std::string& title, const std::vector<RunSeries>& all,
          const ErrorKind& component) {
  m.plots.push_back(plot_of(title, all, component));
  m.tables.push_back(table_of(title, all, component));
}

}  // namespace kreisel::experiments
