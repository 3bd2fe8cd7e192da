// `kreisel modes`: from a specification to frequencies, damping and shapes of a model near a state, and its matrices.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kreisel/analysis/modes.hpp"
#include "kreisel/analysis/state_space.hpp"
#include "kreisel/problems/target.hpp"
#include "kreisel/run/operating_point.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

struct ModesSpec {
  OperatingPointSpec point = {};
  Index count = 0;  // 0: all of a small model
  /// "BODY.fx" … "BODY.mz", or a parameter on which forces depend; columns of results. With either, matrices are made.
  std::vector<std::string> inputs = {}, outputs = {};
};

struct ModesRecord {
  std::string problem, at;
  std::map<std::string, std::string> parameters;
  State state = {};
  ModalAnalysis analysis = {};
  std::vector<std::string> names = {}, names_at_rest = {};  // of moving and at_rest
  std::vector<std::string> bodies = {};
  std::optional<StateSpace> matrices = {};
  double wall_seconds = 0.0;

  std::string json() const;
};

/// Throws Error for bad input and where there is nothing to linearise.
ModesRecord modes(const ModesSpec& spec);
ModesRecord modes(const ModesSpec& spec, const Target& target);

/// One period of a mode about the state as samples of a run: t, observables and λ in the order of their columns. The farthest
/// coordinate moves by `amplitude` [m or rad]; a mode that does not vibrate goes to and fro in a second.
struct ModeSamples {
  std::vector<Column> columns = {};
  std::vector<double> t = {};
  std::vector<Vector> values = {};
};
ModeSamples mode_samples(const Target& target, const ModesSpec& spec, const ModesRecord& record,
                         std::size_t mode, double amplitude, int count = 120);

/// As a MAT-file, or as a table of A B over C D with names.
std::string mat_file(const StateSpace& matrices);
std::string csv_table(const StateSpace& matrices);

}  // namespace kreisel
