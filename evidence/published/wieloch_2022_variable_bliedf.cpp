// [Wieloch 2022] section 6.3.2: BLieDF with variable steps.
#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"
#include "evidence/published/step_sequences.hpp"

namespace kreisel::experiments {
namespace {

const char* const source = "Wieloch 2022";

CatalogueChoice variable_bliedf(int k, StepChange change) {
  CatalogueChoice choice{.method = fmt::format("bliedf_{}", k), .change = change};
  if (k == 3) choice.settings = {{"correction", "variable_steps"}};  // (5.36b)
  return choice;
}

RunSeries one_change(const std::string& group, int k, StepChange change) {
  const Subject top = heavy_top_subject({.group = group, .t_end = 2.0});
  RunSeries series{fmt::format("k = {}{}", k, change == StepChange::none ? "" : "*")};
  for (const double h : {2e-4, 1e-4, 5e-5}) {
    const StepSequence plan = doubled_steps(h, 1.0, 2.0);
    series.steps.push_back(plan.mean());
    series.runs.push_back(run_errors(top, variable_bliedf(k, change), plan));
  }
  return series;
}

std::vector<RunSeries> with_and_without(const std::string& group) {
  std::vector<RunSeries> all;
  for (const int k : {2, 3})
    for (const StepChange change : {StepChange::none, StepChange::corrected})
      all.push_back(one_change(group, k, change));
  return all;
}

Measurement figure_6_30() {
  Measurement m;
  for (const std::string group : {"r3xso3", "se3"}) {
    const std::vector<RunSeries> all = with_and_without(group);
    show(m, "one change h → 2h at t = 1 s, " + group, all, err2_q);
    for (std::size_t i = 0; i < all.size(); ++i) {
      m.checks.push_back(order_check(all[i], err2_q, i < 2 ? 2.0 : 3.0));
      m.checks.back().claim += ", " + group;
    }
  }
  return m;
}

/// Where the error of the motion is larger than the jump at the change, the slope lies between k-1 and k.
Measurement figure_6_31() {
  Measurement m;
  for (const std::string group : {"r3xso3", "se3"}) {
    const std::vector<RunSeries> all = with_and_without(group);
    show(m, "one change h → 2h at t = 1 s, " + group, all, err2_lambda);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double k = i < 2 ? 2.0 : 3.0;
      Check check = order_check(all[i], err2_lambda, k, 0.25);
      if (group == "r3xso3" && i % 2 == 0) {
        check.lowest = k - 1.25;
        check.highest = k - 0.4;
      }
      check.claim += ", " + group;
      m.checks.push_back(check);
    }
  }
  return m;
}

Measurement random_changes(const RandomSteps& how) {
  Measurement m;
  for (const std::string group : {"r3xso3", "se3"}) {
    const Subject top = heavy_top_subject({.group = group});
    std::vector<RunSeries> all;
    for (const int k : {2, 3}) {
      RunSeries series{fmt::format("k = {}, {}", k, group)};
      for (const double h : {4e-4, 2e-4, 1e-4}) {
        const StepSequence plan = random_steps(h, top.t_end, how);
        series.steps.push_back(plan.mean());
        series.runs.push_back(run_errors(top, variable_bliedf(k, StepChange::corrected), plan));
      }
      all.push_back(series);
      for (const ErrorKind& c : {err2_q, err2_lambda}) m.checks.push_back(order_check(series, c, k, 0.4));
    }
    show(m, "random steps, " + group, all, err2_q);
    show(m, "random steps, " + group, all, err2_lambda);
  }
  return m;
}

Experiment entry(int number, const char* title, const char* setup, const char* published,
                 std::function<Measurement()> measure_it) {
  Experiment e{
      .name = fmt::format("wieloch_2022_figure_6_{}", number),
      .source = source,
      .number = fmt::format("figure 6.{}", number),
      .title = title,
      .setup = setup,
      .published = published,
      .criterion =
          "slopes over the mean step within ±0.25 (one change) or ±0.4 (random steps) of the stated order; "
          "order reduction: between k-1.25 and k-0.4",
      .erratum =
          "The printed differences of defects (5.33), (5.38) have lost factors; here l_{n+1-i} - l_{n-i} "
          "of theorem 14, with velocities projected onto the rows before they are differenced."};
  e.measure = std::move(measure_it);
  return e;
}

}  // namespace

std::vector<Experiment> wieloch_2022_variable_bliedf() {
  const char* once =
      "bliedf_2, bliedf_3 (correction (5.36b)), h up to t = 1 s, then 2h up to 2 s, h = 2e-4, 1e-4, 5e-5 s; "
      "with (*) and without the modification of remark 23; heavy top form b";
  Experiment near_one =
      entry(32, "BLieDF, a new step in every step",
            "bliedf_2, bliedf_3 (5.36b), ratios uniform in [0.9, 1.1], mean step about 4e-4, 2e-4, 1e-4 s",
            "Order k in q and λ, k = 2, 3, on both groups.", [] {
              return random_changes({0.9, 1.1});
            });
  near_one.missing = "the interval of the ratios (\"near 1\")";
  return {entry(30, "BLieDF, one change of the step: q", once,
                "Order k in q with and without modification, on both groups.", figure_6_30),
          entry(31, "BLieDF, one change of the step: λ", once,
                "R³×SO(3): order reduction of λ without, order k with the modification. SE(3): none.",
                figure_6_31),
          near_one,
          entry(33, "BLieDF, a change every ten steps",
                "bliedf_2, bliedf_3 (5.36b), ratios uniform in [0.5, 2] every 10 steps, mean step about "
                "4e-4, 2e-4, 1e-4 s",
                "Order k in q and λ, k = 2, 3, on both groups.", [] {
                  return random_changes({0.5, 2.0, 10});
                })};
}

}  // namespace kreisel::experiments
