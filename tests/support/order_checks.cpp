// Compares slopes with expected orders and says which of q, v and λ is off.
#include "tests/support/order_checks.hpp"

#include <array>
#include <cmath>

namespace kreisel::claims {
namespace {

constexpr double round_off_margin = 100.0;
constexpr std::size_t fewest_runs = 4;

struct JudgedError {
  const char* name;
  double Errors::*error;
  double LargestErrors::*size;
  double ExpectedOrders::*order;
};
constexpr std::array<JudgedError, 3> judged{
    {{"q", &Errors::q_algebra, &LargestErrors::position, &ExpectedOrders::position},
     {"v", &Errors::v_norm, &LargestErrors::velocity, &ExpectedOrders::velocity},
     {"λ", &Errors::lambda_norm, &LargestErrors::multiplier, &ExpectedOrders::multiplier}}};

}  // namespace

testing::AssertionResult has_slopes(const RunSeries& series, const ExpectedOrders& expected,
                                    double allowed_deviation) {
  for (const JudgedError& j : judged) {
    const double claimed = expected.*j.order;
    if (claimed == 0.0) continue;
    const double measured = series.slope(j.error);
    if (!(std::abs(measured - claimed) <= allowed_deviation))
      return testing::AssertionFailure()
             << "order of " << j.name << " is " << measured << ", not " << claimed << "\n"
             << series.text();
  }
  return testing::AssertionSuccess() << series.text();
}

testing::AssertionResult has_orders(const RunSeries& series, const ExpectedOrders& expected) {
  if (series.runs.size() < fewest_runs)
    return testing::AssertionFailure() << "too few step sizes\n" << series.text();
  const LargestErrors coarsest = largest_errors(series.runs.front()), scale = scales_of(series.runs.front()),
                      finest = largest_errors(series.runs.back()),
                      noise = round_off_of(series.runs.back(), series.steps.back());
  for (const JudgedError& j : judged) {
    if (expected.*j.order == 0.0) continue;
    if (!(coarsest.*j.size <= coarsest_relative_error * scale.*j.size))
      return testing::AssertionFailure() << "the coarsest error of " << j.name << " is above the window\n"
                                         << series.text();
    if (!(finest.*j.size >= round_off_margin * noise.*j.size))
      return testing::AssertionFailure()
             << "the finest error of " << j.name << " is near round-off, " << noise.*j.size << "\n"
             << series.text();
  }
  return has_slopes(series, expected);
}

}  // namespace kreisel::claims
