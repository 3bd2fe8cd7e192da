// THE list of events a model names: a number of a joint, a force or the time passes a value, and the run notes it or ends.
#pragma once

#include <variant>

#include "kreisel/model/frame.hpp"

namespace kreisel {

enum class EventSense { both, rising, falling };
constexpr std::array<std::string_view, 3> names_of(EventSense) {
  return {"both", "rising", "falling"};
}
enum class EventOutcome { record, stop };
constexpr std::array<std::string_view, 2> names_of(EventOutcome) {
  return {"record", "stop"};
}

namespace detail {

/// The fields that every event has, after those of its own.
template <class Event, class... Own>
constexpr auto event_fields(Own... own) {
  return std::make_tuple(
      Field{"name", &Event::name, "how results call it", required}, own...,
      Field{"direction", &Event::direction, "in which the number passes the value: rising, falling or both"},
      Field{"action", &Event::action, "record: note the time; stop: end the run there"});
}

}  // namespace detail

struct AngleEvent {
  static constexpr std::string_view type = "angle";
  static constexpr std::string_view description = "the angle of a joint, turns counted from the start";
  std::string name = {}, joint = {};
  double value = 0.0;
  EventSense direction = EventSense::both;
  EventOutcome action = EventOutcome::record;
  static constexpr auto fields() {
    return detail::event_fields<AngleEvent>(
        Field{"joint", &AngleEvent::joint, NamedKind::joint, "the joint", required},
        Field{"value", &AngleEvent::value, Quantity::angle, "which the angle passes", required});
  }
};

struct TravelEvent {
  static constexpr std::string_view type = "travel";
  static constexpr std::string_view description = "the travel of a joint";
  std::string name = {}, joint = {};
  double value = 0.0;
  EventSense direction = EventSense::both;
  EventOutcome action = EventOutcome::record;
  static constexpr auto fields() {
    return detail::event_fields<TravelEvent>(
        Field{"joint", &TravelEvent::joint, NamedKind::joint, "the joint", required},
        Field{"value", &TravelEvent::value, Quantity::length, "which the travel passes", required});
  }
};

struct DistanceEvent {
  static constexpr std::string_view type = "distance";
  static constexpr std::string_view description = "the distance of two points";
  std::string name = {};
  End a = {}, b = {};
  double value = 0.0;
  EventSense direction = EventSense::both;
  EventOutcome action = EventOutcome::record;
  static constexpr auto fields() {
    return detail::event_fields<DistanceEvent>(
        Field{"a", &DistanceEvent::a, "the first point", required},
        Field{"b", &DistanceEvent::b, "the second point", required},
        Field{"value", &DistanceEvent::value, Quantity::length, "which the distance passes", required});
  }
};

struct ForceEvent {
  static constexpr std::string_view type = "force";
  static constexpr std::string_view description = "the force of a spring or of a contact";
  std::string name = {}, force = {};
  double value = 0.0;
  EventSense direction = EventSense::both;
  EventOutcome action = EventOutcome::record;
  static constexpr auto fields() {
    return detail::event_fields<ForceEvent>(
        Field{"force", &ForceEvent::force, NamedKind::force, "the force element", required},
        Field{"value", &ForceEvent::value, Quantity::force, "which the force passes", required});
  }
};

struct ReactionEvent {
  static constexpr std::string_view type = "reaction";
  static constexpr std::string_view description = "the size of the reaction force in a joint";
  std::string name = {}, joint = {};
  double value = 0.0;
  EventSense direction = EventSense::both;
  EventOutcome action = EventOutcome::record;
  static constexpr auto fields() {
    return detail::event_fields<ReactionEvent>(
        Field{"joint", &ReactionEvent::joint, NamedKind::joint, "the joint", required},
        Field{"value", &ReactionEvent::value, Quantity::force, "which the size of the force passes",
              required});
  }
};

struct TimeEvent {
  static constexpr std::string_view type = "time";
  static constexpr std::string_view description = "a time";
  std::string name = {};
  double value = 0.0;
  EventSense direction = EventSense::both;
  EventOutcome action = EventOutcome::record;
  static constexpr auto fields() {
    return detail::event_fields<TimeEvent>(
        Field{"value", &TimeEvent::value, Quantity::time, "when", required});
  }
};

using ModelEvent = std::variant<AngleEvent, TravelEvent, DistanceEvent, ForceEvent, ReactionEvent, TimeEvent>;

}  // namespace kreisel
