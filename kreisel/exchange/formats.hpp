// THE list of foreign formats of mechanisms; nobody else knows their names or endings.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "kreisel/exchange/imported_model.hpp"

namespace kreisel {

struct ExchangeFormat {
  std::string name;                  // as messages call it
  std::vector<std::string> endings;  // of files it is written to, ".urdf"
  std::string root;                  // the element its files begin with
  std::function<ImportedModel(SourceText, const std::filesystem::path& folder, const ImportOptions&)> read;
  /// The text, and what the format cannot say; empty where it is only read.
  std::function<std::string(const Model&, std::vector<std::string>& notes)> write = {};
};

const std::vector<ExchangeFormat>& exchange_formats();

/// By what is inside; nullptr: none of them.
const ExchangeFormat* format_of_text(std::string_view text);
/// By the ending of a file to write; nullptr: none of them.
const ExchangeFormat* format_of_ending(const std::filesystem::path& path);

/// Reads a file of any of these formats. Throws FileError, ParseError, ModelError with the place, UnknownName.
ImportedModel read_foreign(SourceText source, const ImportOptions& options = {});

}  // namespace kreisel
