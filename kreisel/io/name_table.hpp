// NameTable: the names a model file gives to things, and the places that use them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kreisel/io/json_document.hpp"
#include "kreisel/io/mistakes.hpp"
#include "kreisel/model/fields.hpp"

namespace kreisel {

class NameTable {
 public:
  /// Remembers every "name" of the items of an array. Bad and repeated names are mistakes.
  void declare_all(NamedKind kind, const JsonValue& array, Mistakes& mistakes);
  /// A text that must be a name of this kind.
  void use(NamedKind kind, const JsonValue& text);
  /// Mistakes for every use of a name that nothing has.
  void check_uses(Mistakes& mistakes) const;

 private:
  using Names = std::unordered_map<std::string_view, JsonValue>;

  void declare(NamedKind kind, const JsonValue& name, Mistakes& mistakes);
  std::vector<std::string> known(NamedKind kind) const;

  std::array<Names, 5> names_ = {};
  std::vector<std::pair<NamedKind, JsonValue>> uses_ = {};
};

}  // namespace kreisel
