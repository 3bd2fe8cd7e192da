// Names that only the commands know, for the completion; defined beside the tables they come from.
#pragma once

#include <string>
#include <vector>

namespace kreisel::cli {

/// A name a user may give, and what it means; the latter may be empty.
struct Choice {
  std::string name, help;
};

std::vector<Choice> catalogue_choices();
std::vector<Choice> study_kind_choices();
std::vector<Choice> sample_format_choices();
std::vector<Choice> shell_choices();

}  // namespace kreisel::cli
