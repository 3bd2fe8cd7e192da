// The only time loop: attempt -> decide -> accept -> observe, until the end or a stated reason.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kreisel/core/options.hpp"
#include "kreisel/equations/event.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

struct StepController;

enum class Termination {
  reached_end,
  stopped_by_observer,
  event,  // one that stops the run
  interrupted,
  step_too_small,  // the step fell below round-off of t, or below min_step
  step_limit,
  rejection_limit,
  time_limit,     // wall clock
  solver_failed,  // Newton or the kernel failed at the smallest step
  non_finite,
  too_many_events,  // restarts without progress in time
  restart_failed,   // no consistent start after an event
  audit_failed      // rows or energy show that the result is not what was asked for
};

struct Limits {
  long max_steps = 100'000'000;
  long max_rejections_in_a_row = 60;
  double max_seconds = std::numeric_limits<double>::infinity();
  double min_step = 0.0;  // besides 4 ε |t|
  double max_step = std::numeric_limits<double>::infinity();
  long max_divisions = 0;  // halvings of a constant step that does not converge
  double audit = 100.0;    // tolerances by which rows and energy may be off

  static constexpr auto options() {
    return std::make_tuple(
        Option{"max_steps", &Limits::max_steps, "N", "stop after so many steps"},
        Option{"max_rejections_in_a_row", &Limits::max_rejections_in_a_row, "N",
               "give up after so many rejected steps without an accepted one", Accepts::positive,
               Offered::not_on_command_line},
        Option{"max_seconds", &Limits::max_seconds, "S", "stop after so much computing time [s]"},
        Option{"min_step", &Limits::min_step, "H", "give up when the step would be smaller [s]"},
        Option{"max_step", &Limits::max_step, "H", "no step longer than this, whatever the error allows [s]"},
        Option{"max_divisions", &Limits::max_divisions, "N",
               "halve a constant step that does not converge, N times at most"},
        Option{"audit", &Limits::audit, "X",
               "end the run as failed where joints, or an energy that is conserved, are off by X tolerances, "
               "100 "
               "unless given",
               Accepts::positive});
  }
};

enum class Flow { carry_on, stop, interrupt };

/// An accepted step, or the part of it up to an event that ended it.
struct StepView {
  double t_begin, t_end;
  const Stepper& stepper;  // its own step may reach beyond t_end
  const StepAttempt& attempt;
  long rejected_since_last;
  const State* event_state = nullptr;  // at t_end, before the event changed anything; null: a whole step
  double fraction = 1.0;               // of the stepper's step

  StateView end() const { return event_state != nullptr ? event_state->view() : stepper.state(); }
  /// Dense output at the fraction s of what is left of the step.
  void interpolate(double s, State& out) const { stepper.interpolate(fraction * s, out); }
};

using Observer = std::function<Flow(const StepView&)>;

struct Outcome {
  Termination termination = Termination::reached_end;
  double t = 0.0;
  long accepted = 0, rejected = 0;
  double smallest_step = 0.0, largest_step = 0.0;
  std::string message;  // cause and remedy, when the end was not reached
  std::vector<EventRecord> events;
  std::optional<State> event_state;  // where an event ended the run; otherwise that is stepper.state()
};

/// What to look for in every step, and how to go on after an event that restarts.
struct EventPlan {
  std::span<const Event> events;
  /// Starts the stepper at this state, made consistent, and returns the first step to try. May throw Error.
  std::function<double(const State&)> restart;
};

/// Runs the started stepper to t_end. Never throws for numerical reasons; the accepted state survives. After a restart
/// constant steps count from the event on.
Outcome integrate(Stepper& stepper, double t_end, StepController controller, const Limits& limits,
                  const Observer& observer, const EventPlan& plan = {});

}  // namespace kreisel
