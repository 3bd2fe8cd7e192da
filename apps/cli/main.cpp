// The program `kreisel`: picks the subcommand; the one place where errors end.
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "apps/cli/command_line.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/run/record_json.hpp"

namespace {

using kreisel::Error;
using kreisel::ExitCode;
namespace cli = kreisel::cli;

int report(const Error& error, bool as_json) {
  cli::print_error(error.fact(), error.where(), error.hint());
  if (as_json) cli::try_print(kreisel::error_json(error));
  return static_cast<int>(error.code());
}

/// Where an exception can go no further, as when memory ends while cleaning up. Allocates nothing.
[[noreturn]] void give_up() {
  cli::print_error_text(
      "kreisel: error: cannot go on\n"
      "  hint: usually memory has run out; otherwise please report the command you gave\n");
  std::_Exit(static_cast<int>(ExitCode::internal));
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(give_up);
  cli::prepare_standard_streams();
  const bool as_json = cli::asks_for_json(argc, argv);
  try {
    return static_cast<int>(cli::obey(argc, argv));
  } catch (const Error& error) {
    return report(error, as_json);
  } catch (const std::bad_alloc&) {
    const char* const hint = "ask for less, or give the program more memory (ulimit -v)";
    return report(Error(ExitCode::internal, "out of memory", "", hint), as_json);
  } catch (const std::exception& error) {
    const char* const hint = "this is a mistake in kreisel; please report it with the command you gave";
    return report(Error(ExitCode::internal, error.what(), "unexpected", hint), as_json);
  }
}
