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

constexpr double turns_beyond = 4.0;   // a part is short when four of it are still less than half a turn
constexpr Index most_parts = 1 << 10;  // far beyond any step that a method resolves

/// Whether log gives back what exp was given, so that rotations by w are less than half a turn.
bool is_within_half_a_turn(const ProductGroup& group, const Vector& w) {
  return (group.log(group.exp(w)) - w).cwiseAbs().maxCoeff() <= 1e-6 * (1.0 + w.cwiseAbs().maxCoeff());
}

}  // namespace

Index DenseSolution::parts_of(const StepView& step) const {
  if (group_.dimension() == 0) return 1;
  const Vector whole = turns_beyond * (step.t_end - step.t_begin) * step.end().v;
  Index parts = 1;
  while (parts < most_parts && !is_within_half_a_turn(group_, whole / static_cast<double>(parts))) parts *= 2;
  return parts;
}

void DenseSolution::add(const StepView& step) {
  if (times_.empty()) {
    rows_ = step.end().lambda.size();
    times_.push_back(step.t_begin);
    between_.q.setZero(group_.coordinate_count());
    between_.v.setZero(group_.dimension());
    between_.acceleration = between_.v;
    between_.lambda.setZero(rows_);
  }
  const Index parts = parts_of(step);
  for (Index part = 0; part < parts; ++part) add_part(step, part, parts);
}

void DenseSolution::add_part(const StepView& step, Index part, Index parts) {
  const double share = 1.0 / static_cast<double>(parts);
  begins_.push_back(part > 0 ? times_.back() : step.t_begin);
  times_.push_back(part + 1 == parts
                       ? step.t_end
                       : step.t_begin + share * static_cast<double>(part + 1) * (step.t_end - step.t_begin));
  Vector back;
  for (Index k = 0; k <= degree; ++k) {
    step.interpolate(share * (static_cast<double>(part) + chebyshev_point(k, degree)), between_);
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
  const auto part = static_cast<std::size_t>(after - times_.begin()) - 1;
  const double s = (t - begins_[part]) / (times_[part + 1] - begins_[part]);
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
