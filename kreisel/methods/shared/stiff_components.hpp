// Finds the coordinates that forces hold so stiffly that a step does not resolve them, and how fast they vibrate.
//
// ν/μ of the error filter is (1 + (γ0 hω)²)⁻¹ for a spring of frequency ω, so ζ = log10(ν/μ) tells stiff coordinates
// from others during the first accepted steps [Schaub 2004] section 4.2.1; with γ0, which the source leaves out.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kreisel/methods/stepper.hpp"

namespace kreisel {

class StiffComponents {
 public:
  explicit StiffComponents(Index count)
      : votes_(static_cast<std::size_t>(count), 0), frequencies_(Vector::Zero(count)) {}

  void start() {
    steps_ = 0;
    std::fill(votes_.begin(), votes_.end(), 0);
    frequencies_.setZero();
  }

  /// The ratios ν/μ of an accepted step.
  template <class Ratios>
  void look(const Ratios& ratios, double h, double alpha) {
    if (steps_ >= steps_looked_at) return;
    ++steps_;
    for (Index i = 0; i < ratios.size(); ++i) {
      const double ratio = std::abs(ratios[i]);
      if (!(ratio < stiff_ratio) || !(ratio > 0.0)) continue;
      ++votes_[static_cast<std::size_t>(i)];
      frequencies_[i] += std::sqrt(1.0 / ratio - 1.0) * alpha / h;
    }
  }

  bool is_decided() const { return steps_ >= steps_looked_at; }
  bool is_stiff(Index i) const {
    return is_decided() && 3 * votes_[static_cast<std::size_t>(i)] > steps_looked_at;
  }
  double frequency(Index i) const { return frequencies_[i] / votes_[static_cast<std::size_t>(i)]; }

  std::vector<Finding> findings() const {
    std::vector<Finding> all;
    for (Index i = 0; i < frequencies_.size(); ++i)
      if (is_stiff(i)) all.push_back({"coordinate " + std::to_string(i), frequency(i), "rad/s"});
    return all;
  }

 private:
  static constexpr int steps_looked_at = 7;
  static constexpr double stiff_ratio = 0.39810717055349725;  // ζ < -0.4
  int steps_ = 0;
  std::vector<int> votes_;
  Vector frequencies_;
};

}  // namespace kreisel
