// A run as part of a study: what to run, what to keep of it, and what came out.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "kreisel/run/run.hpp"
#include "kreisel/run/run_trace.hpp"

namespace kreisel {

struct Job {
  RunSpec spec = {};
  bool keeps_steps = false;  // step sizes, residuals, energy and rejected steps over time
  bool is_timed = false;     // repeated until the computing time is known
};

/// Why attempts were turned down.
enum class RejectionCause { error, newton_diverged, iteration_limit, singular_matrix, non_finite, count };
std::string name_of(RejectionCause cause);

struct Rejection {
  double t = 0.0, h = 0.0;
  RejectionCause cause = RejectionCause::error;
};

struct Rejections {
  std::array<long, static_cast<std::size_t>(RejectionCause::count)> counts = {};
  std::vector<Rejection> first;  // as many as a figure can show

  long total() const;
};

struct JobResult {
  std::string status = {}, message = {};  // "completed"; "refused" when the input was bad
  ExitCode exit_code = ExitCode::success;
  std::string formulation = {};  // "none" without rigid rows
  double t_begin = 0.0, t_end = 0.0, t = 0.0;
  std::vector<Column> columns = {};
  std::vector<double> times = {};                // of the samples
  std::vector<std::vector<double>> values = {};  // a row per sample
  RunStatistics statistics = {};
  double cpu_seconds =
      std::numeric_limits<double>::quiet_NaN();  // of the thread, the fastest of the repetitions
  double position_residual = 0.0, velocity_residual = 0.0;
  double energy_drift = std::numeric_limits<double>::quiet_NaN();  // NaN: no energy
  double first_energy = std::numeric_limits<double>::quiet_NaN();
  std::vector<StepGroup> steps = {};
  Rejections rejections = {};
  std::vector<ReferenceValue> references = {};
  std::vector<std::string> warnings = {};

  bool is_complete() const { return exit_code == ExitCode::success && t >= t_end; }
};

/// Throws nothing: bad input ends in the result too, so that one job never ends a study.
JobResult run_job(const Job& job, const std::function<bool()>& is_interrupted = {});

/// Everything the result depends on, in words: the specification, the parameters, the code.
std::string job_text(const Job& job);
/// The same where target_identity of its target is at hand: that assembles the system.
std::string job_text(const Job& job, const std::string& identity);

}  // namespace kreisel
