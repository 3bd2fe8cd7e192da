// Joints and forces of one's own: a small class with a formula for any scalar type, on vectors of markers.
//
//   struct HardeningSpring {                              // a force: what pushes, so that a spring has -k z
//     double k = 30.0, c = 200.0;  // [N/m], [N/m^3]
//
//     template <class S>
//     void operator()(const S& /*t*/, const S* z, const S* /*rate*/, S* force) const {
//       const S square = z[0] * z[0] + z[1] * z[1] + z[2] * z[2];
//       for (int i = 0; i < 3; ++i) force[i] = -(k + c * square) * z[i];
//     }
//   };
//   own.add_force("spring", {kreisel::origin_of({.body = "ball"})}, HardeningSpring{});
//
// z holds three components in space for every vector, one after the other. Derivatives come from dual numbers.
// The whole of it: examples/05_own_force.cpp; a joint: examples/06_own_joint.cpp.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kreisel/equations/rows.hpp"
#include "kreisel/model/frame.hpp"
#include "kreisel/model/functions.hpp"

namespace kreisel {

/// A vector an own element looks at: the origin of a frame, or one of its axes (0, 1, 2).
struct OwnVector {
  End end = {};
  int axis = -1;  // -1: the origin
};
inline OwnVector origin_of(End end) {
  return {std::move(end), -1};
}
inline OwnVector axis_of(End end, int axis) {
  return {std::move(end), axis};
}

struct OwnElements {
  struct Rows {
    std::string name;
    std::vector<OwnVector> vectors;
    std::vector<Row> rows;
    std::shared_ptr<const RowFunction> function;
  };
  struct Forces {
    std::string name;
    std::vector<OwnVector> vectors;
    std::shared_ptr<const ForceFunction> function;
    bool is_conservative = false;
  };
  std::vector<Rows> rows = {};
  std::vector<Forces> forces = {};

  /// Position rows Φ(t, z) = 0:  template <class S> void operator()(const S& t, const S* z, S* phi) const.
  /// Rows with names, and when they are compliant with c and τ.
  template <class Formula>
  void add_joint(const std::string& name, std::vector<OwnVector> vectors, std::vector<Row> described,
                 Formula formula) {
    Law<Formula> law{std::move(formula), static_cast<int>(described.size()),
                     3 * static_cast<int>(vectors.size())};
    rows.push_back(
        {name, std::move(vectors), std::move(described), std::make_shared<PositionRows<Law<Formula>>>(law)});
  }
  /// Velocity rows, linear in the rate:  template <class S> void operator()(const S& t, const S* z, const S* rate, S* out).
  template <class Formula>
  void add_velocity_joint(const std::string& name, std::vector<OwnVector> vectors, std::vector<Row> described,
                          Formula formula) {
    Law<Formula> law{std::move(formula), static_cast<int>(described.size()),
                     3 * static_cast<int>(vectors.size())};
    for (Row& row : described) row.kind = RowKind::velocity;
    rows.push_back(
        {name, std::move(vectors), std::move(described), std::make_shared<VelocityRows<Law<Formula>>>(law)});
  }
  /// A force on every vector, what pushes it: M v' = f - Bᵀλ. A formula with potential(t, z), of which it is the negative
  /// derivative by z, is conservative.
  template <class Formula>
  void add_force(const std::string& name, std::vector<OwnVector> vectors, Formula formula) {
    constexpr bool is_conservative = requires(const Formula f, const double* z) {
      f.potential(0.0, z);
    };
    Law<Formula> law{std::move(formula), 0, 3 * static_cast<int>(vectors.size())};
    forces.push_back(
        {name, std::move(vectors), std::make_shared<LawForce<Law<Formula>>>(law), is_conservative});
  }

 private:
  template <class Formula>
  struct Law : Formula {
    Law(Formula formula, int rows_, int forms_)
        : Formula(std::move(formula)), row_count(rows_), form_count(forms_) {}
    int row_count = 0, form_count = 0;
    int rows() const { return row_count; }
    int forms() const { return form_count; }
  };
};

}  // namespace kreisel
