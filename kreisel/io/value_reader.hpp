// ValueReader: one JSON value -> one member of a model: numbers with units and formulas, vectors, matrices, rotations.
//
// Wherever a number is expected a file may have: a number in SI units; a text with a unit, "5 mm"; a text that
// begins with "=", a formula of the parameters, "=2*width". Each read() throws Mistake.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/io/formula_evaluator.hpp"
#include "kreisel/io/json_document.hpp"
#include "kreisel/io/units.hpp"
#include "kreisel/model/fields.hpp"

namespace kreisel {

class ValueReader {
 public:
  explicit ValueReader(const FormulaEvaluator& formulas) : formulas_(formulas) {}

  double number(const JsonValue& value, const Dimension& dimension) const;
  void read(const JsonValue& value, double& into, Quantity quantity) const;
  void read(const JsonValue& value, int& into, Quantity quantity) const;
  void read(const JsonValue& value, bool& into, Quantity quantity) const;
  void read(const JsonValue& value, std::string& into, Quantity quantity) const;
  void read(const JsonValue& value, Vector3& into, Quantity quantity) const;
  /// Three principal moments, or three rows of three.
  void read(const JsonValue& value, Matrix3& into, Quantity quantity) const;
  /// Six numbers on the diagonal, or six rows of six; translations first. `quantity` is that of the first block,
  /// force per length or force per velocity.
  void read(const JsonValue& value, Matrix6& into, Quantity quantity) const;
  /// A quaternion [w, x, y, z], a matrix of three rows, or {"axis": …, "angle": …}.
  void read(const JsonValue& value, Rotation& into, Quantity quantity);
  void read(const JsonValue& value, TimeFunction& into, Quantity quantity) const;
  void read(const JsonValue& value, StateFunction& into, Quantity quantity) const;

  /// What was changed while reading; to be shown to the user.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::string function(const JsonValue& value, Quantity quantity,
                       std::span<const std::string_view> names) const;
  void read_quaternion(const JsonValue& value, Rotation& into);
  void read_rotation_matrix(const JsonValue& value, Rotation& into);
  void read_axis_and_angle(const JsonValue& value, Rotation& into) const;

  const FormulaEvaluator& formulas_;
  std::vector<std::string> notes_ = {};
};

/// Throws Mistake: "a number expected, got a text".
void require_kind(const JsonValue& value, JsonKind kind);
/// The dimension of numbers of this quantity.
Dimension dimension_of(Quantity quantity);
/// A text that is a formula: what follows the "=", without blanks around it; nullopt for other texts.
std::optional<std::string> formula_of(std::string_view text);

}  // namespace kreisel
