// The motion at any time of a run, kept while it is computed.
//
// Every accepted step is looked at through the method's own dense output in the Chebyshev points of the second kind.
// Between them the displacement w, q = q_n·exp(w), the velocity and λ are interpolated by the barycentric formula
// [Berrut, Trefethen 2004] (5.4). Dense output is nearly a polynomial of lower degree, so this nearly gives it back. A
// step that turns a body far is kept in parts, because w of more than half a turn is not unique.
#pragma once

#include <vector>

#include "kreisel/groups/product_group.hpp"
#include "kreisel/integrate/integrate.hpp"

namespace kreisel {

class DenseSolution {
 public:
  explicit DenseSolution(ProductGroup group) : group_(std::move(group)) {}

  void add(const StepView& step);
  bool is_empty() const { return times_.empty(); }
  double t_begin() const { return times_.front(); }
  double t_end() const { return times_.back(); }
  /// At t between the ends; beyond, the last polynomial goes on. At the time of an event, what was before it. The
  /// acceleration stays empty.
  State at(double t) const;

 private:
  static constexpr Index degree = 8;

  Index parts_of(const StepView& step) const;
  void add_part(const StepView& step, Index part, Index parts);

  const double* node(std::size_t part, Index k) const {
    return numbers_.data() + (part * (degree + 1) + static_cast<std::size_t>(k)) * width();
  }
  std::size_t width() const { return static_cast<std::size_t>(2 * group_.dimension() + rows_); }

  ProductGroup group_;
  Index rows_ = 0;
  std::vector<double> times_;    // start of the run, then ends of the parts of steps
  std::vector<double> begins_;   // of the parts
  std::vector<double> origins_;  // q at the start of every part
  std::vector<double> numbers_;  // w, v, λ in every node of every part
  State between_ = {};
};

}  // namespace kreisel
