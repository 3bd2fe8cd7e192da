// From a model built in code to its motion, in one call.
//
//   const Simulation motion = simulate(model, {.steps = {.rtol = 1e-7}});
//   const Vector height = motion.column("rod.z"), pull = motion.column("hinge.fz");
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kreisel/model/model.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

struct OwnElements;  // model/own_elements.hpp

struct Simulation {
  RunRecord record;
  Vector t;       // [s], of the samples
  Matrix values;  // one row per sample, one column per entry of record.columns

  bool is_complete() const { return record.exit_code == ExitCode::success; }
  /// Throws UnknownName with near misses.
  Vector column(const std::string& name) const;
};

/// The target of `spec` is the model. Throws Error for bad input; numerical trouble ends in the record, with everything up to then.
Simulation simulate(const Model& model, const RunSpec& spec = {});
Simulation simulate(const Model& model, const RunSpec& spec, const OwnElements& own);

}  // namespace kreisel
