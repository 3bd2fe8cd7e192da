// Parameters first, then the fields, then whether every name that is used is there.
#include "kreisel/io/model_reader.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/io/field_reader.hpp"

namespace kreisel {
namespace {

/// Where editors look for the schema; nothing else is done with it.
constexpr std::string_view schema_key = "$schema";

/// Model is read by hand only where it is more than a list of fields.
class ModelReader {
 public:
  ModelReader(const JsonDocument& document, const ParameterTexts& parameters, Mistakes& mistakes)
      : root_(document.root()),
        mistakes_(mistakes),
        formulas_(read_parameters(document, parameters, mistakes_)) {}

  void read(Model& model, std::vector<std::string>& notes) {
    FieldReader fields(formulas_, mistakes_, names_);
    mistakes_.attempt([&] {
      fields.read_members(root_, model, schema_key);
      if (const auto schema = root_.find(schema_key)) require_kind(*schema, JsonKind::string);
    });
    model.parameters = formulas_.numbers();
    declare_names();
    // Where names themselves are wrong, uses of them are no news.
    if (mistakes_.none()) names_.check_uses(mistakes_);
    notes = fields.notes();
  }

 private:
  void declare_names() {
    constexpr std::array<std::pair<NamedKind, std::string_view>, 4> lists = {{{NamedKind::body, "bodies"},
                                                                              {NamedKind::marker, "markers"},
                                                                              {NamedKind::joint, "joints"},
                                                                              {NamedKind::force, "forces"}}};
    for (const auto& [kind, list] : lists) {
      if (const auto array = root_.find(list)) names_.declare_all(kind, *array, mistakes_);
    }
    const auto joints = root_.find("joints");
    for (auto joint = joints ? joints->first() : std::nullopt; joint; joint = joint->next())
      if (const auto axes = joint->find("axes")) names_.declare_all(NamedKind::axis, *axes, mistakes_);
  }

  JsonValue root_;
  Mistakes& mistakes_;
  NameTable names_ = {};
  FormulaEvaluator formulas_;
};

Model model_of(const JsonDocument& document, const ParameterTexts& parameters,
               std::vector<std::string>& notes) {
  Model model;
  Mistakes mistakes;
  try {
    ModelReader(document, parameters, mistakes).read(model, notes);
  } catch (const TooManyMistakes&) {
    // The first of them is reported below.
  }
  mistakes.throw_first(document.source());
  return model;
}

ModelFile read_document(JsonDocument document, const ParameterTexts& parameters) {
  ModelFile file{{}, std::move(document), {}};
  file.model = model_of(file.document, parameters, file.notes);
  return file;
}

}  // namespace

ModelError ModelFile::located(const ModelError& error) const {
  const JsonValue nearest = document.nearest(error.pointer());
  return {error.fact(), document.source().where(nearest.offset(), error.pointer()), error.pointer(),
          error.hint()};
}

ModelFile read_model_file(const std::filesystem::path& path, const ParameterTexts& parameters) {
  return read_document(JsonDocument(SourceText::from_file(path)), parameters);
}

ModelFile read_model_text(std::string name, std::string text, const ParameterTexts& parameters) {
  return read_document(JsonDocument(SourceText(std::move(name), std::move(text))), parameters);
}

Model read_again(const ModelFile& file, const ParameterTexts& parameters) {
  std::vector<std::string> notes;
  return model_of(file.document, parameters, notes);
}

std::vector<std::string> parameter_names(const JsonDocument& document) {
  std::vector<std::string> names;
  const auto parameters = document.root().find("parameters");
  if (!parameters || !parameters->is(JsonKind::object)) return names;
  for (auto member = parameters->first(); member; member = member->next()) names.emplace_back(member->key());
  return names;
}

}  // namespace kreisel
