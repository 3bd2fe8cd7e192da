// The laws of a Lie group as code, free of any test framework: check your own with check_group_laws(MyGroup{}).
//
// Elements are exp(w) for seeded random w and for hard cases: w = 0, tiny, on both sides of every switch between
// series and closed form, near π, at π and beyond. Each law compares two arrays; the error is counted in ulps of
// the scale, which is the largest number compared but at least 1. Algebraic laws allow `algebra_ulps`. Derivatives
// are compared with central differences of fourth order, step 2^-11, whose own error is below `difference_ulps`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kreisel/groups/lie_group.hpp"
#include "kreisel/groups/product_group.hpp"

namespace kreisel {

struct LawOptions {
  std::uint64_t seed = 1;
  int samples = 20;                // random elements besides the hard cases
  double algebra_ulps = 50.0;      // a dozen roundings; our own groups stay below 15
  double difference_ulps = 2.0e4;  // 4.4e-12: error of the differences; our own groups stay below 1e4
};

/// The worst case of one law that does not hold.
struct LawViolation {
  std::string law;
  std::string element;  // the tangent w of exp(w), and the seed
  double measured = 0;  // ulps of the scale
  double allowed = 0;   // ulps of the scale
  double scale = 1;
};

/// One line: what, where, how much.
std::string describe(const LawViolation& violation);

/// Every law that fails, with its worst case; empty when the group keeps them all.
std::vector<LawViolation> check_group_laws(const ProductGroup& group, const LawOptions& options = {});

/// The same for a group of fixed size, seen as a product of one factor: the laws are compiled once for all groups.
template <FixedLieGroup G>
std::vector<LawViolation> check_group_laws(const G&, const LawOptions& options = {}) {
  return check_group_laws(ProductGroup({factor_of<G>()}), options);
}

}  // namespace kreisel
