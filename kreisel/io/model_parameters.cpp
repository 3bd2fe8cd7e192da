// Parameters in the order in which their formulas need each other; circles are mistakes.
#include "kreisel/io/model_parameters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/io/units.hpp"
#include "kreisel/io/value_reader.hpp"

namespace kreisel {
namespace {

/// One parameter before its value is known: a formula, or a number already.
struct Unresolved {
  JsonValue value;
  std::string formula = {};
  bool is_overridden = false;
  std::set<std::string> waits_for = {};
};

/// In the place of a value that is a mistake. Not 0: formulas divide.
constexpr double placeholder = 1.0;
constexpr std::size_t most_parameters = 1000;

/// A plain number, as texts of --set may be.
std::optional<double> plain_number(std::string_view text) {
  double value = 0.0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

class ParameterReader {
 public:
  ParameterReader(const ParameterTexts& overrides, Mistakes& mistakes)
      : overrides_(overrides), mistakes_(mistakes) {}

  FormulaEvaluator read(const std::optional<JsonValue>& object) {
    if (object) mistakes_.attempt([&] { read_members(*object); });
    require_known_overrides();
    resolve();
    for (const auto& [name, unresolved] : waiting_) {
      if (!refuse_unknown(name, unresolved)) refuse_circle(name);
    }
    // Mistakes are reported already; formulas elsewhere may use these names and shall not add to them.
    for (const std::string& name : names_) {
      if (is_identifier(name) && !known_.numbers().contains(name) && !is_taken_in_formulas(name))
        known_.define(name, placeholder);
    }
    return std::move(known_);
  }

 private:
  void read_members(const JsonValue& object) {
    require_kind(object, JsonKind::object);
    if (object.size() > most_parameters) {
      throw mistake_at(object, fmt::format("more than {} parameters", most_parameters),
                       "remove those that nothing uses");
    }
    for (auto member = object.first(); member; member = member->next()) {
      names_.emplace_back(member->key());
      mistakes_.attempt([&] { read_member(*member); });
    }
  }

  void read_member(const JsonValue& member) {
    const std::string name(member.key());
    if (!is_identifier(name)) {
      throw mistake_at_key(member, fmt::format("{} is no name for a parameter", json_quoted(shortened(name))),
                           "use at most 60 letters, digits and _, beginning with a letter");
    }
    if (is_taken_in_formulas(name)) {
      throw mistake_at_key(member, fmt::format("\"{}\" means something else in formulas", name),
                           "choose another name");
    }
    const auto replaced = overrides_.find(name);
    replaced == overrides_.end() ? read_value(member, name) : read_override(member, name, replaced->second);
  }

  void read_value(const JsonValue& member, const std::string& name) {
    if (member.is(JsonKind::number)) return known_.define(name, member.number());
    if (!member.is(JsonKind::string)) {
      throw mistake_at(member, fmt::format("a number expected, got {}", described(member.kind())),
                       "write a number, a text with a unit (\"5 mm\") or a formula (\"=2*width\")");
    }
    try {
      const auto formula = formula_of(member.string());
      formula ? wait({member, *formula}, name) : define(name, read_quantity(member.string()));
    } catch (const UnitRefusal& refusal) {
      throw mistake_at(member, refusal.fact, refusal.hint);
    } catch (const FormulaRefusal& refusal) {
      throw mistake_at(member, refusal.fact, refusal.hint);
    }
  }

  void read_override(const JsonValue& member, const std::string& name, const std::string& text) {
    try {
      if (const auto number = plain_number(text))
        return known_.define(name, *number, written_dimension(member));
      const auto formula = formula_of(text);
      if (formula) return wait({member, *formula, true}, name);
      const UnitValue quantity = read_quantity(text);
      const auto written = written_dimension(member);
      if (written && *written != quantity.dimension)
        throw OptionError(fmt::format("\"{}\" is {} in the model, got {}", name, described(*written),
                                      described(quantity.dimension)),
                          "--set " + name, "change the unit, or give a plain number in SI units");
      define(name, quantity);
    } catch (const UnitRefusal& refusal) {
      throw OptionError(refusal.fact, "--set " + name, refusal.hint);
    } catch (const FormulaRefusal& refusal) {
      throw OptionError(refusal.fact, "--set " + name, refusal.hint);
    }
  }

  void define(const std::string& name, const UnitValue& quantity) {
    known_.define(name, quantity.value, quantity.dimension);
  }

  /// What the file says the parameter is: the dimension of its unit.
  static std::optional<Dimension> written_dimension(const JsonValue& member) {
    if (!member.is(JsonKind::string) || formula_of(member.string())) return std::nullopt;
    try {
      return read_quantity(member.string()).dimension;
    } catch (const UnitRefusal&) {
      return std::nullopt;  // replaced by what was typed, and so by something better
    }
  }

  void wait(Unresolved unresolved, const std::string& name) {
    const std::vector<std::string> used = names_in_formula(unresolved.formula);
    unresolved.waits_for.insert(used.begin(), used.end());
    waiting_.emplace(name, std::move(unresolved));
  }

  void require_known_overrides() const {
    for (const auto& entry : overrides_) {
      const bool is_known = std::find(names_.begin(), names_.end(), entry.first) != names_.end();
      if (is_known) continue;
      throw UnknownName(fmt::format("the model has no parameter \"{}\"", entry.first), "--set " + entry.first,
                        suggestion(entry.first, "parameters", names_));
    }
  }

  /// Evaluates whatever waits for nothing any more, until nothing changes: [Kahn 1962], without recursion.
  void resolve() {
    std::map<std::string, std::vector<std::string>> users;
    std::vector<std::string> ready;
    for (auto& [name, unresolved] : waiting_) {
      std::erase_if(unresolved.waits_for,
                    [&](const std::string& used) { return known_.numbers().contains(used); });
      for (const std::string& used : unresolved.waits_for) users[used].push_back(name);
      if (unresolved.waits_for.empty()) ready.push_back(name);
    }
    while (!ready.empty()) {
      const std::string name = std::move(ready.back());
      ready.pop_back();
      evaluate(name, waiting_.at(name));
      waiting_.erase(name);
      for (const std::string& user : users[name]) {
        Unresolved& unresolved = waiting_.at(user);
        unresolved.waits_for.erase(name);
        if (unresolved.waits_for.empty()) ready.push_back(user);
      }
    }
  }

  void evaluate(const std::string& name, const Unresolved& unresolved) {
    double value = placeholder;
    std::optional<Dimension> dimension;
    mistakes_.attempt([&] {
      try {
        value = known_.value(unresolved.formula);
        dimension = known_.dimension(unresolved.formula);
      } catch (const FormulaRefusal& refusal) {
        refuse(name, unresolved, refusal.fact, refusal.hint);
      }
    });
    known_.define(name, value, dimension);
  }

  [[noreturn]] static void refuse(const std::string& name, const Unresolved& unresolved,
                                  const std::string& fact, const std::string& hint) {
    if (unresolved.is_overridden) throw OptionError(fact, "--set " + name, hint);
    throw mistake_at(unresolved.value, fact, hint);
  }

  /// A name that no parameter has; true when there is one.
  bool refuse_unknown(const std::string& name, const Unresolved& unresolved) {
    for (const std::string& used : unresolved.waits_for) {
      if (std::find(names_.begin(), names_.end(), used) != names_.end()) continue;
      mistakes_.attempt([&] {
        refuse(name, unresolved, fmt::format("the formula uses \"{}\", which is not known here", used),
               suggestion(used, "parameters", names_));
      });
      return true;
    }
    return false;
  }

  /// Follows what is waited for until a name comes again. Each name is followed once; one that leads to a name which
  /// has a mistake of its own ends there.
  void refuse_circle(const std::string& begin) {
    std::vector<std::string> path;
    std::string name = begin;
    while (followed_.insert(name).second) {
      path.push_back(name);
      const auto next = waiting_.find(name);
      if (next == waiting_.end() || next->second.waits_for.empty()) return;
      name = *next->second.waits_for.begin();
    }
    const auto entry = std::find(path.begin(), path.end(), name);
    if (entry == path.end()) return;
    path.erase(path.begin(), entry);
    const auto is_earlier = [&](const std::string& a, const std::string& b) {
      return waiting_.at(a).value.offset() < waiting_.at(b).value.offset();
    };
    std::rotate(path.begin(), std::min_element(path.begin(), path.end(), is_earlier), path.end());
    mistakes_.attempt([&] {
      refuse(path.front(), waiting_.at(path.front()),
             "parameters need each other in a circle: " + shown_circle(path), "give one of them a number");
    });
  }

  static std::string shown_circle(const std::vector<std::string>& path) {
    constexpr std::size_t most = 10;
    std::string out;
    for (std::size_t i = 0; i < std::min(path.size(), most); ++i) out += path[i] + " -> ";
    return out + (path.size() > most ? "… -> " : "") + path.front();
  }

  const ParameterTexts& overrides_;
  Mistakes& mistakes_;
  std::vector<std::string> names_ = {};  // in the order of the file
  std::map<std::string, Unresolved> waiting_ = {};
  std::set<std::string> followed_ = {};
  FormulaEvaluator known_{};
};

}  // namespace

FormulaEvaluator read_parameters(const JsonDocument& document, const ParameterTexts& overrides,
                                 Mistakes& mistakes) {
  return ParameterReader(overrides, mistakes).read(document.root().find("parameters"));
}

}  // namespace kreisel
