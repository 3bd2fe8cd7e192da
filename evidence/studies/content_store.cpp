// Writes and reads stored texts, and notices damage.
#include "evidence/studies/content_store.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "kreisel/core/sha256.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel {
namespace {

constexpr std::string_view head = "kreisel result ";
constexpr std::string_view separator = "\n---\n";

std::optional<std::string> text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

ContentStore::ContentStore(std::filesystem::path folder) : folder_(std::move(folder)) {
  require_writable_folder(folder_);
}

std::filesystem::path ContentStore::path_of(const std::string& text) const {
  const std::string key = sha256(text);
  return folder_ / key.substr(0, 2) / (key + ".json");
}

void ContentStore::tell_damage(const std::string& text, const Note& note) const {
  if (note)
    note(fmt::format("the stored result {} is damaged; it is computed again", path_of(text).string()));
}

std::optional<std::string> ContentStore::load(const std::string& text, const Note& note) const {
  const std::optional<std::string> stored = text_of_file(path_of(text));
  if (!stored) return std::nullopt;
  const std::size_t line = stored->find('\n');
  const bool has_head = line != std::string::npos && stored->starts_with(head);
  const std::string body = has_head ? stored->substr(line + 1) : std::string();
  const std::size_t split = text.size();  // the text itself may contain the separator
  const bool is_intact = has_head && stored->substr(head.size(), line - head.size()) == sha256(body) &&
                         body.starts_with(text) && body.substr(split).starts_with(separator);
  if (is_intact) return body.substr(split + separator.size());
  tell_damage(text, note);
  return std::nullopt;
}

std::optional<std::string> ContentStore::save(const std::string& text, const std::string& content) const {
  const std::filesystem::path path = path_of(text);
  std::error_code failure;
  std::filesystem::create_directories(path.parent_path(), failure);
  if (failure) return fmt::format("cannot store results in {}: {}", folder_.string(), failure.message());
  const std::string body = text + std::string(separator) + content;
  const std::string file = fmt::format("{}{}\n{}", head, sha256(body), body);
  if (const auto error = replace_file(path, file)) return error->fact() + " (" + error->where() + ")";
  return std::nullopt;
}

}  // namespace kreisel
