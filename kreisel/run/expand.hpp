// The ε-expansion of a problem: a specification in, a record out, with an estimate of every error that was made.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kreisel/integrate/expansion.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

struct ExpandSpec {
  std::string target;
  std::vector<std::pair<std::string, std::string>> settings = {};  // parameters of the problem
  int order = 2;                                                   // 0 … highest_expansion_order
  std::optional<double> t_end = {};
  double tolerance = 1e-10;
  long samples = 200;
};

/// A value of the expansion: Σ terms[k], k <= order, and the size of the first term left out.
struct ExpandedValue {
  std::string name, unit;
  std::vector<double> terms;
  double sum = 0.0, next_term = 0.0;
};

struct ExpandRecord {
  ExpandSpec spec;
  std::map<std::string, std::string> parameters;
  std::string problem;
  double epsilon = 0.0;  // the largest compliance of a velocity row
  double t_begin = 0.0, t_end = 0.0;
  Expansion expansion;
  std::vector<ExpandedValue> values;       // at the end, λ included
  std::vector<ReferenceValue> references;  // at the end
  std::string json() const;
};

/// t, the sums and the terms left out, in the order of `columns`.
struct ExpandSinks {
  std::function<void(const std::vector<Column>&)> begin;
  std::function<void(const std::vector<double>& row)> sample;
};

/// Throws Error for bad input, and for models that have no expansion.
ExpandRecord expand(const ExpandSpec& spec, const ExpandSinks& sinks = {});

}  // namespace kreisel
