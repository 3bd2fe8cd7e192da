// The motion at any time of a run, kept while it is computed.
//
// Every accepted step is looked at through the method's own dense output in the Chebyshev points of the second kind.
// Between them the displacement w, q = q_n·exp(w), the velocity and λ are interpolated by the barycentric formula
// [Berrut, Trefethen 2004] (5.4). A step that turns so far that log loses its way is kept in halves. Dense output is a polynomial of lower degree, in this chart or in one nearby, so this gives it back.
#pragma once

#include <vector>

#include "kreisel/groups/product_group.hpp"
#include "kreisel/integrate/integrate.hpp"

namespace kreisel {

class DenseSolution {
 public:
  explicit DenseSolution(ProductGroup group) : group_(std::move(group)) {}

  void add(const StepView& step);
  bool is_empty() const { return ends_.empty(); }
  double t_begin() const { return begins_.front(); }
  double t_end() const { return ends_.back(); }
  /// At t between the ends; beyond, the last polynomial goes on. At the time of an event, what was before it. The
  /// acceleration stays empty.
  State at(double t) const;

 private:
  static constexpr Index degree = 16;  // far below any tolerance also where dense output turns by a radian

  void add_part(const StepView& step, double from, double to, int halvings);
  const double* node(std::size_t part, Index k) const {
    return numbers_.data() + (part * (degree + 1) + static_cast<std::size_t>(k)) * width();
  }
  std::size_t width() const { return static_cast<std::size_t>(2 * group_.dimension() + rows_); }

  ProductGroup group_;
  Index rows_ = 0;
  std::vector<double> begins_, ends_;  // of the parts: steps, or halves of them
  std::vector<double> origins_;        // q at the start of every part
  std::vector<double> numbers_;        // w, v, λ in every node of every part
  State between_ = {};
};

}  // namespace kreisel
