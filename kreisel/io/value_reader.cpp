// Numbers, vectors, matrices and rotations as people write them.
#include "kreisel/io/value_reader.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "kreisel/groups/rotation.hpp"
#include "kreisel/io/mistakes.hpp"

namespace kreisel {
namespace {

std::string shortest(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

/// The items of an array of this length. `wanted` says what they are.
std::vector<JsonValue> items(const JsonValue& value, std::size_t length, std::string_view wanted) {
  require_kind(value, JsonKind::array);
  if (value.size() != length) {
    throw mistake_at(value, fmt::format("{} expected, got {} values", wanted, value.size()),
                     fmt::format("write {}", wanted));
  }
  std::vector<JsonValue> out;
  for (auto item = value.first(); item; item = item->next()) out.push_back(*item);
  return out;
}

/// Reads a diagonal or all rows of a symmetric matrix; dimension(i, j) is that of an entry.
template <int Size, class DimensionOfEntry>
void read_symmetric(const ValueReader& reader, const JsonValue& value, MatrixOf<double, Size, Size>& into,
                    const DimensionOfEntry& dimension) {
  const std::string wanted = fmt::format("an array of {0} numbers or of {0} rows of {0}", Size);
  const std::vector<JsonValue> rows = items(value, Size, wanted);
  MatrixOf<double, Size, Size> matrix = MatrixOf<double, Size, Size>::Zero();
  const bool is_full = rows[0].is(JsonKind::array);
  for (int i = 0; i < Size; ++i) {
    const JsonValue& row = rows[static_cast<std::size_t>(i)];
    if (!is_full) {
      matrix(i, i) = reader.number(row, dimension(i, i));
      continue;
    }
    const std::vector<JsonValue> entries = items(row, Size, fmt::format("a row of {} numbers", Size));
    for (int j = 0; j < Size; ++j) {
      matrix(i, j) = reader.number(entries[static_cast<std::size_t>(j)], dimension(i, j));
      if (j < i && matrix(i, j) != matrix(j, i)) {
        throw mistake_at(entries[static_cast<std::size_t>(j)],
                         fmt::format("the matrix is not symmetric: {} here, {} in row {}, column {}",
                                     matrix(i, j), matrix(j, i), j + 1, i + 1),
                         "write the same number at both places");
      }
    }
  }
  into = matrix;
}

/// Closer than this a rotation is taken as meant; further away it is more likely a slip.
constexpr double close_rotation = 1e-3;
/// What normalising leaves: below it nothing is changed, so that reading what was written changes nothing.
constexpr double round_off = 8.0 * std::numeric_limits<double>::epsilon();

}  // namespace

void require_kind(const JsonValue& value, JsonKind kind) {
  if (value.is(kind)) return;
  throw mistake_at(value, fmt::format("{} expected, got {}", described(kind), described(value.kind())),
                   fmt::format("write {}", described(kind)));
}

Dimension dimension_of(Quantity quantity) {
  return dimension_of_unit(unit_of(quantity));
}

std::optional<std::string> formula_of(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos || text[begin] != '=') return std::nullopt;
  const std::size_t first = text.find_first_not_of(' ', begin + 1);
  if (first == std::string_view::npos) return std::string();
  return std::string(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

double ValueReader::number(const JsonValue& value, const Dimension& dimension) const {
  if (value.is(JsonKind::number)) return value.number();
  if (!value.is(JsonKind::string)) {
    throw mistake_at(value, fmt::format("a number expected, got {}", described(value.kind())),
                     "write a number in SI units, a text with a unit (\"5 mm\") or a formula (\"=2*width\")");
  }
  try {
    if (const auto formula = formula_of(value.string())) return formulas_.value(*formula, dimension);
    const UnitValue quantity = read_quantity(value.string());
    if (quantity.dimension == dimension) return quantity.value;
    throw mistake_at(value,
                     fmt::format("{} expected, got {}", described(dimension), described(quantity.dimension)),
                     "change the unit, or write a plain number in SI units");
  } catch (const UnitRefusal& refusal) {
    throw mistake_at(value, refusal.fact, refusal.hint);
  } catch (const FormulaRefusal& refusal) {
    throw mistake_at(value, refusal.fact, refusal.hint);
  }
}

void ValueReader::read(const JsonValue& value, double& into, Quantity quantity) const {
  into = number(value, dimension_of(quantity));
}

void ValueReader::read(const JsonValue& value, int& into, Quantity quantity) const {
  const double exact = number(value, dimension_of(quantity));
  constexpr double most = std::numeric_limits<int>::max();
  if (exact != std::floor(exact) || std::abs(exact) > most) {
    throw mistake_at(value, fmt::format("a whole number expected, got {}", exact), "write for example 20");
  }
  into = static_cast<int>(exact);
}

void ValueReader::read(const JsonValue& value, bool& into, Quantity) const {
  require_kind(value, JsonKind::boolean);
  into = value.boolean();
}

void ValueReader::read(const JsonValue& value, std::string& into, Quantity) const {
  require_kind(value, JsonKind::string);
  into = value.string();
}

void ValueReader::read(const JsonValue& value, Vector3& into, Quantity quantity) const {
  const Dimension dimension = dimension_of(quantity);
  const std::vector<JsonValue> entries = items(value, 3, "an array of 3 numbers");
  for (std::size_t i = 0; i < entries.size(); ++i)
    into(static_cast<Index>(i)) = number(entries[i], dimension);
}

void ValueReader::read(const JsonValue& value, Matrix3& into, Quantity quantity) const {
  const Dimension dimension = dimension_of(quantity);
  read_symmetric<3>(*this, value, into, [&](int, int) { return dimension; });
}

void ValueReader::read(const JsonValue& value, Matrix6& into, Quantity quantity) const {
  const Dimension first = dimension_of(quantity);
  read_symmetric<6>(*this, value, into, [&](int i, int j) {
    Dimension entry = first;
    const int rotations = (i >= 3 ? 1 : 0) + (j >= 3 ? 1 : 0);  // a moment for a force, an angle for a length
    entry.length += rotations;
    entry.angle -= j >= 3 ? 1 : 0;
    return entry;
  });
}

void ValueReader::read(const JsonValue& value, Rotation& into, Quantity) {
  if (value.is(JsonKind::object)) return read_axis_and_angle(value, into);
  if (value.is(JsonKind::array) && value.size() == 3) return read_rotation_matrix(value, into);
  if (value.is(JsonKind::array)) return read_quaternion(value, into);
  throw mistake_at(
      value, fmt::format("a rotation expected, got {}", described(value.kind())),
      "write [w, x, y, z], or {\"axis\": [0, 0, 1], \"angle\": \"30 deg\"}, or a matrix of three rows");
}

void ValueReader::read_quaternion(const JsonValue& value, Rotation& into) {
  VectorOf<double, 4> q;
  const std::vector<JsonValue> entries = items(value, 4, "a quaternion [w, x, y, z]");
  for (std::size_t i = 0; i < entries.size(); ++i) q(static_cast<Index>(i)) = number(entries[i], {});
  const double length = q.stableNorm();
  if (!(std::abs(length - 1.0) <= close_rotation)) {
    throw mistake_at(value, fmt::format("the quaternion has length {}, not 1", length),
                     "divide it by its length, or give {\"axis\": …, \"angle\": …}");
  }
  if (std::abs(q.squaredNorm() - 1.0) > round_off) {
    q /= length;
    notes_.push_back(fmt::format("{}: quaternion of length {:.9g} normalised", value.where(), length));
  }
  into.quaternion = q;
}

void ValueReader::read_rotation_matrix(const JsonValue& value, Rotation& into) {
  Matrix3 matrix;
  const std::vector<JsonValue> rows = items(value, 3, "a matrix of three rows");
  for (int i = 0; i < 3; ++i) {
    const std::vector<JsonValue> entries = items(rows[static_cast<std::size_t>(i)], 3, "a row of 3 numbers");
    for (int j = 0; j < 3; ++j) matrix(i, j) = number(entries[static_cast<std::size_t>(j)], {});
  }
  const double defect = (matrix.transpose() * matrix - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!(defect <= close_rotation) || !(matrix.determinant() > 0.0)) {
    throw mistake_at(
        value, "the matrix is no rotation: its columns must be perpendicular, of length 1, right-handed",
        "check signs and digits, or give {\"axis\": …, \"angle\": …}");
  }
  if (defect > 1e-12)
    notes_.push_back(fmt::format("{}: rotation matrix normalised, off by {:.2g}", value.where(), defect));
  into.quaternion = quaternion_of_rotation<double>(matrix).normalized();
}

void ValueReader::read_axis_and_angle(const JsonValue& value, Rotation& into) const {
  Vector3 axis = Vector3::Zero();
  double angle = 0.0;
  for (auto member = value.first(); member; member = member->next()) {
    if (member->key() == "axis") {
      read(*member, axis, Quantity::none);
    } else if (member->key() == "angle") {
      read(*member, angle, Quantity::angle);
    } else {
      throw mistake_at_key(*member, fmt::format("unknown field {}", json_quoted(member->key())),
                           "a rotation has \"axis\" and \"angle\"");
    }
  }
  if (!value.find("axis") || !value.find("angle")) {
    throw mistake_at(value, "a rotation about an axis needs \"axis\" and \"angle\"",
                     "write {\"axis\": [0, 0, 1], \"angle\": \"30 deg\"}");
  }
  const double length = axis.stableNorm();
  if (!(length > 0.0))
    throw mistake_at(*value.find("axis"), "the axis has length 0", "give a direction such as [0, 0, 1]");
  into.quaternion << std::cos(angle / 2.0), std::sin(angle / 2.0) * (axis / length);
  into.quaternion.normalize();
}

std::string ValueReader::function(const JsonValue& value, Quantity quantity,
                                  std::span<const std::string_view> names) const {
  if (value.is(JsonKind::string)) {
    if (const auto formula = formula_of(value.string())) {
      try {
        formulas_.check_function(*formula, names);
      } catch (const FormulaRefusal& refusal) {
        throw mistake_at(value, refusal.fact, refusal.hint);
      }
      return *formula;
    }
  }
  return shortest(number(value, dimension_of(quantity)));
}

void ValueReader::read(const JsonValue& value, TimeFunction& into, Quantity quantity) const {
  into.text = function(value, quantity, {});
}

void ValueReader::read(const JsonValue& value, StateFunction& into, Quantity quantity) const {
  into.text = function(value, quantity, state_names);
}

}  // namespace kreisel
