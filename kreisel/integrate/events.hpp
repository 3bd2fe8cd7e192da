// Finds the events of accepted steps by dense output, and tells when there is no end of them.
//
// Looked at are the ends of a step and three points inside. Two sign changes that lie further apart than a quarter of
// the step are always seen; of closer ones the parabola through neighbouring points gives notice, and the motion is
// looked at in its vertex. The lowest dense output is a cubic, so there is seldom more in a step that the error
// estimate has accepted.
//
// Right after a start a value of zero has no sign yet. Points 2^-8, 2^-16, ... of the first step tell where it goes, so
// that a bounce shorter than the step is no passage. To say so for bounces as short as arithmetic allows, an event that
// lets something bounce should put its value exactly to zero.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kreisel/equations/event.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

/// A value that comes to zero at the fraction s of a step.
struct Crossing {
  std::size_t event;
  double s;
  int direction;
  double noise;  // values this small have no sign there
};

/// The events of a step in the order they are taken, up to those that end it, at the fraction s.
struct StepEvents {
  std::vector<Crossing> crossings;
  EventAction action = EventAction::record;  // the strongest of those at s
  double s = 1.0;
  std::size_t first_at_end = 0;  // crossings from here on happen at s
};

class EventFinder {
 public:
  explicit EventFinder(std::span<const Event> events);

  bool has_events() const { return !events_.empty(); }
  const Event& event(std::size_t i) const { return events_[i]; }
  /// Before the first step.
  void start(const StateView& at);
  /// After a restart at the end of the step looked at last.
  void restart(const StateView& at);
  /// At the last accepted step of a length h, which ends at t.
  const StepEvents& look(const Stepper& stepper, double t, double h);

 private:
  struct Look {
    double s, value;
  };
  /// What is known of a value: its last sign, 0 while it has not left zero, and what it was at the last look.
  struct Track {
    int side = 0;
    double noise = 0.0;
    std::vector<Look> looks;  // the first is the end of the step before
  };

  void look_at(const Stepper& stepper, double s);
  double value_at(const Stepper& stepper, std::size_t event, double s);
  void look_at_vertices(const Stepper& stepper, std::size_t event);
  std::optional<Look> look_beyond(const Stepper& stepper, std::size_t event, Look a, Look b, Look c);
  void scan(const Stepper& stepper, std::size_t event);
  Crossing locate(const Stepper& stepper, std::size_t event, Look before, Look after);
  void cut(double tie);

  std::span<const Event> events_;
  std::vector<Track> tracks_;
  StepEvents found_;
  State between_;
  bool is_first_step_ = true;
};

/// Restarts that lead nowhere. One is too many when
/// - it is the 11th at the very same time, or the 1001st in a row with less than 1e-12 of the interval in between, or
/// - its event comes again after ever shorter times, the last four below 1e-6 and the very last below 1e-8 of the
///   interval: the times at which a ball bounces gather before it rests.
class ProgressWatch {
 public:
  ProgressWatch(double interval, std::size_t events) : interval_(interval), last_of_(events) {}
  /// Whether a restart at t by this event is one too many.
  bool is_stuck(std::size_t event, double t);

 private:
  struct Last {
    double t = -1e300, gap = 0.0;
    int shorter = 0;
  };

  double interval_, last_ = -1e300;
  int short_ones_ = 0, at_one_time_ = 0;
  std::vector<Last> last_of_;
};

}  // namespace kreisel
