// From the name of a choice to its value, the same on the command line and in bindings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"

namespace kreisel {

/// The value of that name in a table of {name, value, …}. Throws UnknownName with near misses.
template <class Table>
auto named_value(std::string_view option, std::string_view kind, const Table& table,
                 const std::string& name) {
  std::vector<std::string> known;
  for (const auto& entry : table) {
    if (entry.name == name) return entry.value;
    known.emplace_back(entry.name);
  }
  throw UnknownName("there is no " + std::string(kind) + " \"" + name + "\"", std::string(option),
                    suggestion(name, std::string(kind) + "s", known));
}

}  // namespace kreisel
