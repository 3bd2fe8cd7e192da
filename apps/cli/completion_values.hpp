// Which values an option or a positional argument takes, for the completion of shells.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/choices.hpp"

namespace kreisel::cli {

/// What stands on the command line before the word that is completed.
struct TypedWords {
  std::string command;                                     // the innermost one
  std::map<std::string, std::vector<std::string>> values;  // by "--option" or "TARGET"
};

enum class FileKind { none, models, folders };

struct Completions {
  std::vector<Choice> choices = {};
  FileKind files = FileKind::none;  // shells know best how to complete a path
};

/// Values of `argument` ("--method", "TARGET") that begin with `word`; none where nothing is known of it.
Completions value_completions(const TypedWords& typed, std::string_view argument, const std::string& word);

}  // namespace kreisel::cli
