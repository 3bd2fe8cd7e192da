// Three masses in a chain, the first two joined by a strong damper: linear, so that the slow motion is known.
//
//   M q'' = -K q - 0.1 q' - B λ,   Bᵀq' = ε λ,   B = (1, -1, 0)
//   M = [2 ½ 0; ½ 1 0; 0 0 3/2],  K = [3 -1 0; -1 2 -1; 0 -1 2]
// ε = 0 is the rigid joint, frozen where it is. M and B are constant, so that methods show their full order for
// every ε here, which they do not in general.
#pragma once

#include <array>
#include <complex>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// Everything but the damper.
struct DampedChainData {
  using Group = Real<3>;
  static constexpr bool rheonomic = false;
  static constexpr double drag = 0.1;  // on every mass [N s/m]
  double epsilon = 1e-3;               // speed of the damper per force [m/(N s)]

  /// [kg]; the first two masses are coupled by their inertia, too.
  static Matrix3 inertia() { return (Matrix3() << 2.0, 0.5, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 1.5).finished(); }
  /// K [N/m].
  static Matrix3 stiffness() {
    return (Matrix3() << 3.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0).finished();
  }
  /// B.
  static Vector3 damper() { return {1.0, -1.0, 0.0}; }

  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 3>&) const {
    return inertia().cast<S>();
  }

 protected:
  template <class S>
  VectorOf<S, 3> soft_force(const VectorOf<S, 3>& q, const VectorOf<S, 3>& v) const {
    return -(stiffness().cast<S>() * q) - drag * v;
  }
};

/// The damper as the row Bᵀv = ελ.
struct DampedChainRow : DampedChainData {
  static constexpr int fixed_rows = 1;

  std::array<Row, 1> rows() const {
    return {{{.name = "damper", .kind = RowKind::velocity, .compliance = epsilon}}};
  }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, 3>& q, const VectorOf<S, 3>& v) const {
    return soft_force(q, v);
  }
  template <class S>
  MatrixOf<S, 1, 3> jacobian(const S&, const VectorOf<S, 3>&) const {
    return damper().cast<S>().transpose();
  }
  /// A velocity row has no gap.
  VectorOf<double, 1> constraint_change(double, const VectorOf<double, 3>&, double,
                                        const VectorOf<double, 3>&) const {
    return VectorOf<double, 1>::Zero();
  }
};

/// The damper as the force -B Bᵀv/ε.
struct DampedChainForce : DampedChainData {
  static constexpr int fixed_rows = 0;

  std::array<Row, 0> rows() const { return {}; }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, 3>& q, const VectorOf<S, 3>& v) const {
    const VectorOf<S, 3> b = damper().cast<S>();
    const S lambda = b.dot(v) / epsilon;
    return soft_force(q, v) - b * lambda;
  }
};

/// The slow motion from q(0) = (1, -½, ⅘) m with the momentum of (½, ½, -1) m/s along the joined masses.
class DampedChainMotion {
 public:
  explicit DampedChainMotion(double epsilon);
  /// (q, v, λ).
  VectorOf<double, 7> at(double t) const;

 private:
  using Modes = Eigen::Matrix<std::complex<double>, 7, 5>;
  using Exponents = Eigen::Matrix<std::complex<double>, 5, 1>;
  Modes modes_;  // scaled to the start
  Exponents exponents_;
};

}  // namespace kreisel
