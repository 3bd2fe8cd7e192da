// What a study is asked to do, and which methods take part.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "evidence/studies/job_pool.hpp"
#include "evidence/studies/study_report.hpp"
#include "evidence/studies/study_target.hpp"

namespace kreisel {

struct StudySpec {
  std::string target = {};
  Settings settings = {};
  std::vector<std::string> methods = {};       // empty: all that fit
  std::vector<Formulation> formulations = {};  // empty: what each method recommends
  bool all_formulations = false;               // everything each method claims
  std::optional<double> t_end = {};
  std::vector<double> steps = {}, tolerances = {};  // empty: chosen by the study
  bool at_end = false;  // errors at the end of the run instead of the largest over it
  double max_seconds = std::numeric_limits<double>::infinity();  // of computing time for a run
  InitialMotion initial_motion = InitialMotion::automatic;
  int initial_order = best_order;
};

/// A method in a formulation, as it takes part in a study.
struct Contestant {
  std::string method = {};
  std::optional<Formulation> formulation = {};  // empty: there are no rigid position rows
  OrderClaim claim = {};
  Settings settings = {};
  std::string label = {};  // "radau_iia_3", or "radau_iia_3 index2" where several formulations take part

  std::string formulation_name() const { return formulation ? std::string(name_of(*formulation)) : "none"; }
};

/// What a study needs of a method.
enum class StepKind { constant, controlled, either };

struct Contest {
  StudyTarget target = {};
  double t_begin = 0.0, t_end = 1.0;
  std::vector<Contestant> contestants = {};
  std::vector<std::string> notes = {};  // who does not take part, and why

  double length() const { return t_end - t_begin; }
};

/// Throws Error for names nobody knows, and when no method is left.
Contest make_contest(const StudySpec& spec, StepKind steps);

/// A run of this contestant; without step or tolerance yet.
RunSpec run_spec(const StudySpec& spec, const Contest& contest, const Contestant& contestant);

/// Studies: each runs its jobs and says what it found. Throws Error for bad input and when interrupted.
StudyReport study_orders(const StudySpec& spec, const PoolOptions& pool);
StudyReport study_work_precision(const StudySpec& spec, const PoolOptions& pool);
StudyReport study_drift(const StudySpec& spec, const PoolOptions& pool);
StudyReport study_tolerance(const StudySpec& spec, const PoolOptions& pool);
StudyReport study_steps(const StudySpec& spec, const PoolOptions& pool);
/// Of one target, several with commas between, or all problems and the models of a folder "models" when there is none.
StudyReport study_robustness(const StudySpec& spec, const PoolOptions& pool);

}  // namespace kreisel
