// An interaction row: joint, spring, damper or rolling condition, rigid or compliant, in one form.
//
//   position:  Φ_i(t,q) + τ_i d/dt Φ_i = c_i λ_i      c = τ = 0: joint;  c = 1/k, τ = d/k: spring-damper
//   velocity:  B_i(t,q) v + b_i(t,q)   = c_i λ_i      c = 0: rolling, skate;  c = 1/d: strong damper
//
// λ acts with -Bᵀλ, so c, τ >= 0. Compliance is never a special case: c -> 0 is the rigid joint.
#pragma once

#include <string>

namespace kreisel {

enum class RowKind { position, velocity };

struct Row {
  std::string name;
  RowKind kind = RowKind::position;
  double compliance = 0.0;  // c, in units of row / units of λ
  double relaxation = 0.0;  // τ [s], position rows only
  std::string unit = "N";   // of λ

  bool is_position() const { return kind == RowKind::position; }
  bool is_rigid() const { return compliance == 0.0 && relaxation == 0.0; }
};

}  // namespace kreisel
