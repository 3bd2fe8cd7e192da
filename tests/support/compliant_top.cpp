// Equations of the top on its springs, in extended precision and for the library.
#include "tests/support/compliant_top.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/heavy_top_law.hpp"
#include "kreisel/solve/compiled_laws.hpp"

namespace kreisel::claims {
namespace {

/// y = (x, u, quaternion with its scalar last, Ω); λ from its row, m u' = mγ + λ, J Ω' = -Ω×JΩ - X×Rᵀλ.
class CompliantTop {
 public:
  static constexpr int size = 13;
  using Y = VectorOf<Extended, size>;

  explicit CompliantTop(const TipRow& row) : row_(row) {}

  static Y initial(const State& start) {
    const Matrix3 r = Eigen::Map<const Matrix3>(start.q.data() + 3);
    Y y;
    y << start.q.head<3>().cast<Extended>(), start.v.head<3>().cast<Extended>(),
        Eigen::Quaterniond(r).coeffs().cast<Extended>(), start.v.tail<3>().cast<Extended>();
    return y;
  }

  Y rate(Extended, const Y& y) const {
    const Quaternion p(y.segment<4>(6));
    const Extended3 omega = y.tail<3>(), force = lambda(y);
    const Extended3 gravity(0, 0, Extended(-9.81)), inertia(0.234375L, 0.46875L, 0.234375L);
    const Extended3 torque =
        -omega.cross(inertia.cwiseProduct(omega)) - offset().cross(rotation(y).transpose() * force);
    Y out;
    out << y.segment<3>(3), gravity + force / 15,
        (Extended(0.5) * (p * Quaternion(0, omega(0), omega(1), omega(2))).coeffs()),
        torque.cwiseQuotient(inertia);
    return out;
  }

  State state(Extended t, const Y& y) const {
    const MatrixOf<Extended, 3, 3> r = rotation(y);
    State out;
    out.t = static_cast<double>(t);
    out.q.resize(12);
    out.q << y.head<3>().cast<double>(), Eigen::Map<const VectorOf<Extended, 9>>(r.data()).cast<double>();
    out.v.resize(6);
    out.v << y.segment<3>(3).cast<double>(), y.tail<3>().cast<double>();
    out.lambda = lambda(y).cast<double>();
    return out;
  }

 private:
  using Quaternion = Eigen::Quaternion<Extended>;
  static Extended3 offset() { return {0, 1, 0}; }
  static MatrixOf<Extended, 3, 3> rotation(const Y& y) {
    return Quaternion(y.segment<4>(6)).normalized().toRotationMatrix();
  }
  Extended3 lambda(const Y& y) const {
    const MatrixOf<Extended, 3, 3> r = rotation(y);
    const Extended3 omega = y.tail<3>();
    const Extended3 gap = r * offset() - y.head<3>();
    const Extended3 rate = r * omega.cross(offset()) - y.segment<3>(3);
    if (row_.kind == RowKind::velocity) return rate / row_.compliance;
    return (gap + row_.relaxation * rate) / row_.compliance;
  }

  TipRow row_;
};

/// The tip joint on velocity level: B v = c λ.
struct DampedTip : HeavyTopInertial<R3xSO3> {
  std::array<Row, 3> rows() const {
    std::array<Row, 3> all = HeavyTopData::rows();
    for (Row& row : all) row.kind = RowKind::velocity;
    return all;
  }
};

AnySystem system_of(const TipRow& row) {
  if (row.kind == RowKind::velocity) {
    DampedTip law;
    law.compliance = row.compliance;
    return erase(differentiated(law));
  }
  HeavyTopInertial<R3xSO3> law;
  law.compliance = row.compliance;
  law.relaxation = row.relaxation;
  return erase(FixedHeavyTop(law));
}

/// Resolves the turning of the body, the fastest oscillation and the fastest decay.
double longest_step(const TipRow& row) {
  constexpr double mobility = 4.34;  // largest (B M⁻¹Bᵀ)_ii [1/kg]
  const double turning = 3e-4;
  const bool is_velocity = row.kind == RowKind::velocity;
  const double decay = (is_velocity ? 1.0 : row.relaxation) * mobility / row.compliance;
  const double frequency = is_velocity ? 0.0 : std::sqrt(mobility / row.compliance);
  return std::min({turning, 0.2 / (frequency + 1.0), 0.5 / (decay + 1.0)});
}

}  // namespace

Subject compliant_top_subject(const TipRow& row) {
  const AnySystem system = system_of(row);
  const Vector3 omega(0.0, 150.0, -4.61538), offset(0.0, 1.0, 0.0);
  Vector q0 = R3xSO3::identity(), v0(6);
  q0.head<3>() = offset;
  v0 << omega.cross(offset), omega;
  StartReport report;
  const State start = consistent_start(system, 0.0, q0, v0, {.time_scale = row.time_scale}, report);
  const auto reference = [row, start]() -> ExactMotion {
    if (row.compliance <= as_good_as_rigid) return heavy_top_reference({.constraint = "a"});
    return Extrapolated<CompliantTop>(CompliantTop(row), CompliantTop::initial(start), longest_step(row));
  };
  return {
      fmt::format("heavy top with {} rows, c = {}, tau = {}",
                  row.kind == RowKind::velocity ? "velocity" : "position", row.compliance, row.relaxation),
      system, start, reference, row.t_end};
}

}  // namespace kreisel::claims
