// Zeros that stand in blocks are left out; sums of entries are made when columns are.
#include "kreisel/analysis/sparse_entries.hpp"

#include <algorithm>
#include <numeric>

namespace kreisel {
namespace {

template <class Block>
void add_block(const Block& block, Index row, Index column, std::vector<SparseEntry>& all) {
  for (Index j = 0; j < block.cols(); ++j)
    for (Index i = 0; i < block.rows(); ++i)
      if (block(i, j) != 0.0) all.push_back({row + i, column + j, block(i, j)});
}

}  // namespace

std::vector<SparseEntry> entries_of(const Matrix& m) {
  std::vector<SparseEntry> all;
  add_block(m, 0, 0, all);
  return all;
}

std::vector<SparseEntry> entries_of(const BlockSquare<double>& m) {
  std::vector<SparseEntry> all;
  const BlockPattern& pattern = m.pattern();
  for (Index i = 0; i < static_cast<Index>(pattern.bodies().size()); ++i)
    add_block(m.diagonal(i), pattern.body(i).first, pattern.body(i).first, all);
  if (m.is_diagonal()) return all;
  for (const BlockPattern::Coupling& c : pattern.couplings()) {
    add_block(m.upper(c), pattern.body(c.first).first, pattern.body(c.second).first, all);
    add_block(m.lower(c), pattern.body(c.second).first, pattern.body(c.first).first, all);
  }
  return all;
}

std::vector<SparseEntry> entries_of(const BlockStrips<double>& m) {
  std::vector<SparseEntry> all;
  for (const BlockPattern::Strip& strip : m.pattern().strips()) {
    const auto values = m.strip(strip);
    Index column = 0;
    for (const Index body : strip.bodies) {
      const auto& place = m.pattern().body(body);
      add_block(values.middleCols(column, place.size), strip.first, place.first, all);
      column += place.size;
    }
  }
  return all;
}

void append(const std::vector<SparseEntry>& from, Index row, Index column, double factor,
            std::vector<SparseEntry>& to) {
  for (const SparseEntry& e : from) to.push_back({row + e.row, column + e.column, factor * e.value});
}

bool klu_factorized(std::vector<SparseEntry> all, Index size, KluFactorization<double>& klu) {
  std::sort(all.begin(), all.end(), [](const SparseEntry& a, const SparseEntry& b) {
    return a.column != b.column ? a.column < b.column : a.row < b.row;
  });
  std::vector<int> starts(static_cast<std::size_t>(size) + 1, 0), rows;
  std::vector<double> values;
  Index last_column = -1;
  for (const SparseEntry& e : all) {
    const bool is_same = last_column == e.column && !rows.empty() && rows.back() == static_cast<int>(e.row);
    if (is_same) {
      values.back() += e.value;
      continue;
    }
    rows.push_back(static_cast<int>(e.row));
    values.push_back(e.value);
    last_column = e.column;
    ++starts[static_cast<std::size_t>(e.column) + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  klu.set_pattern(std::move(starts), std::move(rows));
  klu.values() = std::move(values);
  return klu.factorize();
}

}  // namespace kreisel
