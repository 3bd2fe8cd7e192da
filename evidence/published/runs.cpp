// Records steps and samples of one run under error control.
#include "evidence/published/runs.hpp"

#include <algorithm>

#include "kreisel/core/error.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel::experiments {
namespace {

std::size_t index_of(const RunRecord& record, const std::string& name) {
  for (std::size_t i = 0; i < record.columns.size(); ++i)
    if (record.columns[i].name == name) return i;
  throw UnknownName("there is no column \"" + name + "\"", record.problem,
                    "see the observables of the problem");
}

}  // namespace

const std::vector<double>& Trace::column(const std::string& name) const {
  return samples[index_of(record, name)];
}

double Trace::final_value(const std::string& name) const {
  return record.final_values[static_cast<Index>(index_of(record, name))];
}

Trace traced_run(const RunSpec& spec) {
  return traced_run(spec, find_target(spec.target));
}

Trace traced_run(const RunSpec& spec, const Target& target) {
  Trace trace;
  RunSinks sinks;
  sinks.begin = [&](const std::vector<Column>& columns) { trace.samples.resize(columns.size()); };
  sinks.sample = [&](const Sample& sample) {
    trace.times.push_back(sample.t);
    for (std::size_t i = 0; i < trace.samples.size(); ++i)
      trace.samples[i].push_back(sample.values[static_cast<Index>(i)]);
  };
  sinks.step = [&](const StepNote& note) {
    trace.step_times.push_back(note.t);
    trace.step_sizes.push_back(note.h);
  };
  PreparedRun prepared(spec, target);
  trace.record = prepared.run(sinks);
  return trace;
}

RunSpec spec_of(const std::string& target, const std::string& method,
                std::vector<std::pair<std::string, std::string>> settings, double t_end) {
  RunSpec spec;
  spec.target = target;
  spec.method = method;
  spec.settings = std::move(settings);
  spec.t_end = t_end;
  spec.steps.rtol = 1e-6;
  spec.steps.atol = 1e-8;
  spec.start.motion = InitialMotion::raw;
  return spec;
}

double largest_of(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

double least_of(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

}  // namespace kreisel::experiments
