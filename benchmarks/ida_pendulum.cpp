// IDA on the stiff pendulum.
#include <cmath>
#include <utility>

#include "benchmarks/stiff_pendulum_case.hpp"

namespace kreisel::benchmarks {
namespace {

constexpr int q0 = 0, v0 = 2, lambda0 = 4, mu0 = 5;  // where the parts begin

/// q' = v - μ e,  v' = -λ e - (0, 1),  |q| - 1 = ε²λ,  e·v = ε²λ'  with e = q/|q|; without μ and the last row
/// where not stabilised.
class IdaPendulum final : public IdaEquations {
 public:
  IdaPendulum(const ProblemInstance& instance, double epsilon, bool is_stabilised)
      : compliance_(epsilon * epsilon), is_stabilised_(is_stabilised) {
    positions = v0;
    differential = lambda0;
    start = start_rate = Vector::Zero(is_stabilised ? 6 : 5);
    start.segment<2>(q0) = instance.q0;
    start(lambda0) = (instance.q0.norm() - 1.0) / compliance_;
    start_rate(v0) = -start(lambda0);
    start_rate(v0 + 1) = -1.0;
  }

  void residual(const double* y, const double* rate, double* out) const override {
    const double length = std::hypot(y[0], y[1]), ex = y[0] / length, ey = y[1] / length;
    const double mu = is_stabilised_ ? y[mu0] : 0.0;
    out[0] = rate[0] - y[2] + mu * ex;
    out[1] = rate[1] - y[3] + mu * ey;
    out[2] = rate[2] + y[lambda0] * ex;
    out[3] = rate[3] + y[lambda0] * ey + 1.0;
    out[4] = length - 1.0 - compliance_ * y[lambda0];
    if (is_stabilised_) out[5] = ex * y[2] + ey * y[3] - compliance_ * rate[lambda0];
  }

  void jacobian(double c, const double* y, const double*, double* out) const override {
    const double length = std::hypot(y[0], y[1]), ex = y[0] / length, ey = y[1] / length;
    const double xx = ey * ey / length, xy = -ex * ey / length, yy = ex * ex / length;  // ∂e/∂q
    Eigen::Map<Matrix> j(out, start.size(), start.size());
    j(0, 0) = j(1, 1) = j(2, 2) = j(3, 3) = c;
    j(0, 2) = j(1, 3) = -1.0;
    const double force = y[lambda0];
    j(2, 0) = force * xx;
    j(2, 1) = j(3, 0) = force * xy;
    j(3, 1) = force * yy;
    j(2, 4) = j(4, 0) = ex;
    j(3, 4) = j(4, 1) = ey;
    j(4, 4) = -compliance_;
    if (is_stabilised_) add_stabilisation(c, y, ex, ey, length, j);
  }

 private:
  void add_stabilisation(double c, const double* y, double ex, double ey, double length,
                         Eigen::Map<Matrix>& j) const {
    const double xx = ey * ey / length, xy = -ex * ey / length, yy = ex * ex / length, mu = y[mu0];
    j(0, 0) += mu * xx;
    j(0, 1) = j(1, 0) = mu * xy;
    j(1, 1) += mu * yy;
    j(0, 5) = j(5, 2) = ex;
    j(1, 5) = j(5, 3) = ey;
    j(5, 0) = xx * y[2] + xy * y[3];
    j(5, 1) = xy * y[2] + yy * y[3];
    j(5, 4) = -c * compliance_;
  }

  double compliance_;
  bool is_stabilised_;
};

/// The equations live as long as the solver that uses them.
struct Peer {
  Peer(const ProblemInstance& instance, double epsilon, bool is_stabilised, const IdaSettings& settings)
      : equations(instance, epsilon, is_stabilised), ida(equations, settings) {}
  IdaPendulum equations;
  IdaStabilised ida;
};

}  // namespace

std::vector<Contestant> ida_pendulum_contestants(const DaeCase& dae, double epsilon) {
  std::vector<Contestant> all;
  for (const bool is_stabilised : {false, true}) {
    IdaSettings settings;
    settings.solver = IdaSolver::dense;
    settings.velocity_scale = is_stabilised ? 1.0 : 1e2;  // these and the next: the best of a search
    settings.newton_coefficient = is_stabilised ? 0.01 : 0.1;
    const auto peer = std::make_shared<Peer>(dae.instance, epsilon, is_stabilised, settings);
    all.push_back({is_stabilised ? "IDA, row and its rate" : "IDA, row", half_decades(4, 24),
                   [&dae, peer](double tolerance) { return ida_trial(dae, peer->ida, tolerance); }});
  }
  return all;
}

}  // namespace kreisel::benchmarks
