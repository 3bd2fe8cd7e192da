// Comparison with a number as a publication prints it.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace kreisel::claims {

/// Agrees when it rounds to the printed digits, with a tenth of the last digit for the rounding itself.
inline testing::AssertionResult agrees_with_print(double measured, const std::string& printed) {
  const std::size_t mantissa_end = std::min(printed.find('e'), printed.size());
  const std::size_t point = printed.find('.');
  const double digits_after_point =
      point == std::string::npos ? 0.0 : static_cast<double>(mantissa_end - point - 1);
  const double exponent = mantissa_end < printed.size() ? std::stod(printed.substr(mantissa_end + 1)) : 0.0;
  const double last_digit = std::pow(10.0, exponent - digits_after_point);
  if (std::abs(measured - std::stod(printed)) <= 0.6 * last_digit) return testing::AssertionSuccess();
  return testing::AssertionFailure() << measured << " instead of " << printed;
}

}  // namespace kreisel::claims
