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
  if (times_.empty()) {
    rows_ = step.end().lambda.size();
    times_.push_back(step.t_begin);
    between_.q.setZero(group_.coordinate_count());
    between_.v.setZero(group_.dimension());
    between_.acceleration = between_.v;
    between_.lambda.setZero(rows_);
  }
  begins_.push_back(step.t_begin);
  times_.push_back(step.t_end);
  Vector back;
  for (Index k = 0; k <= degree; ++k) {
    step.interpolate(chebyshev_point(k, degree), between_);
    if (k == 0) {
      origins_.insert(origins_.end(), between_.q.begin(), between_.q.end());
      back = group_.inverse(between_.q);
    }
    const Vector w = group_.log(group_.compose(back, between_.q));
    numbers_.insert(numbers_.end(), w.begin(), w.end());
    numbers_.insert(numbers_.end(), between_.v.begin(), between_.v.end());
    numbers_.insert(numbers_.end(), between_.lambda.begin(), between_.lambda.end());
  }
}

State DenseSolution::at(double t) const {
  const auto after = std::lower_bound(times_.begin() + 1, times_.end() - 1, t);
  const auto step = static_cast<std::size_t>(after - times_.begin()) - 1;
  const double s = (t - begins_[step]) / (times_[step + 1] - begins_[step]);
  const auto size = static_cast<Index>(width());
  Vector sum = Vector::Zero(size);
  double weights = 0.0;
  for (Index k = 0; k <= degree; ++k) {
    const Eigen::Map<const Vector> values(node(step, k), size);
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
  const Eigen::Map<const Vector> origin(origins_.data() + static_cast<Index>(step) * coordinates,
                                        coordinates);
  return {t, group_.advance(origin, sum.head(n)), sum.segment(n, n), {}, sum.tail(rows_)};
}

}  // namespace kreisel
