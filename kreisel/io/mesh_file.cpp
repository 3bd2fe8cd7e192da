// STL in text and binary form, OBJ with polygons; normals and colours are left out.
#include "kreisel/io/mesh_file.hpp"

#include <bit>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel {
namespace {

constexpr std::size_t stl_header = 84, stl_triangle = 50;

std::uint32_t four_bytes(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = 4; k-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[at + k]);
  return value;
}

/// 80 bytes of anything, the number of triangles, and for each its normal, three corners and two bytes.
bool is_binary_stl(const std::string& bytes) {
  return bytes.size() >= stl_header && bytes.size() == stl_header + stl_triangle * four_bytes(bytes, 80);
}

std::vector<double> binary_stl(const std::string& bytes) {
  std::vector<double> corners;
  for (std::size_t triangle = stl_header; triangle < bytes.size(); triangle += stl_triangle)
    for (std::size_t k = 3; k < 12; ++k)
      corners.push_back(static_cast<double>(std::bit_cast<float>(four_bytes(bytes, triangle + 4 * k))));
  return corners;
}

std::vector<double> text_stl(const std::string& text) {
  std::istringstream words(text);
  std::vector<double> corners;
  for (std::string word; words >> word;) {
    if (word != "vertex") continue;
    double x = 0.0, y = 0.0, z = 0.0;
    if (!(words >> x >> y >> z)) break;
    corners.insert(corners.end(), {x, y, z});
  }
  return corners;
}

/// Lines "v x y z" and "f a b c …", where a corner is "7", "7/1", "7//3", or counted from the end when negative.
std::vector<double> obj(const std::string& text) {
  std::vector<double> points, corners;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      double x = 0.0, y = 0.0, z = 0.0;
      if (words >> x >> y >> z) points.insert(points.end(), {x, y, z});
    } else if (kind == "f") {
      std::vector<long> polygon;
      const long count = static_cast<long>(points.size() / 3);
      for (std::string corner; words >> corner;) {
        const long number = std::strtol(corner.c_str(), nullptr, 10);
        polygon.push_back(number < 0 ? count + number : number - 1);
      }
      for (std::size_t k = 2; k < polygon.size(); ++k) {
        for (const long point : {polygon[0], polygon[k - 1], polygon[k]}) {
          if (point < 0 || point >= count) return {};
          for (long axis = 0; axis < 3; ++axis)
            corners.push_back(points[static_cast<std::size_t>(3 * point + axis)]);
        }
      }
    }
  }
  return corners;
}

}  // namespace

std::vector<double> read_mesh(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw file_error("cannot read the mesh", file.string(), errno);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const bool is_obj = file.extension() == ".obj" || file.extension() == ".OBJ";
  std::vector<double> corners = is_obj                 ? obj(bytes)
                                : is_binary_stl(bytes) ? binary_stl(bytes)
                                                       : text_stl(bytes);
  if (corners.empty() || corners.size() % 9 != 0)
    throw ParseError("the mesh has no triangles", file.string(), "give a file in STL or OBJ format");
  return corners;
}

}  // namespace kreisel
