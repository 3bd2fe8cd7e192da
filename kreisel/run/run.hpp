// One run: a specification in, a record out. The command line, studies and bindings all call this.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kreisel/analysis/row_rank.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/core/parameters.hpp"
#include "kreisel/equations/observable.hpp"
#include "kreisel/problems/reference_values.hpp"
#include "kreisel/solve/solution.hpp"

namespace kreisel {

struct Target;

/// When a run is looked at; nothing given: 200 uniform samples besides the start.
struct Samples {
  long count = 0;
  double every = 0.0;
  std::vector<double> times = {};  // ascending; exactly these instead
  bool are_steps = false;          // the start and the end of every step instead
  std::string columns = {};        // names and patterns, separated by commas; empty: all

  static constexpr auto options() {
    constexpr Offered elsewhere = Offered::not_on_command_line;
    return std::make_tuple(
        Option{"samples", &Samples::count, "N",
               "number of equally spaced samples after the start, 200 unless given (1000 with --report)"},
        Option{"every", &Samples::every, "DT", "distance of the samples [s]"},
        Option{"columns", &Samples::columns, "PATTERNS",
               "which columns are kept: names and patterns such as rod.*,*.angle; all unless given"},
        Option{"sample_times", &Samples::times, "T", "ascending times of the samples, and no others [s]",
               Accepts::any, elsewhere},
        Option{"samples_are_steps", &Samples::are_steps, "",
               "the start and the end of every step are the samples", Accepts::any, elsewhere});
  }
};

/// Start values with a random part: normal, independent in every component, drawn before the joints are closed.
struct Disturbance {
  double positions = 0.0, velocities = 0.0;  // standard deviations, in the algebra of the groups
  long seed = 1;

  bool is_given() const { return positions > 0.0 || velocities > 0.0; }

  static constexpr auto options() {
    return std::make_tuple(
        Option{"disturb_positions", &Disturbance::positions, "S",
               "disturb the start positions at random, with this standard deviation of every coordinate in m "
               "or rad"},
        Option{"disturb_velocities", &Disturbance::velocities, "S",
               "disturb the start velocities at random, with this standard deviation of every component in "
               "m/s or "
               "rad/s"},
        Option{"disturb_seed", &Disturbance::seed, "N", "which of the random disturbances, 1 unless given"});
  }
};

struct RunSpec {
  std::string target = "heavy_top";
  Settings settings = {};                       // parameters of the problem or the method
  std::string method = "auto";                  // what check/method_advice.hpp recommends
  std::optional<Formulation> formulation = {};  // empty: index2 when there are rigid position rows
  std::optional<double> t_end = {};
  Steps steps = {};
  Samples samples = {};
  Start start = {};
  bool from_equilibrium = false;  // at rest, in the equilibrium near the given start
  Limits limits = {};
  Disturbance disturbance = {};

  static constexpr auto options() {
    return std::make_tuple(
        Option{"method", &RunSpec::method, "NAME",
               "integration method; auto takes what `kreisel check` recommends, `kreisel list methods` names "
               "the others"},
        Option{"formulation", &RunSpec::formulation, "NAME",
               "how joints enter: index3, index2 (stabilised), index1, velocity"},
        Option{"t_end", &RunSpec::t_end, "T", "end time [s]", Accepts::any},
        Option{"from_equilibrium", &RunSpec::from_equilibrium, "",
               "begin at rest in the equilibrium near the given start", Accepts::any,
               Offered::not_on_command_line});  // there, --start says it
  }
};

/// visit(option, value) for everything that can be asked of a run besides its target and parameters.
template <class Spec, class Visit>
requires std::is_same_v<std::remove_const_t<Spec>, RunSpec>
void for_each_option(Spec& spec, Visit&& visit) {
  for_each_option_of(spec, visit);
  for_each_option_of(spec.steps, visit);
  for_each_option_of(spec.samples, visit);
  for_each_option_of(spec.start, visit);
  for_each_option_of(spec.limits, visit);
  for_each_option_of(spec.disturbance, visit);
}

struct Column {
  std::string name, unit;
  ColumnKind kind = ColumnKind::coordinate;
  std::string of = {};  // the body, joint or force
};

/// A sample: t, the columns that are kept, the state they come from, and all columns, of which λ of every row is the tail.
struct Sample {
  double t;
  const Vector& values;
  const StateView* state = nullptr;
  const Vector* all = nullptr;
};

/// What happened in an accepted step, for progress bars, reports and audits.
struct StepNote {
  double t, h, error;
  double gap, rate;  // largest residual of the rigid rows on position and velocity level
  double energy;     // NaN when undefined
  int newton_iterations;
  long rejected;
};

/// An attempt t -> t + h that was not accepted.
struct RejectedStep {
  double t = 0.0, h = 0.0;
  StepStatus status = StepStatus::completed;  // completed: the error was too large
  double error = 0.0;
};

struct RunSinks {
  std::function<void(const std::vector<Column>&)> begin;
  std::function<void(const Sample&)> sample;
  std::function<void(const StepNote&)> step;
  std::function<void(const StepView&)> accepted;  // for those who want dense output
  std::function<void(const RejectedStep&)> rejected;
  std::function<bool()> is_interrupted;  // polled once per step
  std::function<void(const std::string&)> warning;
};

struct RunStatistics {
  long accepted = 0, rejected = 0;
  WorkCounters work;
  double wall_seconds = 0.0, smallest_step = 0.0, largest_step = 0.0;
};

/// Where the rank of the velocity rows changes: see run/damping_watch.hpp.
struct RankChange {
  double t = 0.0;
  Index rank = 0;    // from here on
  std::string rows;  // that vanish or depend on others (or came back), by name
};

struct RunAudit {
  double max_position_residual = 0.0, max_velocity_residual = 0.0;
  std::optional<double> energy_drift;  // largest |E - E0| [J]
  Index damping_rank = -1;             // of the velocity rows at the start; -1: there are none
  std::vector<RankChange> rank_changes;
};

/// That another method went on from t.
struct MethodChange {
  double t = 0.0;
  std::string from, to, reason;
};

/// The method of a run and, where it was not told, why this one.
struct MethodChoice {
  std::string method, formulation;  // formulation "none" without rigid rows
  bool is_automatic = false;
  std::vector<std::string> reasons = {}, remarks = {};
  std::vector<MethodChange> changes = {};  // while "auto" ran
};

/// A number over the samples.
struct Extremes {
  std::string name, unit;
  double last = 0.0, smallest = 0.0, t_smallest = 0.0, largest = 0.0, t_largest = 0.0;  // [s] the times
};

/// Sizes of force and moment in a joint, at the samples where they are largest.
struct LargestReaction {
  std::string joint;
  double force = 0.0, t_force = 0.0, moment = 0.0, t_moment = 0.0;
};

/// What a person asks first of a run.
struct Overview {
  std::vector<Extremes> numbers =
      {};  // angles, travels, lengths, forces of elements; without any: where bodies are
  std::vector<LargestReaction> reactions = {};
};

struct Scene;  // model/scene.hpp

struct RunRecord {
  RunSpec spec;
  std::map<std::string, std::string> parameters;  // all of them, defaults included
  std::string problem, description, citation;     // of the target
  MethodChoice choice;
  RowRank rank;            // of the rigid rows at the start
  std::string model_text;  // of a model file, as it was read
  Termination termination = Termination::reached_end;
  ExitCode exit_code = ExitCode::success;
  std::string status, message;  // status: "completed" or the name of the termination
  double t_begin = 0.0, t = 0.0, t_end = 0.0;
  RunStatistics statistics;
  RunAudit audit;
  StartReport start;
  std::vector<Finding> findings;
  std::vector<std::string>
      warnings;  // choices that do not fit the model, and what the motion did to its rows
  std::vector<EventRecord> events;
  std::vector<Column> columns;  // those that are kept
  Vector final_values;
  std::vector<Column> all_columns;
  Vector all_final_values;
  Overview overview;
  std::shared_ptr<const Scene> scene;      // of a model
  std::vector<ReferenceValue> references;  // at t_end, for comparison
};

/// A run whose input has been checked and whose system stands: nothing has been computed or written yet.
class PreparedRun {
 public:
  /// Throws Error for bad input.
  explicit PreparedRun(const RunSpec& spec);
  /// Of this target, whatever the specification calls it.
  PreparedRun(const RunSpec& spec, const Target& target);
  ~PreparedRun();
  PreparedRun(const PreparedRun&) = delete;
  PreparedRun& operator=(const PreparedRun&) = delete;

  double t_begin() const;
  double t_end() const;
  /// Once. Throws Error for bad input only; numerical trouble ends in the record, with everything up to then sampled.
  RunRecord run(const RunSinks& sinks);

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

RunRecord run(const RunSpec& spec, const RunSinks& sinks = {});

std::string name_of(Termination termination);
ExitCode exit_code_of(Termination termination);

}  // namespace kreisel
