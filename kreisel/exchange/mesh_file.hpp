// Triangles of mesh files: STL (binary and text) and Wavefront OBJ.
#pragma once

#include <filesystem>

#include "kreisel/exchange/solid_inertia.hpp"
#include "kreisel/exchange/xml_document.hpp"

namespace kreisel {

/// Throws ModelError at the place that names the file.
std::vector<Triangle> read_mesh(const std::filesystem::path& file, const XmlPlace& place);

}  // namespace kreisel
