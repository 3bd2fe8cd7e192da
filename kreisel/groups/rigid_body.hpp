// Where a rigid body's position and rotation sit in the coordinates of the groups it can move on.
//
//   so3, s3             rotation about a fixed point         tangent Ω         (body frame)
//   r3xso3, r3xs3       x, then the rotation                 tangent (u, Ω)    x' = u
//   se3, s3_semi_r3     x, then the rotation                 tangent (U, Ω)    x' = R U
#pragma once

#include <type_traits>

#include "kreisel/groups/product.hpp"
#include "kreisel/groups/se3.hpp"
#include "kreisel/groups/se3_quaternion.hpp"
#include "kreisel/groups/so3.hpp"
#include "kreisel/groups/unit_quaternion.hpp"

namespace kreisel {

template <class G>
struct RigidBodyOn {
  static constexpr int coordinates = G::fixed_coordinates, dimension = G::fixed_dimension;
  static constexpr bool has_position = dimension == 6;
  /// The linear velocity is the body-frame one.
  static constexpr bool is_semidirect =
      std::is_base_of_v<RigidMotion<SO3>, G> || std::is_base_of_v<RigidMotion<UnitQuaternion>, G>;
  static constexpr int first_of_rotation = has_position ? 3 : 0;
  static constexpr bool has_matrix = coordinates - first_of_rotation == 9;
  static_assert(has_matrix || coordinates - first_of_rotation == 4);

  template <class S>
  static Eigen::Map<const VectorOf<S, 3>> position(const VectorOf<S, coordinates>& q) requires has_position {
    return Eigen::Map<const VectorOf<S, 3>>(q.data());
  }
  /// R, as a view of q where q stores it.
  template <class S>
  static auto rotation(const VectorOf<S, coordinates>& q) {
    if constexpr (has_matrix) {
      return Eigen::Map<const MatrixOf<S, 3, 3>>(q.data() + first_of_rotation);
    } else {
      return rotation_of_quaternion<S>(q.template tail<4>());
    }
  }
};

/// A â: the columns of A combined without the zeros of â.
template <class A, class V>
MatrixOf<typename A::Scalar, 3, 3> times_hat(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<V>& v) {
  MatrixOf<typename A::Scalar, 3, 3> product;
  product.col(0) = v(2) * a.col(1) - v(1) * a.col(2);
  product.col(1) = v(0) * a.col(2) - v(2) * a.col(0);
  product.col(2) = v(1) * a.col(0) - v(0) * a.col(1);
  return product;
}

}  // namespace kreisel
