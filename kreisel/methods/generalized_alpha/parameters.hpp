// Coefficients of the generalized-α family and what follows from them.
//
//   (1-αm) a_{n+1} + αm a_n = (1-αf) v'_{n+1} + αf v'_n,   a_n ≈ v'(t_n + Δα h),   Δα = αm - αf
// Order 2 needs γ = 1/2 - Δα; [Arnold, Brüls, Cardona 2015] eq. (12), (50), (52).
#pragma once

namespace kreisel {

struct GeneralizedAlphaParameters {
  double alpha_m = 0.0, alpha_f = 0.0, beta = 0.25, gamma = 0.5;

  /// Chung and Hulbert 1993: spectral radius ρ∞ in [0,1] at infinity, optimal low-frequency dissipation.
  static constexpr GeneralizedAlphaParameters chung_hulbert(double rho) {
    const double alpha_m = (2.0 * rho - 1.0) / (rho + 1.0), alpha_f = rho / (rho + 1.0);
    const double gamma = 0.5 + alpha_f - alpha_m;
    return {alpha_m, alpha_f, 0.25 * (gamma + 0.5) * (gamma + 0.5), gamma};
  }
  /// Hilber, Hughes, Taylor 1977: α in [0, 1/3].
  static constexpr GeneralizedAlphaParameters hilber_hughes_taylor(double alpha) {
    return {0.0, alpha, 0.25 * (1.0 + alpha) * (1.0 + alpha), 0.5 + alpha};
  }
  /// Newmark 1959, unconditionally stable for γ >= 1/2 with this β; order 1 unless γ = 1/2.
  static constexpr GeneralizedAlphaParameters newmark(double gamma) {
    return {0.0, 0.0, 0.25 * (gamma + 0.5) * (gamma + 0.5), gamma};
  }

  constexpr double delta_alpha() const { return alpha_m - alpha_f; }
  constexpr double beta_hat() const { return (1.0 - alpha_m) / (beta * (1.0 - alpha_f)); }  // ∂(h v')/∂Δq
  constexpr double gamma_hat() const { return gamma / beta; }                               // ∂v/∂Δq

  /// Local error in q: h³( q_error v'' + 1/12 [v,v'] );  [Arnold, Brüls, Cardona 2015] eq. (17).
  constexpr double position_error() const { return 1.0 / 6.0 - 0.5 * delta_alpha() - beta; }

  /// Local error in v: h³ v_error v''', the steady error of a_n included. Derived by Taylor expansion of the
  /// velocity and acceleration updates: (-1/12 + Δα²/2) from the first, Δα(1-αm-αf)/2 from the second.
  constexpr double velocity_error() const {
    const double d = delta_alpha();
    return -1.0 / 12.0 + 0.5 * d * d + 0.5 * d * (1.0 - alpha_m - alpha_f);
  }
};

}  // namespace kreisel
