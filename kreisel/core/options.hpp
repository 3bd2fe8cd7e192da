// A struct of options lists them once: command line, run.json, the identity of stored runs and Python walk that list.
//
//   struct Limits {
//     double max_seconds = INFINITY;
//     static constexpr auto options() {
//       return std::make_tuple(Option{"max_seconds", &Limits::max_seconds, "S", "stop after so much computing time [s]"});
//     }
//   };
//
// Types of members: double, long, int, bool, std::string, std::vector<double>, an enum with choices_of(), std::optional of
// these. A number whose default is none that may be given, such as 0 where positive ones are accepted, means "not given".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace kreisel {

/// Which numbers make sense.
enum class Accepts { positive, not_negative, any };

/// Where an option is offered besides C++, Python and run.json.
enum class Offered { everywhere, not_on_command_line };

template <class Owner, class Member>
struct Option {
  using Type = Member;
  std::string_view name;  // max_steps: --max-steps, the keyword max_steps, "max_steps" in run.json
  Member Owner::*member;
  std::string_view value;  // what the help calls it: "N"
  std::string_view description;
  Accepts accepts = Accepts::positive;
  Offered offered = Offered::everywhere;

  /// What its description ends with, "[s]"; empty for plain numbers.
  constexpr std::string_view unit() const {
    const std::size_t begin = description.rfind('['), end = description.rfind(']');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
    return description.substr(begin + 1, end - begin - 1);
  }
  bool is_on_command_line() const { return offered == Offered::everywhere; }
  Member usual() const { return Owner{}.*member; }
};
template <class Owner, class Member>
Option(std::string_view, Member Owner::*, std::string_view, std::string_view) -> Option<Owner, Member>;
template <class Owner, class Member>
Option(std::string_view, Member Owner::*, std::string_view, std::string_view, Accepts)
    -> Option<Owner, Member>;
template <class Owner, class Member>
Option(std::string_view, Member Owner::*, std::string_view, std::string_view, Accepts, Offered)
    -> Option<Owner, Member>;

/// visit(option, value) for every option of a struct, in order.
template <class Owner, class Visit>
constexpr void for_each_option_of(Owner& owner, Visit&& visit) {
  std::apply([&](const auto&... option) { (visit(option, owner.*(option.member)), ...); },
             std::remove_const_t<Owner>::options());
}

constexpr bool is_accepted(double value, Accepts accepts) {
  if (!(value - value == 0.0)) return false;  // not finite
  return accepts == Accepts::any || (accepts == Accepts::positive ? value > 0.0 : value >= 0.0);
}
constexpr std::string_view wanted_by(Accepts accepts) {
  constexpr std::array<std::string_view, 3> texts{"a positive number", "zero or a positive number",
                                                  "a finite number"};
  return texts[static_cast<std::size_t>(accepts)];
}

/// One value of an enum that is an option; choices_of(Enum{}) lists them.
template <class Enum>
struct NamedChoice {
  std::string_view name;
  Enum value;
  std::string_view description;
};

template <class T>
concept ChoiceEnum = std::is_enum_v<T> && requires(T value) {
  { choices_of(value)[0].name } -> std::convertible_to<std::string_view>;
};

template <class T>
concept OptionalChoice = requires {
  typename T::value_type;
}
&&std::is_same_v<T, std::optional<typename T::value_type>>&& ChoiceEnum<typename T::value_type>;

template <ChoiceEnum Enum>
constexpr std::string_view name_of(Enum value) {
  for (const auto& entry : choices_of(value))
    if (entry.value == value) return entry.name;
  return "";
}

/// "max_steps" as it is said: "max steps".
inline std::string spoken(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    if (c == '_') c = ' ';
  return text;
}

/// "max_steps" as it is typed: "--max-steps".
inline std::string as_typed(std::string_view name) {
  std::string text = "--" + std::string(name);
  for (char& c : text)
    if (c == '_') c = '-';
  return text;
}

}  // namespace kreisel
