// The tails of trig_tails.hpp for power series, so that rotations can be expanded in a small parameter.
#pragma once

#include "kreisel/core/series.hpp"
#include "kreisel/groups/trig_tails.hpp"

namespace kreisel {
namespace detail {
/// c_k(s) right up to ε^known, by dc_k/ds = -(c_{k+1} - k c_{k+2})/2.
template <int k, int known, int K>
Series<K> trig_tail_to(const Series<K>& s) {
  const double value = trig_tail<k>(s[0]);
  if constexpr (known == 0) {
    return Series<K>(value);
  } else {
    const Series<K> slope =
        -0.5 * (trig_tail_to<k + 1, known - 1>(s) - double(k) * trig_tail_to<k + 2, known - 1>(s));
    return Series<K>::integral(value, slope * s.derivative());
  }
}
}  // namespace detail

template <int k, int K>
Series<K> trig_tail(const Series<K>& s) {
  return detail::trig_tail_to<k, K>(s);
}

template <int K>
Tails<Series<K>> tails(const Series<K>& s) {
  return {trig_tail<0>(s), trig_tail<1>(s), trig_tail<2>(s), trig_tail<3>(s)};
}

}  // namespace kreisel
