// Measured orders as assertions: slopes of the errors in q, v and λ over a series of runs.
//
// A fit needs four step sizes, each half of the one before (high orders: less apart), inside the asymptotic window:
// relative errors of the coarsest run at most 1e-3, errors of the finest run at least 100 times its round-off.
#pragma once

#include <gtest/gtest.h>

#include "evidence/bench/run_series.hpp"

namespace kreisel::claims {

struct ExpectedOrders {
  double position = 0.0, velocity = 0.0, multiplier = 0.0;  // 0: not asked
};

/// The same order in q, v and λ.
inline ExpectedOrders all_of_order(int k) {
  const double order = k;
  return {order, order, order};
}

/// Slopes within `allowed_deviation` of the expected ones, on both sides.
testing::AssertionResult has_slopes(const RunSeries& series, const ExpectedOrders& expected,
                                    double allowed_deviation = 0.2);

/// The same, and every run inside the asymptotic window.
testing::AssertionResult has_orders(const RunSeries& series, const ExpectedOrders& expected);

}  // namespace kreisel::claims
