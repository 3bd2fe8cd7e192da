// Lobatto IIIC on some components of y' = f(y) and IIID on the others, as [Schaub 2004] section 5.1.3 runs a double pendulum
// in SPARK3. The library's Runge-Kutta methods have one tableau for all components of a mechanical system, and they know
// no momenta. For comparison only.
#pragma once

#include <functional>
#include <utility>

#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel::experiments {

using Vector4 = VectorOf<double, 4>;

/// IIIC on the first and third component, IIID on the others; constant steps, Newton to round-off.
class MixedLobatto {
 public:
  using Rate = std::function<Vector4(const Vector4& y)>;

  explicit MixedLobatto(Rate rate) : rate_(std::move(rate)) {}

  void step(Vector4& y, double h) const;

 private:
  static constexpr Index stages = 3, n = 4;

  const Matrix& coefficients(Index component) const { return component % 2 == 0 ? iiic_.a : iiid_.a; }
  double newton_step(const Vector4& y, double h, Matrix& slopes) const;
  Vector4 derivative(const Vector4& at, Index l) const;

  Rate rate_;
  Tableau iiic_ = implicit_tableau(ImplicitFamily::lobatto_iiic, stages),
          iiid_ = implicit_tableau(ImplicitFamily::lobatto_iiid, stages);
};

}  // namespace kreisel::experiments
