// SourceText: the text of a file with its name; turns offsets into lines and columns for messages.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kreisel {

/// Both count from 1; columns count characters (code points), as editors do.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// The beginning of a long text, cut between characters, for messages.
std::string shortened(std::string_view text, std::size_t most = 60);

class SourceText {
 public:
  /// Larger files are refused: 100 000 bodies with their joints need about half of it.
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  /// A byte order mark is dropped. Throws ParseError when the text is too large, empty or no UTF-8.
  SourceText(std::string name, std::string text);
  /// Reads the file. Throws FileError when that fails, ParseError as above.
  static SourceText from_file(const std::filesystem::path& path);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  /// What the place in the text is called: by its line and column.
  TextPlace place(std::size_t offset) const;
  /// "FILE:LINE:COLUMN", and " (POINTER)" unless the pointer is that of the whole document.
  std::string where(std::size_t offset, std::string_view pointer = {}) const;

 private:
  void require_text() const;

  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_begins_;
};

}  // namespace kreisel
