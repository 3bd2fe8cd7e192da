// Reads variations; quantities become plain numbers in SI units where they are computed with.
#include "kreisel/sweep/variation.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/io/units.hpp"

namespace kreisel {
namespace {

constexpr const char* forms =
    "write NAME=FROM:TO:COUNT, NAME=A,B,C, NAME=@FILE.csv, or with --sample NAME=FROM:TO";

[[noreturn]] void refuse(const std::string& fact, const std::string& text, const char* hint = forms) {
  throw OptionError(fact, fmt::format("--vary {}", text), hint);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(separator, from), text.size());
    std::string part(text.substr(from, to - from));
    part.erase(0, part.find_first_not_of(" \t\r"));
    part.erase(part.find_last_not_of(" \t\r") + 1);
    parts.push_back(std::move(part));
    from = to + 1;
  }
  return parts;
}

double plain_or_quantity(const std::string& part, const std::string& text, Dimension& dimension) {
  double number = 0.0;
  const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), number);
  if (failure == std::errc{} && end == part.data() + part.size() && std::isfinite(number)) return number;
  try {
    const UnitValue quantity = read_quantity(part);
    dimension = quantity.dimension;
    return quantity.value;
  } catch (const UnitRefusal& refusal) {
    throw OptionError(refusal.fact, fmt::format("--vary {}", text), refusal.hint);
  }
}

/// Both ends, in the same unit or both without.
void read_ends(const std::string& from, const std::string& to, const std::string& text, Variation& v) {
  Dimension of_low, of_high;
  v.low = plain_or_quantity(from, text, of_low);
  v.high = plain_or_quantity(to, text, of_high);
  if (!(of_low == of_high))
    refuse(fmt::format("the ends {} and {} measure different things", from, to), text,
           "give both with units of one kind, or both as plain numbers");
  if (v.spread == Spread::logarithmic && !(v.low > 0.0 && v.high > 0.0))
    refuse("equal ratios need positive ends", text, "leave out :log, or begin above zero");
  if (v.spread == Spread::normal ? !(v.high > 0.0) : v.low == v.high)
    refuse("there is nothing between the ends", text, "give two different ends, or a positive deviation");
}

long count_of(const std::string& part, const std::string& text) {
  long count = 0;
  const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), count);
  constexpr long most = 100'000'000;
  if (failure != std::errc{} || end != part.data() + part.size() || count < 2 || count > most)
    refuse(fmt::format("\"{}\" is no number of values", part), text, "give a whole number from 2 to 1e8");
  return count;
}

Variation from_range(const std::string& name, std::vector<std::string> parts, const std::string& text) {
  Variation v{.names = {name}, .values = {}};
  if (parts.front() == "normal") {
    v.spread = Spread::normal;
    parts.erase(parts.begin());
  } else if (parts.back() == "log") {
    v.spread = Spread::logarithmic;
    parts.pop_back();
  }
  if (parts.size() < 2 || parts.size() > 3 || (v.spread == Spread::normal && parts.size() != 2))
    refuse("this is no range", text);
  read_ends(parts[0], parts[1], text, v);
  v.is_range = parts.size() == 2;
  v.example = parts[0];
  if (v.is_range) return v;
  const long count = count_of(parts[2], text);
  for (long i = 0; i < count; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(count - 1);
    const double value = i + 1 == count                    ? v.high
                         : v.spread == Spread::logarithmic ? v.low * std::pow(v.high / v.low, part)
                                                           : v.low + (v.high - v.low) * part;
    v.values.push_back({number_text(value)});
  }
  return v;
}

/// "mass [kg]" as name and unit.
std::pair<std::string, std::string> name_and_unit(const std::string& header) {
  const std::size_t open = header.find('['), close = header.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return {header, ""};
  std::string name = header.substr(0, open);
  name.erase(name.find_last_not_of(' ') + 1);
  const std::string unit = header.substr(open + 1, close - open - 1);
  return {name, unit == "1" ? "" : unit};
}

struct Table {
  std::vector<std::pair<std::string, std::string>> columns;  // names and units
  std::vector<std::vector<std::string>> rows;
};

Table read_table(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw FileError("cannot read the values", path, "name a CSV file whose first line holds the names");
  Table table;
  std::string line;
  for (long number = 1; std::getline(file, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::vector<std::string> cells = split(line, ',');
    if (table.columns.empty()) {
      for (const std::string& cell : cells) table.columns.push_back(name_and_unit(cell));
      continue;
    }
    const bool is_whole = cells.size() == table.columns.size() &&
                          std::none_of(cells.begin(), cells.end(), [](const auto& c) { return c.empty(); });
    if (!is_whole)
      throw FileError(fmt::format("the line has not {} cells, each with a value", table.columns.size()),
                      fmt::format("{}:{}", path, number), "give every column a value in every line");
    table.rows.push_back(cells);
  }
  if (table.rows.empty())
    throw FileError("there are no values below the first line", path, "the first line holds the names");
  return table;
}

Variation from_file(const std::string& wanted, const std::string& path) {
  const Table table = read_table(path);
  Variation v;
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool is_it = wanted.empty() || table.columns[i].first == wanted || table.columns.size() == 1;
    if (!is_it) continue;
    taken.push_back(i);
    v.names.push_back(wanted.empty() ? table.columns[i].first : wanted);
  }
  if (taken.empty())
    throw FileError(fmt::format("there is no column \"{}\"", wanted), path,
                    "the first line of the file holds the names of the columns");
  for (const auto& row : table.rows) {
    std::vector<std::string> value;
    for (const std::size_t i : taken) {
      const std::string& unit = table.columns[i].second;
      value.push_back(unit.empty() ? row[i] : row[i] + " " + unit);
    }
    v.values.push_back(std::move(value));
  }
  return v;
}

/// Rational functions in the middle, at 0.5 <= |p - 0.5| and in the tails.
double ratio(const double (&a)[8], const double (&b)[8], double r) {
  double above = 0.0, below = 0.0;
  for (int i = 7; i >= 0; --i) {
    above = above * r + a[i];
    below = below * r + b[i];
  }
  return above / below;
}

}  // namespace

std::string number_text(double value) {
  return fmt::format("{}", value);
}

/// [Wichura 1988] AS 241, PPND16.
double normal_quantile(double p) {
  static constexpr double a[] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                 1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                 3.3430575583588128105e4, 2.5090809287301226727e3};
  static constexpr double b[] = {1.0,
                                 4.2313330701600911252e1,
                                 6.8718700749205790830e2,
                                 5.3941960214247511077e3,
                                 2.1213794301586595867e4,
                                 3.9307895800092710610e4,
                                 2.8729085735721942674e4,
                                 5.2264952788528545610e3};
  static constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                 5.76949722146069140550e0,  3.64784832476320460504e0,
                                 1.27045825245236838258e0,  2.41780725177450611770e-1,
                                 2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr double d[] = {1.0,
                                 2.05319162663775882187e0,
                                 1.67638483018380384940e0,
                                 6.89767334985100004550e-1,
                                 1.48103976427480074590e-1,
                                 1.51986665636164571966e-2,
                                 5.47593808499534494600e-4,
                                 1.05075007164441684324e-9};
  static constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                 1.78482653991729133580e0,  2.96560571828504891230e-1,
                                 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                 2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static constexpr double f[] = {1.0,
                                 5.99832206555887937690e-1,
                                 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};
  constexpr double middle = 0.425, far = 5.0;
  const double q = p - 0.5;
  if (std::abs(q) <= middle) return q * ratio(a, b, middle * middle - q * q);
  const double r = std::sqrt(-std::log(q < 0.0 ? p : 1.0 - p));
  const double x = r <= far ? ratio(c, d, r - 1.6) : ratio(e, f, r - far);
  return q < 0.0 ? -x : x;
}

std::string Variation::sampled(double u) const {
  switch (spread) {
    case Spread::logarithmic:
      return number_text(low * std::pow(high / low, u));
    case Spread::normal:
      return number_text(low + high * normal_quantile(u));
    case Spread::uniform:
      break;
  }
  return number_text(low + (high - low) * u);
}

Variation read_variation(const std::string& text) {
  if (text.starts_with('@')) return from_file("", text.substr(1));
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    refuse("this is no variation", text);
  const std::string name = text.substr(0, equals), values = text.substr(equals + 1);
  if (values.starts_with('@')) return from_file(name, values.substr(1));
  if (values.find(':') != std::string::npos) return from_range(name, split(values, ':'), text);
  Variation v{.names = {name}, .values = {}};
  for (const std::string& part : split(values, ',')) {
    if (part.empty()) refuse("there is an empty value", text);
    v.values.push_back({part});
  }
  return v;
}

}  // namespace kreisel
