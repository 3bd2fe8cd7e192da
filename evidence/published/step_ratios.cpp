// The error recursion for changing steps, its norm, and where it passes 1.
#include "evidence/published/step_ratios.hpp"

#include <Eigen/LU>
#include <array>
#include <functional>

#include "evidence/peers/jerk_weights.hpp"
#include "kreisel/core/types.hpp"

namespace kreisel::experiments {
namespace {

using Matrix4 = Eigen::Matrix4d;

/// The block of r^B, S e^λ and B e^a.
Matrix3 normal_block(int approximation, double rho, double sigma, double next_sigma) {
  const GeneralizedAlphaParameters p = GeneralizedAlphaParameters::chung_hulbert(rho);
  const double da = p.delta_alpha(), s = 1.0 - 1.0 / sigma, change = 1.0 - 1.0 / (sigma * sigma);
  const JerkWeights w = jerk_weights(approximation, sigma, da);
  const double of_b = change * (1.0 / 6.0 - 0.5 * da - p.beta), of_c = (0.5 - p.beta) * s * da,
               of_d = (1.0 - p.gamma) * s * da;
  Matrix3 plus, zero;
  plus << 0.0, (of_b + of_c) * w.a2, -((of_b + of_c) * w.a4 + p.beta), next_sigma, (of_b + of_d) * w.a2,
      -((of_b + of_d) * w.a4 + p.gamma), 0.0, 1.0 - p.alpha_f - p.alpha_m * da * w.a2 * s,
      1.0 - p.alpha_m * (1.0 - da * w.a4 * s);
  zero << 1.0, -(of_b + of_c) * w.a1, (of_b + of_c) * w.a3 + 0.5 - p.beta, 1.0, -(of_b + of_d) * w.a1,
      (of_b + of_d) * w.a3 + 1.0 - p.gamma, 0.0, -p.alpha_f + p.alpha_m * da * w.a1 * s,
      -p.alpha_m * (1.0 + da * w.a3 * s);
  return plus.inverse() * zero;
}

/// Columns bring the recursion of constant steps to Jordan form.
Matrix4 jordan_basis(double rho) {
  const double one = 1.0 + rho;
  Matrix4 v = Matrix4::Zero();
  v(0, 0) = 1.0;
  v(1, 2) = 1.0 / (2.0 * one * one);
  v(1, 3) = rho / (2.0 * (rho - 1.0) * one * one * one);
  v(2, 1) = 1.0;
  v(3, 2) = 1.0 / (1.0 - rho * rho);
  v(3, 3) = (2.0 - rho) / ((rho * rho - 1.0) * (rho * rho - 1.0));
  return v;
}

/// The outermost σ between 1 and `limit` up to which `norm` stays at most 1.
double outermost(const std::function<double(double)>& norm, double limit) {
  constexpr int samples = 2000, halvings = 50;
  double good = 1.0, bad = limit;
  for (int i = 1; i <= samples; ++i) {
    const double sigma = 1.0 + (limit - 1.0) * i / samples;
    if (norm(sigma) > 1.0) {
      bad = sigma;
      break;
    }
    good = sigma;
  }
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (good + bad);
    (norm(middle) > 1.0 ? bad : good) = middle;
  }
  return good;
}

}  // namespace

double recursion_norm(int approximation, double rho, double sigma, double next_sigma) {
  const GeneralizedAlphaParameters p = GeneralizedAlphaParameters::chung_hulbert(rho);
  const double da = p.delta_alpha(), s = 1.0 - 1.0 / sigma, e = 0.5 * (1.0 - rho);
  const JerkWeights w = jerk_weights(approximation, sigma, da);
  Matrix4 t = Matrix4::Zero();
  t(0, 0) = -p.alpha_m * (1.0 + da * w.a3 * s) / (1.0 - p.alpha_m * (1.0 - da * w.a4 * s));
  t.bottomRightCorner<3, 3>() = normal_block(approximation, rho, sigma, next_sigma);
  const Matrix4 basis = jordan_basis(rho) * Eigen::Vector4d(1.0, e, e * e, e * e * e).asDiagonal();
  return (basis.inverse() * t * basis).cwiseAbs().rowwise().sum().maxCoeff();
}

double smallest_ratio(int approximation, double rho) {
  return outermost([&](double s) { return recursion_norm(approximation, rho, s, s); }, 0.3);
}

double largest_ratio(int approximation, double rho, double smallest) {
  return outermost([&](double s) { return recursion_norm(approximation, rho, s, smallest); }, 3.0);
}

double largest_equal_ratio(int approximation, double rho) {
  return outermost([&](double s) { return recursion_norm(approximation, rho, s, s); }, 3.0);
}

PrintedRatios printed_ratios(int approximation, int row) {
  static const std::array<std::array<PrintedRatios, 4>, 9> table{
      {{{{0.7872, 1.2688}, {0.6357, 1.6048}, {0.6287, 1.6473}, {0.7264, 1.2038}}},
       {{{0.8491, 1.1587}, {0.6326, 1.5897}, {0.6134, 1.1064}, {0.7974, 1.1302}}},
       {{{0.9029, 1.0842}, {0.6632, 1.5525}, {0.6368, 1.0254}, {0.8625, 1.0934}}},
       {{{0.9419, 1.0454}, {0.7495, 1.4931}, {0.7112, 1.0619}, {0.91, 1.0651}}},
       {{{0.9682, 1.0234}, {0.8375, 1.3491}, {0.7930, 1.0818}, {0.9436, 1.0434}}},
       {{{0.9845, 1.011}, {0.9131, 1.088}, {0.874, 1.0812}, {0.9669, 1.0269}}},
       {{{0.9951, 1.0043}, {0.9633, 1.0433}, {0.9519, 1.0609}, {0.9826, 1.0149}}},
       {{{0.999, 1.0012}, {0.9885, 1.0154}, {0.9839, 1.0279}, {0.9935, 1.0062}}},
       {{{1.0, 1.0001}, {0.998, 1.0023}, {0.9965, 1.0057}, {0.9988, 1.0012}}}}};
  return table[static_cast<std::size_t>(row)][static_cast<std::size_t>(approximation - 1)];
}

}  // namespace kreisel::experiments
