// Chebyshev samples of every accepted step, and their interpolation.
#include "kreisel/integrate/dense_solution.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kreisel {
namespace {

/// The k-th of the points from 0 to 1, those of the ends included.
double chebyshev_point(Index k, Index degree) {
  return 0.5 * (1.0 - std::cos(std::numbers::pi * static_cast<double>(k) / static_cast<double>(degree)));
}

double barycentric_weight(Index k, Index degree) {
  const double sign = k % 2 == 0 ? 1.0 : -1.0;
  return k == 0 || k == degree ? 0.5 * sign : sign;
}

}  // namespace

void DenseSolution::add(const StepView& step) {
  constexpr int most_halvings = 6;
  if (is_empty()) {
    rows_ = step.end().lambda.size();
    between_.q.setZero(group_.coordinate_count());
    between_.v.setZero(group_.dimension());
    between_.acceleration = between_.v;
    between_.lambda.setZero(rows_);
  }
  add_part(step, 0.0, 1.0, most_halvings);
}

void DenseSolution::add_part(const StepView& step, double from, double to, int halvings) {
  constexpr double lost = 0.2;  // of the way, between the short cut and the sum of small moves
  const std::size_t begin = numbers_.size();
  Vector origin, before, way = Vector::Zero(group_.dimension()), w = way;
  for (Index k = 0; k <= degree; ++k) {
    step.interpolate(from + (to - from) * chebyshev_point(k, degree), between_);
    if (k == 0) origin = before = between_.q;
    way += group_.log(group_.compose(group_.inverse(before), between_.q));
    w = group_.log(group_.compose(group_.inverse(origin), between_.q));
    before = between_.q;
    numbers_.insert(numbers_.end(), w.begin(), w.end());
    numbers_.insert(numbers_.end(), between_.v.begin(), between_.v.end());
    numbers_.insert(numbers_.end(), between_.lambda.begin(), between_.lambda.end());
  }
  if (halvings > 0 && (way - w).norm() > lost * way.norm()) {
    numbers_.resize(begin);
    const double middle = 0.5 * (from + to);
    add_part(step, from, middle, halvings - 1);
    add_part(step, middle, to, halvings - 1);
    return;
  }
  const double h = step.t_end - step.t_begin;
  begins_.push_back(step.t_begin + from * h);
  ends_.push_back(to == 1.0 ? step.t_end : step.t_begin + to * h);
  origins_.insert(origins_.end(), origin.begin(), origin.end());
}

State DenseSolution::at(double t) const {
  const auto found = std::lower_bound(ends_.begin(), ends_.end() - 1, t);
  const auto part = static_cast<std::size_t>(found - ends_.begin());
  const double s = (t - begins_[part]) / (ends_[part] - begins_[part]);
  const auto size = static_cast<Index>(width());
  Vector sum = Vector::Zero(size);
  double weights = 0.0;
  for (Index k = 0; k <= degree; ++k) {
    const Eigen::Map<const Vector> values(node(part, k), size);
    const double distance = s - chebyshev_point(k, degree);
    if (distance == 0.0) {
      sum = values;
      weights = 1.0;
      break;
    }
    const double weight = barycentric_weight(k, degree) / distance;
    sum += weight * values;
    weights += weight;
  }
  sum /= weights;
  const Index n = group_.dimension(), coordinates = group_.coordinate_count();
  const Eigen::Map<const Vector> origin(origins_.data() + static_cast<Index>(part) * coordinates,
                                        coordinates);
  return {t, group_.advance(origin, sum.head(n)), sum.segment(n, n), {}, sum.tail(rows_)};
}

}  // namespace kreisel
