// `--method auto` while it runs: what the advice chose goes on, unless its steps tell another story.
//
// No linearisation at the start knows what the motion will do. So after 20 accepted steps, and again after 100, 500, …,
// the other one of an explicit and an implicit method tries 8 steps from the present state. It takes over when it gets
// clearly further for its price and, where it would pass over what an explicit method resolves, arrives at the same
// states. A method whose steps collapse, as in front of a singular position, hands over to a multistep method, which
// passes there. Prices are counted in attempts, not in seconds: runs repeat.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kreisel/equations/event.hpp"
#include "kreisel/methods/stepper.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

/// A method that may take over.
struct AutomaticCandidate {
  std::string name;
  double price = 1.0;      // of an attempt
  bool resolves = false;   // explicit: nothing fast is passed over
  bool is_refuge = false;  // only for steps that collapse
  std::function<std::unique_ptr<Stepper>()> make = {};
};

struct AutomaticOptions {
  double t_end = 0.0;
  /// How far two states are apart, in what errors may be.
  std::function<double(const StateView&, const StateView&)> distance = {};
  std::vector<Event> events = {};  // a trial that meets one says nothing
};

class AutomaticStepper final : public Stepper {
 public:
  /// The first candidate begins.
  AutomaticStepper(std::vector<AutomaticCandidate> candidates, AutomaticOptions options);

  const std::vector<MethodChange>& changes() const { return changes_; }

  void follow_slow_motion(const std::vector<bool>& rows) override;
  void start(const State& initial) override;
  double suggest_first_step() override { return stepper().suggest_first_step(); }
  StepAttempt attempt(double h) override;
  void accept(double t) override;
  StateView state() const override { return stepper().state(); }
  void interpolate(double s, State& out) const override { stepper().interpolate(s, out); }
  const WorkCounters& work() const override;
  std::vector<Finding> findings() const override { return stepper().findings(); }
  std::vector<std::string> warnings() const override;
  std::string explain_failure() const override { return stepper().explain_failure(); }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Used {
    AutomaticCandidate candidate;
    std::unique_ptr<Stepper> stepper = {};
  };
  struct Trial {
    std::vector<State> ends = {};  // of its steps
    double rate = 0.0;             // time per price
  };

  Stepper& stepper() { return *all_[current_].stepper; }
  const Stepper& stepper() const { return *all_[current_].stepper; }
  std::size_t rival() const;
  std::size_t refuge() const;
  bool has_collapsed() const;
  bool is_due() const;
  void leave_for_refuge();
  void try_rival();
  Stepper& started(std::size_t candidate, const State& at);
  Trial trial(std::size_t candidate, const State& from);
  bool meets_event(const StateView& from, const StateView& to) const;
  bool agrees(const State& from, const Trial& trial);
  StepAttempt change(double h);

  std::vector<Used> all_;
  AutomaticOptions options_;
  std::size_t current_ = 0, next_ = none;
  std::string reason_;
  std::vector<bool> slow_rows_;
  std::vector<MethodChange> changes_;
  mutable WorkCounters work_;

  double attempted_ = 0.0, last_ = 0.0, longest_ = 0.0;  // steps of the present method
  int shrinking_ = 0;              // accepted steps in a row, each clearly shorter than the one before
  long steps_ = 0, attempts_ = 0;  // since the present method was looked at
  double looked_at_ = 0.0;         // when that was
  long patience_ = 0, recovery_ = 0;
};

}  // namespace kreisel
