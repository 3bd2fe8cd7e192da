// The ε-expansion of a strongly damped motion, as the program shows it.
#include "kreisel/run/expand.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kreisel/core/version.hpp"
#include "kreisel/problems/all.hpp"

namespace kreisel {
namespace {

/// Sums up to order k, seen through the observables of a problem.
class Lens {
 public:
  Lens(const ProblemInstance& problem, const AnySystem& system) : problem_(problem), system_(system) {
    for (const Observable& o : problem.observables) columns_.push_back({o.name, o.unit});
    for (const Row& row : system.rows()) columns_.push_back({"lambda." + row.name, row.unit});
  }

  const std::vector<Column>& columns() const { return columns_; }

  Vector look(const SeriesState& series, double epsilon, int order) const {
    State state = series.sum(epsilon, order);
    system_.group().normalize(state.q);
    Vector values(std::ssize(columns_));
    problem_.observe(state.view(), values.head(std::ssize(problem_.observables)));
    values.tail(state.lambda.size()) = state.lambda;
    return values;
  }

 private:
  const ProblemInstance& problem_;
  const AnySystem& system_;
  std::vector<Column> columns_;
};

/// Velocity rows only: springs would bring a second small parameter, rigid position rows a higher index.
double epsilon_of(const AnySystem& system, const std::string& problem) {
  double epsilon = 0.0;
  for (const Row& row : system.rows()) {
    if (row.is_position())
      throw OptionError(fmt::format("row \"{}\" of problem \"{}\" is not a damper", row.name, problem),
                        "kreisel expand", "only models whose rows are all velocity rows have this expansion");
    epsilon = std::max(epsilon, row.compliance);
  }
  return epsilon;
}

void check(const ExpandSpec& spec, const ProblemInstance& problem) {
  if (spec.order < 0 || spec.order > highest_expansion_order)
    throw OptionError(fmt::format("order {} is not offered", spec.order), "--order",
                      fmt::format("give 0 to {}", highest_expansion_order));
  if (!(spec.tolerance > 0.0))
    throw OptionError(fmt::format("the tolerance {:g} is not positive", spec.tolerance), "--rtol",
                      "give a positive number");
  if (!problem.series)
    throw OptionError(
        fmt::format("problem \"{}\" has no expansion in the strength of its dampers", spec.target),
        "kreisel expand", "take one with compliant velocity rows, such as chaplygin_sleigh");
}

std::vector<double> sample_times(double begin, double end, long count) {
  std::vector<double> times;
  for (long i = 0; i <= count; ++i)
    times.push_back(i == count ? end
                               : begin + (end - begin) * static_cast<double>(i) / static_cast<double>(count));
  return times;
}

std::vector<ExpandedValue> values_of(const Lens& lens, const SeriesState& end, double epsilon, int order) {
  std::vector<ExpandedValue> all;
  for (const Column& column : lens.columns()) all.push_back({column.name, column.unit, {}, 0.0, 0.0});
  Vector before = Vector::Zero(std::ssize(all));
  for (int k = 0; k <= order + 1; ++k) {
    const Vector now = lens.look(end, epsilon, k);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double term = now[static_cast<Index>(i)] - before[static_cast<Index>(i)];
      if (k > order) {
        all[i].next_term = term;
      } else {
        all[i].terms.push_back(term);
        all[i].sum = now[static_cast<Index>(i)];
      }
    }
    before = now;
  }
  return all;
}

}  // namespace

ExpandRecord expand(const ExpandSpec& spec, const ExpandSinks& sinks) {
  const ProblemEntry& entry = find_problem(spec.target);
  Parameters parameters(entry.parameters);
  for (const auto& [key, value] : spec.settings) parameters.set(key, value);
  const ProblemInstance problem = entry.make(parameters);
  check(spec, problem);
  const AnySystem system = problem.system;
  ExpandRecord record;
  record.spec = spec;
  record.parameters = parameters.texts();
  record.problem = entry.name;
  record.epsilon = epsilon_of(system, entry.name);
  record.t_begin = problem.t_begin;
  record.t_end = spec.t_end.value_or(problem.t_end);
  if (!(record.t_end > record.t_begin))
    throw OptionError(fmt::format("the end time {:g} s is not after the start", record.t_end), "--t-end",
                      "give a later time");
  const Lens lens(problem, system);
  if (sinks.begin) sinks.begin(lens.columns());
  const ExpansionOptions options{.order = spec.order,
                                 .epsilon = record.epsilon,
                                 .t_begin = record.t_begin,
                                 .t_end = record.t_end,
                                 .tolerance = spec.tolerance,
                                 .sample_times = sample_times(record.t_begin, record.t_end, spec.samples)};
  record.expansion =
      expand(*problem.series, system, problem.q0, problem.v0, options, [&](const SeriesState& state) {
        if (!sinks.sample) return;
        const Vector sum = lens.look(state, record.epsilon, spec.order);
        const Vector next = lens.look(state, record.epsilon, spec.order + 1) - sum;
        std::vector<double> row{state.t};
        row.insert(row.end(), sum.begin(), sum.end());
        row.insert(row.end(), next.begin(), next.end());
        sinks.sample(row);
      });
  record.values = values_of(lens, record.expansion.end, record.epsilon, spec.order);
  for (const ReferenceValue& value : problem.references)
    if (std::abs(value.t - record.t_end) <= 1e-12 * std::max(1.0, std::abs(value.t)))
      record.references.push_back(value);
  return record;
}

std::string ExpandRecord::json() const {
  using Json = nlohmann::ordered_json;
  const auto finite = [](double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); };
  Json list = Json::array(), trusted = Json::array();
  for (const ExpandedValue& v : values)
    list.push_back({{"name", v.name},
                    {"unit", v.unit},
                    {"sum", finite(v.sum)},
                    {"terms", v.terms},
                    {"next_term", finite(v.next_term)}});
  for (const ReferenceValue& r : references)
    trusted.push_back({{"name", r.observable}, {"value", r.value}, {"uncertainty", r.uncertainty}});
  const Json all = {{"status", expansion.is_complete ? "completed" : "stopped"},
                    {"message", expansion.message},
                    {"problem", problem},
                    {"parameters", parameters},
                    {"epsilon", epsilon},
                    {"order", spec.order},
                    {"t_begin", t_begin},
                    {"t", expansion.end.t},
                    {"values", list},
                    {"references", trusted},
                    {"start_uncertainty", finite(expansion.start_uncertainty)},
                    {"integration_error", finite(expansion.integration_error)},
                    {"steps", expansion.steps},
                    {"rejected", expansion.rejected},
                    {"factorizations", expansion.factorizations},
                    {"version", std::string(version())}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kreisel
