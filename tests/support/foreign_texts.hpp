// Files of other formats as texts, for tests.
#pragma once

#include <string>

#include <Eigen/LU>

#include "kreisel/exchange/formats.hpp"
#include "kreisel/model/assemble.hpp"

namespace kreisel::testing_support {

inline ImportedModel read_text(const std::string& text, const ImportOptions& options = {}) {
  return read_foreign(SourceText("any.xml", text), options);
}

/// What the error says; nothing when there is none.
inline std::string error_of(const std::string& text) {
  try {
    read_text(text);
  } catch (const Error& error) {
    return error.fact();
  }
  return {};
}

/// Of the first coordinate, at the start.
inline double first_acceleration(const AssembledModel& model) {
  const AnySystem system = with_dense_matrices(model.system);
  const Index n = model.v0.size(), m = row_count(system);
  Matrix mass = Matrix::Zero(n, n), rows = Matrix::Zero(m, n), whole = Matrix::Zero(n + m, n + m);
  Vector balance(n), gamma(m), right(n + m);
  system.mass(model.q0, mass);
  system.jacobian(0.0, model.q0, rows);
  system.balance(0.0, model.q0, model.v0, Vector::Zero(n), Vector::Zero(m), balance);
  system.row_acceleration(0.0, model.q0, model.v0, Vector::Zero(n), gamma);
  whole << mass, rows.transpose(), rows, Matrix::Zero(m, m);
  right << -balance, -gamma;
  return whole.fullPivLu().solve(right)[model.coordinates.at(0).place.velocity];
}

}  // namespace kreisel::testing_support
