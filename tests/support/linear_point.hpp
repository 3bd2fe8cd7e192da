// A point in space with linear forces and linear rows: everything about it is known in closed form.
#pragma once

#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// m q'' = load - K q - D q' - Bᵀλ, Φ = B q - target.
template <int Rows>
struct LinearPoint {
  using Group = Real<3>;
  static constexpr int fixed_rows = Rows;
  Vector3 masses = Vector3::Ones();
  Matrix3 stiffness = Matrix3::Zero(), damping = Matrix3::Zero();
  Vector3 load = Vector3::Zero();
  MatrixOf<double, Rows, 3> b = MatrixOf<double, Rows, 3>::Zero();
  VectorOf<double, Rows> target = VectorOf<double, Rows>::Zero();
  std::vector<Row> all_rows = {};

  std::vector<Row> rows() const { return all_rows; }
  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 3>&) const {
    return masses.asDiagonal().toDenseMatrix().template cast<S>();
  }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, 3>& q, const VectorOf<S, 3>& v) const {
    return load.cast<S>() - stiffness.cast<S>() * q - damping.cast<S>() * v;
  }
  template <class S>
  VectorOf<S, Rows> constraint(const S&, const VectorOf<S, 3>& q) const {
    return b.template cast<S>() * q - target.template cast<S>();
  }
  template <class S>
  MatrixOf<S, Rows, 3> jacobian(const S&, const VectorOf<S, 3>&) const {
    return b.template cast<S>();
  }
};

inline std::vector<Row> rigid_rows(const std::vector<std::string>& names) {
  std::vector<Row> all;
  for (const std::string& name : names) all.push_back({.name = name});
  return all;
}

}  // namespace kreisel
