// URDF: https://wiki.ros.org/urdf/XML. Loops by <loop_joint> and <loop>: docs/robots.md.
#pragma once

#include <filesystem>

#include "kreisel/exchange/imported_model.hpp"

namespace kreisel {

/// The root link is fixed to the ground. Throws ParseError, ModelError with the place.
ImportedModel read_urdf(SourceText source, const std::filesystem::path& folder, const ImportOptions& options);

}  // namespace kreisel
