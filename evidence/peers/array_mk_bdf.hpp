// dexp⁻¹ of [Wieloch 2022] (3.11) with its derivatives, in the order of operations that section 3.3.3 proposes.
#pragma once

#include "evidence/peers/array_top.hpp"

namespace kreisel::experiments {

struct InverseTangent {
  Array value, by_first, by_second;
};

/// dexp⁻¹_k(w1, w2) and its derivatives with respect to w1 and w2. The printed compact form lacks 1/720 at A(w1) and has
/// the wrong sign at 1/60; here both as differentiation gives them.
InverseTangent inverse_tangent(const ArrayTop& top, int k, const Array& w1, const Array& w2);

}  // namespace kreisel::experiments
