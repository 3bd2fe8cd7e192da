// Runs with smaller and smaller steps: slopes, tables, curves and the checks made of them.
#pragma once

#include <string>
#include <vector>

#include "evidence/bench/subject.hpp"
#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

/// Least-squares slope of log y over log x.
double slope_of(const std::vector<double>& x, const std::vector<double>& y);

struct Series {
  std::string name;
  std::vector<double> steps = {};  // mean step of each run [s]
  std::vector<Errors> runs = {};

  std::vector<double> values(double Errors::*error) const;
  double slope(double Errors::*error) const { return slope_of(steps, values(error)); }
  /// exp of the fitted log of the error at a step h.
  double fitted(double Errors::*error, double h) const;
};

Series measure(const std::string& name, const Subject& subject, const Choice& choice,
               const std::vector<double>& steps);

/// A component of the error and what it is called.
struct ErrorKind {
  double Errors::*error;
  std::string name, unit;
};
inline const ErrorKind err2_q{&Errors::q, "ERR2(q)", "1"}, err2_v{&Errors::v, "ERR2(v)", "1"},
    err2_lambda{&Errors::lambda, "ERR2(λ)", "N"}, err1_q{&Errors::q_end, "ERR1(q)", "1"},
    early_lambda{&Errors::early_lambda, "λ in the starting phase", "N"};

Plot plot_of(const std::string& title, const std::vector<Series>& all, const ErrorKind& component);
/// One row per series: errors at every step, and the slope.
MeasuredTable table_of(const std::string& title, const std::vector<Series>& all, const ErrorKind& component);

/// "order of λ, NAME" within `width` of the expected order.
Check order_check(const Series& series, const ErrorKind& component, double expected, double width = 0.2);
/// The error of `worse` over that of `better` at the last common step.
Check ratio_check(const std::string& claim, const Series& worse, const Series& better,
                  const ErrorKind& component, double lowest, double highest);

/// Adds plot and table of a component.
void show(Measurement& m, const std::string& title, const std::vector<Series>& all,
          const ErrorKind& component);

inline constexpr double any = 1e300;

}  // namespace kreisel::experiments
