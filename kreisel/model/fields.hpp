// A struct of plain data lists its fields once; reader, writer, schema, help and documentation walk that list.
//
//   struct Disc {
//     double radius = 0.0;
//     static constexpr auto fields() {
//       return std::make_tuple(Field{"radius", &Disc::radius, Quantity::length, "from the centre to the rim", required});
//     }
//   };
//
// Types of members: double, int, bool, std::string, Vector3, Matrix3, Matrix6, Rotation, TimeFunction, StateFunction, an
// enum with names_of(), another struct with fields(), std::optional, std::vector, std::array of these.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kreisel/core/types.hpp"

namespace kreisel {

/// What a number measures; values are in the SI unit unit_of() names.
enum class Quantity {
  none,
  length,
  angle,
  time,
  mass,
  inertia,
  velocity,
  angular_velocity,
  acceleration,
  force,
  torque,
  stiffness,
  angular_stiffness,
  damping,
  angular_damping,
  contact_stiffness,
  contact_damping,
  power
};

constexpr std::string_view unit_of(Quantity quantity) {
  constexpr std::array<std::string_view, 18> units = {
      "1", "m",   "rad", "s",       "kg",    "kg m^2",    "m/s",   "rad/s",   "m/s^2",
      "N", "N m", "N/m", "N m/rad", "N s/m", "N m s/rad", "N/m^2", "N s/m^2", "W"};
  return units[static_cast<std::size_t>(quantity)];
}

/// Things with names; a field that names one is checked against those of the model.
enum class NamedKind { body, marker, joint, force, axis };

/// The texts a field may have, in order.
using Choices = const std::vector<std::string>& (*)();

enum class Presence { optional, required };
inline constexpr Presence required = Presence::required;

/// One field of Owner. An optional field that is not given keeps the value the struct is made with.
template <class Owner, class Member>
struct Field {
  using Type = Member;
  std::string_view name;
  Member Owner::*member;
  Quantity quantity;
  std::string_view description;
  Presence presence;
  std::optional<NamedKind> names = {};  // of a text that is the name of something else
  Choices choices = nullptr;            // of a text that is one of a list

  constexpr Field(std::string_view name_, Member Owner::*member_, Quantity quantity_,
                  std::string_view description_, Presence presence_ = Presence::optional)
      : name(name_), member(member_), quantity(quantity_), description(description_), presence(presence_) {}
  constexpr Field(std::string_view name_, Member Owner::*member_, std::string_view description_,
                  Presence presence_ = Presence::optional)
      : Field(name_, member_, Quantity::none, description_, presence_) {}
  constexpr Field(std::string_view name_, Member Owner::*member_, NamedKind names_,
                  std::string_view description_, Presence presence_ = Presence::optional)
      : Field(name_, member_, description_, presence_) {
    names = names_;
  }
  constexpr Field(std::string_view name_, Member Owner::*member_, Choices choices_,
                  std::string_view description_, Presence presence_ = Presence::optional)
      : Field(name_, member_, description_, presence_) {
    choices = choices_;
  }
  constexpr bool is_required() const { return presence == Presence::required; }
};

template <class T>
concept HasFields = requires {
  T::fields();
};

/// An enum whose names_of(Enum{}) lists the texts of its values, in order.
template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
  { names_of(value)[0] } -> std::convertible_to<std::string_view>;
};

template <NamedEnum Enum>
constexpr std::string_view name_of_choice(Enum value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

/// visit(field) for every field of T, in order.
template <HasFields T, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, T::fields());
}

/// A rotation as a quaternion (w, x, y, z) of any length but zero: it is kept as written, assembly normalises it.
struct Rotation {
  VectorOf<double, 4> quaternion{1.0, 0.0, 0.0, 0.0};
};

/// A formula of t and of the parameters of the model; a number is a formula too. Empty: not given.
struct TimeFunction {
  std::string text = {};
  bool is_given() const { return !text.empty(); }
};

/// What functions of the state may use besides t and the parameters, in this order.
inline constexpr std::array<std::string_view, 8> state_names = {"x",  "y",  "z",     "vx",
                                                                "vy", "vz", "angle", "rate"};

/// A formula of t, of the parameters and of these.
struct StateFunction {
  std::string text = {};
  bool is_given() const { return !text.empty(); }
};

}  // namespace kreisel
