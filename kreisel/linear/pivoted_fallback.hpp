// The equations of BlockSaddlePoint as one sparse matrix, factorised with pivoting where elimination in blocks fails.
#pragma once

#include <complex>
#include <vector>

#include "kreisel/linear/block_matrix.hpp"
#include "kreisel/linear/klu_factorization.hpp"

namespace kreisel {

template <class Scalar>
class PivotedFallback {
 public:
  using Values = VectorOf<Scalar, Dynamic>;

  /// A positive diagonal in place of S: which rows depend on others does not change, and elimination can tell.
  const BlockSquare<Scalar>& stand_in_for(const BlockSquare<Scalar>& s);

  /// Of [ S U ; L -C ] with y = 0 in place of the dropped rows. False: singular at weakest().
  bool factorize(const BlockSquare<Scalar>& s, const BlockStrips<Scalar>& u, const BlockStrips<Scalar>& l,
                 const Values& c, const std::vector<Index>& dropped);
  /// b = (r, s) -> (x, y); what stands in the place of dropped rows does not matter.
  void solve(Scalar* b) const;
  Index weakest() const { return klu_.weakest_column(); }  // a coordinate, or the dimension plus a row

 private:
  void find_places(const BlockPattern& pattern);

  KluFactorization<Scalar> klu_;
  SharedPattern pattern_;
  BlockSquare<Scalar> stand_in_;
  std::vector<Index> places_;  // of the entries in the order in which they are visited
  std::vector<Index> dropped_;
  std::vector<bool> is_dropped_;
};

extern template class PivotedFallback<double>;
extern template class PivotedFallback<std::complex<double>>;

}  // namespace kreisel
