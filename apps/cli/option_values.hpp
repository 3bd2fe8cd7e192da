// From what a user typed to values, with messages that say what was wrong and what would be right.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/core/options.hpp"
#include "kreisel/run/option_names.hpp"

namespace kreisel::cli {

/// A finite number. Throws OptionError.
double number(std::string_view option, const std::string& text);
double positive_number(std::string_view option, const std::string& text);
double number_not_negative(std::string_view option, const std::string& text);
double number_that_is(Accepts accepts, std::string_view option, const std::string& text);
/// "2 min" as the number of seconds where the option counts in "s", other texts as they are. Throws OptionError.
std::string in_si_units(std::string_view option, const std::string& text, std::string_view unit);
/// A whole number of at least 1; "1e6" is one.
long positive_count(std::string_view option, const std::string& text);
/// A whole number from 0 to `highest`.
int small_count(std::string_view option, const std::string& text, int highest);

/// "a,b,c", none of them empty. Throws OptionError.
std::vector<std::string> words(std::string_view option, const std::string& text);
/// Positive numbers, none twice: "1e-3,5e-4". Throws OptionError.
std::vector<double> positive_numbers(std::string_view option, const std::string& text);

/// "key=value" each, no key twice. Throws OptionError.
std::vector<std::pair<std::string, std::string>> settings(const std::vector<std::string>& texts);

}  // namespace kreisel::cli
