// Whole files and folders for results: written completely or not at all, and every failure has a cause.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "kreisel/core/error.hpp"

namespace kreisel {

/// "cannot FACT: No space left on device" (PATH), with the hint that fits the cause.
FileError file_error(const std::string& fact, const std::filesystem::path& path, int cause);

/// Replaces the file in one move (temporary file, fsync, rename), so that a reader sees the old or the new
/// text and never half of one. A returned failure means that the old file is untouched.
std::optional<FileError> replace_file(const std::filesystem::path& path, std::string_view text);

/// Creates the folder if need be and tries it with a file that is removed again. Throws FileError.
void require_writable_folder(const std::filesystem::path& folder);

/// Throws FileError when something of that name exists and cannot be written to. Changes nothing.
void require_replaceable(const std::filesystem::path& path);

}  // namespace kreisel
