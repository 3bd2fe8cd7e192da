// An event: a number that passes zero at a time to be found, and what follows from it.
//
// Rules, docs/events.md with an example:
// - It happens when the motion brings the value to zero or across, counted in the direction it came from. A value that
//   starts at zero has to leave it first; a jump made by another event is no event.
// - Events at the same time, up to round-off, are taken in the order of the list, all with the state they find.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "kreisel/equations/state.hpp"

namespace kreisel {

/// From the weakest to the strongest: of several at the same time the strongest decides.
enum class EventAction {
  record,   // note the time; the integration is not touched
  restart,  // `change`, then a new start from there
  stop      // the run ends there
};

constexpr std::string_view name_of(EventAction action) {
  return action == EventAction::record ? "record" : action == EventAction::stop ? "stop" : "restart";
}

struct Event {
  std::string name;
  std::function<double(const StateView&)> value;
  int direction = 0;  // +1: rising through zero only, -1: falling only, 0: both
  EventAction action = EventAction::record;
  // With restart: lets q and v jump, switches a discrete mode of the model, or both. Empty: nothing but a new start.
  std::function<void(State&)> change = {};
};

/// An event that happened.
struct EventRecord {
  std::string name;
  double t = 0.0;
  int direction = 0;  // +1 or -1
  EventAction action = EventAction::record;
};

}  // namespace kreisel
