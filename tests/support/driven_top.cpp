// The driven top in extended precision, and as tops of the library with torques on top.
#include "tests/support/driven_top.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel::claims {
namespace {

/// Torques about the axes of the body that shake it with angular velocities of one size.
struct Driving {
  double frequency = 50.0, size = 1.0;

  template <class S>
  VectorOf<S, 3> torque(const S& t) const {
    using std::cos, std::sin;
    const S a = S(size) * frequency;
    const S x = a * cos(S(frequency) * t), y = S(0.9) * a * sin(S(0.9 * frequency) * t + S(0.3)),
            z = S(0.8) * a * cos(S(0.8 * frequency) * t + S(1.0));
    return {S(15.234375) * x, S(0.46875) * y, S(15.234375) * z};
  }
  Vector3 angular_velocity() const { return size * Vector3(0.5, -0.4, 0.3); }
};

/// A top of the library with these torques on top of its forces.
template <class Top>
struct Driven : Top {
  static constexpr int dimension = Top::Group::fixed_dimension;
  using Top::coordinates;
  Driving driving;

  template <class S>
  VectorOf<S, dimension> force(const S& t, const VectorOf<S, coordinates>& q,
                               const VectorOf<S, dimension>& v) const {
    VectorOf<S, dimension> f = Top::template force<S>(t, q, v);
    f.template tail<3>() += driving.torque(t);
    return f;
  }
  // Those of the top know nothing of torques.
  void balance() = delete;
  void index1() = delete;
  void tangents() = delete;
};

/// y = (quaternion, scalar last; Ω) about the tip.
class DrivenTopOde {
 public:
  static constexpr int size = 7;
  using Y = VectorOf<Extended, size>;

  DrivenTopOde(std::string group, const Driving& driving) : group_(std::move(group)), driving_(driving) {}

  static Y initial(const Driving& driving) {
    Y y;
    y << 0, 0, 0, 1, driving.angular_velocity().cast<Extended>();
    return y;
  }

  Y rate(Extended t, const Y& y) const {
    const Quaternion p(y.head<4>());
    const Extended3 omega = y.tail<3>();
    Y out;
    out << (Extended(0.5) * (p * Quaternion(0, omega(0), omega(1), omega(2))).coeffs()),
        angular_acceleration(t, rotation(y), omega);
    return out;
  }

  State state(Extended t, const Y& y) const {
    const Extended33 r = rotation(y);
    const Extended3 omega = y.tail<3>();
    const VectorOf<double, 9> entries = Eigen::Map<const VectorOf<Extended, 9>>(r.data()).cast<double>();
    State out;
    out.t = static_cast<double>(t);
    if (group_ == "so3") {
      out.q = entries;
      out.v = omega.cast<double>();
      return out;
    }
    const bool is_semidirect = group_ == "se3";
    const Extended3 velocity = omega.cross(offset()), here = r * offset();
    const Extended3 lever = angular_acceleration(t, r, omega).cross(offset()) + omega.cross(velocity);
    const Extended3 lambda = mass * (r * lever - gravity());
    out.q.resize(12);
    out.q << here.cast<double>(), entries;
    out.v.resize(6);
    out.v << (is_semidirect ? velocity : Extended3(r * velocity)).cast<double>(), omega.cast<double>();
    out.lambda = (is_semidirect ? Extended3(r.transpose() * lambda) : lambda).cast<double>();
    return out;
  }

 private:
  using Quaternion = Eigen::Quaternion<Extended>;
  static constexpr Extended mass = 15;
  static Extended3 offset() { return {0, 1, 0}; }
  static Extended3 gravity() { return {0, 0, Extended(-9.81)}; }
  static Extended3 inertia() { return {15.234375L, 0.46875L, 15.234375L}; }
  static Extended33 rotation(const Y& y) { return Quaternion(y.head<4>()).normalized().toRotationMatrix(); }

  Extended3 angular_acceleration(Extended t, const Extended33& r, const Extended3& omega) const {
    const Extended3 weight = r.transpose() * (mass * gravity());
    const Extended3 torque =
        offset().cross(weight) - omega.cross(inertia().cwiseProduct(omega)) + driving_.torque<Extended>(t);
    return torque.cwiseQuotient(inertia());
  }

  std::string group_;
  Driving driving_;
};

template <class Law>
AnySystem system_of(const Driving& driving) {
  Law law;
  law.driving = driving;
  return erase(differentiated(law));
}

AnySystem system_on(const std::string& group, const Driving& driving) {
  if (group == "so3") return system_of<Driven<HeavyTopFixedPoint<SO3>>>(driving);
  if (group == "se3") return system_of<Driven<HeavyTopBody<SE3>>>(driving);
  return system_of<Driven<HeavyTopInertial<R3xSO3>>>(driving);
}

}  // namespace

Subject driven_top_subject(const DrivenTopChoice& choice) {
  const Driving driving{choice.driving, choice.angular_velocity};
  const AnySystem system = system_on(choice.group, driving);
  const State exact = DrivenTopOde(choice.group, driving).state(0, DrivenTopOde::initial(driving));
  StartReport report;
  const State start = consistent_start(system, 0.0, exact.q, exact.v, {}, report);
  const auto reference = [choice, driving]() -> ExactMotion {
    constexpr double phase_per_step = 0.05;
    return Extrapolated<DrivenTopOde>(DrivenTopOde(choice.group, driving), DrivenTopOde::initial(driving),
                                      phase_per_step / choice.driving);
  };
  return {fmt::format("driven top {}, {} rad/s", choice.group, choice.driving), system, start, reference,
          choice.t_end};
}

}  // namespace kreisel::claims
