#include "tests/support/order_heavy_top.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/solve/stepper_for.hpp"

namespace kreisel::claims {
namespace {

using Extended3 = VectorOf<Extended, 3>;
using Extended33 = MatrixOf<Extended, 3, 3>;

/// y = (quaternion, scalar last; Ω). J Ω' = -Ω×JΩ + X×Rᵀmγ with J about the tip; all numbers published in
/// [Brüls, Cardona, Arnold 2012].
class TopAboutTip {
 public:
  static constexpr int size = 7;
  using Y = VectorOf<Extended, size>;

  TopAboutTip(const TopChoice& choice) : choice_(choice) {}

  static Y initial(double spin) {
    Y y;
    y << 0, 0, 0, 1, 0, Extended(spin), Extended(-4.61538);
    return y;
  }

  Y rate(Extended, const Y& y) const {
    const Eigen::Quaternion<Extended> p(y.head<4>());
    const Extended3 omega = y.tail<3>();
    const Eigen::Quaternion<Extended> turning(0, omega(0), omega(1), omega(2));
    Y out;
    out.head<4>() = Extended(0.5) * (p * turning).coeffs();
    out.tail<3>() = angular_acceleration(p.normalized().toRotationMatrix(), omega);
    return out;
  }

  State state(Extended t, const Y& y) const {
    const Extended33 r = Eigen::Quaternion<Extended>(y.head<4>()).normalized().toRotationMatrix();
    const Extended3 omega = y.tail<3>();
    State out;
    out.t = static_cast<double>(t);
    write_motion(r, omega, out);
    if (choice_.group == "so3") return out;
    const Extended3 lever =
        angular_acceleration(r, omega).cross(offset()) + omega.cross(omega.cross(offset()));
    Extended3 lambda = mass * (r * lever - gravity());
    if (choice_.constraint == "b") lambda = r.transpose() * lambda;
    out.lambda = lambda.cast<double>();
    return out;
  }

 private:
  static constexpr Extended mass = 15;
  static Extended3 offset() { return {0, 1, 0}; }
  static Extended3 gravity() {
    return {0, 0, Extended(-9.81)};
  }  // the double nearest to 9.81, as the library has it
  static Extended3 inertia_about_tip() {
    return {Extended(15.234375), Extended(0.46875), Extended(15.234375)};
  }

  static Extended3 angular_acceleration(const Extended33& r, const Extended3& omega) {
    const Extended3 momentum = inertia_about_tip().cwiseProduct(omega);
    const Extended3 torque = offset().cross(r.transpose() * (mass * gravity())) - omega.cross(momentum);
    return torque.cwiseQuotient(inertia_about_tip());
  }

  void write_motion(const Extended33& r, const Extended3& omega, State& out) const {
    const Eigen::Map<const VectorOf<Extended, 9>> entries(r.data());
    if (choice_.group == "so3") {
      out.q = entries.cast<double>();
      out.v = omega.cast<double>();
      return;
    }
    Extended3 velocity = omega.cross(offset());
    if (choice_.group == "r3xso3") velocity = r * velocity;
    VectorOf<Extended, 12> q;
    q << r * offset(), entries;
    VectorOf<Extended, 6> v;
    v << velocity, omega;
    out.q = q.cast<double>();
    out.v = v.cast<double>();
  }

  TopChoice choice_;
};

}  // namespace

Reference heavy_top_reference(const TopChoice& choice) {
  constexpr double turn_per_step = 0.05;  // [rad]
  return Extrapolated<TopAboutTip>(TopAboutTip(choice), TopAboutTip::initial(choice.spin),
                                   turn_per_step / choice.spin);
}

Subject heavy_top_subject(const TopChoice& choice) {
  const ProblemEntry& entry = find_problem("heavy_top");
  Parameters parameters(entry.parameters);
  parameters.set("group", choice.group);
  if (choice.group != "so3") parameters.set("constraint", choice.constraint);
  parameters.set("spin", fmt::format("{}", choice.spin));
  const ProblemInstance problem = entry.make(parameters);
  StartReport report;
  const State start = consistent_start(problem.system, 0.0, problem.q0, problem.v0, {}, report);
  const auto reference = [choice] { return heavy_top_reference(choice); };
  return {fmt::format("heavy_top {} form {} spin {}", choice.group, choice.constraint, choice.spin),
          problem.system, start, reference, choice.t_end};
}

Method damped_alpha(double rho_inf, Formulation formulation, StartValues start) {
  Method method{fmt::format("generalized_alpha {} {}", rho_inf, name_of(formulation)),
                GeneralizedAlphaParameters::chung_hulbert(rho_inf),
                {}};
  method.options.formulation = formulation;
  method.options.start = start;
  return method;
}

}  // namespace kreisel::claims
