// The words that may follow on a command line, read off the tree of commands. Scripts of shells ask for them.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace kreisel::cli {

/// One line per continuation of the last word, "WORD<tab>meaning"; ":models" or ":folders" where the shell should add
/// paths. Never fails: a command line that makes no sense has no continuation.
std::string completion_lines(const CLI::App& root, const std::vector<std::string>& words);

}  // namespace kreisel::cli
