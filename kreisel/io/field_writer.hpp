// Values of a model -> JsonText along their field lists (kreisel/model/fields.hpp); the counterpart of field_reader.hpp.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/io/json_text.hpp"
#include "kreisel/model/fields.hpp"
#include "kreisel/model/frame.hpp"

namespace kreisel::detail {

/// Where the writer is, for the pointer of an error.
struct Place {
  std::string pointer = {};
  Place inside(std::string_view part) const { return {pointer + "/" + std::string(part)}; }
  Place inside(Index position) const { return {pointer + "/" + std::to_string(position)}; }
};

inline bool is_plus_zero(double value) {
  return std::bit_cast<std::uint64_t>(value) == 0;
}

inline JsonText written(double value, const Place& place) {
  if (!std::isfinite(value)) {
    throw ModelError(std::string(std::isnan(value) ? "nan" : "infinity") + " cannot be written",
                     place.pointer, "every number of a model is finite");
  }
  return JsonText::number(value);
}

inline JsonText written(int value, const Place&) {
  return JsonText::number(value);
}

inline JsonText written(bool value, const Place&) {
  return JsonText::boolean(value);
}

inline JsonText written(const std::string& text, const Place&) {
  return JsonText::string(text);
}

template <int Size>
JsonText written(const VectorOf<double, Size>& vector, const Place& place) {
  JsonText out = JsonText::array();
  for (Index i = 0; i < Size; ++i) out.add(written(vector(i), place.inside(i)));
  return out;
}

/// Only the diagonal, where the rest is zero.
template <int Size>
JsonText written(const MatrixOf<double, Size, Size>& matrix, const Place& place) {
  bool is_diagonal = true;
  for (Index i = 0; i < Size; ++i) {
    for (Index j = 0; j < Size; ++j) is_diagonal = is_diagonal && (i == j || is_plus_zero(matrix(i, j)));
  }
  if (is_diagonal) return written<Size>(VectorOf<double, Size>(matrix.diagonal()), place);
  JsonText out = JsonText::array();
  for (Index i = 0; i < Size; ++i) {
    out.add(written<Size>(VectorOf<double, Size>(matrix.row(i).transpose()), place.inside(i)));
  }
  return out;
}

inline JsonText written(const Rotation& rotation, const Place& place) {
  return written<4>(rotation.quaternion, place);
}

/// A number as a number, if that reads back as the same text; otherwise as a formula.
inline JsonText written_function(const std::string& text) {
  double value = 0.0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = status == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  if (is_number) {
    char shortest[32];
    const auto written_end = std::to_chars(shortest, shortest + sizeof shortest, value).ptr;
    if (std::string_view(shortest, static_cast<std::size_t>(written_end - shortest)) == text)
      return JsonText::number(value);
  }
  return JsonText::string("=" + text);
}

inline JsonText written(const TimeFunction& function, const Place&) {
  return written_function(function.text);
}

inline JsonText written(const StateFunction& function, const Place&) {
  return written_function(function.text);
}

inline JsonText written(const std::map<std::string, double>& numbers, const Place& place) {
  JsonText out = JsonText::object();
  for (const auto& [name, value] : numbers) out.add(name, written(value, place.inside(name)));
  return out;
}

template <NamedEnum Enum>
JsonText written(Enum value, const Place&) {
  return JsonText::string(name_of_choice(value));
}

template <HasFields T>
JsonText written(const T& value, const Place& place);
template <class... Types>
JsonText written(const std::variant<Types...>& value, const Place& place);
template <class T>
JsonText written(const std::optional<T>& value, const Place& place);

template <class List>
JsonText written_list(const List& list, const Place& place) {
  JsonText out = JsonText::array();
  Index position = 0;
  for (const auto& item : list) out.add(written(item, place.inside(position++)));
  return out;
}

template <class T>
JsonText written(const std::vector<T>& list, const Place& place) {
  return written_list(list, place);
}

template <class T, std::size_t Size>
JsonText written(const std::array<T, Size>& list, const Place& place) {
  return written_list(list, place);
}

template <class T>
JsonText written(const std::optional<T>& value, const Place& place) {
  return written(*value, place);
}

template <class T>
bool is_absent(const T&) {
  return false;
}
template <class T>
bool is_absent(const std::optional<T>& value) {
  return !value.has_value();
}

/// Required fields, and those that differ from what they are without being written.
template <HasFields T>
void add_fields(JsonText& out, const T& value, const Place& place) {
  const T plain{};
  for_each_field<T>([&](const auto& field) {
    const auto& member = value.*field.member;
    const auto& untouched = plain.*field.member;
    if (is_absent(member)) return;
    JsonText text = written(member, place.inside(field.name));
    if (!field.is_required() && !is_absent(untouched) && text == written(untouched, place)) return;
    out.add(field.name, std::move(text));
  });
}

template <HasFields T>
JsonText written(const T& value, const Place& place) {
  JsonText out = JsonText::object();
  add_fields(out, value, place);
  // An end that is nothing but the name of a marker.
  if constexpr (std::is_same_v<T, End>) {
    const JsonText name = JsonText::string(value.marker);
    if (out == JsonText::object().add("marker", name)) return name;
  }
  return out;
}

template <class... Types>
JsonText written(const std::variant<Types...>& value, const Place& place) {
  return std::visit(
      [&]<class T>(const T& element) {
        JsonText out = JsonText::object();
        out.add("type", JsonText::string(T::type));
        add_fields(out, element, place);
        return out;
      },
      value);
}

}  // namespace kreisel::detail
