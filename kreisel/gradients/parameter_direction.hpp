// How a model changes with one of its parameters, everything else held.
//
// Models at p ± d and p ± d/2 are evaluated at the same (t, q, v, v', λ); one extrapolation leaves an error of d⁴. Forces and
// rows are mostly affine or quadratic in their parameters, so that d may be large and nothing cancels: d = 1e-3 max(|p|, typical).
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

/// A model on its consistent start.
struct ModelAt {
  AnySystem system;
  State start;
  std::vector<bool> followed;  // compliant rows that start on their slow motion
  std::function<Vector(const StateView&)> observe;
};

class ParameterDirection {
 public:
  /// `make`: the model with this value of the parameter. `typical`: its size where it is 0.
  ParameterDirection(std::string name, double value, const std::function<ModelAt(double)>& make,
                     double typical = 1.0);

  const std::string& name() const { return name_; }
  double value() const { return value_; }

  /// ∂(M v' - f + Bᵀλ)/∂p.
  Vector balance(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                 const Vector& lambda) const;
  /// ∂Φ/∂p, ∂(Bv + b)/∂p, ∂(Bv' + γ)/∂p.
  Vector gap(double t, const Vector& q) const;
  Vector rate(double t, const Vector& q, const Vector& v) const;
  Vector row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration) const;
  /// Of the compliance and the relaxation of every row.
  const Vector& compliance() const { return compliance_; }
  const Vector& relaxation() const { return relaxation_; }
  /// Of a number that depends on the model: f(model, side), side = what is added to p. For whole starts and what is observed.
  Vector of(const std::function<Vector(const ModelAt&, double)>& f) const;

 private:
  std::string name_;
  double value_, step_;
  std::array<ModelAt, 4> sides_;  // p + d, p - d, p + d/2, p - d/2
  Vector compliance_, relaxation_;
};

}  // namespace kreisel
