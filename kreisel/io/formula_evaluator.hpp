// Formulas in model files, the text after "=" in "=2*width": numbers from parameters, checks of functions of t.
//
// The language is that of kreisel/model/formula.hpp; this adds suggestions for misspelt names and leaves the place to
// those who read the file.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/io/formula_dimension.hpp"

namespace kreisel {

/// Why a formula has no value.
struct FormulaRefusal {
  std::string fact = {}, hint = {};
};

/// Names a formula uses that are neither functions nor pi, each once. They are found by their letters: the formula
/// need not be well formed.
std::vector<std::string> names_in_formula(std::string_view formula);

/// True for what a parameter may be called: at most 60 letters, digits and _, the first no digit.
bool is_identifier(std::string_view name);
/// Functions, pi, t, and what functions of the state may use.
bool is_taken_in_formulas(std::string_view name);

/// Evaluates formulas of named numbers.
class FormulaEvaluator {
 public:
  /// A number in SI units, of this dimension where one is known.
  void define(const std::string& name, double value, const std::optional<Dimension>& dimension = {}) {
    numbers_[name] = value;
    if (dimension) dimensions_[name] = *dimension;
  }
  const std::map<std::string, double>& numbers() const { return numbers_; }
  const ParameterDimensions& dimensions() const { return dimensions_; }
  /// A finite number. Throws FormulaRefusal.
  double value(const std::string& formula) const;
  /// The same where this dimension is needed.
  double value(const std::string& formula, const Dimension& wanted) const;
  /// What a well formed formula measures; nothing where it may be anything.
  std::optional<Dimension> dimension(const std::string& formula) const {
    return dimension_of_formula(formula, numbers_, dimensions_);
  }
  /// Throws FormulaRefusal unless the formula is well formed and uses the numbers, t and the names of `more` only.
  void check_function(const std::string& formula, std::span<const std::string_view> more) const;

 private:
  void require_known(const std::string& formula, std::span<const std::string_view> more) const;

  std::map<std::string, double> numbers_ = {};
  ParameterDimensions dimensions_ = {};
};

}  // namespace kreisel
