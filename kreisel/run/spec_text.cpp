// Walks the list of options.
#include "kreisel/run/spec_text.hpp"

#include <fmt/format.h>

namespace kreisel {
namespace {

template <class Member>
std::string value_text(const Member& value) {
  if constexpr (requires {
                  *value;
                  value.has_value();
                }) {
    return value ? value_text(*value) : "default";
  } else if constexpr (ChoiceEnum<Member>) {
    return std::string(name_of(value));
  } else if constexpr (std::is_same_v<Member, std::vector<double>>) {
    std::string text;
    for (const double number : value) text += fmt::format("{} ", number);
    return text;
  } else {
    return fmt::format("{}", value);
  }
}

}  // namespace

std::string options_text(const RunSpec& spec) {
  std::string text;
  for_each_option(spec, [&](const auto& option, const auto& value) {
    if (option.name != "method") text += fmt::format("{} {} ", option.name, value_text(value));
  });
  return text + "\n";
}

}  // namespace kreisel
