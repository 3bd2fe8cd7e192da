// FieldReader: walks a JSON object along the field list of a struct (kreisel/model/fields.hpp) and fills it.
//
// Unknown fields, missing ones and wrong values are mistakes; reading goes on after each, so that Mistakes can tell the
// first one of the file.
#pragma once

#include <array>
#include <bitset>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kreisel/io/json_document.hpp"
#include "kreisel/io/mistakes.hpp"
#include "kreisel/io/name_table.hpp"
#include "kreisel/io/value_reader.hpp"
#include "kreisel/model/fields.hpp"
#include "kreisel/model/frame.hpp"

namespace kreisel {

namespace detail {
/// The names of the fields of T, as messages list them.
template <HasFields T>
std::vector<std::string> field_names(std::string_view first = {}) {
  std::vector<std::string> names;
  if (!first.empty()) names.emplace_back(first);
  for_each_field<T>([&](const auto& field) { names.emplace_back(field.name); });
  return names;
}

[[noreturn]] void refuse_choice(const JsonValue& value, std::string_view kind,
                                const std::vector<std::string>& known);
/// The text is one of the known ones.
void require_choice(const JsonValue& text, std::string_view field, const std::vector<std::string>& known);
Mistake unknown_field(const JsonValue& member, const std::vector<std::string>& known);
Mistake missing_field(const JsonValue& object, std::string_view name, std::string_view description);
/// "rotation" and "axis" both say how a frame is turned.
void require_one_orientation(const JsonValue& frame);
/// The type of a joint or force: a text.
JsonValue type_of(const JsonValue& object);
}  // namespace detail

class FieldReader {
 public:
  FieldReader(const FormulaEvaluator& formulas, Mistakes& mistakes, NameTable& names)
      : values_(formulas), mistakes_(mistakes), names_(names) {}

  /// All members of the object; `extra` is a key that is read elsewhere.
  template <HasFields T>
  void read_members(const JsonValue& object, T& into, std::string_view extra = {}) {
    require_kind(object, JsonKind::object);
    std::bitset<std::tuple_size_v<decltype(T::fields())>> seen;
    bool all_known = true;
    for (auto member = object.first(); member; member = member->next()) {
      if (!extra.empty() && member->key() == extra) continue;
      if (!read_member(*member, into, seen)) {
        mistakes_.add(detail::unknown_field(*member, detail::field_names<T>(extra)));
        all_known = false;
      }
    }
    // An unknown field is most likely a missing one, misspelt.
    if (all_known) require_present<T>(object, seen);
  }

  template <HasFields T>
  void read(const JsonValue& value, T& into, Quantity) {
    read_members(value, into);
    if constexpr (std::is_same_v<T, Marker>) detail::require_one_orientation(value);
  }

  void read(const JsonValue& value, End& into, Quantity);

  template <NamedEnum Enum>
  void read(const JsonValue& value, Enum& into, Quantity) {
    const auto choices = names_of(Enum{});
    const std::vector<std::string> known(choices.begin(), choices.end());
    require_kind(value, JsonKind::string);
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (known[i] == value.string()) {
        into = static_cast<Enum>(i);
        return;
      }
    }
    detail::refuse_choice(value, "choices", known);
  }

  template <class T>
  void read(const JsonValue& value, std::optional<T>& into, Quantity quantity) {
    T inner{};
    if constexpr (std::is_same_v<T, Vector3>) inner.setZero();
    read(value, inner, quantity);
    into = std::move(inner);
  }

  template <class T, std::size_t Size>
  void read(const JsonValue& value, std::array<T, Size>& into, Quantity quantity) {
    require_kind(value, JsonKind::array);
    if (value.size() != Size) {
      const std::string wanted = "an array of " + std::to_string(Size) + " values";
      throw mistake_at(value, wanted + " expected, got " + std::to_string(value.size()), "write " + wanted);
    }
    auto item = value.first();
    for (T& entry : into) {
      mistakes_.attempt([&] { read(*item, entry, quantity); });
      item = item->next();
    }
  }

  template <class T>
  void read(const JsonValue& value, std::vector<T>& into, Quantity quantity) {
    require_kind(value, JsonKind::array);
    into.clear();
    into.reserve(value.size());
    for (auto item = value.first(); item; item = item->next()) {
      mistakes_.attempt([&] { read(*item, into.emplace_back(), quantity); });
    }
  }

  /// Parameters are read before everything else: model_parameters.hpp.
  void read(const JsonValue&, std::map<std::string, double>&, Quantity) const {}

  /// A joint or a force: its "type" chooses the alternative.
  template <class... Types>
  void read(const JsonValue& value, std::variant<Types...>& into, Quantity) {
    const JsonValue type = detail::type_of(value);
    const auto matches = [&]<class T>(std::type_identity<T>) {
      if (type.string() != T::type) return false;
      read_members(value, into.template emplace<T>(), "type");
      return true;
    };
    const bool is_known = (matches(std::type_identity<Types>{}) || ...);
    if (!is_known) detail::refuse_choice(type, "types", {std::string(Types::type)...});
  }

  template <class T>
  requires requires(ValueReader& reader, const JsonValue& value, T& into) {
    reader.read(value, into, Quantity::none);
  }
  void read(const JsonValue& value, T& into, Quantity quantity) { values_.read(value, into, quantity); }

  const std::vector<std::string>& notes() const { return values_.notes(); }

 private:
  /// False when T has no field of this name.
  template <HasFields T, class Seen>
  bool read_member(const JsonValue& member, T& into, Seen& seen) {
    bool is_known = false;
    std::size_t position = 0;
    for_each_field<T>([&](const auto& field) {
      if (!is_known && member.key() == field.name) {
        is_known = true;
        seen.set(position);
        mistakes_.attempt([&] { read_field(member, into, field); });
      }
      ++position;
    });
    return is_known;
  }

  template <HasFields T, class Member>
  void read_field(const JsonValue& value, T& into, const Field<T, Member>& field) {
    Quantity quantity = field.quantity;
    // The first block of a bushing says what the others measure.
    if constexpr (std::is_same_v<Member, Matrix6>) {
      quantity = field.name == "damping" ? Quantity::damping : Quantity::stiffness;
    }
    read(value, into.*field.member, quantity);
    if constexpr (std::is_same_v<Member, std::string>) {
      if (field.names) names_.use(*field.names, value);
      if (field.choices) detail::require_choice(value, field.name, field.choices());
    }
  }

  template <HasFields T, class Seen>
  void require_present(const JsonValue& object, const Seen& seen) {
    std::size_t position = 0;
    for_each_field<T>([&](const auto& field) {
      if (field.is_required() && !seen.test(position)) {
        mistakes_.add(detail::missing_field(object, field.name, field.description));
      }
      ++position;
    });
  }

  ValueReader values_;
  Mistakes& mistakes_;
  NameTable& names_;
};

}  // namespace kreisel
