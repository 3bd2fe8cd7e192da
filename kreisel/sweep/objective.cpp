// Reductions are cut out of a formula and become variables of what is left; what stands inside them is a formula per sample.
#include "kreisel/sweep/objective.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/model/formula.hpp"

namespace kreisel {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

struct Curve {
  const std::vector<double>& t;
  std::vector<double> x;
  double band = 0.05;
};

double largest(const Curve& s) {
  return *std::max_element(s.x.begin(), s.x.end());
}
double smallest(const Curve& s) {
  return *std::min_element(s.x.begin(), s.x.end());
}
double first_value(const Curve& s) {
  return s.x.front();
}
double last_value(const Curve& s) {
  return s.x.back();
}
double time_of_largest(const Curve& s) {
  return s.t[static_cast<std::size_t>(std::max_element(s.x.begin(), s.x.end()) - s.x.begin())];
}
double time_of_smallest(const Curve& s) {
  return s.t[static_cast<std::size_t>(std::min_element(s.x.begin(), s.x.end()) - s.x.begin())];
}
/// By the trapezoidal rule.
double integral(const Curve& s) {
  double sum = 0.0;
  for (std::size_t i = 1; i < s.x.size(); ++i) sum += 0.5 * (s.x[i] + s.x[i - 1]) * (s.t[i] - s.t[i - 1]);
  return sum;
}
double mean(const Curve& s) {
  const double length = s.t.back() - s.t.front();
  return length > 0.0 ? integral(s) / length : s.x.front();
}
double root_mean_square(const Curve& s) {
  Curve squares{s.t, s.x, s.band};
  for (double& x : squares.x) x *= x;
  return std::sqrt(mean(squares));
}
/// When it enters for good, linearly between the last sample outside and the next one.
double settling(const Curve& s) {
  const double end = s.x.back();
  double farthest = 0.0;
  for (const double x : s.x) farthest = std::max(farthest, std::abs(x - end));
  const double band = s.band * farthest;
  for (std::size_t i = s.x.size(); i-- > 1;) {
    const double before = std::abs(s.x[i - 1] - end), after = std::abs(s.x[i] - end);
    if (before <= band) continue;
    return s.t[i - 1] + (s.t[i] - s.t[i - 1]) * (before - band) / (before - std::min(after, band));
  }
  return s.t.front();
}

struct Reduction {
  std::string_view name;
  double (*of)(const Curve&);
};
constexpr std::array<Reduction, 10> reductions{{{"max", largest},
                                                {"min", smallest},
                                                {"start", first_value},
                                                {"end", last_value},
                                                {"time_of_max", time_of_largest},
                                                {"time_of_min", time_of_smallest},
                                                {"integral", integral},
                                                {"mean", mean},
                                                {"rms", root_mean_square},
                                                {"settling", settling}}};

double count_of(const std::vector<double>& times) {
  return static_cast<double>(times.size());
}
double first_of(const std::vector<double>& times) {
  return times.empty() ? nothing : times.front();
}
double last_of(const std::vector<double>& times) {
  return times.empty() ? nothing : times.back();
}

struct EventReduction {
  std::string_view name;
  double (*of)(const std::vector<double>&);
};
constexpr std::array<EventReduction, 3> event_reductions{
    {{"count", count_of}, {"first", first_of}, {"last", last_of}}};

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}
bool continues_name(char c) {
  return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.';
}

std::string trimmed(std::string text) {
  text.erase(0, text.find_first_not_of(' '));
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

class Objectives::One {
 public:
  One(const ObjectiveText& text, const std::vector<Column>& columns,
      const std::map<std::string, double>& parameters)
      : text_(text), columns_(columns), parameters_(parameters) {
    const std::string outer = without_reductions(text.formula);
    std::vector<std::string> variables;
    for (std::size_t i = 0; i < inner_.size() + events_.size(); ++i) variables.push_back(variable(i));
    for (const char* name : scalars) variables.emplace_back(name);
    outer_ = formula(outer, variables);
  }

  double value(const SampledMotion& motion) const {
    std::vector<double> variables(inner_.size() + events_.size() + std::size(scalars));
    for (const Inner& inner : inner_) variables[inner.number] = inner.reduction(curve(inner, motion));
    for (const Events& events : events_) {
      std::vector<double> times;
      for (const EventRecord& event : motion.record.events)
        if (events.name.empty() || event.name == events.name) times.push_back(event.t);
      variables[events.number] = events.reduction(times);
    }
    const std::size_t at = inner_.size() + events_.size();
    variables[at] = motion.record.t;
    variables[at + 1] = static_cast<double>(motion.record.statistics.accepted);
    variables[at + 2] = motion.record.audit.energy_drift.value_or(nothing);
    return outer_.evaluate<double>(variables.data());
  }

 private:
  static constexpr const char* scalars[] = {"t_end", "steps", "energy_drift"};
  struct Inner {
    std::size_t number;
    double (*reduction)(const Curve&);
    Formula formula;
    std::vector<std::size_t> columns;  // of its variables behind t
    double band;
  };
  struct Events {
    std::size_t number;
    double (*reduction)(const std::vector<double>&);
    std::string name;
  };

  static std::string variable(std::size_t number) { return fmt::format("_reduction{}", number); }

  [[noreturn]] void refuse(const std::string& fact, const std::string& hint) const {
    throw OptionError(fact, fmt::format("--objective \"{}={}\"", text_.name, text_.formula), hint);
  }

  Formula formula(const std::string& text, const std::vector<std::string>& variables) const {
    try {
      return Formula(text, {variables, parameters_}, "");
    } catch (const ModelError& error) {
      const std::string fact = error.fact();
      refuse(fmt::format("the objective \"{}\" is no formula: {}", text_.name,
                         fact.substr(fact.rfind(": ") + 2)),
             "columns stand inside max, min, mean, rms, start, end, integral, settling, time_of_max or "
             "time_of_min");
    }
  }

  /// The position behind the bracket that closes the one at `open`, and where commas outside of others are.
  std::size_t closing(const std::string& text, std::size_t open, std::vector<std::size_t>& commas) const {
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t i = open; i < text.size(); ++i) {
      if (text[i] == '\'') is_quoted = !is_quoted;
      if (is_quoted) continue;
      if (text[i] == '(') ++depth;
      if (text[i] == ',' && depth == 1) commas.push_back(i);
      if (text[i] == ')' && --depth == 0) return i + 1;
    }
    refuse(fmt::format("the objective \"{}\" is no formula: a bracket is not closed", text_.name), "add a )");
  }

  std::string without_reductions(const std::string& text) {
    std::string outer;
    for (std::size_t i = 0; i < text.size();) {
      if (!begins_name(text[i])) {
        outer += text[i++];
        continue;
      }
      std::size_t end = i;
      while (end < text.size() && continues_name(text[end])) ++end;
      const std::string name = text.substr(i, end - i);
      std::vector<std::size_t> commas;
      if (end < text.size() && text[end] == '(') {
        const std::size_t behind = closing(text, end, commas);
        if (take(name, text, end, behind, commas)) {
          outer += variable(inner_.size() + events_.size() - 1);
          i = behind;
          continue;
        }
      }
      outer += name;
      i = end;
    }
    return outer;
  }

  /// True when it was a reduction.
  bool take(const std::string& name, const std::string& text, std::size_t open, std::size_t behind,
            const std::vector<std::size_t>& commas) {
    const std::size_t number = inner_.size() + events_.size();
    for (const EventReduction& r : event_reductions) {
      if (r.name != name) continue;
      std::string event = trimmed(text.substr(open + 1, behind - open - 2));
      if (event.size() > 1 && event.front() == '\'') event = event.substr(1, event.size() - 2);
      events_.push_back({number, r.of, event});
      return true;
    }
    for (const Reduction& r : reductions) {
      const bool has_band = r.of == &settling && commas.size() == 1;
      if (r.name != name || !(commas.empty() || has_band)) continue;
      const std::size_t end = has_band ? commas.front() : behind - 1;
      Inner inner{number, r.of, Formula(), {}, 0.05};
      if (has_band) inner.band = band(trimmed(text.substr(end + 1, behind - end - 2)));
      std::vector<std::string> variables{"t"};
      const std::string body = with_columns(text.substr(open + 1, end - open - 1), inner.columns);
      for (std::size_t i = 0; i < inner.columns.size(); ++i) variables.push_back(fmt::format("_column{}", i));
      inner.formula = formula(body, variables);
      inner_.push_back(std::move(inner));
      return true;
    }
    return false;
  }

  double band(const std::string& text) const {
    double value = 0.0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc{} && end == text.data() + text.size() && value > 0.0 && value < 1.0)
      return value;
    refuse(fmt::format("\"{}\" is no part of a distance", text),
           "give a number between 0 and 1, such as 0.02");
  }

  /// Names of columns replaced by variables.
  std::string with_columns(const std::string& text, std::vector<std::size_t>& used) const {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      const bool is_quoted = text[i] == '\'';
      if (!is_quoted && !begins_name(text[i])) {
        // A number such as 1e3 is no name.
        const bool is_number = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
        do {
          out += text[i++];
        } while (is_number && i < text.size() && continues_name(text[i]));
        continue;
      }
      std::size_t end = i + 1;
      while (end < text.size() && (is_quoted ? text[end] != '\'' : continues_name(text[end]))) ++end;
      const std::string name = is_quoted ? text.substr(i + 1, end - i - 1) : text.substr(i, end - i);
      const bool is_function = !is_quoted && end < text.size() && text[end] == '(';
      const bool is_plain = is_function || name == "t" || name == "pi" || parameters_.contains(name);
      out += is_plain && !is_quoted ? name : fmt::format("_column{}", place(name, used));
      i = is_quoted ? std::min(end + 1, text.size()) : end;
    }
    return out;
  }

  std::size_t place(const std::string& name, std::vector<std::size_t>& used) const {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      known.push_back(columns_[i].name);
      if (columns_[i].name != name) continue;
      const auto at = std::find(used.begin(), used.end(), i);
      if (at != used.end()) return static_cast<std::size_t>(at - used.begin());
      used.push_back(i);
      return used.size() - 1;
    }
    throw UnknownName(fmt::format("there is no column \"{}\"", name),
                      fmt::format("--objective \"{}={}\"", text_.name, text_.formula),
                      suggestion(name, "columns", known));
  }

  Curve curve(const Inner& inner, const SampledMotion& motion) const {
    Curve s{motion.times, std::vector<double>(motion.times.size()), inner.band};
    std::vector<double> variables(inner.columns.size() + 1);
    for (std::size_t row = 0; row < s.x.size(); ++row) {
      variables[0] = motion.times[row];
      for (std::size_t i = 0; i < inner.columns.size(); ++i)
        variables[i + 1] = motion.values[row * columns_.size() + inner.columns[i]];
      s.x[row] = inner.formula.evaluate<double>(variables.data());
    }
    return s;
  }

  const ObjectiveText text_;
  const std::vector<Column> columns_;
  const std::map<std::string, double> parameters_;
  std::vector<Inner> inner_;
  std::vector<Events> events_;
  Formula outer_;
};

Objectives::Objectives(const std::vector<ObjectiveText>& texts, const std::vector<Column>& columns,
                       const std::map<std::string, std::string>& parameters) {
  std::map<std::string, double> numbers;
  for (const auto& [name, text] : parameters) {
    double value = 0.0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number =
        failure == std::errc{} && end == text.data() + text.size() && !is_reserved_name(name);
    if (is_number) numbers[name] = value;
  }
  for (const char* taken : {"t_end", "steps", "energy_drift"}) numbers.erase(taken);
  for (const ObjectiveText& text : texts) all_.push_back(std::make_unique<One>(text, columns, numbers));
}
Objectives::~Objectives() = default;
Objectives::Objectives(Objectives&&) noexcept = default;

std::vector<double> Objectives::values(const SampledMotion& motion) const {
  std::vector<double> all;
  for (const auto& one : all_) all.push_back(motion.times.empty() ? nothing : one->value(motion));
  return all;
}

}  // namespace kreisel
