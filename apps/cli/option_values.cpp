// Reads the values of options, and refuses those that make no sense.
#include "apps/cli/option_values.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "kreisel/io/units.hpp"

namespace kreisel::cli {
namespace {

[[noreturn]] void refuse(std::string_view option, const std::string& text, std::string_view why,
                         std::string_view wanted) {
  throw OptionError(
      fmt::format("\"{}\" {}", text, why), std::string(option),
      fmt::format("give {}, such as {}", wanted, wanted.starts_with("a whole") ? "1000" : "1e-3"));
}

double number_of_kind(std::string_view option, const std::string& text, std::string_view wanted) {
  double value = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = end == text.data() + text.size();
  if (failure == std::errc::result_out_of_range && is_whole)
    refuse(option, text, "does not fit a double", wanted);
  if (failure != std::errc{} || !is_whole) refuse(option, text, "is not a number", wanted);
  if (!std::isfinite(value)) refuse(option, text, "is not finite", wanted);
  return value;
}

}  // namespace

double number(std::string_view option, const std::string& text) {
  return number_of_kind(option, text, "a finite number");
}

double positive_number(std::string_view option, const std::string& text) {
  constexpr std::string_view wanted = "a positive number";
  const double value = number_of_kind(option, text, wanted);
  if (!(value > 0.0)) refuse(option, text, "is not positive", wanted);
  return value;
}

double number_not_negative(std::string_view option, const std::string& text) {
  constexpr std::string_view wanted = "zero or a positive number";
  const double value = number_of_kind(option, text, wanted);
  if (!(value >= 0.0)) refuse(option, text, "is negative", wanted);
  return value;
}

double number_that_is(Accepts accepts, std::string_view option, const std::string& text) {
  if (accepts == Accepts::positive) return positive_number(option, text);
  return accepts == Accepts::any ? number(option, text) : number_not_negative(option, text);
}

std::string in_si_units(std::string_view option, const std::string& text, std::string_view unit) {
  const bool begins_with_number = text.find_first_of("0123456789") <= 1;
  const bool has_unit =
      std::ranges::any_of(text, [](unsigned char c) { return std::isalpha(c) != 0 && c != 'e' && c != 'E'; });
  if (unit.empty() || !begins_with_number || !has_unit) return text;
  try {
    const UnitValue quantity = read_quantity(text);
    const Dimension wanted = dimension_of_unit(unit);
    if (quantity.dimension == wanted) return fmt::format("{}", quantity.value);
    throw OptionError(fmt::format("{} expected, got {}", described(wanted), described(quantity.dimension)),
                      std::string(option),
                      fmt::format("give a number in {}, or with another unit of it", unit));
  } catch (const UnitRefusal& refusal) {
    throw OptionError(refusal.fact, std::string(option), refusal.hint);
  }
}

long positive_count(std::string_view option, const std::string& text) {
  constexpr std::string_view wanted = "a whole number from 1 on";
  const double value = number_of_kind(option, text, wanted);
  if (value != std::floor(value)) refuse(option, text, "is not a whole number", wanted);
  if (!(value >= 1.0)) refuse(option, text, "is not positive", wanted);
  constexpr double largest = 1e15;  // exact as a double, and more than a run can ever do
  if (value > largest) refuse(option, text, "is too large", wanted);
  return static_cast<long>(value);
}

int small_count(std::string_view option, const std::string& text, int highest) {
  int value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc{} && end == text.data() + text.size() && value >= 0 && value <= highest)
    return value;
  throw OptionError(fmt::format("\"{}\" is no whole number from 0 to {}", text, highest), std::string(option),
                    "give one, such as 2");
}

std::vector<std::string> words(std::string_view option, const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    all.push_back(text.substr(from, comma - from));
    from = comma + 1;
    if (all.back().empty())
      throw OptionError(fmt::format("\"{}\" has an empty entry", text), std::string(option),
                        "separate the entries by single commas, without spaces: a,b,c");
  }
  return all;
}

std::vector<double> positive_numbers(std::string_view option, const std::string& text) {
  std::vector<double> all;
  for (const std::string& word : words(option, text)) {
    const double value = positive_number(option, word);
    if (std::find(all.begin(), all.end(), value) != all.end())
      throw OptionError(fmt::format("{} is given twice", word), std::string(option), "give each number once");
    all.push_back(value);
  }
  return all;
}

std::vector<std::pair<std::string, std::string>> settings(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw OptionError(fmt::format("\"{}\" is not of the form key=value", text), "--set",
                        "write for example --set mass=15; `kreisel describe NAME` lists the keys");
    }
    std::string key = text.substr(0, equals);
    const bool is_repeated =
        std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.first == key; });
    if (is_repeated) {
      throw OptionError(fmt::format("\"{}\" is set twice", key), "--set", "give each key once");
    }
    all.emplace_back(std::move(key), text.substr(equals + 1));
  }
  return all;
}

}  // namespace kreisel::cli
