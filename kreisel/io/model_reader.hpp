// Model files: JSON text -> Model. docs/model-files.md teaches the format, docs/model-reference.md lists every field.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/io/json_document.hpp"
#include "kreisel/io/model_parameters.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {

/// A model with the file it came from.
struct ModelFile {
  Model model = {};
  JsonDocument document;
  std::vector<std::string> notes = {};  // what was changed while reading: quaternions normalised

  /// The same error with FILE:LINE:COLUMN of its pointer, or of the nearest value around it that the file has.
  ModelError located(const ModelError& error) const;
};

/// Reads a model; `parameters` replaces values of its "parameters". Throws FileError, ParseError (no JSON), ModelError
/// (the first mistake in the order of the file), UnknownName or OptionError (a bad replacement).
ModelFile read_model_file(const std::filesystem::path& path, const ParameterTexts& parameters = {});
ModelFile read_model_text(std::string name, std::string text, const ParameterTexts& parameters = {});

/// The model of a file that was read before, with other values of its parameters. Throws as reading does.
Model read_again(const ModelFile& file, const ParameterTexts& parameters);

/// The names of the parameters a file declares, in their order; for those who must tell them from other options.
std::vector<std::string> parameter_names(const JsonDocument& document);

}  // namespace kreisel
