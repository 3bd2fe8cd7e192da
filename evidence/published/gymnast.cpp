// The human figure as a model of the library, and its runs.
#include "evidence/published/gymnast.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "evidence/published/runs.hpp"
#include "evidence/published/shown_series.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel::experiments {
namespace {

constexpr double swing = -4.0, stiffness = 5e5;  // about the bar [rad/s]; of every joint [N/m]

struct Segment {
  const char* name;
  double mass;
  Vector3 inertia;
  double x, y, z;  // of the centre, hanging below the bar; y of the left side
};

/// Segments after de Leva (Journal of Biomechanics 29, 1996, 1223-1230), rounded, as in models/figure_high_bar.json.
std::vector<Segment> segments() {
  return {{"trunk", 32.0, {0.96347, 0.96347, 0.3136}, 0.0, 0.0, -0.895},
          {"head", 5.2, {0.03549, 0.03549, 0.02106}, 0.0, 0.0, -0.5},
          {"upper_arm", 2.1, {0.01478, 0.01478, 0.00213}, 0.0, 0.18, -0.48},
          {"forearm", 1.7, {0.0169, 0.0169, 0.00104}, 0.0, 0.18, -0.17},
          {"thigh", 10.6, {0.17073, 0.17073, 0.02981}, 0.0, 0.09, -1.43},
          {"shank", 3.3, {0.05291, 0.05291, 0.00413}, 0.0, 0.09, -1.855},
          {"foot", 1.0, {0.0012, 0.004, 0.0042}, 0.06, 0.09, -2.11}};
}

struct Link {
  const char *name, *above, *below;
  Vector3 on_above, on_below;  // y of the left side
  double turning, turning_damping;
};

std::vector<Link> links() {
  return {{"neck", "trunk", "head", {0, 0, 0.275}, {0, 0, -0.12}, 60, 3},
          {"shoulder", "trunk", "upper_arm", {0, 0.18, 0.275}, {0, 0, -0.14}, 40, 4},
          {"elbow", "upper_arm", "forearm", {0, 0, 0.14}, {0, 0, -0.17}, 30, 2},
          {"hip", "trunk", "thigh", {0, 0.09, -0.325}, {0, 0, 0.21}, 120, 10},
          {"knee", "thigh", "shank", {0, 0, -0.21}, {0, 0, 0.215}, 80, 6},
          {"ankle", "shank", "foot", {0, 0, -0.215}, {-0.06, 0, 0.04}, 40, 3},
          {"grip", "ground", "forearm", {0, 0.18, 0}, {0, 0, 0.17}, 0, 0}};
}

bool is_in_the_middle(const std::string& name) {
  return name == "trunk" || name == "head" || name == "neck" || name == "ground";
}
std::string on_side(const std::string& name, double side) {
  return is_in_the_middle(name) ? name : (side > 0.0 ? "left_" : "right_") + name;
}

Body body_of(const Segment& s, double side) {
  Body body;
  body.name = on_side(s.name, side);
  body.mass = s.mass;
  body.inertia = s.inertia.asDiagonal();
  body.position = {s.x, side * s.y, s.z};
  body.velocity = {swing * s.z, 0.0, -swing * s.x};
  body.angular_velocity = {0.0, swing, 0.0};
  return body;
}

Bushing joint_of(const Link& link, double side, double damping) {
  Bushing joint;
  joint.name = on_side(link.name, side);
  joint.a.body = on_side(link.above, side);
  joint.a.position = {link.on_above.x(), side * link.on_above.y(), link.on_above.z()};
  joint.b.body = on_side(link.below, side);
  joint.b.position = link.on_below;
  joint.stiffness.diagonal() << stiffness, stiffness, stiffness, link.turning, link.turning, link.turning;
  joint.damping.diagonal() << damping, damping, damping, link.turning_damping, link.turning_damping,
      link.turning_damping;
  return joint;
}

Target gymnast(double damping) {
  Model model;
  model.name = "gymnast";
  model.duration = 5.0;
  for (const double side : {1.0, -1.0}) {
    for (const Segment& s : segments())
      if (side > 0.0 || !is_in_the_middle(s.name)) model.bodies.push_back(body_of(s, side));
    for (const Link& link : links())
      if (side > 0.0 || !is_in_the_middle(link.name))
        model.forces.emplace_back(joint_of(link, side, damping));
  }
  return target_of(model);
}

Trace gymnast_run(double damping, const char* method, double t_end) {
  RunSpec spec;
  spec.target = "gymnast";
  spec.method = method;
  spec.steps.rtol = spec.steps.atol = 1e-5;
  spec.t_end = t_end;
  spec.samples.count = 300;
  return traced_run(spec, gymnast(damping));
}

/// Largest distance of the left hand from the bar.
double open_hand(const Trace& trace) {
  const auto at = [&](const char* what, std::size_t i) {
    return trace.column(std::string("left_forearm.") + what)[i];
  };
  double most = 0.0;
  for (std::size_t i = 0; i < trace.times.size(); ++i) {
    const Eigen::Quaterniond turn(at("qw", i), at("qx", i), at("qy", i), at("qz", i));
    const Vector3 hand = Vector3(at("x", i), at("y", i), at("z", i)) + turn * Vector3(0.0, 0.0, 0.17);
    most = std::max(most, (hand - Vector3(0.0, 0.18, 0.0)).norm());
  }
  return most;
}

}  // namespace

Measurement gymnast_on_the_bar() {
  constexpr std::array<double, 4> dampings{1e3, 3e3, 1e4, 3e4};
  constexpr double whole = 3.0, part = 0.05;
  Measurement m;
  MeasuredCurve implicit_steps{"radau_iia_3"}, explicit_steps{"dopri5"};
  MeasuredTable table{"mean steps", {"damping of the joints [N s/m]", "radau_iia_3 [s]", "dopri5 [s]"}};
  double widest = 0.0, unfinished = 0.0;
  for (const double damping : dampings) {
    const Trace radau = gymnast_run(damping, "radau_iia_3", whole),
                dopri = gymnast_run(damping, "dopri5", part);
    for (MeasuredCurve* c : {&implicit_steps, &explicit_steps}) c->x.push_back(damping);
    implicit_steps.y.push_back(radau.mean_step());
    explicit_steps.y.push_back(dopri.mean_step());
    table.rows.push_back({damping, radau.mean_step(), dopri.mean_step()});
    widest = std::max(widest, open_hand(radau));
    unfinished = std::max(unfinished, whole - radau.record.t);
    if (damping == dampings.front())
      m.plots.push_back({"feet and head",
                         "x [m]",
                         "z [m]",
                         false,
                         false,
                         {{"left foot", radau.column("left_foot.x"), radau.column("left_foot.z")},
                          {"head", radau.column("head.x"), radau.column("head.z")}}});
  }
  m.tables.push_back(table);
  m.plots.push_back(
      {"mean step", "damping [N s/m]", "mean step [s]", true, true, {explicit_steps, implicit_steps}});
  m.checks = {{"Radau IIA: part of 3 s that is missing", unfinished, 0.0, 1e-9, "s"},
              {"spring-dampers as joints: largest distance of a hand from the bar", widest, 1e-5, 0.01, "m"},
              {"power of the damping in the mean step, Radau IIA (independent of the damping)",
               slope_of(implicit_steps.x, implicit_steps.y), -0.1, 0.35},
              {"power of the damping in the mean step, explicit (proportional to 1/d)",
               slope_of(explicit_steps.x, explicit_steps.y), -1.1, -0.6},
              {"mean step at 3e4 N s/m, Radau IIA over explicit",
               implicit_steps.y.back() / explicit_steps.y.back(), 50.0, any}};
  return m;
}

}  // namespace kreisel::experiments
