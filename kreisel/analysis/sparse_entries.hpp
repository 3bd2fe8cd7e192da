// Sparse matrices as lists of entries, from matrices in blocks or dense ones, and on to KLU.
#pragma once

#include <vector>

#include "kreisel/core/types.hpp"
#include "kreisel/linear/block_matrix.hpp"
#include "kreisel/linear/klu_factorization.hpp"

namespace kreisel {

struct SparseEntry {
  Index row = 0, column = 0;
  double value = 0.0;
};

std::vector<SparseEntry> entries_of(const Matrix& m);
std::vector<SparseEntry> entries_of(const BlockSquare<double>& m);
std::vector<SparseEntry> entries_of(const BlockStrips<double>& m);

/// Entries moved to (row, column) and scaled.
void append(const std::vector<SparseEntry>& from, Index row, Index column, double factor,
            std::vector<SparseEntry>& to);

/// Entries at one place are summed. False: singular.
bool klu_factorized(std::vector<SparseEntry> entries, Index size, KluFactorization<double>& klu);

}  // namespace kreisel
