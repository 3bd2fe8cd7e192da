#include "kreisel/run/simulate.hpp"

#include "kreisel/core/names.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel {
namespace {

RunSpec spec_of(const Model& model, const SimulateOptions& options) {
  RunSpec spec;
  spec.target = model.name;
  spec.settings = options.settings;
  spec.method = options.method;
  spec.formulation = options.formulation;
  spec.t_end = options.t_end;
  spec.step = options.step;
  if (!(options.step > 0.0)) spec.rtol = spec.atol = options.rtol;
  spec.samples = options.samples;
  spec.start_limit = options.start_limit;
  spec.limits = options.limits;
  return spec;
}

}  // namespace

Vector Simulation::column(const std::string& name) const {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < record.columns.size(); ++i) {
    if (record.columns[i].name == name) return values.col(static_cast<Index>(i));
    known.push_back(record.columns[i].name);
  }
  throw UnknownName("there is no column \"" + name + "\"", "Simulation::column",
                    suggestion(name, "columns", known));
}

Simulation simulate(const Model& model, const SimulateOptions& options, const OwnElements& own) {
  std::vector<double> times, numbers;
  RunSinks sinks;
  sinks.sample = [&](const Sample& sample) {
    times.push_back(sample.t);
    numbers.insert(numbers.end(), sample.values.data(), sample.values.data() + sample.values.size());
  };
  Simulation simulation;
  simulation.record = PreparedRun(spec_of(model, options), target_of(model, own)).run(sinks);
  const auto rows = std::ssize(times), columns = std::ssize(simulation.record.columns);
  simulation.t = Eigen::Map<const Vector>(times.data(), rows);
  using RowMajor = Eigen::Matrix<double, Dynamic, Dynamic, Eigen::RowMajor>;
  simulation.values = Eigen::Map<const RowMajor>(numbers.data(), rows, columns);
  return simulation;
}

}  // namespace kreisel
