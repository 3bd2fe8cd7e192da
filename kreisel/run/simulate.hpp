// From a model built in code to its motion, in one call.
//
//   const Simulation motion = simulate(model, {.rtol = 1e-7});
//   const Vector height = motion.column("rod.z"), pull = motion.column("hinge.fz");
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kreisel/model/assemble.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

struct SimulateOptions {
  double rtol = 1e-6;  // and atol
  double step = 0.0;   // > 0: constant steps instead
  std::string method = "auto";
  std::optional<Formulation> formulation = {};
  std::optional<double> t_end = {};                                // the duration of the model unless given
  long samples = 200;                                              // equally spaced, besides the start
  double start_limit = 1e-2;                                       // how roughly the mechanism may be given
  std::vector<std::pair<std::string, std::string>> settings = {};  // parameters of the method
  Limits limits{};
};

struct Simulation {
  RunRecord record;
  Vector t;       // [s], of the samples
  Matrix values;  // one row per sample, one column per entry of record.columns

  bool is_complete() const { return record.exit_code == ExitCode::success; }
  /// Throws UnknownName with near misses.
  Vector column(const std::string& name) const;
};

/// Throws Error for bad input; numerical trouble ends in the record, with everything up to then.
Simulation simulate(const Model& model, const SimulateOptions& options = {}, const OwnElements& own = {});

}  // namespace kreisel
