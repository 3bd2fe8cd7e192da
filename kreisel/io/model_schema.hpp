// Descriptions of model files made from the field lists: a JSON Schema for editors and a reference for people.
#pragma once

#include <string>

namespace kreisel {

/// JSON Schema, draft 2020-12; shipped as models/kreisel-model.schema.json.
std::string model_schema();

/// Markdown: every object of a model file with its fields, units and defaults; docs/model-reference.md.
std::string model_reference();

}  // namespace kreisel
