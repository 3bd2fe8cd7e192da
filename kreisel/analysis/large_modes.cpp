// Arnoldi's iteration of Spectra on the operator of SparsePencil.
#include "kreisel/analysis/large_modes.hpp"

#include <algorithm>
#include <cmath>

#include <Spectra/GenEigsSolver.h>
#include <fmt/format.h>

#include "kreisel/analysis/sparse_pencil.hpp"
#include "kreisel/core/error.hpp"

namespace kreisel {
namespace {

/// What Spectra asks of an operator.
class ShiftInvert {
 public:
  using Scalar = double;
  explicit ShiftInvert(const SparsePencil& pencil) : pencil_(pencil) {}
  Index rows() const { return 2 * pencil_.velocities(); }
  Index cols() const { return rows(); }
  void perform_op(const double* x, double* y) const { pencil_.apply(x, y); }

 private:
  const SparsePencil& pencil_;
};

/// A start in the range of the operator's cube, where nothing of the infinite eigenvalues is left.
Vector clean_start(const ShiftInvert& op) {
  Vector x(op.rows()), y(op.rows());
  for (Index i = 0; i < x.size(); ++i) x[i] = std::sin(1.0 + 0.7 * static_cast<double>(i));
  for (int k = 0; k < 3; ++k) {
    op.perform_op(x.data(), y.data());
    x = y / y.norm();
  }
  return x;
}

/// About the size of the slowest rates: how far the operator without shift, nearly, lets a smooth load give way.
double shift_for(SparsePencil& pencil) {
  constexpr double first = 1.0;  // [1/s]
  if (!pencil.factorize(first)) return first;
  const ShiftInvert op(pencil);
  Vector x = clean_start(op), y(x.size());
  double growth = 1.0;
  for (int k = 0; k < 4; ++k) {
    op.perform_op(x.data(), y.data());
    growth = y.norm();
    x = y / growth;
  }
  return std::clamp(1.0 / growth, 1e-3, 1e3);
}

}  // namespace

ModalAnalysis large_modes(const AnySystem& system, const State& state, Index count) {
  SparsePencil pencil(system, state);
  const Index n = pencil.velocities(), wanted = count > 0 ? count : usual_large_count;
  const double shift = shift_for(pencil);
  if (!pencil.factorize(shift))
    throw Error(ExitCode::solver_failed, "the linearised motion is singular", "modes",
                "rows that depend on others make it so: `kreisel check` names them");
  ShiftInvert op(pencil);
  const Index pairs = std::min(2 * wanted + 2, 2 * n - 3), subspace = std::min(2 * n - 1, 2 * pairs + 20);
  Spectra::GenEigsSolver<ShiftInvert> solver(op, pairs, subspace);
  const Vector start = clean_start(op);
  solver.init(start.data());
  constexpr Index most_restarts = 300;
  constexpr double accuracy = 1e-12;
  const Index converged = solver.compute(Spectra::SortRule::LargestMagn, most_restarts, accuracy);
  if (converged < wanted)
    throw Error(ExitCode::solver_failed, fmt::format("only {} of {} modes were found", converged, wanted),
                "modes", "ask for fewer with --count");
  ModalAnalysis out;
  out.is_complete = false;
  const Eigen::VectorXcd values = solver.eigenvalues();
  const Eigen::MatrixXcd vectors = solver.eigenvectors();
  for (Index i = 0; i < values.size(); ++i) {
    const std::complex<double> s = shift + 1.0 / values[i];
    out.fastest = std::max(out.fastest, std::abs(s));
    if (s.imag() < 0.0) continue;
    const Eigen::VectorXcd velocity = vectors.col(i).tail(n);
    Eigen::VectorXcd weighted(n);
    const Vector real = pencil.mass_times(velocity.real()), imaginary = pencil.mass_times(velocity.imag());
    for (Index k = 0; k < n; ++k)
      weighted[k] = std::sqrt(std::abs(velocity[k].real() * real[k] + velocity[k].imag() * imaginary[k]));
    // A double zero comes back as the root of what the iteration leaves: it is one that stays where it is put.
    constexpr double at_rest = 1e-3;
    const bool is_at_rest = std::abs(s) <= at_rest * shift;
    (is_at_rest ? out.at_rest : out.moving)
        .push_back(scaled_shape(system, is_at_rest ? 0.0 : s, vectors.col(i).head(n), velocity, weighted));
  }
  std::stable_sort(out.moving.begin(), out.moving.end(), [](const ModeShape& a, const ModeShape& b) {
    return std::abs(a.value) < std::abs(b.value);
  });
  if (std::ssize(out.moving) > wanted) out.moving.erase(out.moving.begin() + wanted, out.moving.end());
  return out;
}

}  // namespace kreisel
