// Numbers that are known from elsewhere, and helpers with which problems write down tables of them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/core/contracts.hpp"
#include "kreisel/core/parameters.hpp"

namespace kreisel {

/// A trusted digit string: what a publication or an independent high-precision run gives.
struct ReferenceValue {
  double t;
  std::string observable;
  double value;
  double uncertainty;  // absolute; digits beyond are not trusted
};

/// One row of a table: values of several observables at time t, all with the same absolute uncertainty.
inline void add_references(std::vector<ReferenceValue>& all, double t, const std::vector<std::string>& names,
                           const std::vector<double>& values, double uncertainty) {
  KREISEL_EXPECTS(names.size() == values.size());
  for (std::size_t i = 0; i < names.size(); ++i) all.push_back({t, names[i], values[i], uncertainty});
}

/// Digits hold for the published data only; `varied` is a number that the table has several values of.
inline bool has_default_numbers(const Parameters& parameters, std::string_view varied = {}) {
  for (const Parameter& parameter : parameters.declared()) {
    if (!parameter.choices.empty() || parameter.name == varied) continue;
    if (parameters.number(parameter.name) != parameter.value) return false;
  }
  return true;
}

/// Smallest value accepted for masses, lengths and the like: positive, and far below any sensible one.
inline constexpr double smallest_positive = 1e-12;

}  // namespace kreisel
