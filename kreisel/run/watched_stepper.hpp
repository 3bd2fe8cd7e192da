// A stepper seen from outside: tells of every attempt that the time loop turned down, and why.
#pragma once

#include <functional>
#include <optional>

#include "kreisel/methods/stepper.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

class WatchedStepper final : public Stepper {
 public:
  using Tell = std::function<void(const RejectedStep&)>;

  WatchedStepper(Stepper& inner, const Tell& tell) : inner_(inner), tell_(tell) {}

  void follow_slow_motion(const std::vector<bool>& rows) override { inner_.follow_slow_motion(rows); }
  void start(const State& initial) override {
    pending_.reset();
    inner_.start(initial);
  }
  double suggest_first_step() override { return inner_.suggest_first_step(); }
  StepAttempt attempt(double h) override {
    if (pending_) tell_(*pending_);
    const StepAttempt attempt = inner_.attempt(h);
    pending_ = {inner_.state().t, h, attempt.status, attempt.error};
    return attempt;
  }
  void accept(double t) override {
    pending_.reset();
    inner_.accept(t);
  }
  StateView state() const override { return inner_.state(); }
  void interpolate(double s, State& out) const override { inner_.interpolate(s, out); }
  const WorkCounters& work() const override { return inner_.work(); }
  std::vector<double> save() override { return inner_.save(); }
  void restore(std::span<const double> saved) override { inner_.restore(saved); }
  std::vector<Finding> findings() const override { return inner_.findings(); }
  std::vector<std::string> warnings() const override { return inner_.warnings(); }
  std::string explain_failure() const override { return inner_.explain_failure(); }

 private:
  Stepper& inner_;
  const Tell& tell_;
  std::optional<RejectedStep> pending_;
};

}  // namespace kreisel
