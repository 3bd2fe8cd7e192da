// The numbers of an elimination: runs a BlockProgram, forward to factorise, forward and back to solve.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "kreisel/linear/block_matrix.hpp"
#include "kreisel/linear/block_program.hpp"

namespace kreisel {

template <class Scalar>
class BlockFactors {
 public:
  using Values = VectorOf<Scalar, Dynamic>;

  /// What the pivots were like.
  struct Health {
    bool has_failed = false;         // a pivot is not a number, or one of a body has lost its digits
    bool has_negative_body = false;  // S is not positive definite
    double row_sensitivity = 0.0;    // largest reciprocal of a row's pivot
    double row_share = 1.0;          // least that a row's pivot is of what elimination took from there
  };

  void resize(std::shared_ptr<const BlockProgram> program);
  const BlockProgram& program() const { return *program_; }

  /// Of [ S U ; L -C ]; u holds Uᵀ. Appends the rows left out as redundant to `dropped`, which has room for all. Of a
  /// symmetric matrix L and what lies below the diagonal of S are not read, and elimination is half the work.
  Health factorize(const BlockSquare<Scalar>& s, const BlockStrips<Scalar>& u, const BlockStrips<Scalar>& l,
                   const Values& c, std::vector<Index>& dropped, bool is_symmetric = false);
  /// From now on these rows are among them, whatever their pivots are.
  void leave_out(const std::vector<Index>& rows);
  std::size_t left_out() const { return left_out_count_; }
  /// (r, s) -> (x, y) in place.
  void solve(Scalar* r, Scalar* rows) const;

 private:
  void load(const BlockSquare<Scalar>& s, const BlockStrips<Scalar>& u, const BlockStrips<Scalar>& l,
            const Values& c);

  std::shared_ptr<const BlockProgram> program_;
  Values values_;
  Vector reference_;  // for every coordinate and row the largest amount on its diagonal
  std::vector<unsigned char> left_out_;
  std::size_t left_out_count_ = 0;
};

extern template class BlockFactors<double>;
extern template class BlockFactors<std::complex<double>>;

}  // namespace kreisel
