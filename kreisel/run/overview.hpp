// What a person asks first of a run: where it ended, how far things went, how large the reactions were and when.
#pragma once

#include <vector>

#include "kreisel/run/run.hpp"

namespace kreisel {

/// Gathers an overview sample by sample.
class OverviewBuilder {
 public:
  explicit OverviewBuilder(const std::vector<Column>& columns);

  void take(double t, const Vector& values);
  const Overview& overview() const { return overview_; }

 private:
  Overview overview_;
  std::vector<Index> number_columns_, reaction_columns_;  // a reaction: the first of six
  bool is_first_ = true;
};

}  // namespace kreisel
