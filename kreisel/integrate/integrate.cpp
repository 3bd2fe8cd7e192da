// The time loop itself: its schedule, its limits and the words for its end.
#include "kreisel/integrate/integrate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/integrate/events.hpp"
#include "kreisel/integrate/step_controller.hpp"

namespace kreisel {
namespace {

using Clock = std::chrono::steady_clock;

/// Plans the steps to t_end: constant steps are counted, so that t_n = t_0 + n h has no drift and the end is
/// hit exactly; a remainder is spread over the last two steps instead of leaving a sliver.
class Schedule {
 public:
  Schedule(double t_begin, double t_end) : origin_(t_begin), end_(t_end) {}

  /// The step to try when the controller wishes h from t on.
  double next(double t, double h) {
    const double left = end_ - t;
    if (h != planned_) {
      planned_ = h;
      origin_ = t;
      count_ = 0;
      const double steps = std::round(left / h);
      // A whole number of steps up to the rounding of h itself: use the h that fits exactly.
      constexpr double rounding = 1e-9;
      fits_ = steps >= 1.0 && std::abs(steps * h - left) <= rounding * h * std::max(1.0, std::sqrt(steps));
      step_ = fits_ ? left / steps : h;
      total_ = static_cast<long>(steps);
    }
    if (fits_) return step_;
    if (left <= 1.000001 * step_) return left;
    return left < 2.0 * step_ ? 0.5 * left : step_;
  }

  /// Plan anew: the next step does not continue the last one.
  void forget() { planned_ = 0.0; }

  double time_after(double t, double h) {
    ++count_;
    if (fits_) return count_ == total_ ? end_ : origin_ + static_cast<double>(count_) * step_;
    return t + h >= end_ - 1e-14 * std::abs(end_) ? end_ : t + h;
  }

 private:
  double origin_, end_;
  double planned_ = 0.0, step_ = 0.0;
  long count_ = 0, total_ = 0;
  bool fits_ = false;
};

Termination reason_of(StepStatus status) {
  return status == StepStatus::non_finite ? Termination::non_finite : Termination::solver_failed;
}

std::string_view name_of(StepStatus status) {
  switch (status) {
    case StepStatus::completed:
      return "the error estimate stays above the tolerance";
    case StepStatus::newton_diverged:
      return "Newton's iteration diverges";
    case StepStatus::iteration_limit:
      return "Newton's iteration does not converge";
    case StepStatus::singular_matrix:
      return "the matrix of the step is singular";
    case StepStatus::non_finite:
      return "the model returned NaN or infinity";
  }
  return "";
}

std::string_view remedy_for(StepStatus status) {
  return status == StepStatus::completed
             ? "Loosen the tolerance or check the model for jumps."
             : "Check the model near this time; `kreisel check` compares its derivatives.";
}

class Loop {
 public:
  Loop(Stepper& stepper, double t_end, StepController controller, const Limits& limits,
       const Observer& observer, const EventPlan& plan)
      : stepper_(stepper),
        t_begin_(stepper.state().t),
        t_end_(t_end),
        controller_(controller),
        untouched_controller_(controller),
        limits_(limits),
        observer_(observer),
        plan_(plan),
        schedule_(t_begin_, t_end),
        events_(plan.events),
        progress_(t_end - t_begin_, plan.events.size()) {
    outcome_.t = t_begin_;
    outcome_.smallest_step = INFINITY;
    events_.start(stepper.state());
  }

  Outcome run() {
    wish_ = controller_.first_step;
    while (outcome_.t < t_end_) {
      if (limit_reached()) return close();
      const double h = schedule_.next(outcome_.t, std::min(wish_, limits_.max_step));
      const double floor = std::max(limits_.min_step, 4.0 * 2.2e-16 * std::abs(outcome_.t));
      if (!(h > floor) && h < t_end_ - outcome_.t) return stop_at_floor(h);
      attempt_ = stepper_.attempt(h);
      const StepDecision decision = controller_.decide(attempt_, h);
      if (!decision.accept) {
        wish_ = decision.next_step;
        if (!reject(h) || divided_too_often()) return close();
        continue;
      }
      if (decision.next_step != h) wish_ = decision.next_step;  // else keep the plan, h may be fitted to it
      if (!accept(h)) return close();
    }
    return close();
  }

 private:
  Outcome close() {
    if (!std::isfinite(outcome_.smallest_step)) outcome_.smallest_step = 0.0;
    return std::move(outcome_);
  }

  bool limit_reached() {
    if (outcome_.accepted >= limits_.max_steps) {
      end(Termination::step_limit, fmt::format("the limit of {} steps is reached; raise --max-steps, loosen "
                                               "the tolerance or choose a larger step",
                                               limits_.max_steps));
      return true;
    }
    constexpr long clock_stride = 256;  // looking at the clock costs as much as a small step
    if (outcome_.accepted % clock_stride != 0 || std::isinf(limits_.max_seconds)) return false;
    if (std::chrono::duration<double>(Clock::now() - began_).count() <= limits_.max_seconds) return false;
    end(Termination::time_limit, fmt::format("the limit of {:g} s of computing time is reached; raise "
                                             "--max-seconds",
                                             limits_.max_seconds));
    return true;
  }

  Outcome stop_at_floor(double h) {
    const std::string who = stepper_.explain_failure();
    const bool failed = attempt_.status != StepStatus::completed;
    end(failed ? reason_of(attempt_.status) : Termination::step_too_small,
        fmt::format("at t = {:.9g} the step would be {:.3g}, below its floor: {}{}{}. {}", outcome_.t, h,
                    name_of(attempt_.status), who.empty() ? "" : "; ", who, remedy_for(attempt_.status)));
    return close();
  }

  bool reject(double h) {
    ++outcome_.rejected;
    if (++rejected_in_a_row_ <= limits_.max_rejections_in_a_row) return true;
    const std::string who = stepper_.explain_failure();
    const bool failed = attempt_.status != StepStatus::completed;
    end(failed ? reason_of(attempt_.status) : Termination::rejection_limit,
        fmt::format("{} steps in a row were rejected at t = {:.9g}, the last of size {:.3g}: {}{}{}. {}",
                    rejected_in_a_row_, outcome_.t, h, name_of(attempt_.status), who.empty() ? "" : "; ", who,
                    remedy_for(attempt_.status)));
    return false;
  }

  /// A constant step was asked for: smaller ones only as far as that was, too.
  bool divided_too_often() {
    const double least =
        std::ldexp(controller_.first_step, -static_cast<int>(std::min(limits_.max_divisions, 1000L)));
    if (controller_.control_error || wish_ > 0.75 * least) return false;
    const std::string who = stepper_.explain_failure();
    end(reason_of(attempt_.status),
        fmt::format("the constant step of {:.6g} s{} fails at t = {:.9g}: {}{}{}. Take a smaller --step or "
                    "a tolerance (--rtol); `kreisel check` compares the derivatives of the model",
                    controller_.first_step,
                    limits_.max_divisions > 0 ? fmt::format(", down to {:.3g} s,", least) : "", outcome_.t,
                    name_of(attempt_.status), who.empty() ? "" : "; ", who));
    return true;
  }

  bool accept(double h) {
    const double t_begin = outcome_.t;
    outcome_.t = schedule_.time_after(t_begin, h);
    stepper_.accept(outcome_.t);
    ++outcome_.accepted;
    outcome_.smallest_step = std::min(outcome_.smallest_step, h);
    outcome_.largest_step = std::max(outcome_.largest_step, h);
    since_restart_ += h;
    const StepView step{t_begin, outcome_.t, stepper_, attempt_, std::exchange(rejected_in_a_row_, 0)};
    return events_.has_events() ? pass_events(step, h) : observe(step);
  }

  bool observe(const StepView& step) {
    if (!observer_) return true;
    const Flow flow = observer_(step);
    if (flow == Flow::carry_on) return true;
    if (flow == Flow::interrupt)
      end(Termination::interrupted,
          fmt::format("interrupted at t = {:.9g}; results up to here are kept", outcome_.t));
    else
      end(Termination::stopped_by_observer, fmt::format("stopped by an observer at t = {:.9g}", outcome_.t));
    return false;
  }

  /// Observers come before changes: between two points of the step the model must still be the one it was made with.
  bool pass_events(const StepView& step, double h) {
    const StepEvents& found = events_.look(stepper_, step.t_end, h);
    if (found.action == EventAction::record) {
      note(found, step, step.t_end);
      return observe(step);
    }
    State state = state_at(found.s);
    note(found, step, state.t);
    outcome_.t = state.t;
    outcome_.event_state = state;
    if (!observe({step.t_begin, state.t, stepper_, attempt_, step.rejected_since_last, &state, found.s}))
      return false;
    if (found.action == EventAction::stop) {
      end(Termination::event,
          fmt::format("stopped by event \"{}\" at t = {:.9g}", name_of_cause(found), state.t));
      return false;
    }
    since_restart_ -= (1.0 - found.s) * h;
    if (progress_.is_stuck(cause(found), state.t)) {
      end(Termination::too_many_events,
          fmt::format(
              "events follow each other without progress at t = {:.9g}, the last one is \"{}\"; tighten "
              "the tolerance, or let the model rest or slide there instead of bouncing or switching",
              state.t, name_of_cause(found)));
      return false;
    }
    return restart(found, state);
  }

  void note(const StepEvents& found, const StepView& step, double t_end) {
    for (const Crossing& c : found.crossings) {
      const double t = c.s < found.s ? step.t_begin + c.s * (step.t_end - step.t_begin) : t_end;
      const Event& event = events_.event(c.event);
      outcome_.events.push_back({event.name, t, c.direction, event.action});
    }
  }

  /// The first of those that end the step.
  std::size_t cause(const StepEvents& found) const {
    std::size_t i = found.first_at_end;
    while (events_.event(found.crossings[i].event).action != found.action) ++i;
    return found.crossings[i].event;
  }
  const std::string& name_of_cause(const StepEvents& found) const { return events_.event(cause(found)).name; }

  State state_at(double s) const {
    State state;
    if (s < 1.0) {
      stepper_.interpolate(s, state);
    } else {
      const StateView end = stepper_.state();
      state = {end.t, end.q, end.v, end.acceleration, end.lambda};
    }
    // Less than round-off before the end there is no room for a step.
    if (t_end_ - state.t <= 4.0 * 2.2e-16 * std::abs(t_end_)) state.t = t_end_;
    return state;
  }

  bool restart(const StepEvents& found, State& state) {
    for (std::size_t i = found.first_at_end; i < found.crossings.size(); ++i) {
      const Event& event = events_.event(found.crossings[i].event);
      if (event.action == EventAction::restart && event.change) event.change(state);
    }
    try {
      controller_ = untouched_controller_;
      controller_.first_step = wish_ = begin_at(state);
      if (controller_.control_error) wish_ = std::min(wish_, longest_after_event());
    } catch (const Error& error) {
      end(Termination::restart_failed, fmt::format("no start after event \"{}\" at t = {:.9g}: {}",
                                                   name_of_cause(found), state.t, error.fact()));
      return false;
    }
    outcome_.event_state.reset();
    since_restart_ = 0.0;
    schedule_.forget();
    events_.restart(stepper_.state());
    return true;
  }

  /// The next event may come as soon as this one did: a first step that leaps over it would be one of low order, which
  /// tells little about the time in between.
  double longest_after_event() const {
    return std::max({0.25 * since_restart_, 2.0 * limits_.min_step, 16.0 * 2.2e-16 * std::abs(outcome_.t)});
  }

  double begin_at(const State& state) {
    if (plan_.restart) return plan_.restart(state);
    stepper_.start(state);
    return controller_.control_error ? stepper_.suggest_first_step() : controller_.first_step;
  }

  void end(Termination termination, std::string message) {
    outcome_.termination = termination;
    outcome_.message = std::move(message);
  }

  Stepper& stepper_;
  const double t_begin_, t_end_;
  StepController controller_;
  const StepController untouched_controller_;
  Limits limits_;
  const Observer& observer_;
  const EventPlan& plan_;
  Schedule schedule_;
  EventFinder events_;
  ProgressWatch progress_;
  StepAttempt attempt_;
  Outcome outcome_;
  double wish_ = 0.0, since_restart_ = 0.0;
  long rejected_in_a_row_ = 0;
  Clock::time_point began_ = Clock::now();
};

}  // namespace

Outcome integrate(Stepper& stepper, double t_end, StepController controller, const Limits& limits,
                  const Observer& observer, const EventPlan& plan) {
  return Loop(stepper, t_end, controller, limits, observer, plan).run();
}

}  // namespace kreisel
