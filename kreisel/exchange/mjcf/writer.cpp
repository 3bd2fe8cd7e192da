// Bodies inside bodies with their frames in the centres of mass; the start is where MuJoCo starts.
#include "kreisel/exchange/mjcf/writer.hpp"

#include <map>

#include <fmt/format.h>

#include "kreisel/exchange/model_tree.hpp"
#include "kreisel/model/formula.hpp"

namespace kreisel {
namespace mjcf {
namespace {

[[noreturn]] void refuse_element(const std::string& kind, const std::string& name) {
  throw ModelError(fmt::format("MJCF cannot say what \"{}\" of the type {} does", name, kind), "/" + name,
                   "leave it out, or say it by axes, springs and couplings");
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

class Writer {
 public:
  Writer(const Model& model, std::vector<std::string>& notes)
      : model_(model), notes_(notes), tree_(tree_of(model)) {
    for (const TreeBody& body : tree_.bodies) children_[body.parent].push_back(&body);
  }

  std::string text() {
    for (const Force& force : model_.forces) std::visit([&](const auto& f) { add(f); }, force);
    for (const Joint& joint : tree_.loops) std::visit([&](const auto& j) { close(j); }, joint);
    std::string bodies = inside(-1, 2);
    std::string out = fmt::format(
        "<mujoco model=\"{}\">\n  <compiler angle=\"radian\"/>\n  <option gravity=\"{}\" "
        "timestep=\"0.001\"/>\n",
        escaped(model_.name), numbers_text(model_.gravity));
    out += "  <default><geom contype=\"0\" conaffinity=\"0\"/></default>\n  <worldbody>\n" + bodies +
           "  </worldbody>\n";
    const auto section = [&](const char* name, const std::string& lines) {
      if (!lines.empty()) out += fmt::format("  <{0}>\n{1}  </{0}>\n", name, lines);
    };
    section("equality", conditions_);
    section("tendon", tendons_);
    section("actuator", actuators_);
    section("keyframe", fmt::format("    <key name=\"start\" qpos=\"{}\" qvel=\"{}\"{}/>\n", positions_,
                                    velocities_, controls_.empty() ? "" : " ctrl=\"" + controls_ + "\""));
    return out + "</mujoco>\n";
  }

 private:
  std::string inside(int parent, int depth) {
    std::string out;
    const std::string blank(static_cast<std::size_t>(2 * depth), ' ');
    out += sites_[parent];
    for (const TreeBody* tree : children_[parent]) {
      const Body& body = model_.bodies[tree->body];
      const Matrix3& j = body.inertia;
      out += fmt::format("{}<body name=\"{}\" pos=\"{}\" quat=\"{}\">\n", blank, escaped(body.name),
                         numbers_text(tree->in_parent.p), numbers_text(quaternion_of(tree->in_parent.r)));
      out += fmt::format("{}  <inertial pos=\"0 0 0\" mass=\"{}\" fullinertia=\"{} {} {} {} {} {}\"/>\n",
                         blank, body.mass, j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(0, 2), j(1, 2));
      out += joints(*tree, body, blank);
      out += inside(static_cast<int>(tree - tree_.bodies.data()), depth + 1);
      out += blank + "</body>\n";
    }
    return out;
  }

  static void append(std::string& list, const std::string& numbers) {
    list += (list.empty() ? "" : " ") + numbers;
  }

  std::string joints(const TreeBody& tree, const Body& body, const std::string& blank) {
    if (tree.kind == LinkKind::free) {
      append(positions_, numbers_text(body.position) + " " + numbers_text(quaternion_of(tree.in_parent.r)));
      append(velocities_, numbers_text(body.velocity) + " " + numbers_text(body.angular_velocity));
      return fmt::format("{}  <freejoint name=\"{}\"/>\n", blank, escaped(tree.joint));
    }
    if (tree.kind == LinkKind::ball) {
      append(positions_, "1 0 0 0");
      append(velocities_, numbers_text(tree.turning));
      return fmt::format("{}  <joint name=\"{}\" type=\"ball\" pos=\"{}\"/>\n", blank, escaped(tree.joint),
                         numbers_text(tree.ball_centre));
    }
    std::string out;
    for (const JointAxis& axis : tree.axes) {
      append(positions_, fmt::format("{}", axis.value));
      append(velocities_, fmt::format("{}", axis.rate));
      out += fmt::format(
          "{}  <joint name=\"{}\" type=\"{}\" pos=\"{}\" axis=\"{}\" ref=\"{}\" armature=\"{}\"{}/>\n", blank,
          escaped(axis.name), axis.kind == MotionKind::rotation ? "hinge" : "slide",
          numbers_text(axis.position), numbers_text(axis.axis), axis.value, axis.inertia,
          passive_[axis.name]);
    }
    return out;
  }

  // Forces ------------------------------------------------------------------------------------------------------------
  void add(const AxisForce& f) {
    const bool is_passive = f.stiffness != 0.0 || f.damping != 0.0 || f.friction != 0.0 || f.lower || f.upper;
    if (f.largest || f.lower.has_value() != f.upper.has_value()) refuse_element("axis_force", f.name);
    if (f.force.is_given()) add_motor(f);
    if (!is_passive) return;
    std::string text = fmt::format(" stiffness=\"{}\" damping=\"{}\" frictionloss=\"{}\"", f.stiffness,
                                   f.damping, f.friction);
    if (f.lower) {
      text += fmt::format(" range=\"{} {}\"", *f.lower, *f.upper);
      note("stops are soft in another way in MuJoCo");
    }
    if (f.friction != 0.0) note("dry friction is regularised in another way in MuJoCo");
    const bool is_plain =
        f.terms.size() == 1 && f.terms[0].coefficient == 1.0 && !passive_.contains(f.terms[0].axis);
    if (is_plain) {
      passive_[f.terms[0].axis] = text + fmt::format(" springref=\"{}\"", f.reference);
      return;
    }
    tendons_ += fmt::format("    <fixed name=\"{}\"{} springlength=\"{}\">{}</fixed>\n", escaped(f.name),
                            text, f.reference, terms(f.terms));
  }
  void add_motor(const AxisForce& f) {
    const Formula formula(f.force.text,
                          {{"t", "x", "y", "z", "vx", "vy", "vz", "angle", "rate"}, model_.parameters},
                          "/" + f.name);
    if (!formula.is_constant()) refuse_element("axis_force with a formula of time or state", f.name);
    const double value = formula.evaluate<double>(nullptr);
    const std::string tendon = f.name + "_line";
    tendons_ += fmt::format("    <fixed name=\"{}\">{}</fixed>\n", escaped(tendon), terms(f.terms));
    actuators_ += fmt::format("    <motor name=\"{}\" tendon=\"{}\"/>\n", escaped(f.name), escaped(tendon));
    append(controls_, fmt::format("{}", value));
    note("constant forces along axes are motors, whose controls are those of the keyframe \"start\"");
  }
  static std::string terms(const std::vector<CoordinateTerm>& all) {
    std::string out;
    for (const CoordinateTerm& term : all)
      out += fmt::format("<joint joint=\"{}\" coef=\"{}\"/>", escaped(term.axis), term.coefficient);
    return out;
  }
  void add(const SpringDamper& s) {
    const std::string ends[] = {site(s.a, s.name + "_a"), site(s.b, s.name + "_b")};
    tendons_ += fmt::format(
        "    <spatial name=\"{}\" stiffness=\"{}\" damping=\"{}\" springlength=\"{}\"><site "
        "site=\"{}\"/><site site=\"{}\"/></spatial>\n",
        escaped(s.name), s.stiffness, s.damping, s.length, ends[0], ends[1]);
  }
  template <class Other>
  void add(const Other& force) {
    if constexpr (std::is_same_v<Other, PlaneContact> || std::is_same_v<Other, SphereContact>)
      note("contacts are left out: those of MuJoCo follow another law");
    else
      refuse_element(std::string(Other::type), force.name);
  }
  std::string site(const End& end, const std::string& name) {
    const auto place = tree_.place_of(model_, end);
    sites_[place.body] += fmt::format("      <site name=\"{}\" pos=\"{}\" quat=\"{}\"/>\n", escaped(name),
                                      numbers_text(place.pose.p), numbers_text(quaternion_of(place.pose.r)));
    return escaped(name);
  }

  // Loops ---------------------------------------------------------------------------------------------------------------
  void connect(const std::string& name, const End& a, const End& b, const Vector3& shift) {
    auto first = tree_.place_of(model_, a), second = tree_.place_of(model_, b);
    const auto point = [&](const ModelTree::Place& p, const std::string& end) {
      const std::string called = escaped(name + end);
      sites_[p.body] +=
          fmt::format("      <site name=\"{}\" pos=\"{}\"/>\n", called, numbers_text(p.pose * shift));
      return called;
    };
    const std::string one = point(first, "_a"), two = point(second, "_b");
    conditions_ +=
        fmt::format("    <connect name=\"{}\" site1=\"{}\" site2=\"{}\"/>\n", escaped(name), one, two);
    note("joints that close loops are soft in MuJoCo");
  }
  void close(const SphericalJoint& j) { connect(j.name, j.a, j.b, Vector3::Zero()); }
  void close(const RevoluteJoint& j) {
    if (j.angle.is_given()) refuse_element("revolute with a given angle", j.name);
    connect(j.name, j.a, j.b, Vector3::Zero());
    connect(j.name + "_axis", j.a, j.b, 0.1 * Vector3::UnitZ());
  }
  void close(const FixedJoint& j) {
    const std::string one = site(j.a, j.name + "_a"), two = site(j.b, j.name + "_b");
    conditions_ +=
        fmt::format("    <weld name=\"{}\" site1=\"{}\" site2=\"{}\"/>\n", escaped(j.name), one, two);
    note("joints that close loops are soft in MuJoCo");
  }
  void close(const CouplingJoint& j) {
    std::vector<double> p = j.polynomial.empty() ? std::vector<double>{0.0, 1.0} : j.polynomial;
    const bool is_single = j.terms.size() == 1 && j.terms[0].coefficient == 1.0 && j.of.size() <= 1 &&
                           (j.of.empty() || j.of[0].coefficient == 1.0);
    if (!is_single || j.function.is_given() || p.size() > 5)
      refuse_element("coupling of sums or of time", j.name);
    p.resize(5, 0.0);
    double own = 0.0, other = 0.0;  // MuJoCo counts from the reference, which is the start
    for (const TreeBody& body : tree_.bodies)
      for (const JointAxis& axis : body.axes) {
        if (axis.name == j.terms[0].axis) own = axis.value;
        if (!j.of.empty() && axis.name == j.of[0].axis) other = axis.value;
      }
    std::vector<double> q(5, 0.0);
    for (std::size_t k = 5; k-- > 0;) {
      for (std::size_t i = 5; i-- > 1;) q[i] = q[i - 1] + other * q[i];
      q[0] = other * q[0] + p[k];
    }
    q[0] -= own;
    conditions_ += fmt::format("    <joint name=\"{}\" joint1=\"{}\"{} polycoef=\"{} {} {} {} {}\"/>\n",
                               escaped(j.name), escaped(j.terms[0].axis),
                               j.of.empty() ? "" : fmt::format(" joint2=\"{}\"", escaped(j.of[0].axis)), q[0],
                               q[1], q[2], q[3], q[4]);
    note("joints that close loops are soft in MuJoCo");
  }
  template <class Other>
  void close(const Other& joint) {
    refuse_element(std::string(Other::type), joint.name);
  }

  void note(const std::string& text) {
    for (const std::string& one : notes_)
      if (one == text) return;
    notes_.push_back(text);
  }

  const Model& model_;
  std::vector<std::string>& notes_;
  ModelTree tree_;
  std::map<int, std::vector<const TreeBody*>> children_;
  std::map<int, std::string> sites_;
  std::map<std::string, std::string> passive_;
  std::string conditions_, tendons_, actuators_, positions_, velocities_, controls_;
};

}  // namespace
}  // namespace mjcf

std::string write_mjcf(const Model& model, std::vector<std::string>& notes) {
  return mjcf::Writer(model, notes).text();
}

}  // namespace kreisel
