// Searches accepted steps for sign changes and brackets each of them.
#include "kreisel/integrate/events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kreisel {
namespace {

constexpr double unit_round_off = std::numeric_limits<double>::epsilon();
constexpr int parts = 4;              // of a step: three points inside
constexpr int first_looks = 20;       // 2^-160, ..., 2^-8 of the first step: bounces of 1e-48 steps
constexpr double clear_of_noise = 8;  // a value is that much larger than what is left at a located zero

int sign_of(double value, double noise = 0.0) {
  return value > noise ? 1 : value < -noise ? -1 : 0;
}

/// Bracketing by the Illinois variant of the false position, halving whenever three tries did not do as well.
class Bracket {
 public:
  Bracket(double a, double value_a, double b, double value_b)
      : a_(a), b_(b), value_a_(value_a), value_b_(value_b), weight_a_(value_a), weight_b_(value_b) {}

  double end() const { return b_; }
  double noise() const { return std::max(std::abs(value_a_), std::abs(value_b_)); }
  bool is_at_round_off() const { return !(b_ - a_ > 2.0 * unit_round_off * b_); }

  double next() {
    const double width = b_ - a_;
    if (++tries_ == 3) {
      const bool halved = width <= 0.5 * width_before_;
      tries_ = 0;
      width_before_ = halved ? width : 0.5 * width;
      if (!halved) return a_ + 0.5 * width;
    }
    const double guess = b_ - weight_b_ * width / (weight_b_ - weight_a_);
    const double least = std::min(unit_round_off * b_, 0.5 * width);  // so that the other end moves as well
    return std::isfinite(guess) ? std::clamp(guess, a_ + least, b_ - least) : a_ + 0.5 * width;
  }

  void take(double x, double value) {
    const bool is_before = sign_of(value) == sign_of(value_a_);
    (is_before ? a_ : b_) = x;
    (is_before ? value_a_ : value_b_) = value;
    (is_before ? weight_a_ : weight_b_) = value;
    if (last_moved_ == (is_before ? -1 : 1)) (is_before ? weight_b_ : weight_a_) *= 0.5;
    last_moved_ = is_before ? -1 : 1;
  }

 private:
  double a_, b_, value_a_, value_b_, weight_a_, weight_b_;
  double width_before_ = INFINITY;
  int tries_ = 0, last_moved_ = 0;
};

}  // namespace

EventFinder::EventFinder(std::span<const Event> events) : events_(events), tracks_(events.size()) {}

void EventFinder::start(const StateView& at) {
  is_first_step_ = true;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const double value = events_[i].value(at);
    tracks_[i] = {sign_of(value), 0.0, {{0.0, value}}};
  }
}

void EventFinder::restart(const StateView& at) {
  std::vector<double> noise(events_.size(), 0.0);
  for (std::size_t i = found_.first_at_end; i < found_.crossings.size(); ++i) {
    const Crossing& crossing = found_.crossings[i];
    noise[crossing.event] = std::max(noise[crossing.event], crossing.noise);
  }
  start(at);
  for (std::size_t i = 0; i < events_.size(); ++i) {
    Track& track = tracks_[i];
    const double value = track.looks.front().value;
    track.side = sign_of(value, noise[i]);
    // On zero exactly, the signs that follow mean something however small the values are.
    track.noise = value == 0.0 ? 0.0 : noise[i];
  }
}

const StepEvents& EventFinder::look(const Stepper& stepper, double t, double h) {
  found_.crossings.clear();
  found_.action = EventAction::record;
  found_.s = 1.0;
  const bool has_open =
      std::any_of(tracks_.begin(), tracks_.end(), [](const Track& x) { return x.side == 0; });
  if (is_first_step_ && has_open)
    for (int i = first_looks; i > 0; --i) look_at(stepper, std::ldexp(1.0, -8 * i));
  is_first_step_ = false;
  for (int i = 1; i <= parts; ++i) look_at(stepper, static_cast<double>(i) / parts);
  for (std::size_t i = 0; i < events_.size(); ++i) {
    look_at_vertices(stepper, i);
    scan(stepper, i);
  }
  if (!found_.crossings.empty()) cut(clear_of_noise * unit_round_off * (1.0 + std::abs(t) / h));
  found_.first_at_end = 0;
  while (found_.first_at_end < found_.crossings.size() && found_.crossings[found_.first_at_end].s != found_.s)
    ++found_.first_at_end;
  return found_;
}

void EventFinder::look_at(const Stepper& stepper, double s) {
  if (s < 1.0) stepper.interpolate(s, between_);
  const StateView state = s < 1.0 ? between_.view() : stepper.state();
  for (std::size_t i = 0; i < events_.size(); ++i) tracks_[i].looks.push_back({s, events_[i].value(state)});
}

double EventFinder::value_at(const Stepper& stepper, std::size_t event, double s) {
  stepper.interpolate(s, between_);
  return events_[event].value(between_.view());
}

/// Where three neighbours on one side point to zero or close to it in between, the vertex of their parabola is looked
/// at; it is kept when it lies on the other side.
void EventFinder::look_at_vertices(const Stepper& stepper, std::size_t event) {
  std::vector<Look>& looks = tracks_[event].looks;
  for (std::size_t i = 0; i + 2 < looks.size(); ++i) {
    const double middle = looks[i + 1].s;
    const std::optional<Look> vertex = look_beyond(stepper, event, looks[i], looks[i + 1], looks[i + 2]);
    if (!vertex) continue;
    looks.insert(looks.begin() + static_cast<std::ptrdiff_t>(vertex->s < middle ? i + 1 : i + 2), *vertex);
    i += 2;
  }
}

std::optional<EventFinder::Look> EventFinder::look_beyond(const Stepper& stepper, std::size_t event, Look a,
                                                          Look b, Look c) {
  constexpr double close = 0.5;  // of the nearest value so far: worth a look
  constexpr int most = 10;       // a vertex is found to its last digit with fewer
  const int side = sign_of(a.value);
  if (side == 0 || sign_of(b.value) != side || sign_of(c.value) != side) return std::nullopt;
  for (int i = 0; i < most; ++i) {
    const double slope = (b.value - a.value) / (b.s - a.s);
    const double curvature = ((c.value - b.value) / (c.s - b.s) - slope) / (c.s - a.s);
    const double s = 0.5 * (a.s + b.s) - 0.5 * slope / curvature;
    if (!(side * curvature > 0.0) || !(s > a.s && s < c.s) || s == b.s) return std::nullopt;
    const double expected = a.value + (s - a.s) * (slope + curvature * (s - b.s));
    const double nearest = std::min({std::abs(a.value), std::abs(b.value), std::abs(c.value)});
    if (i == 0 && side * expected > close * nearest) return std::nullopt;
    const Look vertex{s, value_at(stepper, event, s)};
    if (!std::isfinite(vertex.value)) return std::nullopt;
    if (sign_of(vertex.value) != side) return vertex;
    const bool is_nearer = std::abs(vertex.value) < std::abs(b.value);
    if (s < b.s) {
      (is_nearer ? c : a) = is_nearer ? b : vertex;
    } else {
      (is_nearer ? a : c) = is_nearer ? b : vertex;
    }
    if (is_nearer) b = vertex;
  }
  return std::nullopt;
}

void EventFinder::scan(const Stepper& stepper, std::size_t event) {
  Track& track = tracks_[event];
  double largest = 0.0;
  for (const Look& look : track.looks) largest = std::max(largest, std::abs(look.value));
  Look before = track.looks.front();
  for (const Look& look : track.looks) {
    const int side = sign_of(look.value, track.side == 0 ? track.noise : 0.0);
    if (!std::isfinite(look.value)) continue;
    if (track.side != 0 && side != track.side) {
      const int direction = -track.side, wanted = events_[event].direction;
      if (wanted == 0 || wanted == direction) {
        Crossing crossing = locate(stepper, event, before, look);
        crossing.direction = direction;
        crossing.noise = clear_of_noise * std::max(crossing.noise, 4.0 * unit_round_off * largest);
        found_.crossings.push_back(crossing);
      }
      track.noise = 0.0;
    }
    track.side = side;
    before = look;
  }
  track.looks.assign(1, {0.0, track.looks.back().value});
}

/// To round-off, at the end of the bracket that lies at zero or beyond.
Crossing EventFinder::locate(const Stepper& stepper, std::size_t event, Look before, Look after) {
  constexpr int most = 300;  // halving alone, every third time, would do
  if (after.value == 0.0) return {event, after.s, 0, 0.0};
  Bracket bracket(before.s, before.value, after.s, after.value);
  for (int i = 0; i < most && !bracket.is_at_round_off(); ++i) {
    const double s = bracket.next(), value = value_at(stepper, event, s);
    if (value == 0.0) return {event, s, 0, 0.0};
    bracket.take(s, value);
  }
  return {event, bracket.end(), 0, bracket.noise()};
}

/// Drops what comes after the first event that ends the step, and puts those at the same time into the order of the
/// list, at the latest of their times, so that all of them have happened.
void EventFinder::cut(double tie) {
  std::vector<Crossing>& all = found_.crossings;
  std::stable_sort(all.begin(), all.end(), [](const Crossing& a, const Crossing& b) { return a.s < b.s; });
  const auto ends = [this](const Crossing& c) { return events_[c.event].action != EventAction::record; };
  const auto first = std::find_if(all.begin(), all.end(), ends);
  if (first == all.end()) return;
  const double s = first->s;
  all.erase(std::find_if(first, all.end(), [&](const Crossing& c) { return c.s > s + tie; }), all.end());
  found_.s = all.back().s;
  const auto same = std::find_if(all.begin(), all.end(), [&](const Crossing& c) { return c.s >= s - tie; });
  std::stable_sort(same, all.end(), [](const Crossing& a, const Crossing& b) { return a.event < b.event; });
  for (auto c = same; c != all.end(); ++c) {
    c->s = found_.s;
    found_.action = std::max(found_.action, events_[c->event].action);
  }
}

bool ProgressWatch::is_stuck(std::size_t event, double t) {
  constexpr int most_short = 1000, most_at_one_time = 10, most_shorter = 4;
  at_one_time_ = t > last_ ? 0 : at_one_time_ + 1;
  short_ones_ = t - last_ > 1e-12 * interval_ ? 0 : short_ones_ + 1;
  last_ = t;
  Last& same = last_of_[event];
  const double gap = t - same.t;
  same.shorter = gap < same.gap && gap < 1e-6 * interval_ ? same.shorter + 1 : 0;
  same.gap = gap;
  same.t = t;
  const bool gathers = same.shorter >= most_shorter && gap < 1e-8 * interval_;
  return gathers || short_ones_ > most_short || at_one_time_ > most_at_one_time;
}

}  // namespace kreisel
