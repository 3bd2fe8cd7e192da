// Each stabilised step satisfies the published equations, checked from outside: a_n follows from what a stepper
// shows, and with it the multiplier η of the position update,
//
//   Δq = v_n - B(q_n)ᵀη + (1/2-β) h a_n + β h a_{n+1}        [Arnold, Brüls, Cardona 2015] eq. (58)
//
// Largest |η| on the heavy top, form A, ρ∞ = 0.9: reference on Lie group generalized-α, section 8.5.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <string>

#include "evidence/bench/run_errors.hpp"
#include "evidence/bench/subjects.hpp"
#include "kreisel/solve/stepper_for.hpp"
#include "tests/support/chosen_methods.hpp"
#include "tests/support/printed_digits.hpp"

namespace kreisel::claims {
namespace {

using Parameters = GeneralizedAlphaParameters;

/// Reads a_n and η off consecutive states.
class Reconstruction {
 public:
  Reconstruction(const Subject& subject, double h, const Parameters& p)
      : system_(subject.system),
        h_(h),
        p_(p),
        q_(subject.start.q),
        v_(subject.start.v),
        acceleration_(subject.start.acceleration),
        jacobian_(3, 6) {}

  void look(const StateView& state) {
    const Vector right = (1.0 - p_.alpha_f) * state.acceleration + p_.alpha_f * acceleration_;
    const Vector change = (state.v - v_) / h_;
    if (a_.size() == 0) {  // v_1 and the first acceleration update hold a_0 and a_1
      const double weight = p_.gamma / (1.0 - p_.alpha_m);
      a_ = (change - weight * right) / (1.0 - p_.gamma - weight * p_.alpha_m);
    }
    const Vector next = (right - p_.alpha_m * a_) / (1.0 - p_.alpha_m);
    worst_velocity = std::max(worst_velocity,
                              (change - (1.0 - p_.gamma) * a_ - p_.gamma * next).cwiseAbs().maxCoeff() * h_);
    look_at_increment(state, next);
    q_ = state.q;
    v_ = state.v;
    acceleration_ = state.acceleration;
    a_ = next;
  }

  double largest_eta = 0.0;
  double worst_velocity = 0.0;   // residual of the velocity update
  double worst_increment = 0.0;  // part of the position update that no η explains

 private:
  void look_at_increment(const StateView& state, const Vector& next) {
    const auto& group = system_.group();
    const Vector increment = group.log(group.compose(group.inverse(q_), state.q)) / h_;
    const Vector rest = v_ + (0.5 - p_.beta) * h_ * a_ + p_.beta * h_ * next - increment;
    system_.jacobian(0.0, q_, jacobian_);
    const Vector eta = (jacobian_ * jacobian_.transpose()).lu().solve(jacobian_ * rest);
    largest_eta = std::max(largest_eta, eta.cwiseAbs().maxCoeff());
    worst_increment = std::max(worst_increment, (rest - jacobian_.transpose() * eta).cwiseAbs().maxCoeff());
  }

  AnySystem system_;
  double h_;
  Parameters p_;
  Vector q_, v_, acceleration_, a_;
  Matrix jacobian_;
};

TEST(StabilisedSteps, SatisfyThePublishedEquationsWithThePrintedMultiplier) {
  const std::array<double, 3> steps{1e-3, 5e-4, 2.5e-4};
  const std::array<std::string, 3> printed{"1.09e-2", "2.73e-3", "6.84e-4"};
  const Subject subject = heavy_top_subject({.constraint = "a"});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Reconstruction steps_taken(subject, steps[i], Parameters::chung_hulbert(0.9));
    completed_errors(subject, damped_alpha(0.9, Formulation::index2), constant_steps(steps[i], 1.0),
                     [&](const Stepper& stepper, const State&, long) { steps_taken.look(stepper.state()); });
    EXPECT_TRUE(agrees_with_print(steps_taken.largest_eta, printed[i]));
    EXPECT_LT(steps_taken.worst_velocity, 1e-11);
    EXPECT_LT(steps_taken.worst_increment, 1e-10);
  }
}

TEST(StabilisedSteps, NeedNoMultiplierInSE3) {
  const Subject subject = heavy_top_subject({.group = "se3", .constraint = "b"});
  Reconstruction steps_taken(subject, 1e-3, Parameters::chung_hulbert(0.9));
  completed_errors(subject, damped_alpha(0.9, Formulation::index2), constant_steps(1e-3, 1.0),
                   [&](const Stepper& stepper, const State&, long) { steps_taken.look(stepper.state()); });
  EXPECT_LT(steps_taken.largest_eta, 1e-10);
  EXPECT_LT(steps_taken.worst_increment, 1e-10);
}

}  // namespace
}  // namespace kreisel::claims
