// Made-up mechanisms for tests of the kernels: patterns with numbers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kreisel/core/random.hpp"
#include "kreisel/linear/block_saddle_point.hpp"
#include "kreisel/linear/products.hpp"

namespace kreisel::testing {

/// Rigid bodies in space and joints between them; ground is body -1.
struct Mechanism {
  enum class Kind { spherical, revolute, distance, fixed };
  struct Joint {
    Kind kind = Kind::spherical;
    Index a = 0, b = -1;
    Vector3 arm_a = Vector3::Zero(), arm_b = Vector3::Zero();  // from the centres to the point they share
    Vector3 axis = Vector3::UnitZ();
  };
  std::vector<Vector3> centres = {};
  std::vector<Matrix> masses = {};  // 6×6
  std::vector<Joint> joints = {};

  Index add_body(const Vector3& centre, Random& random);
  void join(Kind kind, Index a, Index b, const Vector3& point, const Vector3& axis = Vector3::UnitZ());

  /// Every body by a small angle about a random axis, its ends of joints with it.
  void turn_bodies(double angle, Random& random);

  SharedPattern pattern() const;
  /// S = M, L = Uᵀ = B, C = 0.
  void fill(BlockSaddlePoint<double>& kernel) const;
  Matrix jacobian() const;
};

Index rows_of(Mechanism::Kind kind);

Mechanism chain(Index bodies, Random& random);  // straight along x, first body on the ground
Mechanism ring(Index bodies, Random& random);   // a closed chain, free in space
Mechanism star(Index legs, Index bodies_per_leg, Random& random);
Mechanism rod_net(Index knots, Random& random,
                  double height = 0.3);         // knots×knots, rods between them, one end held
Mechanism plates(Index count, Random& random);  // count×count in a plane, spherical joints between neighbours
/// A tree with chords; the joints of kinds drawn at random.
Mechanism random_mechanism(Index bodies, Index chords, bool has_ground, Random& random);

/// Bodies of sizes 6 and 3, strips of 1 to 6 rows and 1 to 3 bodies, couplings; numbers of no geometry.
template <class Scalar>
BlockSaddlePoint<Scalar> random_kernel(Index bodies, Random& random);
SharedPattern random_pattern(Index bodies, Random& random);

template <class Scalar>
MatrixOf<Scalar, Dynamic, Dynamic> whole_matrix(const BlockSaddlePoint<Scalar>& kernel) {
  using Dense = MatrixOf<Scalar, Dynamic, Dynamic>;
  const Index n = kernel.s.rows(), m = kernel.l.rows();
  Dense s(n, n), l(m, n), u(m, n), whole(n + m, n + m);
  copy_into(kernel.s, s);
  copy_into(kernel.l, l);
  copy_into(kernel.u, u);
  whole << s, u.transpose(), l, Dense((-kernel.c).asDiagonal());
  return whole;
}

}  // namespace kreisel::testing
