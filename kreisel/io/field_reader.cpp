// Mistakes about fields, and the ends of joints and forces: the name of a marker or a frame of their own.
#include "kreisel/io/field_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"

namespace kreisel {
namespace detail {

void refuse_choice(const JsonValue& value, std::string_view kind, const std::vector<std::string>& known) {
  throw mistake_at(value, fmt::format("there is no {}", json_quoted(shortened(value.string()))),
                   suggestion(shortened(value.string()), kind, known));
}

void require_choice(const JsonValue& text, std::string_view field, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), text.string()) == known.end())
    refuse_choice(text, fmt::format("{}s", field), known);
}

Mistake unknown_field(const JsonValue& member, const std::vector<std::string>& known) {
  const std::string key = shortened(member.key());
  return mistake_at_key(member, fmt::format("unknown field {}", json_quoted(key)),
                        suggestion(key, "fields", known));
}

Mistake missing_field(const JsonValue& object, std::string_view name, std::string_view description) {
  return mistake_at(object, fmt::format("the field \"{}\" is missing", name),
                    fmt::format("add \"{}\": {}", name, description));
}

void require_one_orientation(const JsonValue& frame) {
  const auto rotation = frame.find("rotation"), axis = frame.find("axis");
  if (rotation && axis) {
    throw mistake_at_key(*axis, "\"axis\" and \"rotation\" both say how the frame is turned",
                         "keep one of the two");
  }
}

JsonValue type_of(const JsonValue& object) {
  require_kind(object, JsonKind::object);
  const auto type = object.find("type");
  if (!type)
    throw missing_field(object, "type", "which kind it is, such as \"revolute\" or \"spring_damper\"");
  require_kind(*type, JsonKind::string);
  return *type;
}

}  // namespace detail

void FieldReader::read(const JsonValue& value, End& into, Quantity) {
  if (value.is(JsonKind::string)) {
    into.marker = value.string();
    names_.use(NamedKind::marker, value);
    return;
  }
  if (!value.is(JsonKind::object)) {
    throw mistake_at(value, fmt::format("an end expected, got {}", described(value.kind())),
                     "write the name of a marker, or {\"body\": \"…\", \"position\": [0, 0, 0]}");
  }
  read_members(value, into);
  detail::require_one_orientation(value);
  const auto marker = value.find("marker"), body = value.find("body");
  if (marker && value.size() > 1) {
    throw mistake_at_key(*marker, "a marker stands for the whole end", "keep \"marker\" alone, or remove it");
  }
  if (!marker && !body) throw detail::missing_field(value, "body", "the body it is fixed on, or \"ground\"");
}

}  // namespace kreisel
