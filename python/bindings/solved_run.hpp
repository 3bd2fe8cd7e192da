// One run for Python: its samples as arrays that share memory, its record as JSON, its motion at any time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kreisel/integrate/dense_solution.hpp"
#include "kreisel/run/run.hpp"
#include "python/bindings/callback.hpp"

namespace kreisel::python {

/// Samples, each quantity one block of numbers per time.
struct SampleStore {
  std::vector<double> t, q, v, acceleration, lambda, values;

  void take(const Sample& sample);
};

struct SolvedRun {
  SampleStore samples;
  std::vector<Column> columns;
  std::string record;                    // run.json; empty when a function failed
  py::object failure = py::none();       // the exception of a function, or KeyboardInterrupt
  std::shared_ptr<DenseSolution> dense;  // empty unless asked for
  Index coordinates = 0, velocities = 0, rows = 0;
};

}  // namespace kreisel::python
