// MJCF, the format of MuJoCo, version 3: https://mujoco.readthedocs.io/en/stable/XMLreference.html
#pragma once

#include <filesystem>

#include "kreisel/exchange/imported_model.hpp"

namespace kreisel {

/// `folder`: where included files and meshes are. Throws FileError, ParseError, ModelError with the place, UnknownName.
ImportedModel read_mjcf(SourceText source, const std::filesystem::path& folder, const ImportOptions& options);

}  // namespace kreisel
