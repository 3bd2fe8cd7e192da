// A model built in code, its motion and reactions in named columns.
#include "kreisel/run/simulate.hpp"

#include "kreisel/core/names.hpp"
#include "kreisel/model/own_elements.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel {
Vector Simulation::column(const std::string& name) const {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < record.columns.size(); ++i) {
    if (record.columns[i].name == name) return values.col(static_cast<Index>(i));
    known.push_back(record.columns[i].name);
  }
  throw UnknownName("there is no column \"" + name + "\"", "Simulation::column",
                    suggestion(name, "columns", known));
}

Simulation simulate(const Model& model, const RunSpec& spec) {
  return simulate(model, spec, OwnElements{});
}

Simulation simulate(const Model& model, const RunSpec& spec, const OwnElements& own) {
  RunSpec named = spec;
  named.target = model.name;
  std::vector<double> times, numbers;
  RunSinks sinks;
  sinks.sample = [&](const Sample& sample) {
    times.push_back(sample.t);
    numbers.insert(numbers.end(), sample.values.data(), sample.values.data() + sample.values.size());
  };
  Simulation simulation;
  simulation.record = PreparedRun(named, target_of(model, own)).run(sinks);
  const auto rows = std::ssize(times), columns = std::ssize(simulation.record.columns);
  simulation.t = Eigen::Map<const Vector>(times.data(), rows);
  using RowMajor = Eigen::Matrix<double, Dynamic, Dynamic, Eigen::RowMajor>;
  simulation.values = Eigen::Map<const RowMajor>(numbers.data(), rows, columns);
  return simulation;
}

}  // namespace kreisel
