// Points of Latin hypercubes, of Sobol's sequence and at random.
#include "kreisel/sweep/sampling.hpp"

#include <array>
#include <bit>
#include <numeric>

#include "kreisel/core/contracts.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/core/random.hpp"
#include "kreisel/run/option_names.hpp"

namespace kreisel {
namespace {

constexpr int sobol_bits = 32;

struct Direction {
  unsigned polynomial;          // primitive, with its highest and lowest coefficient
  std::array<unsigned, 8> odd;  // as many as its degree
};

/// The first rows of the table "new-joe-kuo-6" of [Joe, Kuo 2008].
constexpr std::array<Direction, 40> directions{{
    {1, {0, 0, 0, 0, 0, 0, 0, 0}},        {3, {1, 0, 0, 0, 0, 0, 0, 0}},
    {7, {1, 3, 0, 0, 0, 0, 0, 0}},        {11, {1, 3, 1, 0, 0, 0, 0, 0}},
    {13, {1, 1, 1, 0, 0, 0, 0, 0}},       {19, {1, 1, 3, 3, 0, 0, 0, 0}},
    {25, {1, 3, 5, 13, 0, 0, 0, 0}},      {37, {1, 1, 5, 5, 17, 0, 0, 0}},
    {41, {1, 1, 5, 5, 5, 0, 0, 0}},       {47, {1, 1, 7, 11, 19, 0, 0, 0}},
    {55, {1, 1, 5, 1, 1, 0, 0, 0}},       {59, {1, 1, 1, 3, 11, 0, 0, 0}},
    {61, {1, 3, 5, 5, 31, 0, 0, 0}},      {67, {1, 3, 3, 9, 7, 49, 0, 0}},
    {91, {1, 1, 1, 15, 21, 21, 0, 0}},    {97, {1, 3, 1, 13, 27, 49, 0, 0}},
    {103, {1, 1, 1, 15, 7, 5, 0, 0}},     {109, {1, 3, 1, 15, 13, 25, 0, 0}},
    {115, {1, 1, 5, 5, 19, 61, 0, 0}},    {131, {1, 3, 7, 11, 23, 15, 103, 0}},
    {137, {1, 3, 7, 13, 13, 15, 69, 0}},  {143, {1, 1, 3, 13, 7, 35, 63, 0}},
    {145, {1, 3, 5, 9, 1, 25, 53, 0}},    {157, {1, 3, 1, 13, 9, 35, 107, 0}},
    {167, {1, 3, 1, 5, 27, 61, 31, 0}},   {171, {1, 1, 5, 11, 19, 41, 61, 0}},
    {185, {1, 3, 5, 3, 3, 13, 69, 0}},    {191, {1, 1, 7, 13, 1, 19, 1, 0}},
    {193, {1, 3, 7, 5, 13, 19, 59, 0}},   {203, {1, 1, 3, 9, 25, 29, 41, 0}},
    {211, {1, 3, 5, 13, 23, 1, 55, 0}},   {213, {1, 3, 7, 3, 13, 59, 17, 0}},
    {229, {1, 3, 1, 3, 5, 53, 69, 0}},    {239, {1, 1, 5, 5, 23, 33, 13, 0}},
    {241, {1, 1, 7, 7, 1, 61, 123, 0}},   {247, {1, 1, 7, 9, 13, 61, 49, 0}},
    {253, {1, 3, 3, 5, 3, 55, 33, 0}},    {285, {1, 3, 1, 15, 31, 13, 49, 245}},
    {299, {1, 3, 5, 15, 31, 59, 63, 97}}, {301, {1, 3, 1, 11, 11, 11, 77, 249}},
}};

std::array<std::uint32_t, sobol_bits> direction_numbers(const Direction& row) {
  std::array<std::uint32_t, sobol_bits> v{};
  const int degree = std::bit_width(row.polynomial) - 1;
  for (int j = 0; j < sobol_bits; ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (degree == 0) {
      v[at] = 1U << (31 - j);  // van der Corput
    } else if (j < degree) {
      v[at] = row.odd[at] << (31 - j);
    } else {
      const auto before = [&](int k) { return v[static_cast<std::size_t>(j - k)]; };
      v[at] = before(degree) ^ (before(degree) >> degree);
      for (int k = 1; k < degree; ++k)
        if (((row.polynomial >> (degree - k)) & 1U) != 0) v[at] ^= before(k);
    }
  }
  return v;
}

/// Independent streams for every seed and purpose.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  Random first(seed ^ (a * 0x9E3779B97F4A7C15u));
  Random second(first.bits() ^ (b * 0xC2B2AE3D27D4EB4Fu));
  return second.bits();
}

}  // namespace

std::uint32_t sobol_bits_of(std::size_t k, std::size_t dimension) {
  KREISEL_EXPECTS(dimension < directions.size());
  const auto v = direction_numbers(directions[dimension]);
  std::uint32_t x = 0;
  const std::uint64_t gray = k ^ (k >> 1U);
  for (std::size_t j = 0; j < v.size(); ++j)
    if (((gray >> j) & 1U) != 0) x ^= v[j];
  return x;
}

std::size_t most_sobol_dimensions() {
  return directions.size();
}

SamplingKind sampling_kind(const std::string& name) {
  struct Kind {
    std::string_view name;
    SamplingKind value;
  };
  static constexpr std::array<Kind, 3> kinds{{{"lhs", SamplingKind::latin_hypercube},
                                              {"sobol", SamplingKind::sobol},
                                              {"random", SamplingKind::random}}};
  return named_value("--sample", "kind of sample", kinds, name);
}

long seed_of(long seed, std::size_t k) {
  constexpr std::uint64_t largest = 1'000'000'000'000'000;  // exact as a double
  return static_cast<long>(1 + mixed(static_cast<std::uint64_t>(seed), 3, k) % largest);
}

SamplePoints::SamplePoints(Sampling sampling, std::size_t dimensions, long seed)
    : sampling_(sampling), seed_(static_cast<std::uint64_t>(seed)) {
  if (sampling.kind == SamplingKind::sobol && dimensions > most_sobol_dimensions())
    throw OptionError("Sobol samples of so many parameters are not known", "--sample",
                      "vary at most " + std::to_string(most_sobol_dimensions()) + " ranges, or take lhs");
  if (sampling.kind != SamplingKind::latin_hypercube) return;
  for (std::size_t d = 0; d < dimensions; ++d) {
    std::vector<std::uint32_t> order(sampling.count);
    std::iota(order.begin(), order.end(), 0U);
    Random random(mixed(seed_, 1, d));
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.bits() % i]);
    orders_.push_back(std::move(order));
  }
}

double SamplePoints::at(std::size_t k, std::size_t dimension) const {
  constexpr double half = 0.5;
  const auto uniform = [&](std::uint64_t purpose) {
    return (static_cast<double>(mixed(mixed(seed_, purpose, dimension), 2, k) >> 12U) + half) * 0x1p-52;
  };
  switch (sampling_.kind) {
    case SamplingKind::latin_hypercube:
      return (static_cast<double>(orders_[dimension][k]) + uniform(2)) / static_cast<double>(sampling_.count);
    case SamplingKind::sobol: {
      const auto shift = static_cast<std::uint32_t>(mixed(seed_, 4, dimension));  // keeps a net a net
      return (static_cast<double>(sobol_bits_of(k, dimension) ^ shift) + half) * 0x1p-32;
    }
    default:
      return uniform(5);
  }
}

}  // namespace kreisel
