// The heavy top, the pendulum and the stiff pendulum, as problems of the library and as differential equations of
// their own.
#include "evidence/bench/subjects.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/all.hpp"

namespace kreisel {
namespace {

/// y = (quaternion, scalar last; Ω). J Ω' = -Ω×JΩ + X×Rᵀmγ with J about the tip; all numbers published in
/// [Brüls, Cardona, Arnold 2012].
class TopAboutTip {
 public:
  static constexpr int size = 7;
  using Y = VectorOf<Extended, size>;

  explicit TopAboutTip(TopChoice choice) : choice_(std::move(choice)) {}

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
  static Extended3 gravity() { return {0, 0, Extended(-9.81)}; }  // the nearest double, as in the library
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

/// y = (θ, θ'), θ'' = -g sin θ; x = sin θ, y = -cos θ and λ = θ'² + g cos θ.
struct PendulumOde {
  static constexpr int size = 2;
  static constexpr double gravity = 9.81;
  using Y = VectorOf<Extended, size>;

  static Y rate(Extended, const Y& y) { return {y(1), -Extended(gravity) * std::sin(y(0))}; }

  static State state(Extended t, const Y& y) {
    const auto x = static_cast<double>(std::sin(y(0))), z = static_cast<double>(-std::cos(y(0)));
    const auto turning = static_cast<double>(y(1));
    State out;
    out.t = static_cast<double>(t);
    out.q = Vector{{x, z}};
    out.v = Vector{{-turning * z, turning * x}};
    out.lambda = Vector{{static_cast<double>(y(1) * y(1) + Extended(gravity) * std::cos(y(0)))}};
    return out;
  }
};

/// The motion without vibration up to E = ε²: r = 1 + Eλ0, λ0 = φ'² + cos φ, r φ'' = -sin φ - 2r'φ'.
class SlowPendulumOde {
 public:
  static constexpr int size = 2;
  using Y = VectorOf<Extended, size>;

  explicit SlowPendulumOde(double epsilon) : squared_(Extended(epsilon) * Extended(epsilon)) {}

  static Y initial() { return {std::acos(Extended(-1)) / 2, 0}; }
  Y rate(Extended, const Y& y) const {
    return {y(1), (-std::sin(y(0)) - 2 * stretching(y) * y(1)) / length(y)};
  }
  State state(Extended t, const Y& y) const {
    const Extended s = std::sin(y(0)), c = std::cos(y(0)), r = length(y), r_dot = stretching(y);
    State out;
    out.t = static_cast<double>(t);
    out.q = VectorOf<Extended, 2>(r * s, -r * c).cast<double>();
    out.v = VectorOf<Extended, 2>(r_dot * s + r * y(1) * c, -r_dot * c + r * y(1) * s).cast<double>();
    out.lambda = Vector{{static_cast<double>(pull(y))}};
    return out;
  }

 private:
  static Extended pull(const Y& y) { return y(1) * y(1) + std::cos(y(0)); }
  Extended length(const Y& y) const { return 1 + squared_ * pull(y); }
  Extended stretching(const Y& y) const { return -3 * squared_ * std::sin(y(0)) * y(1); }

  Extended squared_;
};

using SettingList = std::vector<std::pair<std::string, std::string>>;

Subject subject_of(const std::string& problem, const SettingList& settings) {
  const ProblemEntry& entry = find_problem(problem);
  Parameters parameters(entry.parameters);
  std::string name = problem;
  for (const auto& [key, value] : settings) {
    parameters.set(key, value);
    name += " " + key + "=" + value;
  }
  const ProblemInstance instance = entry.make(parameters);
  StartReport report;
  const State start = consistent_start(instance.system, 0.0, instance.q0, instance.v0, {}, report);
  return {name, instance.system, start, {}, instance.t_end};
}

}  // namespace

ExactMotion heavy_top_reference(const TopChoice& choice) {
  constexpr double turn_per_step = 0.05;  // [rad]
  return Extrapolated<TopAboutTip>(TopAboutTip(choice), TopAboutTip::initial(choice.spin),
                                   turn_per_step / choice.spin);
}

Subject heavy_top_subject(const TopChoice& choice) {
  SettingList settings{{"group", choice.group}};
  if (choice.group != "so3") settings.push_back({"constraint", choice.constraint});
  settings.push_back({"spin", fmt::format("{}", choice.spin)});
  Subject subject = subject_of("heavy_top", settings);
  subject.t_end = choice.t_end;
  subject.reference = [choice] { return heavy_top_reference(choice); };
  return subject;
}

Subject pendulum_subject(double x0) {
  Subject subject = subject_of("pendulum", {{"x0", fmt::format("{}", x0)}});
  subject.t_end = 2.0;
  subject.reference = [x0]() -> ExactMotion {
    const Extended angle = std::asin(Extended(x0));
    const Extended squared_rate = 1 - 2 * Extended(PendulumOde::gravity) * (1 - std::cos(angle));
    return Extrapolated<PendulumOde>({}, {angle, std::sqrt(squared_rate)}, 0.01);
  };
  return subject;
}

Subject stiff_pendulum_subject(double epsilon) {
  Subject subject = subject_of("stiff_pendulum", {{"form", "row"}, {"epsilon", fmt::format("{}", epsilon)}});
  subject.t_end = 1.6;
  subject.reference = [epsilon]() -> ExactMotion {
    return Extrapolated<SlowPendulumOde>(SlowPendulumOde(epsilon), SlowPendulumOde::initial(), 0.01);
  };
  return subject;
}

}  // namespace kreisel
