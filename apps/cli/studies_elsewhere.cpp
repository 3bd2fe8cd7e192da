// Studies by another program: kreisel-study takes over with the same arguments.
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "apps/cli/studies.hpp"

namespace kreisel::cli {
namespace {

char** arguments = nullptr;

/// Beside this program first, then in PATH. Returns only when there is none.
void try_to_hand_over() {
  if (arguments == nullptr) return;
  std::error_code unknown;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!unknown) execv((here.parent_path() / "kreisel-study").c_str(), arguments);
  execvp("kreisel-study", arguments);
}

[[noreturn]] void hand_over() {
  try_to_hand_over();
  throw FileError("the program kreisel-study, which computes studies and published experiments, is not there",
                  "kreisel-study", "build it with `make build`, or install it beside kreisel");
}

}  // namespace

void remember_arguments(int, char** argv) {
  arguments = argv;
}

ExitCode study(const StudyOptions&) {
  hand_over();
}

ExitCode reproduce(const ReproduceOptions&) {
  hand_over();
}

std::string experiments_text() {
  hand_over();
}

std::string experiments_json() {
  hand_over();
}

std::vector<Choice> experiment_choices() {
  try_to_hand_over();
  return {};
}

}  // namespace kreisel::cli
