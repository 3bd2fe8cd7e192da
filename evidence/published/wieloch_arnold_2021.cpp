// [Wieloch, Arnold 2021]: BLieDF of order 2 to 4.
#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "evidence/published/order_claim.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"

namespace kreisel::experiments {
namespace {

const char* const source = "Wieloch, Arnold 2021";

CatalogueChoice bliedf(int k, bool has_term) {
  CatalogueChoice choice{.method = fmt::format("bliedf_{}", k)};
  if (k >= 3) choice.settings = {{"correction", has_term ? "published" : "none"}};
  return choice;
}

const ErrorKind max_lambda{&Errors::lambda_norm, "largest error of λ", "N"},
    end_lambda{&Errors::lambda_end, "error of λ at the end", "N"},
    max_q{&Errors::q_algebra, "largest error of q", "1"}, max_v{&Errors::v_norm, "largest error of v", "1"},
    relative_q{&Errors::q_end, "relative error of q at t = 2 s", "1"},
    relative_lambda{&Errors::lambda_end, "relative error of λ at t = 2 s", "1"};

Measurement figure_1() {
  const Subject top = heavy_top_subject({.t_end = 2.0});
  const std::vector<double> steps{2e-4, 1e-4, 5e-5, 2.5e-5};
  CatalogueChoice plain = bliedf(2, true);
  plain.start = StartValues::plain;
  const std::vector<RunSeries> all{measure("exact v0, v1", top, plain, steps),
                                   measure("modified v0, v1", top, bliedf(2, true), steps)};
  Measurement m;
  for (const ErrorKind& c : {max_lambda, end_lambda, max_q, max_v}) show(m, "k = 2", all, c);
  m.checks.push_back(order_check(all[0], early_lambda, 1.0));
  m.checks.push_back(order_check(all[1], max_lambda, 2.0));
  for (const ErrorKind& c : {end_lambda, max_q, max_v})
    for (const RunSeries& series : all) m.checks.push_back(order_check(series, c, 2.0));
  const Errors &exact = all[0].runs.back(), &modified = all[1].runs.back();
  m.checks.push_back({"largest error of λ at h = 2.5e-5 s, exact over modified start",
                      exact.lambda_norm / modified.lambda_norm, 1.5, any});
  return m;
}

/// The error of q after the first step that the formula makes, from k exact points.
double local_error(const Subject& top, int k, bool has_term, double h) {
  CatalogueChoice choice = bliedf(k, has_term);
  choice.start = StartValues::plain;
  return run_errors(top, choice, constant_steps(h, (k + 1) * h)).q_end;
}

Measurement figure_2() {
  const Subject top = heavy_top_subject({});
  Measurement m;
  for (const bool has_term : {true, false}) {
    Plot plot{has_term ? "local error with L" : "local error, L = 0", "h [s]",
              "error of q after one step [1]"};
    for (int k = 2; k <= 4; ++k) {
      MeasuredCurve curve{fmt::format("k = {}", k)};
      for (const double h : {1e-3, 5e-4, 2.5e-4}) {
        curve.x.push_back(h);
        curve.y.push_back(local_error(top, k, has_term, h));
      }
      m.checks.push_back({order_claim("error of q after one step", curve.name) + ", " + plot.title,
                          slope_of(curve.x, curve.y), (has_term ? k + 1 : 3) - 0.3,
                          (has_term ? k + 1 : 3) + 0.3});
      plot.curves.push_back(curve);
    }
    m.plots.push_back(plot);
  }
  return m;
}

RunSeries relative(RunSeries series) {
  for (Errors& e : series.runs) {
    e.q_end /= e.scale_q;
    if (e.scale_lambda > 0.0) e.lambda_end /= e.scale_lambda;
  }
  return series;
}

/// On SO(3) the terms of order 2 and 3 of k = 3, L = 0 have opposite signs and cancel near h = 2e-5; below 4e-6 the first
/// one is left. With k = 4 round-off begins at 2.5e-5.
std::vector<double> steps_for(const std::string& group, int k, bool has_term) {
  if (k == 3 && !has_term && group == "so3") return {4e-6, 2e-6};
  return k == 4 && has_term ? std::vector<double>{2e-4, 1e-4, 5e-5} : std::vector<double>{1e-4, 5e-5, 2.5e-5};
}

RunSeries end_series(const Subject& top, const std::string& group, int k, bool has_term) {
  RunSeries series{fmt::format("k = {}{}", k, has_term ? "" : ", L = 0")};
  for (const double h : steps_for(group, k, has_term)) {
    series.steps.push_back(h);
    series.runs.push_back(end_errors(top, bliedf(k, has_term), constant_steps(h, top.t_end)));
  }
  return relative(series);
}

Measurement global_errors(const std::string& group) {
  const Subject top = heavy_top_subject({.group = group, .t_end = 2.0});
  const bool has_lambda = group != "so3";
  Measurement m;
  for (const bool has_term : {true, false}) {
    std::vector<RunSeries> all;
    for (int k = 2; k <= 4; ++k) all.push_back(end_series(top, group, k, has_term));
    const char* title = has_term ? "with L" : "L = 0";
    show(m, title, all, relative_q);
    if (has_lambda) show(m, title, all, relative_lambda);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double order = has_term ? static_cast<double>(i) + 2.0 : 2.0;
      m.checks.push_back(order_check(all[i], relative_q, order, 0.25));
      if (has_lambda) m.checks.push_back(order_check(all[i], relative_lambda, order, 0.25));
    }
  }
  return m;
}

Experiment entry(const char* number, const char* title, const char* setup, const char* published,
                 const char* criterion, std::function<Measurement()> measure_it) {
  Experiment e{.name = fmt::format("wieloch_arnold_2021_figure_{}", number),
               .source = source,
               .number = fmt::format("figure {}", number),
               .title = title,
               .setup = setup,
               .published = published,
               .criterion = criterion};
  e.measure = std::move(measure_it);
  return e;
}

}  // namespace

std::vector<Experiment> wieloch_arnold_2021() {
  return {
      entry("1", "k = 2 with and without modified start velocities",
            "bliedf_2, heavy top form b on R³×SO(3), t = 0 … 2 s, h = 2e-4 … 2.5e-5 s",
            "λ: largest error of order 1 with exact v0, v1, order 2 with modified ones; order 2 at the end "
            "and in q, v "
            "either way.",
            "slopes within ±0.2; exact start: the largest error of λ in the first twelve steps (later errors "
            "of order 2 "
            "are as large for the larger h)",
            figure_1),
      entry("2", "local errors with and without the correction term",
            "bliedf_k, k = 2, 3, 4, one step from k exact points, heavy top form b on R³×SO(3), h = 1e-3, "
            "5e-4, 2.5e-4 s",
            "Local error of q O(h^(k+1)) with L, O(h^3) with L = 0.", "powers of h within ±0.3", figure_2),
      entry("3", "global errors without joint",
            "bliedf_k, k = 2, 3, 4, heavy top on SO(3), t = 2 s, h = 1e-4, 5e-5, 2.5e-5 s, relative error of "
            "q at the end",
            "Order k with L, order 2 with L = 0.", "slopes within ±0.25",
            [] { return global_errors("so3"); }),
      entry("4", "global errors with joint",
            "bliedf_k, k = 2, 3, 4, heavy top form b on R³×SO(3), index 3, t = 2 s, h = 1e-4, 5e-5, 2.5e-5 "
            "s, relative "
            "errors of q and λ at the end",
            "Order k with L, order 2 with L = 0, in q and λ.", "slopes within ±0.25",
            [] { return global_errors("r3xso3"); })};
}

}  // namespace kreisel::experiments
