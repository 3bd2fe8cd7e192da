// Final values against stored references.
#include "kreisel/run/reference_comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

namespace kreisel {
namespace {

constexpr std::array<std::string_view, 4> quaternion_endings{".qw", ".qx", ".qy", ".qz"};

/// "top" for "top.qx"; empty when the observable is no part of a quaternion.
std::string body_of_quaternion(const std::string& observable) {
  for (const std::string_view ending : quaternion_endings)
    if (observable.ends_with(ending)) return observable.substr(0, observable.size() - ending.size());
  return {};
}

const Column* find(const std::vector<Column>& columns, const std::string& name) {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

/// The values of quaternions turned to the side of their references.
void align_quaternions(std::vector<ReferenceError>& errors) {
  std::map<std::string, double> product;  // body -> value · reference
  for (const ReferenceError& e : errors) product[body_of_quaternion(e.observable)] += e.value * e.reference;
  for (ReferenceError& e : errors) {
    const std::string body = body_of_quaternion(e.observable);
    if (!body.empty() && product[body] < 0.0) e.value = -e.value;
  }
}

}  // namespace

std::vector<ReferenceError> compare_with_references(const RunRecord& record) {
  std::vector<ReferenceError> errors;
  const bool has_all =
      !record.all_columns.empty();  // a record from elsewhere may have those that were kept alone
  const std::vector<Column>& columns = has_all ? record.all_columns : record.columns;
  const Vector& values = has_all ? record.all_final_values : record.final_values;
  for (const ReferenceValue& reference : record.references) {
    const Column* const column = find(columns, reference.observable);
    if (column == nullptr) continue;
    const double value = values[column - columns.data()];
    errors.push_back({column->name, column->unit, value, reference.value, 0.0, reference.uncertainty});
  }
  align_quaternions(errors);
  for (ReferenceError& e : errors) e.error = std::abs(e.value - e.reference);
  return errors;
}

std::vector<LargestError> largest_errors(const std::vector<ReferenceError>& errors) {
  std::vector<LargestError> largest;
  for (const ReferenceError& e : errors) {
    const auto same_unit = [&](const LargestError& other) { return other.unit == e.unit; };
    const auto found = std::find_if(largest.begin(), largest.end(), same_unit);
    if (found == largest.end()) {
      largest.push_back({e.unit, e.observable, e.error, e.uncertainty});
    } else if (!(e.error <= found->error)) {
      *found = {e.unit, e.observable, e.error, e.uncertainty};
    }
  }
  return largest;
}

}  // namespace kreisel
