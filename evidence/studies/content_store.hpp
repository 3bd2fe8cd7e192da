// Texts on disk, named by the hash of everything they depend on.
//
// A file holds a line with the hash of the rest, the text it depends on and its content. It is written in one move;
// whatever does not fit its hash or its text is left aside with a note, and is computed again.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace kreisel {

class ContentStore {
 public:
  using Note = std::function<void(const std::string&)>;

  /// Creates the folder. Throws FileError.
  explicit ContentStore(std::filesystem::path folder);

  /// Nothing when there is no such content, or none that can be trusted; the latter is told to `note`.
  std::optional<std::string> load(const std::string& text, const Note& note) const;
  /// Content that cannot be kept is no failure of a study; the cause comes back for a note.
  std::optional<std::string> save(const std::string& text, const std::string& content) const;

  std::filesystem::path path_of(const std::string& text) const;
  /// What to say of content that is whole but cannot be read.
  void tell_damage(const std::string& text, const Note& note) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace kreisel
