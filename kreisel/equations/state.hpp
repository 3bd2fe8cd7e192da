// A point of a trajectory, as seen by observers and with storage of its own.
#pragma once

#include "kreisel/core/types.hpp"

namespace kreisel {

using ConstView = Eigen::Map<const Vector>;

/// Configuration, body velocity, its derivative, multipliers of the rows.
struct StateView {
  double t;
  ConstView q, v, acceleration, lambda;
};

struct State {
  double t = 0.0;
  Vector q, v, acceleration, lambda;

  StateView view() const {
    return {t,
            {q.data(), q.size()},
            {v.data(), v.size()},
            {acceleration.data(), acceleration.size()},
            {lambda.data(), lambda.size()}};
  }
};

}  // namespace kreisel
