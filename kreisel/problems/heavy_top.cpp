// The heavy top as a problem, on every group and with every form of its rows; laws in heavy_top_law.hpp.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/all.hpp"
#include "kreisel/groups/named_group.hpp"
#include "kreisel/model/scene.hpp"
#include "kreisel/problems/heavy_top_law.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"
#include "kreisel/problems/rigid_body_observables.hpp"

namespace kreisel {
namespace heavy_top_problem {

struct Start {
  HeavyTopData data;
  Vector3 angular_velocity;
};

BodyMotion motion_about_tip(const HeavyTopData& data, const VectorOf<double, 4>& quaternion,
                            const Vector3& angular_velocity) {
  const Matrix3 r = rotation_of_quaternion(quaternion);
  return {.position = r * data.offset,
          .velocity = r * angular_velocity.cross(data.offset),
          .quaternion = quaternion,
          .angular_velocity = angular_velocity};
}

/// Independent integration of the quaternion form in 20-digit arithmetic, 15 digits kept; velocities follow
/// from v = R (Ω × X).
void add_motion(std::vector<ReferenceValue>& all, double t, const BodyMotion& motion) {
  constexpr double uncertainty = 2e-14, rate_uncertainty = 5e-14;
  const auto observables = rigid_body_observables("top");
  Vector values(static_cast<Index>(observables.size()));
  write_motion(motion, values);
  for (std::size_t i = 0; i < observables.size(); ++i) {
    const bool is_rate = i >= 7;
    all.push_back(
        {t, observables[i].name, values[static_cast<Index>(i)], is_rate ? rate_uncertainty : uncertainty});
  }
}

std::vector<ReferenceValue> references(const HeavyTopData& data, bool has_rows, bool is_form_b) {
  struct Entry {
    double t;
    VectorOf<double, 4> quaternion;
    Vector3 angular_velocity;
  };
  const std::array<Entry, 3> table{
      {{0.2,
        {-0.708279152974313, 0.438781088126582, 0.545728396145418, 0.089399752824005},
        {-2.691590912143409, 150.0, 4.917260989893994}},
       {1.0,
        {0.732943980679664, -0.278285719337613, 0.531824611334163, -0.320176142736249},
        {-0.822078101682704, 150.0, -5.923291348117336}},
       {2.0,
        {0.122947135041533, -0.491079892550027, 0.350430030343621, -0.787986887550486},
        {0.122233219497394, 150.0, -5.855624589205458}}}};
  std::vector<ReferenceValue> all;
  for (const Entry& entry : table) {
    add_motion(all, entry.t, motion_about_tip(data, entry.quaternion, entry.angular_velocity));
  }
  if (has_rows) {
    Vector3 lambda(-517.60073948, -396.84310149, 404.57492516);  // inertial, for Φ = -x + R X
    if (is_form_b) lambda = rotation_of_quaternion(table[1].quaternion).transpose() * lambda;
    constexpr double uncertainty = 1e-8;
    add_references(all, 1.0, {"lambda.tip_x", "lambda.tip_y", "lambda.tip_z"},
                   {lambda(0), lambda(1), lambda(2)}, uncertainty);
  }
  return all;
}

/// Kinetic and potential energy; a compliant tip stores c λ²/2 per row.
double energy_of(const HeavyTopData& data, const BodyMotion& motion, const StateView& state) {
  const Vector3& omega = motion.angular_velocity;
  return 0.5 * data.body_mass * motion.velocity.squaredNorm() +
         0.5 * omega.dot(data.inertia.cwiseProduct(omega)) -
         data.body_mass * data.gravity.dot(motion.position) +
         0.5 * data.compliance * state.lambda.squaredNorm();
}

/// A disc on a stick: m r²/2 = 0.46875 kg m² with m = 15 kg.
std::shared_ptr<const Scene> scene_of(const HeavyTopData& data) {
  CylinderShape disc;
  disc.radius = std::sqrt(2.0 * data.inertia(1) / data.body_mass);
  disc.length = 0.2 * disc.radius;
  disc.axis = Vector3::UnitY();
  Scene scene{"heavy_top", data.gravity, {}, {}};
  scene.bodies.push_back({"top", disc, true, {}, 0.0});
  Scene::Element tip{"tip", "spherical", true, true, {}, {}, 0.0};
  tip.b.body = 0;
  tip.b.position = -data.offset;
  scene.elements.push_back(tip);
  return std::make_shared<const Scene>(std::move(scene));
}

template <class L>
AnySystem system_with(const HeavyTopData& data) {
  L law;
  static_cast<HeavyTopData&>(law) = data;
  return erase(differentiated(law));
}

template <class L>
ProblemInstance instance_of(const Start& start) {
  using G = typename L::Group;
  const HeavyTopData& data = start.data;
  ElementOf<G> q0 = G::identity();
  TangentOf<G> v0;
  v0.template tail<3>() = start.angular_velocity;
  if constexpr (RigidBodyOn<G>::has_position) {
    q0.template head<3>() = data.offset;
    v0.template head<3>() = start.angular_velocity.cross(data.offset);
  }
  const auto observe = [data](const StateView& state, Eigen::Ref<Vector> out) {
    write_motion(body_motion<G>(state, data.offset), out);
  };
  std::function<double(const StateView&)> energy;
  if (data.relaxation == 0.0) {
    energy = [data](const StateView& state) {
      return energy_of(data, motion_without_quaternion<G>(state, data.offset), state);
    };
  }
  return {.system = system_with<L>(data),
          .q0 = q0,
          .v0 = v0,
          .t_begin = 0.0,
          .t_end = 1.0,
          .observables = rigid_body_observables("top"),
          .observe = observe,
          .energy = energy,
          .references = {},
          .observe_followed = write_quaternion<G>,
          .scene = scene_of(data)};
}

template <template <class> class L>
ProblemInstance constrained(const std::string& group, const Start& start) {
  return visit_body_group(group, [&]<class G>(const G&) { return instance_of<L<G>>(start); });
}

ProblemInstance unconstrained(const std::string& group, const Start& start) {
  if (group == "so3") return instance_of<HeavyTopFixedPoint<SO3>>(start);
  return instance_of<HeavyTopFixedPoint<UnitQuaternion>>(start);
}

void refuse_row_options(const Parameters& parameters, const std::string& group) {
  for (const char* name : {"compliance", "relaxation"}) {
    if (parameters.number(name) == 0.0) continue;
    throw OptionError(
        "on " + group + " the tip is fixed exactly, there are no rows",
        "parameter \"" + std::string(name) + "\"",
        fmt::format("choose group={}, or leave {} at 0", fmt::join(body_group_names(), ", "), name));
  }
  if (parameters.choice("constraint") == "b") {
    throw OptionError(
        "on " + group + " there are no rows, so no constraint form either", "parameter \"constraint\"",
        fmt::format("choose group={}, or leave constraint out", fmt::join(body_group_names(), ", ")));
  }
}

/// Those with rows, then those that hold the tip by themselves.
std::vector<std::string> groups() {
  std::vector<std::string> all = body_group_names();
  for (const std::string_view name : {SO3::name, UnitQuaternion::name}) all.emplace_back(name);
  return all;
}

ProblemInstance make(const Parameters& parameters) {
  Start start;
  start.data.body_mass = parameters.number("mass");
  start.data.gravity = {0.0, 0.0, -parameters.number("gravity")};
  start.data.compliance = parameters.number("compliance");
  start.data.relaxation = parameters.number("relaxation");
  start.angular_velocity = {0.0, parameters.number("spin"), parameters.number("precession")};
  const std::string& group = parameters.choice("group");
  const bool has_rows = group != "so3" && group != "s3";
  const bool is_form_b = parameters.choice("constraint") == "b";
  if (!has_rows) refuse_row_options(parameters, group);
  ProblemInstance instance = !has_rows   ? unconstrained(group, start)
                             : is_form_b ? constrained<HeavyTopBody>(group, start)
                                         : constrained<HeavyTopInertial>(group, start);
  if (has_default_numbers(parameters)) instance.references = references(start.data, has_rows, is_form_b);
  return instance;
}

}  // namespace heavy_top_problem

ProblemEntry heavy_top() {
  using namespace heavy_top_problem;
  return {
      .name = "heavy_top",
      .description =
          "Fast spinning top in gravity, tip fixed at the origin; centre of mass at (0, 1, 0) m in the body "
          "frame. Form a: -x + R X = 0, reaction in inertial components; form b: -R'x + X = 0, in body "
          "components. so3 and s3 have no rows. Fixed at t = 0: R = I.",
      .citation =
          "Brüls, Cardona, J. Comput. Nonlinear Dyn. 5 (2010) 031002; Brüls, Cardona, Arnold, Mech. "
          "Mach. Theory 48 (2012) 121-137",
      .parameters = {{.name = "group", .description = "group the motion is computed on", .choices = groups()},
                     {.name = "constraint",
                      .description = "constraint form, not for so3 and s3",
                      .choices = {"a", "b"}},
                     {.name = "mass", .value = 15.0, .unit = "kg", .lowest = smallest_positive},
                     {.name = "gravity", .value = 9.81, .unit = "m/s^2", .description = "along -z"},
                     {.name = "spin",
                      .value = 150.0,
                      .unit = "rad/s",
                      .description = "initial angular velocity about the body axis y"},
                     {.name = "precession",
                      .value = -4.61538,
                      .unit = "rad/s",
                      .description = "initial angular velocity about the body axis z"},
                     {.name = "compliance",
                      .unit = "m/N",
                      .description = "of the tip joint, every row; 0: rigid",
                      .lowest = 0.0},
                     {.name = "relaxation",
                      .unit = "s",
                      .description = "damping of the tip joint, every row",
                      .lowest = 0.0}},
      .make = make};
}

}  // namespace kreisel
