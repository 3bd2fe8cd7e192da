// Two balls that push each other apart.
#pragma once

#include "kreisel/model/forces/contact_plane.hpp"
#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

/// s = squared distance of the centres.
struct SphereContactLaw {
  CollisionLaw collision = {};
  double distance = 0.0;  // of the centres when the balls touch
  static constexpr int forms() { return 1; }
  template <class S>
  void operator()(const S&, const S* s, const S* rate, S* force) const {
    using std::sqrt;
    const S length = sqrt(s[0]);
    const S slope = 0.5 / length;
    force[0] = slope * collision.push<S>(length - distance, slope * rate[0]);
  }
  double potential(double, const double* s) const { return collision.energy(std::sqrt(s[0]) - distance); }
  bool is_conservative() const { return collision.damping == 0.0; }
};

struct SphereContact {
  static constexpr std::string_view type = "contact_spheres";
  static constexpr std::string_view description = "pushes two balls apart with k y^2 + d y y' at depth y";
  std::string name = {};
  End a = {};
  End b = {};
  double radius_a = 0.0;
  double radius_b = 0.0;
  double stiffness = 0.0;
  double damping = 0.0;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &SphereContact::name, "how messages and results call it", required},
        Field{"a", &SphereContact::a, "the first end", required},
        Field{"b", &SphereContact::b, "the second end", required},
        Field{"radius_a", &SphereContact::radius_a, Quantity::length, "of the first ball", required},
        Field{"radius_b", &SphereContact::radius_b, Quantity::length, "of the second ball", required},
        Field{"stiffness", &SphereContact::stiffness, Quantity::contact_stiffness, "k", required},
        Field{"damping", &SphereContact::damping, Quantity::contact_damping, "d"});
  }

  static constexpr std::array results{
      ElementResult{"depth", Quantity::length, "of one ball in the other; 0 when they are apart"},
      ElementResult{"force", Quantity::force, "that pushes them apart"}, result::power};
  /// The form is the square of the distance.
  void show(const FormsAt& at, double* out) const {
    const double distance = std::sqrt(at.s[0]);
    out[0] = std::fmax(0.0, radius_a + radius_b - distance);
    out[1] = 2.0 * distance * at.force[0];
    out[2] = at.power;
  }

  template <class Forces>
  void add_to(Forces& forces) const {
    forces.join(a, b);
    forces.expect_not_negative(radius_a, "/radius_a");
    forces.expect_not_negative(radius_b, "/radius_b");
    forces.expect_not_negative(stiffness, "/stiffness");
    forces.expect_not_negative(damping, "/damping");
    const int d = forces.between(forces.a(), forces.b());
    forces.dot(d, d);
    forces.expect_apart();
    forces.touches_at_root(radius_a + radius_b);
    forces.add(SphereContactLaw{{stiffness, damping}, radius_a + radius_b});
  }
};

}  // namespace kreisel
