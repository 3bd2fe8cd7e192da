// muParser on the text after "=", with the place of a mistake in the file.
#include "kreisel/io/formula_evaluator.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/io/source_text.hpp"
#include "kreisel/model/fields.hpp"
#include "kreisel/model/formula.hpp"

namespace kreisel {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_part_of_name(char c) {
  return is_letter(c) || (c >= '0' && c <= '9');
}

/// muParser leaves no doubt about what it reads, but its messages are about characters; these come first.
void require_plain(std::string_view formula) {
  constexpr std::string_view signs = ".+-*/^(),<>=!&|?: ";
  constexpr std::size_t most_characters = 1000;
  if (formula.size() > most_characters) {
    throw FormulaRefusal{fmt::format("the formula has more than {} characters", most_characters),
                         "split it with the help of parameters"};
  }
  if (formula.find_first_not_of(' ') == std::string_view::npos) {
    throw FormulaRefusal{"the formula is empty", "write one after the '=', such as \"=2*width\""};
  }
  const auto is_strange = [&](char c) {
    return !is_part_of_name(c) && signs.find(c) == std::string_view::npos;
  };
  const auto strange = std::find_if(formula.begin(), formula.end(), is_strange);
  if (strange == formula.end()) return;
  const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  const std::string shown(strange, std::find_if_not(strange + 1, formula.end(), is_continuation));
  throw FormulaRefusal{fmt::format("'{}' means nothing in a formula", shown),
                       "use + - * / ^ ( ), functions such as sin(x), and names of parameters"};
}

}  // namespace

bool is_identifier(std::string_view name) {
  constexpr std::size_t longest = 60;  // muParser has a limit of its own, at 100
  return !name.empty() && name.size() <= longest && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), is_part_of_name);
}

bool is_taken_in_formulas(std::string_view name) {
  return is_reserved_name(std::string(name)) ||
         std::find(state_names.begin(), state_names.end(), name) != state_names.end();
}

std::vector<std::string> names_in_formula(std::string_view formula) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < formula.size();) {
    const std::size_t begin = i;
    // Letters right after a digit belong to a number, "1e5".
    while (i < formula.size() && (is_part_of_name(formula[i]) || (formula[i] == '.' && begin != i))) ++i;
    const std::string name(formula.substr(begin, i - begin));
    if (i == begin) ++i;
    const bool is_name = !name.empty() && is_letter(name.front()) && (name == "t" || !is_reserved_name(name));
    if (is_name && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

void FormulaEvaluator::require_known(const std::string& formula,
                                     std::span<const std::string_view> more) const {
  for (const std::string& name : names_in_formula(formula)) {
    if (numbers_.contains(name) || std::find(more.begin(), more.end(), name) != more.end()) continue;
    std::vector<std::string> known;
    for (const auto& entry : numbers_) known.push_back(entry.first);
    for (const std::string_view extra : more) known.emplace_back(extra);
    const std::string shown = shortened(name);
    throw FormulaRefusal{fmt::format("the formula uses \"{}\", which is not known here", shown),
                         suggestion(shown, more.empty() ? "parameters" : "names", known)};
  }
}

double FormulaEvaluator::value(const std::string& formula) const {
  require_plain(formula);
  require_known(formula, {});
  try {
    return evaluate_constant(formula, numbers_, {});
  } catch (const ModelError& error) {
    throw FormulaRefusal{error.fact(), error.hint()};
  }
}

double FormulaEvaluator::value(const std::string& formula, const Dimension& wanted) const {
  const double number = value(formula);
  const auto found = dimension(formula);
  if (found && !fits(*found, wanted, numbers_.contains(formula)))
    throw FormulaRefusal{
        fmt::format("{} expected, the formula gives {}", described(wanted), described(*found)),
        "change the formula, or the units of the parameters in it"};
  return number;
}

void FormulaEvaluator::check_function(const std::string& formula,
                                      std::span<const std::string_view> more) const {
  require_plain(formula);
  std::vector<std::string_view> variables = {"t"};
  variables.insert(variables.end(), more.begin(), more.end());
  require_known(formula, variables);
  const FormulaNames names{{variables.begin(), variables.end()}, numbers_};
  try {
    Formula(formula, names, {});
  } catch (const ModelError& error) {
    throw FormulaRefusal{error.fact(), error.hint()};
  }
}

}  // namespace kreisel
