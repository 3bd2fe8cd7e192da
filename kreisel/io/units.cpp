// The table of units and prefixes, their products and powers; factors of ten are taken without rounding.
#include "kreisel/io/units.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/io/source_text.hpp"

namespace kreisel {
namespace {

/// A unit is factor 10^exponent in SI. Powers of ten stay apart: they move the decimal point without rounding.
struct Unit {
  std::string_view symbol;
  double factor;
  int exponent;
  Dimension dimension;
  bool takes_prefix;
};

constexpr double minute = 60.0, hour = 3600.0, turn = 2.0 * std::numbers::pi;

constexpr std::array<Unit, 16> units = {{
    {"m", 1.0, 0, {1, 0, 0, 0}, true},
    {"g", 1.0, -3, {0, 1, 0, 0}, true},
    {"s", 1.0, 0, {0, 0, 1, 0}, true},
    {"N", 1.0, 0, {1, 1, -2, 0}, true},
    {"Pa", 1.0, 0, {-1, 1, -2, 0}, true},
    {"J", 1.0, 0, {2, 1, -2, 0}, true},
    {"W", 1.0, 0, {2, 1, -3, 0}, true},
    {"Hz", 1.0, 0, {0, 0, -1, 0}, true},
    {"rad", 1.0, 0, {0, 0, 0, 1}, true},
    {"t", 1.0, 3, {0, 1, 0, 0}, false},
    {"min", minute, 0, {0, 0, 1, 0}, false},
    {"h", hour, 0, {0, 0, 1, 0}, false},
    {"deg", std::numbers::pi / 180.0, 0, {0, 0, 0, 1}, false},
    {"°", std::numbers::pi / 180.0, 0, {0, 0, 0, 1}, false},
    {"rev", turn, 0, {0, 0, 0, 1}, false},
    {"rpm", turn / minute, 0, {0, 0, -1, 1}, false},
}};

constexpr std::array<std::pair<std::string_view, int>, 12> prefixes = {{{"n", -9},
                                                                        {"u", -6},
                                                                        {"µ", -6},  // U+00B5
                                                                        {"μ", -6},  // U+03BC
                                                                        {"m", -3},
                                                                        {"c", -2},
                                                                        {"d", -1},
                                                                        {"da", 1},
                                                                        {"h", 2},
                                                                        {"k", 3},
                                                                        {"M", 6},
                                                                        {"G", 9}}};

/// What has a name of its own; the others are told by their unit.
constexpr std::array<std::pair<Dimension, std::string_view>, 18> named_dimensions = {
    {{{0, 0, 0, 0}, "a plain number"},
     {{1, 0, 0, 0}, "a length"},
     {{0, 1, 0, 0}, "a mass"},
     {{0, 0, 1, 0}, "a time"},
     {{0, 0, 0, 1}, "an angle"},
     {{2, 1, 0, 0}, "a moment of inertia"},
     {{1, 0, -1, 0}, "a velocity"},
     {{0, 0, -1, 1}, "an angular velocity"},
     {{1, 0, -2, 0}, "an acceleration"},
     {{1, 1, -2, 0}, "a force"},
     {{2, 1, -2, 0}, "a torque"},
     {{0, 1, -2, 0}, "a stiffness"},
     {{2, 1, -2, -1}, "an angular stiffness"},
     {{0, 1, -1, 0}, "a damping"},
     {{2, 1, -1, -1}, "an angular damping"},
     {{-1, 1, -2, 0}, "a pressure or contact stiffness"},
     {{-1, 1, -1, 0}, "a contact damping"},
     {{0, 0, -1, 0}, "a frequency"}}};

/// A product of units: factor 10^exponent in SI.
struct Scale {
  double factor = 1.0;
  int exponent = 0;
  Dimension dimension = {};
};

constexpr int most_power = 9;

void multiply(Scale& into, const Scale& by, int power) {
  into.factor *= std::pow(by.factor, power);
  into.exponent += by.exponent * power;
  into.dimension.length += by.dimension.length * power;
  into.dimension.mass += by.dimension.mass * power;
  into.dimension.time += by.dimension.time * power;
  into.dimension.angle += by.dimension.angle * power;
}

const Unit* find_unit(std::string_view symbol) {
  const auto found =
      std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.symbol == symbol; });
  return found == units.end() ? nullptr : &*found;
}

std::optional<Scale> scale_of(std::string_view symbol) {
  if (const Unit* unit = find_unit(symbol)) return Scale{unit->factor, unit->exponent, unit->dimension};
  for (const auto& [prefix, exponent] : prefixes) {
    if (!symbol.starts_with(prefix)) continue;
    const Unit* unit = find_unit(symbol.substr(prefix.size()));
    if (unit != nullptr && unit->takes_prefix) {
      return Scale{unit->factor, unit->exponent + exponent, unit->dimension};
    }
  }
  return std::nullopt;
}

/// "Nm" -> "N m": two units written without a blank.
std::optional<std::string> split_in_two(std::string_view symbol) {
  for (std::size_t i = 1; i < symbol.size(); ++i) {
    if (scale_of(symbol.substr(0, i)) && scale_of(symbol.substr(i))) {
      return std::string(symbol.substr(0, i)) + ' ' + std::string(symbol.substr(i));
    }
  }
  return std::nullopt;
}

class UnitParser {
 public:
  UnitParser(std::string_view text, std::size_t begin) : text_(text), at_(begin) {}

  Scale read_all() {
    const Scale scale = read_product();
    if (at_ < text_.size()) refuse(at_, "')' without '('", "remove it");
    return scale;
  }

 private:
  [[noreturn]] static void refuse(std::size_t offset, std::string fact, std::string hint) {
    throw UnitRefusal{offset, std::move(fact), std::move(hint)};
  }
  std::string_view rest() const { return text_.substr(at_); }
  void skip_blanks() {
    while (rest().starts_with(' ')) ++at_;
  }
  bool take(std::string_view sign) {
    if (!rest().starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  bool at_product_end() const { return at_ == text_.size() || text_[at_] == ')'; }

  Scale read_product() {
    Scale product;
    bool has_divisor = false;
    for (int sign = 1;;) {
      const std::size_t begin = at_;
      if (has_divisor && sign > 0) {
        refuse(begin, "it is unclear whether this unit is divided by",
               "use brackets: \"N/(m s)\", or write \"N s/m\"");
      }
      multiply(product, read_factor(), sign);
      skip_blanks();
      if (at_product_end()) return product;
      sign = take("/") ? -1 : 1;
      has_divisor = has_divisor || sign < 0;
      if (sign > 0 && !take("*")) take("·");
      skip_blanks();
    }
  }

  Scale read_factor() {
    skip_blanks();
    const std::size_t begin = at_;
    if (take("(")) return read_group(begin);
    constexpr std::string_view separators = " */^()0123456789+-.,;";
    const auto ends = [&] {
      return separators.find(text_[at_]) != std::string_view::npos || rest().starts_with("·") ||
             rest().starts_with("²") || rest().starts_with("³");
    };
    while (at_ < text_.size() && !ends()) ++at_;
    const std::string_view symbol = text_.substr(begin, at_ - begin);
    if (symbol.empty() && take("1")) return {};
    if (symbol.empty()) {
      refuse(begin, at_ == text_.size() ? "a unit is missing at the end" : "a unit is missing here",
             "write for example \"2 kN/m\"");
    }
    const std::optional<Scale> scale = scale_of(symbol);
    if (!scale) refuse_symbol(symbol, begin);
    return raised(*scale);
  }

  Scale read_group(std::size_t begin) {
    if (++groups_ > 1) refuse(begin, "brackets inside brackets", "one pair is enough: \"N/(m s)\"");
    const Scale inner = read_product();
    if (!take(")")) refuse(begin, "this '(' is not closed", "close it with ')'");
    --groups_;
    return raised(inner);
  }

  Scale raised(const Scale& scale) {
    Scale out;
    multiply(out, scale, read_power());
    return out;
  }

  int read_power() {
    const std::size_t begin = at_;
    if (take("²")) return 2;
    if (take("³")) return 3;
    if (!take("^")) return 1;
    int power = 0;
    const auto [end, status] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), power);
    const bool is_broken = end != text_.data() + text_.size() && *end == '.';
    if (status != std::errc() || is_broken || power == 0 || power < -most_power || power > most_power) {
      refuse(begin, "a power of a unit is a whole number from -9 to 9, not 0", "write for example \"m^2\"");
    }
    at_ = static_cast<std::size_t>(end - text_.data());
    return power;
  }

  /// Misspelt, or two units in one word.
  [[noreturn]] static void refuse_symbol(std::string_view symbol, std::size_t offset) {
    const std::string shown = shortened(symbol);
    const auto split = split_in_two(shown);
    if (split && near_misses(shown, unit_symbols()).empty()) {
      refuse(offset, fmt::format("there is no unit \"{}\"", shown),
             fmt::format("separate units by a blank: \"{}\"", *split));
    }
    refuse(offset, fmt::format("there is no unit \"{}\"", shown), suggestion(shown, "units", unit_symbols()));
  }

  std::string_view text_;
  std::size_t at_;
  int groups_ = 0;
};

/// The number with its decimal point moved, so that "0.1 mm" is the double nearest to 1e-4.
double scaled_number(std::string_view digits, int exponent) {
  const std::size_t mark = digits.find_first_of("eE");
  int written = 0;
  if (mark != std::string_view::npos) {
    std::string_view power = digits.substr(mark + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    if (std::from_chars(power.data(), power.data() + power.size(), written).ec != std::errc()) written = 1000;
  }
  const std::string moved = fmt::format("{}e{}", digits.substr(0, mark), written + exponent);
  double value = 0.0;
  const auto [end, status] = std::from_chars(moved.data(), moved.data() + moved.size(), value);
  if (status != std::errc() || end != moved.data() + moved.size()) {
    throw UnitRefusal{0, "the number is beyond the range of numbers, 1e-323 to 1.7e308",
                      "write a smaller one"};
  }
  return value;
}

std::size_t number_length(std::string_view text) {
  double value = 0.0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  // from_chars reads "inf" and "nan" too: those are no numbers of a model.
  const bool has_digits = text.substr(0, length).find_first_of("0123456789") != std::string_view::npos;
  return status == std::errc::invalid_argument || !has_digits ? 0 : length;
}

}  // namespace

UnitValue read_quantity(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t length = number_length(text.substr(begin));
  if (length == 0) {
    throw UnitRefusal{begin, fmt::format("\"{}\" does not begin with a number", shortened(text)),
                      "write a number and a unit, \"5 mm\", or a formula that begins with =, \"=2*width\""};
  }
  const std::size_t unit = text.find_first_not_of(' ', begin + length);
  if (unit == std::string_view::npos) {
    throw UnitRefusal{begin, fmt::format("\"{}\" has no unit", shortened(text)),
                      "add one, or leave out the quotes: SI then"};
  }
  const Scale scale = UnitParser(text, unit).read_all();
  const double value = scaled_number(text.substr(begin, length), scale.exponent) * scale.factor;
  if (!std::isfinite(value)) {
    throw UnitRefusal{begin, "the number is beyond the range of numbers, 1e-323 to 1.7e308",
                      "write a smaller one"};
  }
  return {value, scale.dimension};
}

Dimension dimension_of_unit(std::string_view unit) {
  return UnitParser(unit, 0).read_all().dimension;
}

std::string described(const Dimension& dimension) {
  for (const auto& [named, text] : named_dimensions) {
    if (named == dimension) return std::string(text);
  }
  std::string unit;
  const auto append = [&unit](std::string_view symbol, int power) {
    if (power == 0) return;
    if (!unit.empty()) unit += ' ';
    unit += power == 1 ? std::string(symbol) : fmt::format("{}^{}", symbol, power);
  };
  append("kg", dimension.mass);
  append("m", dimension.length);
  append("s", dimension.time);
  append("rad", dimension.angle);
  return "something in " + unit;
}

std::vector<std::string> unit_symbols() {
  std::vector<std::string> symbols;
  for (const Unit& unit : units) symbols.emplace_back(unit.symbol == "g" ? "kg" : unit.symbol);
  return symbols;
}

}  // namespace kreisel
