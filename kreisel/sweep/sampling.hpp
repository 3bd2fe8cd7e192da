// Points of the unit cube for samples, each computed by itself: Latin hypercube, Sobol's sequence, random.
//
// [McKay, Beckman, Conover 1979]; [Sobol 1967] with the direction numbers of [Joe, Kuo 2008] and a random digital shift.
// Points of `sobol` and `random` do not depend on how many are asked for: more of them keep the first ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kreisel {

enum class SamplingKind { none, latin_hypercube, sobol, random };

/// "lhs", "sobol" or "random". Throws UnknownName.
SamplingKind sampling_kind(const std::string& name);

struct Sampling {
  SamplingKind kind = SamplingKind::none;
  std::size_t count = 1;
};

class SamplePoints {
 public:
  /// Throws OptionError for more dimensions than Sobol's sequence is known in.
  SamplePoints(Sampling sampling, std::size_t dimensions, long seed);

  /// In (0, 1).
  double at(std::size_t k, std::size_t dimension) const;

 private:
  Sampling sampling_;
  std::uint64_t seed_;
  std::vector<std::vector<std::uint32_t>> orders_;
};

/// The 32 bits of the k-th point, not shifted, in Gray code order.
std::uint32_t sobol_bits_of(std::size_t k, std::size_t dimension);
std::size_t most_sobol_dimensions();

/// A seed of its own for the k-th repetition.
long seed_of(long seed, std::size_t k);

}  // namespace kreisel
