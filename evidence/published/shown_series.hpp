// What an experiment shows of a series of runs: plots, tables and the checks made of them.
#pragma once

#include <string>
#include <vector>

#include "evidence/bench/run_series.hpp"
#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

/// A component of the error and what it is called.
struct ErrorKind {
  double Errors::*error;
  std::string name, unit;
};
inline const ErrorKind err2_q{&Errors::q, "ERR2(q)", "1"}, err2_v{&Errors::v, "ERR2(v)", "1"},
    err2_lambda{&Errors::lambda, "ERR2(λ)", "N"}, err1_q{&Errors::q_end, "ERR1(q)", "1"},
    early_lambda{&Errors::early_lambda, "λ in the starting phase", "N"};

Plot plot_of(const std::string& title, const std::vector<RunSeries>& all, const ErrorKind& component);
/// One row per series: errors at every step, and the slope.
MeasuredTable table_of(const std::string& title, const std::vector<RunSeries>& all,
                       const ErrorKind& component);

/// "order of λ, NAME" within `width` of the expected order.
Check order_check(const RunSeries& series, const ErrorKind& component, double expected, double width = 0.2);
/// The error of `worse` over that of `better` at the last common step.
Check ratio_check(const std::string& claim, const RunSeries& worse, const RunSeries& better,
                  const ErrorKind& component, double lowest, double highest);

/// Adds plot and table of a component.
void show(Measurement& m, const std::string& title, const std::vector<RunSeries>& all,
          const ErrorKind& component);

inline constexpr double any = 1e300;

}  // namespace kreisel::experiments
