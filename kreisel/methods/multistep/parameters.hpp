// The multistep families and their coefficients: data only.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace kreisel {

enum class MultistepFamily { bliedf, mk_bdf, crouch_grossman, commutator_free };

/// The commutator term L of BLieDF, without which its order is 2.
enum class CorrectionTerm {
  direct,              // from the Magnus expansion of each step; any order, any step sizes
  none,                // for comparisons
  published,           // [Wieloch 2022] (3.40a), (3.40b), (3.42), (3.43)
  optimised_explicit,  // [Wieloch 2022] (6.7), (6.9): smallest error of the heavy top, k = 3, 4
  optimised_implicit,  // [Wieloch 2022] (6.8), (6.10)
  variable_steps,      // [Wieloch 2022] (5.36b), k = 3
};

struct MultistepParameters {
  MultistepFamily family = MultistepFamily::bliedf;
  int order = 5;  // constant steps: the order; error control: the highest
  CorrectionTerm correction = CorrectionTerm::direct;

  bool is_bdf() const { return family == MultistepFamily::bliedf || family == MultistepFamily::mk_bdf; }

  /// Not so the Adams-Moulton methods and the correction terms published for constant steps.
  bool fits_any_steps() const {
    if (family != MultistepFamily::bliedf) return family == MultistepFamily::mk_bdf;
    return order <= 2 || correction == CorrectionTerm::direct || correction == CorrectionTerm::none ||
           correction == CorrectionTerm::variable_steps;
  }
};

inline constexpr int max_multistep_order = 6;

/// lin_j = h Σ a[j][i] v_{n+1-i} + Σ b[j][i] ω^{(n+1-i)};  L = (1/h)[lin_1, lin_2 + [lin_3, lin_4 + [lin_5, lin_6]]].
struct CorrectionSet {
  std::size_t count = 2;  // of lin_j
  std::array<std::array<double, 7>, 6> a{}, b{};

  bool is_implicit() const {
    for (std::size_t j = 0; j < count; ++j)
      if (a[j][0] != 0.0 || b[j][1] != 0.0) return true;
    return false;
  }
};

/// The set of that name for order k; nullptr when none was published.
const CorrectionSet* correction_set(CorrectionTerm term, int k);

/// Exponentials of an Adams-Moulton method on a group: factor[j][i] multiplies h v_{n+1-i} in block j, the blocks
/// follow each other from the last to the first. beta: the velocity update, classical Adams-Moulton.
struct AdamsMoulton {
  std::array<double, 4> beta{};
  std::size_t blocks = 1;
  std::array<std::array<double, 4>, 3> factor{};
};
const AdamsMoulton& crouch_grossman(int order);  // [Wieloch 2022] section 3.1; order 1..4
const AdamsMoulton& commutator_free(int order);  // [Wieloch 2022] section 3.2; order 1..4

}  // namespace kreisel
