// Notices multipliers that alternate from step to step with growing amplitude.
//
// In index 3 the weakly damped mode of λ (spectral radius ρ∞) can couple to the motion: long chains with ρ∞ = 0.9 and a
// step that is too long gain energy and break down a second later. Long before, second differences of λ change their
// sign in every step and grow. The motion itself may look so for a few steps, never for many.
#pragma once

#include <cmath>
#include <string>

#include "kreisel/core/types.hpp"

namespace kreisel {

template <class Multiplier>
class AlternationWatch {
 public:
  void start(Index rows) {
    bend_.setZero(rows);
    last_ = bend_;
    forget();
    noticed_at_ = NAN;
  }
  /// The next points do not continue these.
  void forget() {
    length_ = 0;
    is_growing_ = false;
    last_.setZero();
  }

  /// λ at three points with equal distances, the newest first; `size`: of all multipliers.
  void look(double t, const Multiplier& newest, const Multiplier& before, const Multiplier& first,
            double size) {
    if (newest.size() == 0) return;
    bend_ = newest - 2.0 * before + first;
    const double product = bend_.dot(last_), norm = bend_.norm(), last_norm = last_.norm();
    const bool alternates = product < -opposite * norm * last_norm && norm > 0.0;
    const double amplitude = 0.25 * bend_.cwiseAbs().maxCoeff();
    if (!alternates) length_ = 0;
    if (alternates && length_++ == 0) first_amplitude_ = amplitude;
    last_ = bend_;
    is_growing_ =
        length_ >= long_while && amplitude > growth * first_amplitude_ && amplitude > visible * size;
    if (is_growing_ && !std::isfinite(noticed_at_)) noticed_at_ = t;
  }

  bool is_growing() const { return is_growing_; }

  /// Empty when nothing was noticed.
  std::string warning() const {
    if (!std::isfinite(noticed_at_)) return {};
    return "from t = " + std::to_string(noticed_at_) +
           " s on the multipliers alternate from step to step with growing amplitude: the step is too long "
           "for this "
           "method and these loads; take a smaller step, a smaller rho_inf, or radau";
  }

 private:
  static constexpr double opposite = 0.8;  // cosine between second differences
  static constexpr int long_while = 8;     // steps
  static constexpr double growth = 1.5, visible = 0.02;
  Multiplier bend_, last_;
  int length_ = 0;
  bool is_growing_ = false;
  double first_amplitude_ = 0.0, noticed_at_ = NAN;
};

}  // namespace kreisel
