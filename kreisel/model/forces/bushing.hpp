// Springs and dampers in all six directions.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct Bushing {
  static constexpr std::string_view type = "bushing";
  static constexpr std::string_view description =
      "holds b at a with a 6 by 6 stiffness and damping in the frame of a: translations first, then "
      "rotations";
  std::string name = {};
  End a = {};
  End b = {};
  Matrix6 stiffness = Matrix6::Zero();
  Matrix6 damping = Matrix6::Zero();
  Form form = Form::automatic;
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &Bushing::name, "how messages and results call it", required},
                           Field{"a", &Bushing::a, "the first end", required},
                           Field{"b", &Bushing::b, "the second end", required},
                           Field{"stiffness", &Bushing::stiffness,
                                 "N/m, N/rad, N, N m/rad; symmetric, positive semidefinite", required},
                           Field{"damping", &Bushing::damping,
                                 "N s/m, N s/rad, N s, N m s/rad; symmetric, positive semidefinite"},
                           Field{"form", &Bushing::form,
                                 "row, force, or auto: a row when it is fast for the duration of the model"});
  }

  static constexpr std::array results{ElementResult{"dx", Quantity::length, "displacement of b along x of a"},
                                      ElementResult{"dy", Quantity::length, "displacement of b along y of a"},
                                      ElementResult{"dz", Quantity::length, "displacement of b along z of a"},
                                      ElementResult{"turn_x", Quantity::angle, "turn of b about x of a"},
                                      ElementResult{"turn_y", Quantity::angle, "turn of b about y of a"},
                                      ElementResult{"turn_z", Quantity::angle, "turn of b about z of a"},
                                      ElementResult{"joint_fx", Quantity::force, "on b along x of a"},
                                      ElementResult{"joint_fy", Quantity::force, "on b along y of a"},
                                      ElementResult{"joint_fz", Quantity::force, "on b along z of a"},
                                      ElementResult{"joint_mx", Quantity::torque, "on b about x of a"},
                                      ElementResult{"joint_my", Quantity::torque, "on b about y of a"},
                                      ElementResult{"joint_mz", Quantity::torque, "on b about z of a"},
                                      result::power};
  void show(const FormsAt& at, double* out) const {
    for (int i = 0; i < 6; ++i) {
      out[i] = at.s[i];
      out[6 + i] = at.force[i];
    }
    out[12] = at.power;
  }

  template <class Forces>
  void add_to(Forces& forces) const {
    forces.join(a, b);
    const Principal principal = diagonalised(forces.pointer());
    displacements(forces);
    forces.add_springs(principal.directions, principal.stiffness, principal.damping, form);
  }

  /// Both matrices are diagonal on these rows.
  struct Principal {
    Matrix directions;
    Vector stiffness, damping;
  };
  /// Throws ModelError at a place that begins with `pointer`.
  Principal diagonalised(const std::string& pointer) const;

 private:
  /// Displacements u = axes of a · d and turns θ_x = ½(z_a·y_b - y_a·z_b), ..., exact to second order.
  template <class Forces>
  static void displacements(Forces& forces) {
    const int d = forces.between(forces.a(), forces.b());
    int first[3], second[3];
    for (int i = 0; i < 3; ++i) first[i] = forces.axis(forces.a(), i);
    for (int i = 0; i < 3; ++i) second[i] = forces.axis(forces.b(), i);
    for (const int axis : first) forces.dot(axis, d);
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3, turn = forces.form();
      forces.add_dot(turn, first[k], second[j], 0.5);
      forces.add_dot(turn, first[j], second[k], -0.5);
    }
  }
};

}  // namespace kreisel
