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
};

}  // namespace kreisel
