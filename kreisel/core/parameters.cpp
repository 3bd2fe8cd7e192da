// Reads the texts of parameters and refuses what is no number or out of bounds, with a hint.
#include "kreisel/core/parameters.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "kreisel/core/contracts.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"

namespace kreisel {
namespace {

constexpr double no_bound = 1e300;  // as the defaults of Parameter::lowest and highest

/// The shortest text that reads back as the same number, whatever the locale.
std::string text_of(double number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
}

std::string quoted(std::string_view text) {
  return '"' + std::string(text) + '"';
}

std::string where_of(const Parameter& parameter) {
  return "parameter " + quoted(parameter.name);
}

/// Infinity only where it is a bound itself.
bool is_admitted(const Parameter& parameter, double number) {
  return std::isfinite(number) || number == parameter.lowest || number == parameter.highest;
}

std::string allowed_numbers(const Parameter& parameter) {
  const bool from = parameter.lowest > -no_bound, to = parameter.highest < no_bound;
  if (from && to) {
    return "a number from " + text_of(parameter.lowest) + " to " + text_of(parameter.highest);
  }
  if (from) return "a number of at least " + text_of(parameter.lowest);
  if (to) return "a number of at most " + text_of(parameter.highest);
  return "a number";
}

std::string number_hint(const Parameter& parameter) {
  const std::string unit = parameter.unit == "1" ? "" : " in " + parameter.unit;
  const std::string infinite = std::isinf(parameter.highest) ? ", or inf" : "";
  return "give " + allowed_numbers(parameter) + unit + infinite + ", such as the default " +
         text_of(parameter.value);
}

double parsed_number(const Parameter& parameter, std::string_view text) {
  double number = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = end == text.data() + text.size();
  if (failure == std::errc::result_out_of_range && is_whole) {
    throw OptionError(quoted(text) + " does not fit a double", where_of(parameter), number_hint(parameter));
  }
  if (failure != std::errc{} || !is_whole) {
    throw OptionError(quoted(text) + " is not a number", where_of(parameter), number_hint(parameter));
  }
  if (!is_admitted(parameter, number)) {
    throw OptionError(quoted(text) + " is not finite", where_of(parameter), number_hint(parameter));
  }
  if (number < parameter.lowest || number > parameter.highest) {
    throw OptionError(quoted(text) + " is out of range", where_of(parameter), number_hint(parameter));
  }
  return number;
}

std::string parsed_choice(const Parameter& parameter, std::string_view text) {
  const auto& choices = parameter.choices;
  if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
    throw OptionError(quoted(text) + " is not among the choices", where_of(parameter),
                      suggestion(text, "choices", choices));
  }
  return std::string(text);
}

const Parameter* find(const std::vector<Parameter>& declared, std::string_view name) {
  const auto found =
      std::find_if(declared.begin(), declared.end(), [&](const Parameter& p) { return p.name == name; });
  return found == declared.end() ? nullptr : &*found;
}

}  // namespace

Parameters::Parameters(std::vector<Parameter> declared) : declared_(std::move(declared)) {
  for (const Parameter& parameter : declared_) {
    KREISEL_EXPECTS(!numbers_.contains(parameter.name) && !choices_.contains(parameter.name));
    if (parameter.choices.empty()) {
      KREISEL_EXPECTS(parameter.lowest <= parameter.value && parameter.value <= parameter.highest);
      numbers_[parameter.name] = parameter.value;
    } else {
      choices_[parameter.name] = parameter.choices.front();
    }
  }
}

bool Parameters::knows(std::string_view name) const {
  return find(declared_, name) != nullptr;
}

void Parameters::set(std::string_view name, std::string_view text) {
  const Parameter* const parameter = find(declared_, name);
  if (parameter == nullptr) {
    std::vector<std::string> known;
    for (const Parameter& each : declared_) known.push_back(each.name);
    throw UnknownName("there is no parameter " + quoted(name),
                      quoted(std::string(name) + "=" + std::string(text)),
                      suggestion(name, "parameters", known));
  }
  if (parameter->choices.empty()) {
    numbers_[parameter->name] = parsed_number(*parameter, text);
  } else {
    choices_[parameter->name] = parsed_choice(*parameter, text);
  }
}

double Parameters::number(std::string_view name) const {
  const auto found = numbers_.find(name);
  KREISEL_EXPECTS(found != numbers_.end());
  return found->second;
}

const std::string& Parameters::choice(std::string_view name) const {
  const auto found = choices_.find(name);
  KREISEL_EXPECTS(found != choices_.end());
  return found->second;
}

std::map<std::string, std::string> Parameters::texts() const {
  std::map<std::string, std::string> all(choices_.begin(), choices_.end());
  for (const auto& [name, number] : numbers_) all[name] = text_of(number);
  return all;
}

}  // namespace kreisel
