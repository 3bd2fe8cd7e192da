// docs/model-reference.md from the field lists; model_schema.hpp declares it.
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "kreisel/io/field_writer.hpp"
#include "kreisel/io/model_schema.hpp"
#include "kreisel/io/units.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {
namespace {

/// How the reference calls the values of a type.
template <class T>
struct Called {
  static std::string text() { return "object"; }
};
template <>
struct Called<double> {
  static std::string text() { return "number"; }
};
template <>
struct Called<int> {
  static std::string text() { return "whole number"; }
};
template <>
struct Called<bool> {
  static std::string text() { return "true or false"; }
};
template <>
struct Called<std::string> {
  static std::string text() { return "text"; }
};
template <>
struct Called<Vector3> {
  static std::string text() { return "3 numbers"; }
};
template <int Size>
struct Called<MatrixOf<double, Size, Size>> {
  static std::string text() { return fmt::format("{0} numbers, or {0} rows of {0}", Size); }
};
template <>
struct Called<Rotation> {
  static std::string text() { return "[rotation](#rotations)"; }
};
template <>
struct Called<TimeFunction> {
  static std::string text() { return "function of t"; }
};
template <>
struct Called<StateFunction> {
  static std::string text() { return "function of t and the state"; }
};
template <>
struct Called<std::map<std::string, double>> {
  static std::string text() { return "object of numbers"; }
};
template <>
struct Called<End> {
  static std::string text() { return "[end](#ends)"; }
};
template <>
struct Called<Body> {
  static std::string text() { return "[body](#bodies)"; }
};
template <>
struct Called<Marker> {
  static std::string text() { return "[marker](#markers)"; }
};
template <>
struct Called<JointAxis> {
  static std::string text() { return "[axis](#axes)"; }
};
template <>
struct Called<CoordinateTerm> {
  static std::string text() { return "[term](#terms)"; }
};
template <>
struct Called<Joint> {
  static std::string text() { return "[joint](#joints)"; }
};
template <>
struct Called<Force> {
  static std::string text() { return "[force](#forces)"; }
};
template <>
struct Called<Reference> {
  static std::string text() { return "[reference](#references)"; }
};
template <>
struct Called<ModelEvent> {
  static std::string text() { return "[event](#events)"; }
};
template <>
struct Called<Shape> {
  static std::string text() { return "[shape](#shapes)"; }
};
template <class Names>
std::string quoted_choices(const Names& names) {
  std::string out;
  for (const std::string_view name : names) out += fmt::format("{}`\"{}\"`", out.empty() ? "" : ", ", name);
  return out;
}

template <NamedEnum Enum>
struct Called<Enum> {
  static std::string text() { return quoted_choices(names_of(Enum{})); }
};
template <class T>
struct Called<std::optional<T>> {
  static std::string text() { return Called<T>::text(); }
};
template <class T>
struct Called<std::vector<T>> {
  static std::string text() { return "list of " + Called<T>::text(); }
};
template <class T, std::size_t Size>
struct Called<std::array<T, Size>> {
  static std::string text() { return fmt::format("{} times {}", Size, Called<T>::text()); }
};

/// What a field is without being given.
template <HasFields T, class Member>
std::string default_of(const Field<T, Member>& field) {
  const T plain{};
  if (field.is_required()) return "required";
  if (detail::is_absent(plain.*field.member)) return "";
  std::string text = detail::written(plain.*field.member, {}).text();
  text.pop_back();
  const bool is_nothing = text == "[]" || text == "{}" || text == "\"\"" || text == "\"=\"";
  return is_nothing ? std::string() : "`" + text + "`";
}

template <HasFields T>
void append_table(std::string& out) {
  out += "| field | what it is | unit | default | meaning |\n| --- | --- | --- | --- | --- |\n";
  for_each_field<T>([&](const auto& field) {
    using Member = typename std::decay_t<decltype(field)>::Type;
    const std::string unit = field.quantity == Quantity::none ? "" : std::string(unit_of(field.quantity));
    const std::string called = field.choices ? quoted_choices(field.choices()) : Called<Member>::text();
    out += fmt::format("| `{}` | {} | {} | {} | {} |\n", field.name, called, unit, default_of(field),
                       field.description);
  });
  out += "\n";
}

template <HasFields T>
void append_section(std::string& out, std::string_view title, std::string_view text) {
  out += fmt::format("## {}\n\n{}\n\n", title, text);
  append_table<T>(out);
}

/// The columns that a joint or a force adds to results.
template <class T>
void append_results(std::string& out) {
  if constexpr (requires { T::results; }) {
    std::string list;
    const auto add = [&](const ElementResult& result) {
      list += fmt::format("{}`NAME.{}` [{}] {}", list.empty() ? "" : "; ", result.name,
                          unit_of(result.quantity), result.description);
    };
    for (const auto& result : T::results) {
      if constexpr (requires { result.rate; }) {
        add(result.value);
        add(result.rate);
      } else {
        add(result);
      }
    }
    out += fmt::format("Results: {}.\n\n", list);
  }
}

template <class... Types>
void append_variants(std::string& out, std::string_view title, std::string_view text,
                     const std::variant<Types...>*) {
  out += fmt::format("## {}\n\n{}\n\n", title, text);
  const auto append = [&out]<class T>(std::type_identity<T>) {
    out += fmt::format("### {}\n\n`\"type\": \"{}\"`: {}.\n\n", T::type, T::type, T::description);
    append_table<T>(out);
    append_results<T>(out);
  };
  (append(std::type_identity<Types>{}), ...);
}

std::string unit_list() {
  std::string out;
  for (const std::string& symbol : unit_symbols()) out += (out.empty() ? "`" : ", `") + symbol + "`";
  return out;
}

constexpr std::string_view head = R"--(# Reference of model files

Made from the field lists of `kreisel/model` by `KREISEL_UPDATE=1` and the test `ModelSchema`; do not edit. How to write
a model: [model-files.md](model-files.md). For editors: `models/kreisel-model.schema.json`.

)--";

constexpr std::string_view numbers = R"--(## Numbers

Wherever a number is expected, a file may have

- a number: `0.25`, in the SI unit that the tables name;
- a text with a unit: `"25 cm"`, `"30 deg"`, `"2 kN/m"`. Units: {}; prefixes n, u, µ, m, c, d, da, h, k, M, G for SI units.
  Products have blanks between them, `"3 N m s/rad"`; powers are `m^2` or `m²`; `"1 N/(m s)"` has brackets;
- a formula after `=`: `"=2*width + 0.1"`, of the parameters and `pi`. A function of t may use `t` too, a function of t
  and the state also `x`, `y`, `z`, `vx`, `vy`, `vz`, `angle`, `rate`. Formulas compute with SI numbers.

Formulas know `+ - * / ^`, comparisons, `&&`, `||`, `condition ? a : b`, and the functions sin, cos, tan, asin, acos, atan,
atan2, sinh, cosh, tanh, exp, log (natural), sqrt, abs, sign, min, max.

## Rotations

- `[w, x, y, z]`: a unit quaternion, scalar first. A length within 0.001 of 1 is normalised with a note, others are refused;
- `{{"axis": [0, 0, 1], "angle": "30 deg"}}`;
- `[[1, 0, 0], [0, 1, 0], [0, 0, 1]]`: a matrix, row by row, that maps components in the body to those in space.

)--";

}  // namespace

std::string model_reference() {
  std::string out(head);
  append_section<Model>(out, "The file", "One object. `\"$schema\"` may name the schema for editors.");
  out += fmt::format(numbers, unit_list());
  append_section<Body>(out, "Bodies", "A rigid body; its frame has its origin in the centre of mass.");
  append_section<Marker>(out, "Markers", "A frame with a name, fixed on a body or on `\"ground\"`.");
  append_section<End>(
      out, "Ends",
      "Joints and forces act between ends. An end is the name of a marker, `\"a\": \"hook\"`, or an object:");
  append_section<JointAxis>(
      out, "Axes", "A hinge or a slide of a joint of type `axes`. Its coordinate is a state of the model.");
  append_section<CoordinateTerm>(out, "Terms", "Forces and couplings act along sums of coordinates.");
  append_variants(out, "Joints", "Conditions between bodies. Every joint has a `\"type\"`.",
                  static_cast<const Joint*>(nullptr));
  append_variants(out, "Forces", "Force elements. Every force has a `\"type\"`.",
                  static_cast<const Force*>(nullptr));
  append_variants(
      out, "Events",
      "A number passes a value: the time is noted, or the run ends. Every event has a `\"type\"`.",
      static_cast<const ModelEvent*>(nullptr));
  append_variants(out, "Shapes", "How bodies look in replays. Every shape has a `\"type\"`.",
                  static_cast<const Shape*>(nullptr));
  append_section<Reference>(out, "References",
                            "A value the model is known to take; runs are compared with it.");
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace kreisel
