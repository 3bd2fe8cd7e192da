// Names given twice or wrongly, and names used that nothing has.
#include "kreisel/io/name_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/model/frame.hpp"

namespace kreisel {
namespace {

constexpr std::array<std::string_view, 5> singular = {"body", "marker", "joint", "force", "axis"};
constexpr std::array<std::string_view, 5> plural = {"bodies", "markers", "joints", "forces", "axes"};
constexpr std::size_t longest_name = 100;

/// Names become columns of results, "crank.x", and parts of messages.
void require_good_name(const JsonValue& value, std::string_view name) {
  if (name.empty()) throw mistake_at(value, "the name is empty", "give it one: results and messages use it");
  if (name.size() > longest_name) {
    throw mistake_at(value, fmt::format("the name has more than {} bytes", longest_name),
                     "choose a shorter one");
  }
  const auto is_bad = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ||
           std::string_view(".,;\"'/\\").find(c) != std::string_view::npos;
  };
  if (std::any_of(name.begin(), name.end(), is_bad) || name.front() == ' ' || name.back() == ' ') {
    throw mistake_at(
        value,
        fmt::format(
            "{} is no name: it may not contain . , ; / \\ quotes, line breaks, or begin or end with a blank",
            json_quoted(name)),
        "use letters, digits, - and _");
  }
}

/// A list of hundreds of names helps nobody.
std::string suggested(std::string_view name, std::string_view kinds, std::vector<std::string> known) {
  constexpr std::size_t most = 20;
  if (known.size() > most) {
    std::vector<std::string> close = near_misses(name, known);
    if (close.empty()) return fmt::format("check the names of the {}", kinds);
    known = std::move(close);
    known.resize(std::min(known.size(), most));
  }
  return suggestion(name, kinds, known);
}

}  // namespace

void NameTable::declare_all(NamedKind kind, const JsonValue& array, Mistakes& mistakes) {
  for (auto item = array.first(); item; item = item->next()) {
    const auto name = item->find("name");
    if (name && name->is(JsonKind::string)) declare(kind, *name, mistakes);
  }
}

void NameTable::declare(NamedKind kind, const JsonValue& value, Mistakes& mistakes) {
  const auto index = static_cast<std::size_t>(kind);
  mistakes.attempt([&] {
    const std::string_view name = value.string();
    require_good_name(value, name);
    if (kind == NamedKind::body && name == ground) {
      throw mistake_at(value, "\"ground\" is the name of what does not move",
                       "choose another name for this body");
    }
    const auto [entry, is_new] = names_[index].emplace(name, value);
    if (is_new) return;
    throw mistake_at(value,
                     fmt::format("a second {} has the name {}; the first is at {}", singular[index],
                                 json_quoted(name), entry->second.pointer()),
                     "choose another name");
  });
}

void NameTable::use(NamedKind kind, const JsonValue& text) {
  if (text.is(JsonKind::string)) uses_.emplace_back(kind, text);
}

std::vector<std::string> NameTable::known(NamedKind kind) const {
  // Longer lists help nobody, and comparing a name with each of a million takes minutes.
  constexpr std::size_t most = 1000;
  std::vector<std::pair<std::size_t, std::string>> ordered;
  for (const auto& [name, value] : names_[static_cast<std::size_t>(kind)])
    ordered.emplace_back(value.offset(), name);
  std::sort(ordered.begin(), ordered.end());
  if (ordered.size() > most) ordered.resize(most);
  std::vector<std::string> names;
  if (kind == NamedKind::body) names.emplace_back(ground);
  for (auto& entry : ordered) names.push_back(std::move(entry.second));
  return names;
}

void NameTable::check_uses(Mistakes& mistakes) const {
  const JsonValue* first = nullptr;
  NamedKind first_kind = NamedKind::body;
  for (const auto& [kind, text] : uses_) {
    const bool is_known = names_[static_cast<std::size_t>(kind)].contains(text.string()) ||
                          (kind == NamedKind::body && text.string() == ground);
    if (is_known || (first != nullptr && first->offset() < text.offset())) continue;
    first = &text;
    first_kind = kind;
  }
  if (first == nullptr) return;
  const auto index = static_cast<std::size_t>(first_kind);
  const std::string name = shortened(first->string());
  mistakes.add(mistake_at(*first, fmt::format("there is no {} {}", singular[index], json_quoted(name)),
                          suggested(name, plural[index], known(first_kind))));
}

}  // namespace kreisel
