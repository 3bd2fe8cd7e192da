// The double pendulum as a problem: by points or by angles, with references that say how chaotic it is.
#include "kreisel/problems/double_pendulum.hpp"

#include <numbers>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/planar.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace double_pendulum_problem {

using Vector2 = VectorOf<double, 2>;
using Vector4 = VectorOf<double, 4>;

NamedCoordinates positions() {
  return {{"x1", "y1", "x2", "y2"}, "m"};
}
NamedCoordinates velocities() {
  return {{"vx1", "vy1", "vx2", "vy2"}, "m/s"};
}

struct PointMotion {
  Vector4 q, v;
};

/// x = sin th, y = -cos th for each rod.
PointMotion point_motion(const Vector2& angles, const Vector2& rates) {
  const Vector2 first(std::sin(angles(0)), -std::cos(angles(0)));
  const Vector2 second(std::sin(angles(1)), -std::cos(angles(1)));
  const Vector2 first_rate = rates(0) * quarter_turn(first), second_rate = rates(1) * quarter_turn(second);
  PointMotion motion;
  motion.q << first, first + second;
  motion.v << first_rate, first_rate + second_rate;
  return motion;
}

/// Energy from the points, whichever coordinates are used.
double energy_of(double gravity, const PointMotion& motion) {
  return 0.5 * motion.v.squaredNorm() + gravity * (motion.q(1) + motion.q(3));
}

void add_points(std::vector<ReferenceValue>& all, double t, const PointMotion& motion, double uncertainty) {
  for (std::size_t i = 0; i < 4; ++i) {
    all.push_back({t, positions().names[i], motion.q(static_cast<Index>(i)), uncertainty});
    all.push_back({t, velocities().names[i], motion.v(static_cast<Index>(i)), uncertainty});
  }
}

/// Extrapolation in 30-digit arithmetic, 20 digits kept; chaotic: the uncertainty is what the rounding of the
/// start to double, 6.1e-17, does to them, seen in extended precision: by t = 20 it has grown by 5.8e5 in th1.
std::vector<ReferenceValue> references(bool has_angles) {
  struct Entry {
    double t, uncertainty;
    Vector2 angles, rates;
  };
  const std::array<Entry, 5> table{{{1.0,
                                     1e-14,
                                     {-0.62508769980639062995, -1.0345850856800123406},
                                     {-3.9222795728879766169, -1.3030992486963312433}},
                                    {2.0,
                                     1e-14,
                                     {-0.48297153425175437745, -1.3240487123023625488},
                                     {3.0652881920734013152, 2.949271547571618983}},
                                    {5.0,
                                     1e-14,
                                     {-0.62718670506653073014, -1.3013155502098116779},
                                     {2.1254086738429106507, 3.8818887272656074393}},
                                    {10.0,
                                     1e-13,
                                     {-0.56847466401595018878, -0.52639372793240469833},
                                     {6.0783848857619648548, -9.6813606817088787581}},
                                    {20.0,
                                     2e-10,
                                     {0.74876097547918182544, -25.832461998893776782},
                                     {4.0780039692750877815, 2.7798894553866697442}}}};
  std::vector<ReferenceValue> all;
  for (const Entry& entry : table) {
    add_points(all, entry.t, point_motion(entry.angles, entry.rates), entry.uncertainty);
    if (!has_angles) continue;
    add_references(all, entry.t, {"th1", "th2", "th1_dot", "th2_dot"},
                   {entry.angles(0), entry.angles(1), entry.rates(0), entry.rates(1)}, entry.uncertainty);
  }
  return all;
}

ProblemInstance by_points(double gravity, const Vector2& angles) {
  const PointMotion start = point_motion(angles, Vector2::Zero());
  return {.system = erase(differentiated(DoublePendulumPoints{.gravity = gravity})),
          .q0 = start.q,
          .v0 = start.v,
          .t_begin = 0.0,
          .t_end = 5.0,
          .observables = coordinate_observables(positions(), velocities()),
          .observe = observe_coordinates,
          .energy =
              [gravity](const StateView& s) {
                return energy_of(gravity, {Vector4(s.q), Vector4(s.v)});
              },
          .references = {}};
}

ProblemInstance by_angles(double gravity, const Vector2& angles) {
  std::vector<Observable> observables = coordinate_observables(positions(), velocities());
  for (const char* name : {"th1", "th2"}) observables.push_back({.name = name, .unit = "rad"});
  for (const char* name : {"th1_dot", "th2_dot"}) observables.push_back({.name = name, .unit = "rad/s"});
  const auto observe = [](const StateView& s, Eigen::Ref<Vector> out) {
    const PointMotion motion = point_motion(s.q, s.v);
    out << motion.q, motion.v, s.q, s.v;
  };
  return {.system = erase(differentiated(DoublePendulumAngles{.gravity = gravity})),
          .q0 = angles,
          .v0 = Vector::Zero(2),
          .t_begin = 0.0,
          .t_end = 5.0,
          .observables = observables,
          .observe = observe,
          .energy = [gravity](const StateView& s) { return energy_of(gravity, point_motion(s.q, s.v)); },
          .references = {}};
}

ProblemInstance make(const Parameters& parameters) {
  const double gravity = parameters.number("gravity");
  const Vector2 angles(parameters.number("th1"), parameters.number("th2"));
  const bool has_angles = parameters.choice("form") == "angles";
  ProblemInstance instance = has_angles ? by_angles(gravity, angles) : by_points(gravity, angles);
  if (has_default_numbers(parameters)) instance.references = references(has_angles);
  return instance;
}

}  // namespace double_pendulum_problem

ProblemEntry double_pendulum() {
  using namespace double_pendulum_problem;
  constexpr double horizontal = std::numbers::pi / 2.0;
  return {
      .name = "double_pendulum",
      .description =
          "Two points of 1 kg on two rods of 1 m in the plane, released at rest; chaotic. form=cartesian: "
          "points (x1, y1), (x2, y2) with (|rod|^2 - 1)/2 = 0; form=angles: absolute angles from the "
          "downward vertical, no rows.",
      .citation = "Shinbrot, Grebogi, Wisdom, Yorke, Am. J. Phys. 60 (1992) 491-499",
      .parameters = {{.name = "form", .choices = {"cartesian", "angles"}},
                     {.name = "th1", .value = horizontal, .unit = "rad", .description = "at t = 0"},
                     {.name = "th2", .value = horizontal, .unit = "rad", .description = "at t = 0"},
                     {.name = "gravity", .value = 9.81, .unit = "m/s^2", .description = "along -y"}},
      .make = make};
}

}  // namespace kreisel
