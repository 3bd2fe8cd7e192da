#include "kreisel/io/formula.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>
#include <muParser.h>

#include "kreisel/core/names.hpp"
#include "kreisel/io/source_text.hpp"

namespace kreisel {
namespace {

constexpr std::array<std::string_view, 8> names_of_state = {"x", "y", "z", "vx", "vy", "vz", "angle", "rate"};
constexpr std::size_t most_characters = 1000;

/// muParser also knows assignments, texts and lists; a formula has none of them.
void require_plain(const std::string& formula) {
  constexpr std::string_view allowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-*/^(),<>=!&|?: ";
  if (formula.size() > most_characters) {
    throw FormulaRefusal{fmt::format("the formula has more than {} characters", most_characters),
                         "split it with the help of parameters"};
  }
  if (formula.find_first_not_of(' ') == std::string::npos) {
    throw FormulaRefusal{"the formula is empty", "write one after the '=', such as \"=2*width\""};
  }
  const std::size_t strange = formula.find_first_not_of(allowed);
  if (strange != std::string::npos) {
    std::size_t end = strange + 1;
    while (end < formula.size() && (static_cast<unsigned char>(formula[end]) & 0xC0) == 0x80) ++end;
    throw FormulaRefusal{
        fmt::format("'{}' means nothing in a formula", formula.substr(strange, end - strange)),
        "use + - * / ^ ( ), functions such as sin(x), and names of parameters"};
  }
}

FormulaRefusal refusal_of(const mu::ParserError& error) {
  std::string fact = error.GetMsg();
  while (!fact.empty() && (fact.back() == '.' || fact.back() == ' ')) fact.pop_back();
  return {fmt::format("formula: {}", fact), "check brackets, operators and names; positions count from 0"};
}

void define_common(mu::Parser& parser) {
  parser.DefineConst("pi", std::numbers::pi);
}

/// The value of one formula; muParser would take the last of a list, and of nothing but blanks the one before.
double single_value(const mu::Parser& parser) {
  const double value = parser.Eval();
  if (parser.GetNumResults() != 1) {
    throw FormulaRefusal{"the formula has several values, separated by ','",
                         "write one; decimals need a point"};
  }
  return value;
}

}  // namespace

std::span<const std::string_view> state_names() {
  return names_of_state;
}

bool is_identifier(std::string_view name) {
  constexpr std::size_t longest = 60;  // muParser has a limit of its own, at 100
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_part = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && name.size() <= longest && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), is_part);
}

bool is_taken_in_formulas(std::string_view name) {
  static const mu::Parser parser;
  const std::string text(name);
  return name == "t" || name == "pi" || parser.GetFunDef().contains(text) ||
         parser.GetConst().contains(text) ||
         std::find(names_of_state.begin(), names_of_state.end(), name) != names_of_state.end();
}

std::vector<std::string> names_in_formula(const std::string& formula) {
  require_plain(formula);
  try {
    // Making a parser takes far longer than reading a formula.
    thread_local mu::Parser parser = [] {
      mu::Parser made;
      define_common(made);
      return made;
    }();
    parser.SetExpr(formula);
    std::vector<std::string> names;
    for (const auto& entry : parser.GetUsedVar()) names.push_back(entry.first);
    return names;
  } catch (const mu::ParserError& error) {
    throw refusal_of(error);
  }
}

struct FormulaEvaluator::Parser {
  mu::Parser numbers;
  mu::Parser functions;  // t and the state too, with values that do not matter: it checks the form
};

FormulaEvaluator::FormulaEvaluator(std::map<std::string, double> numbers)
    : parser_(std::make_unique<Parser>()) {
  define_common(parser_->numbers);
  define_common(parser_->functions);
  parser_->functions.DefineConst("t", 1.0);
  for (const std::string_view name : names_of_state) parser_->functions.DefineConst(std::string(name), 1.0);
  for (const auto& [name, value] : numbers) define(name, value);
}
FormulaEvaluator::FormulaEvaluator(FormulaEvaluator&&) noexcept = default;
FormulaEvaluator& FormulaEvaluator::operator=(FormulaEvaluator&&) noexcept = default;
FormulaEvaluator::~FormulaEvaluator() = default;

void FormulaEvaluator::define(const std::string& name, double value) {
  numbers_[name] = value;
  parser_->numbers.DefineConst(name, value);
  parser_->functions.DefineConst(name, value);
}

namespace {

[[noreturn]] void refuse_name(const std::string& name, const std::map<std::string, double>& numbers,
                              std::span<const std::string_view> more) {
  std::vector<std::string> known;
  for (const auto& entry : numbers) known.push_back(entry.first);
  for (const std::string_view extra : more) known.emplace_back(extra);
  throw FormulaRefusal{fmt::format("the formula uses \"{}\", which is not known here", shortened(name)),
                       suggestion(shortened(name), more.empty() ? "parameters" : "names", known)};
}

}  // namespace

double FormulaEvaluator::value(const std::string& formula) const {
  for (const std::string& name : names_in_formula(formula)) {
    if (!numbers_.contains(name)) refuse_name(name, numbers_, {});
  }
  try {
    parser_->numbers.SetExpr(formula);
    const double value = single_value(parser_->numbers);
    if (!std::isfinite(value)) {
      throw FormulaRefusal{fmt::format("the formula gives {}", value),
                           "look for a division by zero or a root of a negative number"};
    }
    return value;
  } catch (const mu::ParserError& error) {
    throw refusal_of(error);
  }
}

void FormulaEvaluator::check_function(const std::string& formula,
                                      std::span<const std::string_view> more) const {
  std::vector<std::string_view> allowed(more.begin(), more.end());
  allowed.push_back("t");
  for (const std::string& name : names_in_formula(formula)) {
    const bool is_known =
        numbers_.contains(name) || std::find(allowed.begin(), allowed.end(), name) != allowed.end();
    if (!is_known) refuse_name(name, numbers_, allowed);
  }
  try {
    parser_->functions.SetExpr(formula);
    single_value(parser_->functions);
  } catch (const mu::ParserError& error) {
    throw refusal_of(error);
  }
}

}  // namespace kreisel
