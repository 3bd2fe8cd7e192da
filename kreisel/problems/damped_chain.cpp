// The damped chain as a problem: the closed form of its slow motion by modes.
#include "kreisel/problems/damped_chain.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/linear/decompositions.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace damped_chain_problem {

constexpr double last_time = 10.0;
using Matrix7 = MatrixOf<double, 7, 7>;

NamedCoordinates positions() {
  return {{"q1", "q2", "q3"}, "m"};
}
NamedCoordinates velocities() {
  return {{"v1", "v2", "v3"}, "m/s"};
}

/// E and A of E z' = A z for z = (q, v, λ).
struct Pencil {
  Matrix7 left = Matrix7::Zero(), right = Matrix7::Zero();

  explicit Pencil(double epsilon) {
    using Data = DampedChainData;
    left.topLeftCorner<3, 3>().setIdentity();
    left.block<3, 3>(3, 3) = Data::inertia();
    right.block<3, 3>(0, 3).setIdentity();
    right.block<3, 3>(3, 0) = -Data::stiffness();
    right.block<3, 3>(3, 3).diagonal().setConstant(-Data::drag);
    right.block<3, 1>(3, 6) = -Data::damper();
    right.block<1, 3>(6, 3) = Data::damper().transpose();
    right(6, 6) = -epsilon;
  }
};

}  // namespace damped_chain_problem

/// With (A - E)⁻¹E z = μ z every mode has the exponent 1 + 1/μ. No number in it grows with 1/ε: the modes of the
/// damper are those with the two smallest μ, zero at ε = 0, and the other five are as accurate for every ε.
DampedChainMotion::DampedChainMotion(double epsilon) {
  using namespace damped_chain_problem;
  const Pencil pencil(epsilon);
  // Of run-time size: the same numbers, and a minute less to compile.
  const Matrix left = pencil.left, shifted = pencil.right - pencil.left;
  const Eigenpairs all = eigenpairs(shifted.partialPivLu().solve(left));
  std::array<int, 7> order{};
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return std::abs(all.values(a)) > std::abs(all.values(b)); });
  for (int k = 0; k < 5; ++k) {
    const int mode = order[static_cast<std::size_t>(k)];
    modes_.col(k) = all.vectors.col(mode);
    exponents_(k) = 1.0 + 1.0 / all.values(mode);
  }
  // The kernel of Bᵀ: the two joined masses, and the third.
  const MatrixOf<double, 2, 3> joined = (MatrixOf<double, 2, 3>() << 1.0, 1.0, 0.0, 0.0, 0.0, 1.0).finished();
  MatrixOf<double, 5, 6> seen = MatrixOf<double, 5, 6>::Zero();
  seen.topLeftCorner<3, 3>().setIdentity();
  seen.bottomRightCorner<2, 3>() = joined * DampedChainData::inertia();
  const VectorOf<double, 6> start{{1.0, -0.5, 0.8, 0.5, 0.5, -1.0}};
  const Eigen::Matrix<std::complex<double>, 5, 5> conditions = seen * modes_.topRows<6>();
  const Exponents amplitudes = conditions.partialPivLu().solve((seen * start).cast<std::complex<double>>());
  modes_ = modes_ * amplitudes.asDiagonal();
}

VectorOf<double, 7> DampedChainMotion::at(double t) const {
  using namespace damped_chain_problem;
  return (modes_ * (exponents_ * t).array().exp().matrix()).real();
}

namespace damped_chain_problem {

/// Collocation in 113-bit arithmetic, for six ε from 0 to 0.1, agrees to 4e-14.
std::vector<ReferenceValue> references(const DampedChainMotion& motion, bool has_row) {
  constexpr double uncertainty = 1e-13;
  std::vector<ReferenceValue> all;
  for (const double t : {0.5 * last_time, last_time}) {
    const VectorOf<double, 7> z = motion.at(t);
    add_references(all, t, positions().names, {z(0), z(1), z(2)}, uncertainty);
    add_references(all, t, velocities().names, {z(3), z(4), z(5)}, uncertainty);
    if (has_row) all.push_back({t, "lambda.damper", z(6), uncertainty});
  }
  return all;
}

template <class L>
ProblemInstance instance_of(const L& law) {
  const DampedChainMotion motion(law.epsilon);
  const VectorOf<double, 7> start = motion.at(0.0);
  return {.system = erase(differentiated(law)),
          .q0 = start.head<3>(),
          .v0 = start.segment<3>(3),
          .t_begin = 0.0,
          .t_end = last_time,
          .observables = coordinate_observables(positions(), velocities()),
          .observe = observe_coordinates,
          .energy = {},
          .references = references(motion, L::fixed_rows > 0),
          .series = series_system(law)};
}

ProblemInstance make(const Parameters& parameters) {
  const DampedChainData data{.epsilon = parameters.number("epsilon")};
  if (parameters.choice("form") == "row") return instance_of(DampedChainRow{data});
  if (data.epsilon == 0.0) {
    throw OptionError("a rigid joint cannot be a force", "parameter \"epsilon\"",
                      "choose form=row, or epsilon above 0");
  }
  return instance_of(DampedChainForce{data});
}

}  // namespace damped_chain_problem

ProblemEntry damped_chain() {
  using namespace damped_chain_problem;
  return {
      .name = "damped_chain",
      .description =
          "Three masses in a chain, a strong damper between the first two: M q'' = -K q - 0.1 q' - B "
          "lambda, B'q' = epsilon lambda, B = (1, -1, 0), M = [2 1/2 0; 1/2 1 0; 0 0 3/2] kg, K = [3 -1 0; "
          "-1 2 -1; 0 -1 2] N/m. Starts on the slow motion through (1, -0.5, 0.8) m, known for every "
          "epsilon. form=row: the damper as this row, rigid for epsilon = 0; form=force: lambda inserted.",
      .citation = "linear case of the damped systems of Stumpp, dissertation, Universität Tübingen (2004)",
      .parameters = {{.name = "form", .choices = {"row", "force"}},
                     {.name = "epsilon",
                      .value = 1e-3,
                      .unit = "m/(N s)",
                      .description = "speed of the damper per force; 0: rigid",
                      .lowest = 0.0,
                      .highest = 0.1}},
      .make = make};
}

}  // namespace kreisel
