// Laws that turn error estimates of one-step methods into the next step.
//
//   classical    h_{n+1} = f h_n E_n^(-1/k)
//   predictive   the smaller of classical and  f h_n E_n^(-1/k) (E_{n-1}/E_n)^(1/k) h_n/h_{n-1}
//                [Gustafsson 1994]; [Hairer, Wanner 1996] eq. IV.8.25
//   filter       h_{n+1} = h_n (f E_n)^(-1/4k) (f E_{n-1})^(-1/4k) (h_n/h_{n-1})^(-1/4), H211b [Söderlind 2003]
//
// E behaves like h^k; f is a safety factor. After a rejected step the next one does not grow.
#pragma once

#include <algorithm>
#include <cmath>

#include "kreisel/methods/shared/step_choices.hpp"

namespace kreisel {

/// A single step may take so many times its share of the tolerance, while the next one is planned for one share: on
/// motions that change quickly this saves most rejected steps.
inline constexpr double largest_share = 4.0;

class StepSizeControl {
 public:
  explicit StepSizeControl(StepSizeLaw law) : law_(law) {}

  void start() {
    last_step_ = 0.0;
    was_rejected_ = false;
  }

  template <class A>
  void transfer(A& a) {
    a(last_step_, last_error_, was_rejected_);
  }

  /// A step failed for other reasons than its error: history means nothing, and the next step does not grow.
  void forget() {
    last_step_ = 0.0;
    was_rejected_ = true;
  }

  /// The next step over this one. E > 1 is a rejected step; call once for every estimate.
  double ratio(double error, double h, double k) {
    const double e = std::max(error, smallest_error);
    const double classical = safety * std::pow(e, -1.0 / k);
    if (!(error <= 1.0)) {
      was_rejected_ = true;
      return std::isfinite(classical) ? std::clamp(classical, largest_cut, safety) : largest_cut;
    }
    double wish = classical;
    if (last_step_ > 0.0) wish = with_history(classical, e, h, k);
    last_step_ = h;
    last_error_ = e;
    const double growth = was_rejected_ ? 1.0 : largest_growth;
    was_rejected_ = false;
    return std::clamp(wish, largest_cut, growth);
  }

 private:
  static constexpr double safety = 0.9, largest_cut = 0.2, largest_growth = 5.0, smallest_error = 1e-10;

  double with_history(double classical, double e, double h, double k) const {
    switch (law_) {
      case StepSizeLaw::classical:
        break;
      case StepSizeLaw::predictive:
        return std::min(classical, classical * std::pow(last_error_ / e, 1.0 / k) * h / last_step_);
      case StepSizeLaw::filter: {
        constexpr double b = 4.0;
        const double target = std::pow(safety, k);
        return std::pow(target / e, 1.0 / (b * k)) * std::pow(target / last_error_, 1.0 / (b * k)) *
               std::pow(h / last_step_, -1.0 / b);
      }
    }
    return classical;
  }

  StepSizeLaw law_;
  double last_step_ = 0.0, last_error_ = 1.0;
  bool was_rejected_ = false;
};

}  // namespace kreisel
