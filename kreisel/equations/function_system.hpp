// A mechanical system made of functions chosen at run time: what bindings and scripts give instead of a type.
//
// Only M, f and Φ are needed. What is not given is taken by differences on the group: B, rates and accelerations of rows
// by central ones of fourth order, because they stand in the equations themselves; tangents by central ones of second
// order, because Newton's matrix need not be exact.
#pragma once

#include <functional>
#include <vector>

#include "kreisel/equations/any_system.hpp"

namespace kreisel {

struct SystemFunctions {
  std::function<void(const Vector& q, Matrix& m)> mass;
  std::function<void(double t, const Vector& q, const Vector& v, Vector& f)> force;
  std::function<void(double t, const Vector& q, Vector& phi)> constraint = {};  // Φ of position rows, else 0
  std::function<void(double t, const Vector& q, Matrix& b)> jacobian = {};      // B of all rows
  std::function<void(double t, const Vector& q, Vector& b)> offset = {};        // b of velocity rows, else 0
  /// ∂f/∂q along body-frame variations, and ∂f/∂v.
  std::function<void(double t, const Vector& q, const Vector& v, Matrix& by_q, Matrix& by_v)> force_tangents =
      {};
  bool has_constant_mass = false;
  bool is_rheonomic = true;        // Φ depends on t
  double difference_length = 1.0;  // what a large move is, in metres and radians; scales the differences
};

/// Throws OptionError when velocity rows come without B, or position rows without Φ.
AnySystem function_system(ProductGroup group, std::vector<Row> rows, SystemFunctions functions);

}  // namespace kreisel
