// Sizes are checked before anything is allocated: what a mesh file says of itself is not believed.
#include "kreisel/exchange/mesh_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace kreisel {
namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;

std::string read_bytes(const std::filesystem::path& file, const XmlPlace& place) {
  std::ifstream in(file, std::ios::binary);
  std::error_code is_none;
  if (!in || !std::filesystem::is_regular_file(file, is_none))
    refuse(place, fmt::format("there is no mesh file {}", file.string()),
           "check the name and the folder (meshdir, package path)");
  if (std::filesystem::file_size(file, is_none) > most_bytes)
    refuse(place, fmt::format("the mesh file {} has more than 256 MiB", file.string()),
           "give an inertia instead");
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

bool is_binary_stl(const std::string& bytes) {
  if (bytes.size() < 84) return false;
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, 4);
  return bytes.size() == 84 + std::size_t{50} * count;
}

std::vector<Triangle> binary_stl(const std::string& bytes) {
  std::vector<Triangle> all;
  for (std::size_t at = 84; at + 50 <= bytes.size(); at += 50) {
    float x[12];
    std::memcpy(x, bytes.data() + at, sizeof x);
    all.push_back({Vector3(x[3], x[4], x[5]), Vector3(x[6], x[7], x[8]), Vector3(x[9], x[10], x[11])});
  }
  return all;
}

std::vector<Triangle> text_stl(const std::string& text) {
  std::istringstream in(text);
  std::vector<Vector3> corners;
  for (std::string word; in >> word;) {
    Vector3 x;
    if (word == "vertex" && in >> x(0) >> x(1) >> x(2)) corners.push_back(x);
  }
  std::vector<Triangle> all;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
    all.push_back({corners[i], corners[i + 1], corners[i + 2]});
  return all;
}

/// Polygons as fans of triangles.
std::vector<Triangle> obj(const std::string& text, const XmlPlace& place) {
  std::vector<Vector3> points;
  std::vector<Triangle> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line);
    std::string word;
    in >> word;
    if (word == "v") {
      Vector3 x = Vector3::Zero();
      in >> x(0) >> x(1) >> x(2);
      points.push_back(x);
    } else if (word == "f") {
      std::vector<Vector3> corners;
      for (std::string corner; in >> corner;) {
        long i = std::strtol(corner.c_str(), nullptr, 10);
        if (i < 0) i += static_cast<long>(points.size()) + 1;
        if (i < 1 || i > static_cast<long>(points.size()))
          refuse(place, fmt::format("the mesh has a face with the point {}", shortened(corner)),
                 "repair the mesh file");
        corners.push_back(points[static_cast<std::size_t>(i - 1)]);
      }
      for (std::size_t i = 2; i < corners.size(); ++i)
        all.push_back({corners[0], corners[i - 1], corners[i]});
    }
  }
  return all;
}

}  // namespace

std::vector<Triangle> read_mesh(const std::filesystem::path& file, const XmlPlace& place) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (ending != ".stl" && ending != ".obj")
    refuse(place, fmt::format("meshes of the kind \"{}\" are not read", ending),
           "convert it to STL or OBJ, or give an inertia");
  const std::string bytes = read_bytes(file, place);
  std::vector<Triangle> all = ending == ".obj"       ? obj(bytes, place)
                              : is_binary_stl(bytes) ? binary_stl(bytes)
                                                     : text_stl(bytes);
  const bool is_finite = std::all_of(all.begin(), all.end(), [](const Triangle& t) {
    return t[0].allFinite() && t[1].allFinite() && t[2].allFinite();
  });
  if (all.empty() || !is_finite)
    refuse(place,
           fmt::format("the mesh file {} has no triangles, or points that are not finite", file.string()),
           "repair the mesh file");
  return all;
}

}  // namespace kreisel
