// Named parameters of problems and methods: declared once, checked once, shown by `describe`.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kreisel {

/// Parameters as a user types them: key=value.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// A number in [lowest, highest], or one of `choices` when that list is not empty. Numbers are finite, unless a
/// bound is infinite: that admits "inf".
struct Parameter {
  std::string name;
  double value = 0.0;  // default
  std::string unit = "1";
  std::string description = {};
  double lowest = -1e300, highest = 1e300;
  std::vector<std::string> choices = {};  // the first is the default
};

/// Values for a list of parameters; everything not set keeps its default.
class Parameters {
 public:
  explicit Parameters(std::vector<Parameter> declared);

  bool knows(std::string_view name) const;
  /// Throws OptionError when the text is no number, not finite, out of range or not among the choices;
  /// UnknownName when no such parameter is declared.
  void set(std::string_view name, std::string_view text);

  double number(std::string_view name) const;
  const std::string& choice(std::string_view name) const;
  const std::vector<Parameter>& declared() const { return declared_; }
  /// "name" -> "text" of every parameter, defaults included, as `run.json` stores them.
  std::map<std::string, std::string> texts() const;

 private:
  std::vector<Parameter> declared_;
  std::map<std::string, double, std::less<>> numbers_;
  std::map<std::string, std::string, std::less<>> choices_;
};

}  // namespace kreisel
