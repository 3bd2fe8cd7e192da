// Springs and dampers in all six directions.
#pragma once

#include "kreisel/model/frame.hpp"

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
