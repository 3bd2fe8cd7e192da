// A free asymmetric rigid body: turning about its middle axis it keeps flipping over.
#include <array>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/rigid_body.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"
#include "kreisel/problems/rigid_body_observables.hpp"

namespace kreisel {
namespace free_body_problem {

/// J Ω' = JΩ × Ω in principal axes, on SO(3) or S³ [Landau, Lifshitz] section 37.
template <class G>
struct FreeBody {
  using Group = G;
  static constexpr int fixed_rows = 0;
  static constexpr bool rheonomic = false;
  static constexpr int coordinates = G::fixed_coordinates;
  Vector3 inertia{1.0, 2.0, 3.0};  // [kg m²]

  std::array<Row, 0> rows() const { return {}; }

  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, coordinates>&) const {
    return inertia.template cast<S>().asDiagonal();
  }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, coordinates>&, const VectorOf<S, 3>& omega) const {
    return inertia.template cast<S>().cwiseProduct(omega).cross(omega);
  }
};

/// Angular velocities by closed form and by 34-digit integration, 20 digits; quaternions by the latter. The
/// uncertainty is what rounding w1 to double does to them.
std::vector<ReferenceValue> references(const Vector3& start) {
  const std::vector<std::string> names{"body.wx", "body.wy", "body.wz", "body.qw",
                                       "body.qx", "body.qy", "body.qz"};
  std::vector<ReferenceValue> all;
  if (start == Vector3(0.1, 15.0, 0.1)) {
    add_references(
        all, 1.0, names,
        {-4.1755417618622093883, -14.407458172590494676, 2.412132459398762215, 0.053597043788011359126,
         -0.76085921621282130378, 0.13002232775547753191, 0.63349412332415871692},
        1e-14);
  }
  if (start == Vector3(0.01, 5.0, 0.0)) {
    add_references(
        all, 10.0, names,
        {0.024307512580590332922, 4.9999509142422732831, 0.012791340402209057338, -0.38100205604034006402,
         0.0023170253839798540945, 0.92457006788037515397, 0.0015014213539317970611},
        1e-13);
  }
  return all;
}

template <class G>
ProblemInstance make_on(const Vector3& start) {
  const FreeBody<G> law;
  return {
      .system = erase(differentiated(law)),
      .q0 = G::identity(),
      .v0 = start,
      .t_begin = 0.0,
      .t_end = 1.0,
      .observables = rigid_body_observables("body"),
      .observe = [](const StateView& state,
                    Eigen::Ref<Vector> out) { write_motion(body_motion<G>(state, Vector3::Zero()), out); },
      .energy = [law](const StateView& s) { return 0.5 * law.inertia.dot(s.v.cwiseAbs2()); },
      .references = references(start),
      .observe_followed = write_quaternion<G>};
}

ProblemInstance make(const Parameters& parameters) {
  const Vector3 start(parameters.number("w1"), parameters.number("w2"), parameters.number("w3"));
  return parameters.choice("group") == "so3" ? make_on<SO3>(start) : make_on<UnitQuaternion>(start);
}

}  // namespace free_body_problem

ProblemEntry free_body() {
  using namespace free_body_problem;
  return {
      .name = "free_body",
      .description =
          "Free rigid body with principal moments 1, 2, 3 kg m^2 turning about its middle axis, which is "
          "unstable: it flips over again and again. References for (w1, w2, w3) = (0.1, 15, 0.1) at t = 1 "
          "and (0.01, 5, 0) at t = 10.",
      .citation = "Landau, Lifshitz, Mechanics, 3rd ed. (1976), section 37",
      .parameters = {{.name = "group", .choices = {"so3", "s3"}},
                     {.name = "w1", .value = 0.1, .unit = "rad/s", .description = "about moment 1"},
                     {.name = "w2", .value = 15.0, .unit = "rad/s", .description = "about moment 2"},
                     {.name = "w3", .value = 0.1, .unit = "rad/s", .description = "about moment 3"}},
      .make = make};
}

}  // namespace kreisel
