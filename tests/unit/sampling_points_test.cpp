// Samples of the unit cube: against published sequences, and what makes them what they are called.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "kreisel/core/error.hpp"
#include "kreisel/sweep/sampling.hpp"
#include "kreisel/sweep/variation.hpp"

namespace {

using namespace kreisel;

constexpr std::size_t count = 1000;

/// Numbers of scipy 1.10, qmc.Sobol(d, scramble=False, bits=32), times 2^32.
TEST(SobolPoints, AreThoseOfAnotherImplementation) {
  struct Reference {
    std::size_t dimension;
    std::array<std::uint32_t, 5> bits;  // of the points 1, 2, 3, 50 and 99
  };
  static constexpr std::array<std::size_t, 5> points{1, 2, 3, 50, 99};
  static constexpr Reference references[] = {
      {0, {2147483648, 3221225472, 1073741824, 3556769792, 1241513984}},
      {1, {2147483648, 1073741824, 3221225472, 2080374784, 3791650816}},
      {6, {2147483648, 1073741824, 3221225472, 67108864, 2785017856}},
      {20, {2147483648, 1073741824, 3221225472, 2885681152, 570425344}},
      {39, {2147483648, 1073741824, 3221225472, 3690987520, 33554432}}};
  for (const Reference& r : references)
    for (std::size_t i = 0; i < points.size(); ++i)
      EXPECT_EQ(sobol_bits_of(points[i], r.dimension), r.bits[i]) << r.dimension << " " << points[i];
}

/// [Sobol 1967]: of 2^m points exactly one falls into each of 2^m equal intervals, shifted or not.
TEST(SobolPoints, FillEveryIntervalOnce) {
  constexpr std::size_t all = 256;
  const SamplePoints points({SamplingKind::sobol, all}, most_sobol_dimensions(), 7);
  for (std::size_t d = 0; d < most_sobol_dimensions(); ++d) {
    std::vector<int> hits(all);
    for (std::size_t k = 0; k < all; ++k) ++hits[static_cast<std::size_t>(points.at(k, d) * all)];
    EXPECT_TRUE(std::ranges::all_of(hits, [](int n) { return n == 1; })) << d;
  }
}

TEST(SobolPoints, RefuseMoreDimensionsThanAreKnown) {
  EXPECT_THROW(SamplePoints({SamplingKind::sobol, 4}, most_sobol_dimensions() + 1, 1), OptionError);
}

TEST(LatinHypercube, HasOnePointInEveryRowAndColumn) {
  const SamplePoints points({SamplingKind::latin_hypercube, count}, 3, 1);
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<int> hits(count);
    for (std::size_t k = 0; k < count; ++k) ++hits[static_cast<std::size_t>(points.at(k, d) * count)];
    EXPECT_TRUE(std::ranges::all_of(hits, [](int n) { return n == 1; })) << d;
  }
}

/// The sum of squared deviations of a uniform variable has mean n/12; of two dimensions the correlation is 0 within 4/√n.
TEST(SamplePoints, DimensionsAndSeedsAreIndependent) {
  for (const auto kind : {SamplingKind::latin_hypercube, SamplingKind::sobol, SamplingKind::random}) {
    const SamplePoints one({kind, count}, 2, 1), other({kind, count}, 2, 2);
    double between = 0.0, seeds = 0.0, square = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
      const double x = one.at(k, 0) - 0.5;
      between += x * (one.at(k, 1) - 0.5);
      seeds += x * (other.at(k, 0) - 0.5);
      square += x * x;
    }
    EXPECT_NEAR(12.0 * square / count, 1.0, 0.12);
    EXPECT_LT(std::abs(12.0 * between / count), 4.0 / std::sqrt(count));
    if (kind != SamplingKind::sobol) {  // another shift of the same points is not independent of them
      EXPECT_LT(std::abs(12.0 * seeds / count), 4.0 / std::sqrt(count));
    }
    EXPECT_NE(one.at(5, 0), other.at(5, 0));
  }
}

/// More points keep the first ones, so that a larger sample computes only what is new.
TEST(SamplePoints, MorePointsKeepTheFirst) {
  for (const auto kind : {SamplingKind::sobol, SamplingKind::random}) {
    const SamplePoints few({kind, 10}, 4, 3), many({kind, 10'000}, 4, 3);
    for (std::size_t k = 0; k < 10; ++k) EXPECT_EQ(few.at(k, 3), many.at(k, 3));
  }
}

/// Φ(x) = erfc(-x/√2)/2 of the C library; 1e-15 of p where Φ can be computed that well.
TEST(NormalQuantile, InvertsTheDistribution) {
  for (const double p :
       {1e-300, 1e-20, 1e-9, 0.001, 0.02425, 0.07, 0.075, 0.3, 0.5, 0.7, 0.925, 0.93, 0.999}) {
    const double x = normal_quantile(p);
    const double slope = x * x + 1.0;  // relative errors of x grow by it in the tails
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)), p, 4e-16 * slope * std::max(p, 1e-290) * 10.0) << p;
  }
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 4e-16 * 2.0);  // tables of every book
}

}  // namespace
