// Events that a model names, as functions of the state.
#include "kreisel/model/model_events.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"

namespace kreisel {
namespace {

using Number = std::function<double(const StateView&)>;
using Parts = std::shared_ptr<const MultibodySystem>;

/// The number NAME.part of an element; `kind` and `field` for the message where it has none.
Number number_of(const EventContext& context, const std::string& name, const std::string& part,
                 const std::string& pointer) {
  for (const ShownElement& element : context.shown) {
    if (element.rows.name != name) continue;
    for (std::size_t i = 0; i < element.columns.size(); ++i) {
      if (element.columns[i].name != name + "." + part) continue;
      return [element, i, system = context.system](const StateView& state) {
        std::array<double, 32> numbers{};
        write_results(element, system->parts(), state, numbers.data());
        return numbers[i];
      };
    }
  }
  throw ModelError(fmt::format("\"{}\" has no {}", name, part), pointer,
                   "docs/model-reference.md lists the results of every joint and force");
}

/// Counted from the start: an event asks it at times that follow each other closely.
Number without_jumps(Number number) {
  return [number = std::move(number), last = std::make_shared<double>(0.0)](const StateView& state) {
    constexpr double turn = 2.0 * std::numbers::pi;
    const double angle = number(state);
    *last = angle + turn * std::round((*last - angle) / turn);
    return *last;
  };
}

Number watched(const AngleEvent& event, const EventContext& context, const std::string& pointer) {
  return without_jumps(number_of(context, event.joint, "angle", pointer + "/joint"));
}
Number watched(const TravelEvent& event, const EventContext& context, const std::string& pointer) {
  return number_of(context, event.joint, "travel", pointer + "/joint");
}
Number watched(const ForceEvent& event, const EventContext& context, const std::string& pointer) {
  return number_of(context, event.force, "force", pointer + "/force");
}
Number watched(const DistanceEvent& event, const EventContext& context, const std::string& pointer) {
  return
      [a = context.frames.frame(event.a, pointer + "/a"), b = context.frames.frame(event.b, pointer + "/b"),
       system = context.system](const StateView& state) {
        return (place_of(b, system->parts(), state) - place_of(a, system->parts(), state)).norm();
      };
}
Number watched(const ReactionEvent& event, const EventContext& context, const std::string& pointer) {
  for (const ShownElement& element : context.shown) {
    if (element.rows.name != event.joint || !element.rows.is_joint || !element.rows.has_ends) continue;
    return [rows = element.rows, system = context.system](const StateView& state) {
      return reaction_of(system->parts(), rows, state).force_in_space.norm();
    };
  }
  throw ModelError(fmt::format("\"{}\" has no reaction force", event.joint), pointer + "/joint",
                   "name a joint with two ends");
}
Number watched(const TimeEvent&, const EventContext&, const std::string&) {
  return [](const StateView& state) { return state.t; };
}

}  // namespace

Event event_of(const ModelEvent& event, const EventContext& context, const std::string& pointer) {
  return std::visit(
      [&](const auto& one) {
        Event out;
        out.name = one.name;
        out.value = [number = watched(one, context, pointer), value = one.value](const StateView& state) {
          return number(state) - value;
        };
        out.direction = one.direction == EventSense::rising    ? 1
                        : one.direction == EventSense::falling ? -1
                                                               : 0;
        out.action = one.action == EventOutcome::stop ? EventAction::stop : EventAction::record;
        return out;
      },
      event);
}

}  // namespace kreisel
