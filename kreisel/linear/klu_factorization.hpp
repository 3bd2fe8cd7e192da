// KLU, a sparse LU factorisation with pivoting [Davis, Palamadai Natarajan 2010, ACM TOMS 37(3), algorithm 907], for matrices
// that elimination in a fixed order cannot handle. Real and complex.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "kreisel/core/types.hpp"

namespace kreisel {

template <class Scalar>
class KluFactorization {
 public:
  KluFactorization();
  ~KluFactorization();
  KluFactorization(KluFactorization&&) noexcept;
  KluFactorization& operator=(KluFactorization&&) noexcept;
  /// A copy factorises anew.
  KluFactorization(const KluFactorization&);
  KluFactorization& operator=(const KluFactorization&);

  /// Compressed columns: rows of column j stand at starts[j] … starts[j + 1], each row once.
  void set_pattern(std::vector<int> starts, std::vector<int> rows);
  bool has_pattern() const;
  std::vector<Scalar>& values();  // in the order of rows

  /// Keeps the pivots of the last time while they are healthy. False: singular, see weakest_column().
  bool factorize();
  /// b <- A⁻¹b.
  void solve(Scalar* b) const;
  Index weakest_column() const;

 private:
  struct Hidden;
  std::unique_ptr<Hidden> hidden_;
};

extern template class KluFactorization<double>;
extern template class KluFactorization<std::complex<double>>;

}  // namespace kreisel
