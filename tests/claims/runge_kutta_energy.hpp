// Energy errors over long runs with constant steps.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kreisel/run/run.hpp"

namespace kreisel::claims {

struct EnergyProblem {
  std::string target;
  std::vector<std::pair<std::string, std::string>> settings;
};

/// Regular motions: an orbit with constant mass, and a swing whose mass matrix turns.
inline std::vector<EnergyProblem> energy_problems() {
  return {{"kepler", {}}, {"double_pendulum", {{"form", "angles"}, {"th1", "0.5"}, {"th2", "0.5"}}}};
}

inline std::vector<std::string> symplectic_methods() {
  return {"gauss_2", "gauss_3", "lobatto_iiid_3", "lobatto_iiiab_3"};
}

/// In the quarters of a run.
struct EnergyHistory {
  std::array<double, 4> largest{}, mean{};

  double drift() const { return mean[3] - mean[0]; }
};

inline EnergyHistory energy_history(const std::string& method, const EnergyProblem& problem, double step,
                                    long count) {
  RunSpec spec;
  spec.target = problem.target;
  spec.settings = problem.settings;
  spec.method = method;
  spec.steps.step = step;
  spec.t_end = step * static_cast<double>(count);
  EnergyHistory history;
  std::array<double, 4> counts{};
  double initial = NAN;
  RunSinks sinks;
  sinks.step = [&](const StepNote& note) {
    if (std::isnan(initial)) initial = note.energy;
    const auto quarter = std::min<std::size_t>(3, static_cast<std::size_t>(4.0 * note.t / *spec.t_end));
    const double off = note.energy - initial;
    history.largest[quarter] = std::max(history.largest[quarter], std::abs(off));
    history.mean[quarter] += (off - history.mean[quarter]) / ++counts[quarter];
  };
  const RunRecord record = run(spec, sinks);
  EXPECT_EQ(record.status, "completed") << record.message;
  return history;
}

}  // namespace kreisel::claims
