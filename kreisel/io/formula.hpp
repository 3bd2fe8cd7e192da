// Formulas in model files: the text after "=" in "=2*width"; numbers from parameters, checks of functions of t.
//
// The language is muParser's: + - * / ^, comparisons, && ||, condition ? a : b, and functions such as sin or sqrt; `pi`.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kreisel {

/// Why a formula has no value.
struct FormulaRefusal {
  std::string fact = {}, hint = {};
};

/// Names a formula uses that are neither functions nor pi. Throws FormulaRefusal when it is malformed.
std::vector<std::string> names_in_formula(const std::string& formula);

/// True for what a parameter may be called: at most 60 letters, digits and _, the first no digit.
bool is_identifier(std::string_view name);
/// Functions, pi, t, and what functions of the state may use.
bool is_taken_in_formulas(std::string_view name);

/// What functions of the state may use besides t and the parameters.
std::span<const std::string_view> state_names();

/// Evaluates formulas of named numbers.
class FormulaEvaluator {
 public:
  explicit FormulaEvaluator(std::map<std::string, double> numbers = {});
  FormulaEvaluator(FormulaEvaluator&&) noexcept;
  FormulaEvaluator& operator=(FormulaEvaluator&&) noexcept;
  ~FormulaEvaluator();

  void define(const std::string& name, double value);
  const std::map<std::string, double>& numbers() const { return numbers_; }
  /// A finite number. Throws FormulaRefusal.
  double value(const std::string& formula) const;
  /// Throws FormulaRefusal unless the formula is well formed and uses the numbers, t and the names of `more` only.
  void check_function(const std::string& formula, std::span<const std::string_view> more) const;

 private:
  struct Parser;
  std::map<std::string, double> numbers_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace kreisel
