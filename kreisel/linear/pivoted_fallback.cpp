// Copies blocks into one sparse matrix for KLU.
#include "kreisel/linear/pivoted_fallback.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kreisel/linear/scalars.hpp"

namespace kreisel {
namespace {

/// visit(row, column, offset) for the entries of a matrix of bodies.
template <class Visit>
void visit_square(const BlockPattern& p, Visit&& visit) {
  const auto block = [&](const BlockPattern::Body& rows, const BlockPattern::Body& columns, Index offset) {
    for (Index j = 0; j < columns.size; ++j)
      for (Index i = 0; i < rows.size; ++i) visit(rows.first + i, columns.first + j, offset++);
  };
  for (const auto& body : p.bodies()) block(body, body, body.square);
  for (const auto& c : p.couplings()) {
    const auto &a = p.body(c.first), &b = p.body(c.second);
    block(a, b, c.square);
    block(b, a, c.square + a.size * b.size);
  }
}

/// visit(row, column, offset) for the entries of strips.
template <class Visit>
void visit_strips(const BlockPattern& p, Visit&& visit) {
  for (const auto& strip : p.strips()) {
    Index offset = strip.value;
    for (Index i = 0; i < strip.size; ++i)
      for (const Index body : strip.bodies)
        for (Index j = 0; j < p.body(body).size; ++j)
          visit(strip.first + i, p.body(body).first + j, offset++);
  }
}

}  // namespace

template <class Scalar>
const BlockSquare<Scalar>& PivotedFallback<Scalar>::stand_in_for(const BlockSquare<Scalar>& s) {
  if (stand_in_.shared_pattern() != s.shared_pattern()) stand_in_.resize(s.shared_pattern(), false);
  for (Index i = 0; i < static_cast<Index>(s.pattern().bodies().size()); ++i) {
    double largest = 0.0;
    for (Index k = 0; k < s.pattern().body(i).size; ++k)
      largest = std::max(largest, magnitude(s.diagonal_entry(i, k)));
    for (Index k = 0; k < s.pattern().body(i).size; ++k) {
      const double size = magnitude(s.diagonal_entry(i, k));
      stand_in_.diagonal(i)(k, k) = size > 0.0 ? size : largest > 0.0 ? largest : 1.0;
    }
  }
  return stand_in_;
}

template <class Scalar>
void PivotedFallback<Scalar>::find_places(const BlockPattern& p) {
  const Index n = p.dimension(), m = p.rows();
  std::vector<std::pair<Index, Index>> entries;  // column, row
  visit_square(p, [&](Index i, Index j, Index) { entries.emplace_back(j, i); });
  visit_strips(p, [&](Index i, Index j, Index) {
    entries.emplace_back(n + i, j);
    entries.emplace_back(j, n + i);
  });
  for (Index i = 0; i < m; ++i) entries.emplace_back(n + i, n + i);

  std::vector<Index> sorted(entries.size());
  std::iota(sorted.begin(), sorted.end(), Index{0});
  std::sort(sorted.begin(), sorted.end(), [&](Index a, Index b) { return entries[at(a)] < entries[at(b)]; });
  std::vector<int> starts(at(n + m + 1), 0), rows;
  places_.resize(entries.size());
  for (const Index k : sorted) {
    places_[at(k)] = static_cast<Index>(rows.size());
    rows.push_back(static_cast<int>(entries[at(k)].second));
    ++starts[at(entries[at(k)].first + 1)];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  klu_.set_pattern(std::move(starts), std::move(rows));
  is_dropped_.assign(at(m), false);
  dropped_.reserve(at(m));
}

template <class Scalar>
bool PivotedFallback<Scalar>::factorize(const BlockSquare<Scalar>& s, const BlockStrips<Scalar>& u,
                                        const BlockStrips<Scalar>& l, const Values& c,
                                        const std::vector<Index>& dropped) {
  if (pattern_ != s.shared_pattern()) {
    find_places(s.pattern());
    pattern_ = s.shared_pattern();
  }
  for (const Index row : dropped_) is_dropped_[at(row)] = false;
  dropped_ = dropped;
  for (const Index row : dropped_) is_dropped_[at(row)] = true;

  auto& values = klu_.values();
  auto place = places_.begin();
  const auto put = [&](const Scalar& x) { values[at(*place++)] = x; };
  visit_square(*pattern_, [&](Index, Index, Index offset) { put(s.values()[offset]); });
  visit_strips(*pattern_, [&](Index row, Index, Index offset) {
    put(is_dropped_[at(row)] ? Scalar(0.0) : u.values()[offset]);
    put(is_dropped_[at(row)] ? Scalar(0.0) : l.values()[offset]);
  });
  for (Index i = 0; i < pattern_->rows(); ++i) put(is_dropped_[at(i)] ? Scalar(1.0) : -c[i]);
  return klu_.factorize();
}

template <class Scalar>
void PivotedFallback<Scalar>::solve(Scalar* b) const {
  for (const Index row : dropped_) b[pattern_->dimension() + row] = Scalar(0.0);
  klu_.solve(b);
}

template class PivotedFallback<double>;
template class PivotedFallback<Complex>;

}  // namespace kreisel
