// The words and the exit codes for how runs end.
#include "kreisel/run/run.hpp"

namespace kreisel {

std::string name_of(Termination termination) {
  switch (termination) {
    case Termination::reached_end:
      return "completed";
    case Termination::stopped_by_observer:
      return "stopped_by_observer";
    case Termination::event:
      return "stopped_at_event";
    case Termination::interrupted:
      return "interrupted";
    case Termination::step_too_small:
      return "step_too_small";
    case Termination::step_limit:
      return "step_limit";
    case Termination::rejection_limit:
      return "rejection_limit";
    case Termination::time_limit:
      return "time_limit";
    case Termination::solver_failed:
      return "solver_failed";
    case Termination::non_finite:
      return "non_finite";
    case Termination::audit_failed:
      return "audit_failed";
    case Termination::too_many_events:
      return "too_many_events";
    case Termination::restart_failed:
      return "restart_failed";
  }
  return "unknown";
}

ExitCode exit_code_of(Termination termination) {
  switch (termination) {
    case Termination::reached_end:
    case Termination::stopped_by_observer:
    case Termination::event:
      return ExitCode::success;
    case Termination::interrupted:
      return ExitCode::interrupted;
    case Termination::step_too_small:
      return ExitCode::step_too_small;
    case Termination::step_limit:
    case Termination::rejection_limit:
    case Termination::time_limit:
    case Termination::too_many_events:
      return ExitCode::step_limit;
    case Termination::restart_failed:
      return ExitCode::inconsistent_start;
    case Termination::solver_failed:
      return ExitCode::solver_failed;
    case Termination::audit_failed:
      return ExitCode::audit_failed;
    case Termination::non_finite:
      return ExitCode::non_finite;
  }
  return ExitCode::internal;
}

}  // namespace kreisel
