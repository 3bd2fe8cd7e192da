// Names looked up in the lists of all.hpp.
#include "kreisel/groups/named_group.hpp"

#include <charconv>
#include <optional>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/groups/all.hpp"

namespace kreisel {
namespace {

constexpr Index most_coordinates = 9999;

/// n of "rn".
std::optional<Index> real_dimension(std::string_view name) {
  if (!name.starts_with('r')) return std::nullopt;
  Index n = 0;
  const auto [end, failure] = std::from_chars(name.data() + 1, name.data() + name.size(), n);
  const bool is_number = failure == std::errc{} && end == name.data() + name.size();
  return is_number && n > 0 && n <= most_coordinates ? std::optional(n) : std::nullopt;
}

}  // namespace

Factor factor_named(std::string_view name) {
  if (const std::optional<Index> n = real_dimension(name)) return real_factor(*n);
  std::optional<Factor> found;
  std::vector<std::string> known;
  for_each_group([&](const auto& group) {
    using G = std::decay_t<decltype(group)>;
    known.emplace_back(G::name);
    if (G::name == name) found = factor_of<G>();
  });
  if (found) return *std::move(found);
  throw UnknownName("there is no group \"" + std::string(name) + "\"", "group",
                    suggestion(std::string(name), "groups", known) + "; rN is R^N for any N");
}

const std::vector<std::string>& body_group_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for_each_body_group([&]<class G>(const G&) { all.emplace_back(G::name); });
    return all;
  }();
  return names;
}

ProductGroup product_of(std::span<const std::string> names) {
  std::vector<Factor> factors;
  for (const std::string& name : names) factors.push_back(factor_named(name));
  if (factors.empty())
    throw OptionError("a configuration without coordinates", "group", "name a group such as r3xso3");
  return ProductGroup(std::move(factors));
}

}  // namespace kreisel
