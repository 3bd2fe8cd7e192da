// The JSON Schema from the field lists: one definition per joint and force.
#include "kreisel/io/model_schema.hpp"

#include <initializer_list>
#include <string_view>

#include "kreisel/io/field_writer.hpp"
#include "kreisel/io/json_text.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {
namespace {

JsonText reference_to(std::string_view definition) {
  return JsonText::object().add("$ref", JsonText::string("#/$defs/" + std::string(definition)));
}

JsonText of_type(std::string_view type) {
  return JsonText::object().add("type", JsonText::string(type));
}

JsonText any_of(std::initializer_list<JsonText> schemas) {
  JsonText list = JsonText::array();
  for (const JsonText& schema : schemas) list.add(schema);
  return JsonText::object().add("anyOf", std::move(list));
}

JsonText array_of(JsonText items, int length) {
  return of_type("array")
      .add("items", std::move(items))
      .add("minItems", JsonText::number(length))
      .add("maxItems", JsonText::number(length));
}

/// The schema of a member, by its type.
template <class T>
struct SchemaOf;

template <class T>
requires std::is_same_v<T, double> || std::is_same_v<T, TimeFunction> || std::is_same_v<T, StateFunction>
struct SchemaOf<T> {
  static JsonText make() { return reference_to("number"); }
};
template <>
struct SchemaOf<int> {
  static JsonText make() { return any_of({of_type("integer"), reference_to("formula")}); }
};
template <>
struct SchemaOf<bool> {
  static JsonText make() { return of_type("boolean"); }
};
template <>
struct SchemaOf<std::string> {
  static JsonText make() { return of_type("string"); }
};
template <>
struct SchemaOf<Vector3> {
  static JsonText make() { return reference_to("vector"); }
};
template <int Size>
struct SchemaOf<MatrixOf<double, Size, Size>> {
  static JsonText make() {
    return any_of(
        {array_of(reference_to("number"), Size), array_of(array_of(reference_to("number"), Size), Size)});
  }
};
template <>
struct SchemaOf<Rotation> {
  static JsonText make() { return reference_to("rotation"); }
};
template <>
struct SchemaOf<std::map<std::string, double>> {
  static JsonText make() { return of_type("object").add("additionalProperties", reference_to("number")); }
};
template <class Names>
JsonText one_of(const Names& names) {
  JsonText list = JsonText::array();
  for (const std::string_view name : names) list.add(JsonText::string(name));
  return JsonText::object().add("enum", std::move(list));
}

template <NamedEnum Enum>
struct SchemaOf<Enum> {
  static JsonText make() { return one_of(names_of(Enum{})); }
};
template <>
struct SchemaOf<End> {
  static JsonText make() { return reference_to("end"); }
};
template <>
struct SchemaOf<Body> {
  static JsonText make() { return reference_to("body"); }
};
template <>
struct SchemaOf<Marker> {
  static JsonText make() { return reference_to("marker"); }
};
template <>
struct SchemaOf<Reference> {
  static JsonText make() { return reference_to("reference"); }
};
template <>
struct SchemaOf<JointAxis> {
  static JsonText make() { return reference_to("axis"); }
};
template <>
struct SchemaOf<CoordinateTerm> {
  static JsonText make() { return reference_to("term"); }
};
template <>
struct SchemaOf<Joint> {
  static JsonText make() { return reference_to("any_joint"); }
};
template <>
struct SchemaOf<Force> {
  static JsonText make() { return reference_to("any_force"); }
};
template <>
struct SchemaOf<ModelEvent> {
  static JsonText make() { return reference_to("any_event"); }
};
template <>
struct SchemaOf<Shape> {
  static JsonText make() { return reference_to("any_shape"); }
};
template <class T>
struct SchemaOf<std::optional<T>> {
  static JsonText make() { return SchemaOf<T>::make(); }
};
template <class T>
struct SchemaOf<std::vector<T>> {
  static JsonText make() { return of_type("array").add("items", SchemaOf<T>::make()); }
};
template <class T, std::size_t Size>
struct SchemaOf<std::array<T, Size>> {
  static JsonText make() { return array_of(SchemaOf<T>::make(), Size); }
};

std::string with_unit(std::string_view description, Quantity quantity) {
  std::string text(description);
  if (quantity != Quantity::none) text += " [" + std::string(unit_of(quantity)) + "]";
  return text;
}

/// An object: its fields, which of them are needed, and nothing else.
template <HasFields T>
JsonText object_schema(JsonText properties, JsonText needed) {
  for_each_field<T>([&](const auto& field) {
    using Member = typename std::decay_t<decltype(field)>::Type;
    JsonText property = field.choices ? one_of(field.choices()) : SchemaOf<Member>::make();
    property.add("description", JsonText::string(with_unit(field.description, field.quantity)));
    properties.add(field.name, std::move(property));
    if (field.is_required()) needed.add(JsonText::string(field.name));
  });
  return of_type("object")
      .add("properties", std::move(properties))
      .add("required", std::move(needed))
      .add("additionalProperties", JsonText::boolean(false));
}

template <HasFields T>
JsonText described_object() {
  return object_schema<T>(JsonText::object(), JsonText::array())
      .add("description", JsonText::string(T::description));
}

/// A joint or force: its type is part of it.
template <HasFields T>
JsonText typed_object() {
  const JsonText type = JsonText::object().add("const", JsonText::string(T::type));
  return object_schema<T>(JsonText::object().add("type", type),
                          JsonText::array().add(JsonText::string("type")))
      .add("description", JsonText::string(T::description));
}

template <class... Types>
void add_variants(JsonText& definitions, std::string_view name, const std::variant<Types...>*,
                  const std::string& suffix = {}) {
  JsonText choices = JsonText::array(), names = JsonText::array();
  const auto called = [&](std::string_view type) { return std::string(type) + suffix; };
  (choices.add(reference_to(called(Types::type))), ...);
  (names.add(JsonText::string(Types::type)), ...);
  (definitions.add(called(Types::type), typed_object<Types>()), ...);
  // The names first: editors offer them before anything else is written.
  const JsonText type = JsonText::object().add("enum", std::move(names));
  definitions.add(name, of_type("object")
                            .add("properties", JsonText::object().add("type", type))
                            .add("required", JsonText::array().add(JsonText::string("type")))
                            .add("oneOf", std::move(choices)));
}

JsonText pattern(std::string_view text, std::string_view description) {
  return of_type("string")
      .add("pattern", JsonText::string(text))
      .add("description", JsonText::string(description));
}

JsonText rotation_schema() {
  const JsonText turn =
      of_type("object")
          .add("properties",
               JsonText::object().add("axis", reference_to("vector")).add("angle", reference_to("number")))
          .add("required", JsonText::array().add(JsonText::string("axis")).add(JsonText::string("angle")))
          .add("additionalProperties", JsonText::boolean(false));
  return any_of({array_of(reference_to("number"), 4), turn, array_of(reference_to("vector"), 3)})
      .add("description",
           JsonText::string(
               "a unit quaternion [w, x, y, z], an axis with an angle, or a matrix of three rows"));
}

JsonText definitions() {
  JsonText all = JsonText::object();
  all.add("formula", pattern("^ *= *[^ ]",
                             "= and a formula of the parameters, where t and the state are allowed "
                             "in functions"));
  all.add("quantity", pattern("^ *-?[0-9.].*[^0-9.]", "a number with a unit, such as 5 mm or 2 kN/m"));
  all.add("number", any_of({of_type("number"), reference_to("quantity"), reference_to("formula")}));
  all.add("vector", array_of(reference_to("number"), 3));
  all.add("rotation", rotation_schema());
  all.add("end", any_of({of_type("string"), described_object<End>()}));
  all.add("body", described_object<Body>());
  all.add("marker", described_object<Marker>());
  all.add("axis", described_object<JointAxis>());
  all.add("term", described_object<CoordinateTerm>());
  all.add("reference", described_object<Reference>());
  add_variants(all, "any_joint", static_cast<const Joint*>(nullptr));
  add_variants(all, "any_force", static_cast<const Force*>(nullptr));
  add_variants(all, "any_event", static_cast<const ModelEvent*>(nullptr), "_event");
  add_variants(all, "any_shape", static_cast<const Shape*>(nullptr));
  return all;
}

}  // namespace

std::string model_schema() {
  JsonText properties = JsonText::object();
  properties.add("$schema", of_type("string"));
  JsonText model = object_schema<Model>(std::move(properties), JsonText::array());
  JsonText out = JsonText::object();
  out.add("$schema", JsonText::string("https://json-schema.org/draft/2020-12/schema"))
      .add("title", JsonText::string("A multibody model of Kreisel"))
      .merge(std::move(model))
      .add("$defs", definitions());
  return out.text();
}

}  // namespace kreisel
