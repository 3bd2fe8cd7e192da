// The vocabulary of sizes and arrays that every folder shares.
#pragma once

#include <Eigen/Core>

namespace kreisel {

using Index = Eigen::Index;
inline constexpr int Dynamic = Eigen::Dynamic;

template <class Scalar, int Rows>
using VectorOf = Eigen::Matrix<Scalar, Rows, 1>;
template <class Scalar, int Rows, int Columns>
using MatrixOf = Eigen::Matrix<Scalar, Rows, Columns>;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

}  // namespace kreisel
