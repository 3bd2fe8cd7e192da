// The linear test of Prothero and Robinson as an oscillator: a stiff spring to a moving point.
//
//   q'' = -ω² (q - φ(t)) + φ''(t),  φ = cos 2Ωt,  exactly q = φ for a start on φ
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// φ = cos 2Ωt.
struct HarmonicDrive {
  double frequency = 1.0;  // Ω [rad/s]

  template <class S>
  S position(const S& t) const {
    using std::cos;
    return cos(2.0 * frequency * t);
  }
  template <class S>
  S acceleration(const S& t) const {
    return -4.0 * frequency * frequency * position(t);
  }
  /// φ(t + dt) - φ(t) = -2 sin(Ω (2t + dt)) sin(Ω dt).
  double change(double t, double dt) const {
    return -2.0 * std::sin(frequency * (2.0 * t + dt)) * std::sin(frequency * dt);
  }
};

struct ProtheroRobinsonForce {
  using Group = Real<1>;
  static constexpr int fixed_rows = 0;
  HarmonicDrive drive;
  double omega = 1e3;

  std::array<Row, 0> rows() const { return {}; }

  template <class S>
  MatrixOf<S, 1, 1> mass(const VectorOf<S, 1>&) const {
    return MatrixOf<S, 1, 1>::Identity();
  }
  template <class S>
  VectorOf<S, 1> force(const S& t, const VectorOf<S, 1>& q, const VectorOf<S, 1>&) const {
    return VectorOf<S, 1>(drive.acceleration(t) - omega * omega * (q(0) - drive.position(t)));
  }
};

/// The same spring as the row q - φ = λ/ω²; exactly λ = 0.
struct ProtheroRobinsonRow {
  using Group = Real<1>;
  static constexpr int fixed_rows = 1;
  HarmonicDrive drive;
  double omega = 1e3;

  std::array<Row, 1> rows() const { return {{{.name = "spring", .compliance = 1.0 / (omega * omega)}}}; }

  template <class S>
  MatrixOf<S, 1, 1> mass(const VectorOf<S, 1>&) const {
    return MatrixOf<S, 1, 1>::Identity();
  }
  template <class S>
  VectorOf<S, 1> force(const S& t, const VectorOf<S, 1>&, const VectorOf<S, 1>&) const {
    return VectorOf<S, 1>(drive.acceleration(t));
  }
  template <class S>
  VectorOf<S, 1> constraint(const S& t, const VectorOf<S, 1>& q) const {
    return VectorOf<S, 1>(q(0) - drive.position(t));
  }
  VectorOf<double, 1> constraint_change(double t, const VectorOf<double, 1>&, double dt,
                                        const VectorOf<double, 1>& w) const {
    return VectorOf<double, 1>(w(0) - drive.change(t, dt));
  }
  template <class S>
  MatrixOf<S, 1, 1> jacobian(const S&, const VectorOf<S, 1>&) const {
    return MatrixOf<S, 1, 1>::Identity();
  }
};

}  // namespace kreisel
