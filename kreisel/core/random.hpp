// Random: one seeded generator with its own uniform and normal numbers, the same on every standard library.
//
// xoshiro256** [Blackman, Vigna 2021], seeded through splitmix64 [Steele, Lea, Flood 2014]; normal numbers by
// the polar method [Marsaglia, Bray 1964].
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace kreisel {

class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9E3779B97F4A7C15u;
      std::uint64_t mixed = seed;
      mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
      mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
      word = mixed ^ (mixed >> 31);
    }
  }

  /// What to print with a failure.
  std::uint64_t seed() const { return seed_; }

  std::uint64_t bits() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform in [0, 1), 53 random bits.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  /// Mean 0, standard deviation 1. The second number of each pair is dropped: no hidden state between calls.
  double normal() {
    for (;;) {
      const double x = uniform(-1.0, 1.0), y = uniform(-1.0, 1.0);
      const double square = x * x + y * y;
      if (square > 0.0 && square < 1.0) return x * std::sqrt(-2.0 * std::log(square) / square);
    }
  }

 private:
  std::uint64_t seed_;
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace kreisel
