// How far coordinates are from an element of their group, and the names of its factors.
#include "python/bindings/group_distance.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <Eigen/LU>

#include "kreisel/core/error.hpp"

namespace kreisel::python {

std::vector<std::string> names_of(const ProductGroup& group) {
  std::vector<std::string> names;
  for (const ProductGroup::Placed& placed : group.factors()) names.push_back(placed.factor.name);
  return names;
}

double distance_from_group(const ProductGroup& group, const Vector& q) {
  static const std::set<std::string> with_matrix{"so3", "se3", "r3xso3"};  // at the end, column by column
  double distance = (group.compose(q, group.inverse(q)) - group.identity()).cwiseAbs().maxCoeff();
  const auto& factors = group.factors();
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (!with_matrix.contains(factors[i].factor.name)) continue;
    const Index end = i + 1 < factors.size() ? factors[i + 1].first_coordinate : group.coordinate_count();
    const Eigen::Map<const Eigen::Matrix3d> rotation(q.data() + end - 9);
    distance = std::max(distance, std::abs(rotation.determinant() - 1.0));
  }
  return distance;
}

void require_on_group(const ProductGroup& group, const Vector& q) {
  constexpr double digits_of_a_user = 1e-6;
  const double distance = distance_from_group(group, q);
  if (!(distance <= digits_of_a_user))
    throw OptionError(
        fmt::format("q0 is {:.2g} away from the group {}", distance, fmt::join(names_of(group), " × ")), "q0",
        "rotation matrices are stored column by column, quaternions with the scalar first and length "
        "1; Group.exp and Group.identity make elements");
}

}  // namespace kreisel::python
