// The sources of this library as it was compiled: what a stored result was computed with.
#pragma once

#include <span>
#include <string_view>

namespace kreisel {

struct SourceFile {
  std::string_view path, hash;
  std::string_view included;  // files of ours, separated by spaces; a source names its own header first
};

/// Sorted by path; written by cmake/source_table.cmake.
std::span<const SourceFile> source_table();

}  // namespace kreisel
