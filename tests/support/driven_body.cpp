// The driven body in extended precision, on SO(3) and on a group whose rotations commute.
#include "tests/support/driven_body.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/integrate/consistent_start.hpp"

namespace kreisel::claims {
namespace {

/// y = (quaternion, scalar last; Ω).
struct DrivenBodyOde {
  static constexpr int size = 7;
  using Y = VectorOf<Extended, size>;

  static VectorOf<Extended, 9> entries(const Y& y) {
    const MatrixOf<Extended, 3, 3> r =
        Eigen::Quaternion<Extended>(y.head<4>()).normalized().toRotationMatrix();
    return Eigen::Map<const VectorOf<Extended, 9>>(r.data());
  }

  static Y rate(Extended t, const Y& y) {
    const DrivenBody<SO3> law;
    const VectorOf<Extended, 9> q = entries(y);
    const VectorOf<Extended, 3> omega = y.tail<3>();
    const Eigen::Quaternion<Extended> turning(0, omega(0), omega(1), omega(2));
    Y out;
    out.head<4>() = Extended(0.5) * (Eigen::Quaternion<Extended>(y.head<4>()) * turning).coeffs();
    out.tail<3>() = law.mass(q).inverse() * law.force(t, q, omega);
    return out;
  }

  static State state(Extended t, const Y& y) {
    State out;
    out.t = static_cast<double>(t);
    out.q = entries(y).cast<double>();
    out.v = y.tail<3>().cast<double>();
    return out;
  }
};

/// exp(w1 e1) exp(w2 e2) exp(w3 e3).
struct CommutingSO3 : SO3 {
  static constexpr std::string_view name = "commuting_so3";

  template <class S>
  static VectorOf<S, 9> exp(const VectorOf<S, 3>& w) {
    const VectorOf<S, 3> x(w(0), S(0.0), S(0.0)), y(S(0.0), w(1), S(0.0)), z(S(0.0), S(0.0), w(2));
    return compose(SO3::exp(x), compose(SO3::exp(y), SO3::exp(z)));
  }
  template <class S>
  static VectorOf<S, 9> advance(const VectorOf<S, 9>& q, const VectorOf<S, 3>& w) {
    return compose(q, exp(w));
  }
};

template <class G>
Subject subject_on(const std::string& name) {
  const Vector3 omega(1.0, -2.0, 1.5);
  const AnySystem system = erase(Differentiated<DrivenBody<G>>({}));
  StartReport report;
  const State start = consistent_start(system, 0.0, G::identity(), omega, {}, report);
  const auto reference = [omega]() -> ExactMotion {
    DrivenBodyOde::Y y;
    y << 0, 0, 0, 1, omega.cast<Extended>();
    return Extrapolated<DrivenBodyOde>({}, y, 0.02);
  };
  return {name, system, start, reference, 1.0};
}

}  // namespace

Subject driven_body_subject() {
  return subject_on<SO3>("driven body");
}

Subject commuting_body_subject() {
  return subject_on<CommutingSO3>("driven body with commuting rotations");
}

}  // namespace kreisel::claims
