// Triangles of STL and OBJ files, for pictures.
#pragma once

#include <filesystem>
#include <vector>

namespace kreisel {

/// Corners, three numbers each and three corners per triangle. Throws FileError for what cannot be read, ParseError for what is
/// no mesh.
std::vector<double> read_mesh(const std::filesystem::path& file);

}  // namespace kreisel
