// The words only forces have: laws of forces, springs as forces or as compliant rows.
#include <fmt/format.h>
#include <Eigen/LU>

#include <map>

#include "kreisel/core/error.hpp"
#include "kreisel/model/elements.hpp"
#include "kreisel/model/laws.hpp"

namespace kreisel {
namespace {

/// Automatic elements are rows when they are faster than the motion is looked at: in a thousandth of the duration a
/// spring turns by more than 1 rad of its vibration, or a damper relaxes.
constexpr double steps_of_a_duration = 1000.0;

/// Springs and dampers on rows of a geometry, before it is known whether they are rows or forces.
struct Springs {
  Geometry geometry = {};
  std::shared_ptr<const RowFunction> function = {};
  Vector stiffness = {}, damping = {};
  std::vector<std::string> names = {}, units = {};
};

/// What a row of a bushing holds: "x" where it is one direction, "x_turn_y" where several are coupled.
std::string direction_name(const Eigen::Ref<const Vector>& row) {
  constexpr std::array<const char*, 6> directions = {"x", "y", "z", "turn_x", "turn_y", "turn_z"};
  constexpr double visible = 1e-9;  // of a row of length 1
  std::string name;
  for (Index i = 0; i < row.size(); ++i) {
    if (std::abs(row(i)) <= visible) continue;
    name += (name.empty() ? "" : "_") + std::string(directions[static_cast<std::size_t>(i)]);
  }
  return name;
}

/// Compared with the step a thousandth of the duration: ω h or d B M⁻¹Bᵀ h.
bool is_fast(const Springs& springs, const ElementContext& context) {
  GeometryAt at(springs.geometry, context.group, context.q);
  FormRows w;
  springs.function->weights(0.0, at.values(), w);
  const FormRows b = w.lazyProduct(at.jacobian());
  const double step = context.model.duration / steps_of_a_duration;
  for (Index i = 0; i < b.rows(); ++i) {
    double mobility = 0.0;  // B M⁻¹Bᵀ
    for (std::size_t k = 0; k < springs.geometry.bodies.size(); ++k) {
      const Body& body = context.model.bodies[static_cast<std::size_t>(springs.geometry.bodies[k])];
      const Vector3 force = b.row(i).segment<3>(6 * static_cast<Index>(k)),
                    torque = b.row(i).segment<3>(6 * static_cast<Index>(k) + 3);
      mobility += force.squaredNorm() / body.mass + torque.dot(body.inertia.inverse() * torque);
    }
    if (std::sqrt(springs.stiffness(i) * mobility) * step > 1.0 || springs.damping(i) * mobility * step > 1.0)
      return true;
  }
  return false;
}

class ForceTerms : public ElementWords {
 public:
  using ElementWords::ElementWords;

  ForceParts parts = {};

  void join(const End& a, const End& b, const char* name_a = "/a", const char* name_b = "/b") {
    find_ends(a, b, name_a, name_b);
    if (a_.body == b_.body)
      refuse(name_b,
             a_.body < 0 ? "it acts between the ground and the ground" : "it acts between a body and itself",
             "name two different bodies");
    parts.a = a_;
    parts.b = b_;
  }
  void join_or_ground(const End& a, const std::optional<End>& b) {
    End on_ground;
    on_ground.body = ground;
    join(a, b.value_or(on_ground));
  }
  template <class Law>
  void add(const Law& law) {
    auto function = std::make_shared<LawForce<Law>>(law);
    parts.is_conservative = function->is_conservative();
    parts.forces.push_back({std::move(geometry_.geometry), std::move(function)});
  }

  // Contact begins where the first form, or its root, passes a value ------------------------------------------------
  void touches_at(double value) {
    parts.is_contact = true;
    parts.touching = value;
  }
  void touches_at_root(double value) {
    touches_at(value);
    parts.by_root = true;
  }
  void expect_friction(double coefficient, const char* field, double slip_speed) const {
    expect_not_negative(coefficient, field);
    if (slip_speed > 0.0 && std::isfinite(slip_speed)) return;
    refuse("/slip_speed", fmt::format("the slip speed {} is not positive", slip_speed),
           "give a speed far below those of sliding, such as 0.01 m/s");
  }

  // Springs and dampers: on the root of the form, on the angle of the forms, on rows of the forms -------------------
  void add_length_spring(double length, double stiffness, double damping, Form form) {
    add({geometry_.geometry,
         length_rows(Formula(length)),
         Vector::Constant(1, stiffness),
         Vector::Constant(1, damping),
         {name_ + ".length"},
         {"N"}},
        form);
  }
  void add_angle_spring(double angle, double stiffness, double damping, Form form) {
    add({geometry_.geometry,
         angle_rows(Formula(angle)),
         Vector::Constant(1, stiffness),
         Vector::Constant(1, damping),
         {name_ + ".angle"},
         {"N m"}},
        form);
  }
  void add_springs(const Matrix& directions, const Vector& stiffness, const Vector& damping, Form form) {
    Springs springs{geometry_.geometry, linear_rows(directions), stiffness, damping, {}, {}};
    std::map<std::string, int> uses;
    for (Index i = 0; i < stiffness.size(); ++i) {
      const Vector row = directions.row(i).transpose();
      const std::string direction = direction_name(row);
      const int use = ++uses[direction];
      springs.names.push_back(
          fmt::format("{}.{}{}", name_, direction, use > 1 ? fmt::format("_{}", use) : ""));
      Index main = 0;
      row.cwiseAbs().maxCoeff(&main);
      springs.units.emplace_back(main < 3 ? "N" : "N m");
    }
    add(springs, form);
  }

 private:
  void add(const Springs& springs, Form form) {
    parts.is_conservative = springs.damping.isZero(0.0);
    if (form == Form::row || (form == Form::automatic && is_fast(springs, context_))) {
      add_rows(springs, true);
      add_rows(springs, false);
      return;
    }
    parts.forces.push_back(
        {springs.geometry, spring_force(springs.function, springs.stiffness, springs.damping)});
  }
  /// Springs are position rows with c = 1/k, τ = d/k, dampers without a spring velocity rows with c = 1/d.
  void add_rows(const Springs& springs, bool position) {
    RowElement element{springs.geometry, springs.function, {}};
    std::vector<Index> chosen;
    for (Index i = 0; i < springs.stiffness.size(); ++i) {
      const double k = springs.stiffness(i), d = springs.damping(i);
      if (position ? k <= 0.0 : k > 0.0 || d <= 0.0) continue;
      element.rows.push_back({springs.names[static_cast<std::size_t>(i)],
                              position ? RowKind::position : RowKind::velocity, position ? 1.0 / k : 1.0 / d,
                              position ? d / k : 0.0, springs.units[static_cast<std::size_t>(i)]});
      chosen.push_back(i);
    }
    if (chosen.empty()) return;
    if (static_cast<Index>(chosen.size()) < springs.stiffness.size()) {  // some rows of a bushing
      FormRows w;
      springs.function->weights(0.0, Forms::Zero(springs.geometry.forms()), w);
      element.function = linear_rows(Matrix(w)(chosen, Eigen::all));
    }
    parts.rows.push_back(std::move(element));
  }
};

}  // namespace

ForceParts take_apart(const Force& force, const ElementContext& context, const std::string& pointer) {
  return std::visit(
      [&](const auto& one) {
        ForceTerms terms(context, pointer, one.name);
        one.add_to(terms);
        return std::move(terms.parts);
      },
      force);
}

}  // namespace kreisel
