// A new format is a folder with its reader, and an entry here.
#include "kreisel/exchange/formats.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kreisel/exchange/mjcf/reader.hpp"
#include "kreisel/exchange/mjcf/writer.hpp"
#include "kreisel/exchange/urdf/reader.hpp"

namespace kreisel {

const std::vector<ExchangeFormat>& exchange_formats() {
  static const std::vector<ExchangeFormat> all = {
      {"URDF", {".urdf"}, "robot", read_urdf},
      {"MJCF", {".xml", ".mjcf"}, "mujoco", read_mjcf, write_mjcf},
  };
  return all;
}

const ExchangeFormat* format_of_text(std::string_view text) {
  for (const ExchangeFormat& format : exchange_formats())
    if (begins_with_element(text, format.root)) return &format;
  return nullptr;
}

const ExchangeFormat* format_of_ending(const std::filesystem::path& path) {
  for (const ExchangeFormat& format : exchange_formats())
    if (std::find(format.endings.begin(), format.endings.end(), path.extension().string()) !=
        format.endings.end())
      return &format;
  return nullptr;
}

ImportedModel read_foreign(SourceText source, const ImportOptions& options) {
  const ExchangeFormat* format = format_of_text(source.text());
  if (format == nullptr) {
    std::vector<std::string> roots;
    for (const ExchangeFormat& one : exchange_formats())
      roots.push_back(fmt::format("<{}> ({})", one.root, one.name));
    throw ParseError("the file is of no format that is read", source.where(0),
                     fmt::format("it begins with {{ (a model of Kreisel), or {}", fmt::join(roots, ", ")));
  }
  const std::filesystem::path folder = std::filesystem::path(source.name()).parent_path();
  return format->read(std::move(source), folder, options);
}

}  // namespace kreisel
