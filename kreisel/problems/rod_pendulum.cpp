// The rod pendulum with a strongly damped suspension as a problem, on every group; laws in rod_pendulum_law.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/all.hpp"
#include "kreisel/groups/named_group.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"
#include "kreisel/problems/rigid_body_observables.hpp"
#include "kreisel/problems/rod_pendulum_law.hpp"

namespace kreisel {
namespace rod_pendulum_problem {

constexpr double last_time = 1.0;
constexpr double infinite = std::numeric_limits<double>::infinity();

/// The state of one d at t = 1: ball, end P2 of the rod, force d P2' of the damper.
struct Digits {
  double damping, x, y, phi, vx, vy, phi_rate, tip_x, tip_y, lambda_x, lambda_y;
};

// From rest, by collocation of the plane form in 113-bit arithmetic from steps of 0.15/(25001 d) on; with two numbers
// of nodes and two sequences of steps all digits are the same. d = ∞ is the compound pendulum.
constexpr std::array<Digits, 9> digits_of_published_data{{
    {10.0, 0.6399473676326045, -0.76851774221453292, -0.69436642485380184, 0.16733475032273807,
     0.13920789166333873, -0.21765228696584661, 0.000048676336248093269, -0.000058462306215100661,
     0.00077830610565034343, -0.00067521923765527219},
    {1e2, 0.6399465815813657, -0.76851815772305334, -0.69436557032979493, 0.16724279160269654,
     0.1393182780986419, -0.21765185585326194, 0.000048546952145933424, -0.000058331006222384925,
     -0.00139158308977941, 0.0043283304737347933},
    {1e3, 0.63994016978514438, -0.76852412575088402, -0.69435702408828656, 0.16723583436074634,
     0.13932348609170131, -0.21764522017538853, 0.000048702622561650496, -0.000058830338971934877,
     -0.016964056324257739, 0.054166832748595415},
    {1e4, 0.63989197540165429, -0.76857723500142306, -0.69429416563706375, 0.16712710204630603,
     0.1392833956932458, -0.2174739057538228, 0.000048814041492569684, -0.000071718521135158479,
     -0.027942160210170462, 1.3420432237795728},
    {1e5, 0.63988585790719615, -0.76853798880455706, -0.69434137148668591, 0.16690516102046621,
     0.13894473033014478, -0.21713520114143858, 0.0000064193041138982813, -0.000062677520580746575,
     4.2119732590389425, 0.43797227937208566},
    {1e6, 0.63990875578917772, -0.76846033539706962, -0.6943795799832811, 0.16687194981056479,
     0.13894963750846809, -0.21714738011794042, -4.4633135517320082E-8, -0.0000094735053829651729,
     4.8584014117764251, -4.8820176512344986},
    {1e7, 0.6399119777064493, -0.76844919324975406, -0.69438373470569919, 0.16686875054609037,
     0.13895609781684609, -0.21714965861553704, -1.5410364070461696E-8, -9.9000813843615446E-7,
     4.8554845071534105, -5.7303245782177583},
    {1e8, 0.63991231109202044, -0.76844803651479697, -0.69438415064931726, 0.16686843210355896,
     0.13895682892666428, -0.21714988812097172, -1.6558635265450907E-9, -9.9440557480656354E-8,
     4.8541096343123566, -5.8193770989873972},
    {infinite, 0.63991234826287439, -0.7684479074997171, -0.6943841968658394, 0.16686839673773601,
     0.13895691115190515, -0.21714991362351708, 0.0, 0.0, 4.8539441125760257, -5.8293206844932378},
}};

/// What the source looks at, from the motion of the ball.
struct RodView {
  double phi, phi_rate;
  Vector3 tip, tip_velocity;  // P2, P2'

  RodView(const BodyMotion& motion, const Vector3& offset) {
    const Matrix3 r = motion.rotation();
    const Vector3 rod = r * offset, turning = r * motion.angular_velocity.cross(offset);
    phi = std::atan2(rod(0), rod(1));
    phi_rate = (rod(1) * turning(0) - rod(0) * turning(1)) / (rod(0) * rod(0) + rod(1) * rod(1));
    tip = motion.position + rod;
    tip_velocity = motion.velocity + turning;
  }
  /// <P2', r/|r|> with r from P2 to P3: negative while the spring lengthens. For r = 0 the value just after.
  double radial_speed() const {
    const double distance = tip.norm();
    return distance > 0.0 ? -tip.dot(tip_velocity) / distance : -tip_velocity.norm();
  }
};

std::vector<Observable> observables() {
  return {{.name = "x", .unit = "m"},        {.name = "y", .unit = "m"},
          {.name = "z", .unit = "m"},        {.name = "phi", .unit = "rad"},
          {.name = "vx", .unit = "m/s"},     {.name = "vy", .unit = "m/s"},
          {.name = "vz", .unit = "m/s"},     {.name = "phi_rate", .unit = "rad/s"},
          {.name = "distance", .unit = "m"}, {.name = "radial_speed", .unit = "m/s"},
          {.name = "energy", .unit = "J"}};
}

/// Kinetic energy, gravity and the spring; the damper takes from it.
double energy_of(const RodPendulumData& data, const BodyMotion& motion, const Vector3& tip) {
  return 0.5 * data.body_mass * motion.velocity.squaredNorm() +
         0.5 * data.inertia() * motion.angular_velocity.squaredNorm() +
         data.body_mass * data.gravity * motion.position(1) + 0.5 * data.stiffness * tip.squaredNorm();
}

void write(const RodPendulumData& data, const BodyMotion& motion, Eigen::Ref<Vector> out) {
  const RodView view(motion, data.offset());
  out.segment<3>(0) = motion.position;
  out(3) = view.phi;
  out.segment<3>(4) = motion.velocity;
  out.tail<4>() << view.phi_rate, view.tip.norm(), view.radial_speed(), energy_of(data, motion, view.tip);
}

/// Turned by φ from the upright rod, clockwise.
VectorOf<double, 4> quaternion_of(double phi) {
  return {std::cos(0.5 * phi), 0.0, 0.0, -std::sin(0.5 * phi)};
}

template <class Rod>
BodyMotion motion_of(const StateView& s, const Vector3& offset) {
  if constexpr (std::is_same_v<Rod, PlanarRod>) {
    return {.position = {s.q(0), s.q(1), 0.0},
            .velocity = {s.v(0), s.v(1), 0.0},
            .quaternion = quaternion_of(s.q(2)),
            .angular_velocity = {0.0, 0.0, -s.v(2)}};
  } else {
    return body_motion<typename Rod::Group>(s, offset);
  }
}

/// P2 = P3.
template <class Rod>
Vector start_of(double length, double phi) {
  const double x = -length * std::sin(phi), y = -length * std::cos(phi);
  if constexpr (std::is_same_v<Rod, PlanarRod>) {
    return Vector{{x, y, phi}};
  } else {
    using Body = RigidBodyOn<typename Rod::Group>;
    ElementOf<typename Rod::Group> q;
    q.template head<3>() << x, y, 0.0;
    if constexpr (Body::has_matrix) {
      Eigen::Map<Matrix3>(q.data() + 3) = rotation_of_quaternion(quaternion_of(phi));
    } else {
      q.template tail<4>() = quaternion_of(phi);
    }
    return q;
  }
}

/// Only damper rows can be expanded.
template <class Rod>
std::shared_ptr<const SeriesSystem> series_of(const RodWithRows<Rod>& law) {
  if (law.kind != RodRows::damper) return nullptr;
  return series_system(law);
}
template <class L>
std::shared_ptr<const SeriesSystem> series_of(const L&) {
  return nullptr;
}

template <class Rod, class L>
ProblemInstance instance_of(const L& law, double angle) {
  const RodPendulumData data = law;
  const auto observe = [data](const StateView& state, Eigen::Ref<Vector> out) {
    write(data, motion_of<Rod>(state, data.offset()), out);
  };
  return {.system = erase(differentiated(law)),
          .q0 = start_of<Rod>(data.length, angle),
          .v0 = Vector::Zero(Rod::dimension),
          .t_begin = 0.0,
          .t_end = last_time,
          .observables = observables(),
          .observe = observe,
          .energy = {},  // dissipated
          .references = {},
          .series = series_of(law)};
}

template <class Rod>
ProblemInstance by_form(const std::string& form, const RodPendulumData& data, double angle) {
  if (form == "force") return instance_of<Rod>(RodWithJointForce<Rod>{Rod{data}}, angle);
  const RodRows kind = form == "row" ? RodRows::damper : RodRows::spring_damper;
  return instance_of<Rod>(RodWithRows<Rod>{Rod{data}, kind}, angle);
}

ProblemInstance by_group(const Parameters& parameters, const RodPendulumData& data) {
  const std::string &group = parameters.choice("group"), &form = parameters.choice("form");
  const double angle = parameters.number("angle");
  if (group == "planar") return by_form<PlanarRod>(form, data, angle);
  return visit_body_group(group,
                          [&]<class G>(const G&) { return by_form<SpatialRod<G>>(form, data, angle); });
}

/// The reactions of the rows: of the damper alone, or of spring and damper.
void add_reactions(std::vector<ReferenceValue>& all, const RodPendulumData& data, const Digits& digits,
                   const Parameters& parameters) {
  constexpr double uncertainty = 1e-14;
  const std::string& form = parameters.choice("form");
  if (form == "force") return;
  const bool is_joint = form == "spring_damper";
  const double share = is_joint ? data.stiffness : 0.0;
  const std::string name = is_joint ? "lambda.joint" : "lambda.damper";
  add_references(all, last_time, {name + ".x", name + ".y"},
                 {digits.lambda_x + share * digits.tip_x, digits.lambda_y + share * digits.tip_y},
                 uncertainty);
  if (parameters.choice("group") != "planar") all.push_back({last_time, name + ".z", 0.0, uncertainty});
}

std::vector<ReferenceValue> references(const RodPendulumData& data, const Digits& digits) {
  constexpr double uncertainty = 1e-15;
  const BodyMotion motion{.position = {digits.x, digits.y, 0.0},
                          .velocity = {digits.vx, digits.vy, 0.0},
                          .quaternion = quaternion_of(digits.phi),
                          .angular_velocity = {0.0, 0.0, -digits.phi_rate}};
  const Vector3 tip(digits.tip_x, digits.tip_y, 0.0), force(digits.lambda_x, digits.lambda_y, 0.0);
  const double distance = tip.norm(), power = -tip.dot(force) / data.damping;
  std::vector<ReferenceValue> all;
  add_references(all, last_time,
                 {"x", "y", "z", "phi", "vx", "vy", "vz", "phi_rate", "distance", "radial_speed"},
                 {digits.x, digits.y, 0.0, digits.phi, digits.vx, digits.vy, 0.0, digits.phi_rate, distance,
                  distance > 0.0 ? power / distance : 0.0},
                 uncertainty);
  all.push_back({last_time, "energy", energy_of(data, motion, tip), 1e-14});
  return all;
}

ProblemInstance make(const Parameters& parameters) {
  const RodPendulumData data{.body_mass = parameters.number("mass"),
                             .radius = parameters.number("radius"),
                             .length = parameters.number("length"),
                             .gravity = parameters.number("gravity"),
                             .stiffness = parameters.number("stiffness"),
                             .damping = parameters.number("damping")};
  if (std::isinf(data.damping) && parameters.choice("form") != "row") {
    throw OptionError("an infinite damper cannot be a force", "parameter \"damping\"",
                      "choose form=row, or a finite damping");
  }
  ProblemInstance instance = by_group(parameters, data);
  const auto found = std::find_if(digits_of_published_data.begin(), digits_of_published_data.end(),
                                  [&](const Digits& digits) { return digits.damping == data.damping; });
  if (found != digits_of_published_data.end() && has_default_numbers(parameters, "damping")) {
    instance.references = references(data, *found);
    add_reactions(instance.references, data, *found, parameters);
  }
  return instance;
}

std::vector<Parameter> parameters() {
  std::vector<std::string> groups = body_group_names();
  groups.insert(groups.begin(), "planar");
  return {{.name = "group", .description = "group the motion is computed on", .choices = std::move(groups)},
          {.name = "form", .choices = {"row", "spring_damper", "force"}},
          {.name = "damping",
           .value = 1e4,
           .unit = "N s/m",
           .description = "of the suspension; inf: rigid",
           .lowest = smallest_positive,
           .highest = infinite},
          {.name = "stiffness",
           .value = 1e5,
           .unit = "N/m",
           .description = "of the suspension",
           .lowest = smallest_positive},
          {.name = "mass", .value = 1.0, .unit = "kg", .lowest = smallest_positive},
          {.name = "radius",
           .value = 0.01,
           .unit = "m",
           .description = "of the ball",
           .lowest = smallest_positive},
          {.name = "length",
           .value = 1.0,
           .unit = "m",
           .description = "of the massless rod",
           .lowest = smallest_positive},
          {.name = "gravity", .value = 9.81, .unit = "m/s^2", .description = "along -y"},
          {.name = "angle",
           .value = 2.0 * std::numbers::pi / 9.0,
           .unit = "rad",
           .description = "phi at the start, 0: hanging",
           .lowest = -std::numbers::pi,
           .highest = std::numbers::pi}};
}

}  // namespace rod_pendulum_problem

ProblemEntry rod_pendulum() {
  using namespace rod_pendulum_problem;
  return {
      .name = "rod_pendulum",
      .description =
          "Ball on a massless rod whose other end P2 is held at the origin by a spring and a strong damper, "
          "F = -k P2 - d P2'; released at rest with P2 = 0. form=row: the damper as the rows P2' = lambda/d, "
          "fixed for d = inf, the spring in the forces; form=spring_damper: both as the rows P2 + (d/k) P2' "
          "= "
          "lambda/k; form=force: both in the forces. distance = |P2|, radial_speed = -P2.P2'/|P2|; the "
          "energy, spring included, is dissipated. Signs, inertia and gravity of the source are corrected. "
          "References at t = 1 for d = 10, 1e2, ..., 1e8 and inf; rows take this start with --start raw "
          "only.",
      .citation = "Stumpp, dissertation, Universität Tübingen (2004) chapter 6",
      .parameters = parameters(),
      .make = make};
}

}  // namespace kreisel
