// kreisel manual: the page kreisel(1), made from the commands themselves.
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/command_tree.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/roff.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/core/version.hpp"

namespace kreisel::cli {
namespace {

struct Entry {
  const char* name;
  const char* text;
};

constexpr std::array<Entry, 14> exit_codes{{
    {"0", "success: what was asked is done"},
    {"1", "internal: out of memory, or a mistake in kreisel"},
    {"2", "usage: an option or command is unknown, contradicts another, or has a value out of range"},
    {"3", "unknown_name: no such problem, method, group, formulation or parameter"},
    {"4", "file: a folder or file cannot be created, read or written"},
    {"5", "inconsistent_start: start values violate a joint or cannot be projected, or joints are redundant"},
    {"6", "solver_failed: Newton's iteration or the linear kernel failed at the smallest step"},
    {"7", "non_finite: the model or the state became NaN or infinite"},
    {"8", "step_too_small: the error estimate asks for steps below round-off or --min-step"},
    {"9", "step_limit: --max-steps, --max-seconds or the limit of rejections or events was reached"},
    {"10", "check_failed: a check found a mistake, or with --strict a result contradicts a claim"},
    {"11", "bad_model: a model file is no JSON, or what it says is no mechanism"},
    {"12", "audit_failed: joints or energy are off by far more than the tolerance"},
    {"130", "interrupted: SIGINT or SIGTERM; what was computed until then is written"},
}};

constexpr std::array<Entry, 3> environment{{
    {"KREISEL_THREADS",
     "Threads, 1 to 256, among which models of 4000 bodies and more are shared; 1 unless set. The results "
     "are the "
     "same bits."},
    {"XDG_CACHE_HOME",
     "Where studies keep the results of runs, in the folder kreisel/results, unless --cache or --no-cache is "
     "given."},
    {"HOME", "Its folder .cache takes the place of XDG_CACHE_HOME where that is not set."},
}};

constexpr std::array<Entry, 5> files{{
    {"samples.csv, samples.h5",
     "The samples of a run, names and units in the header, in the folder of --out."},
    {"run.json", "Its options, statistics, residuals and final values."},
    {"report.html", "Plots of a run or a study, for a browser; needs no network."},
    {"~/.cache/kreisel/results", "Results of studies, kept for the next time; may be deleted at any time."},
    {"share/kreisel/models",
     "Mechanisms to begin with, and kreisel-model.schema.json for editors, below the prefix of the "
     "installation."},
}};

template <class Entries>
std::string entries(const Entries& all) {
  std::string text;
  for (const Entry& entry : all) text += roff::item(roff::bold(entry.name), entry.text);
  return text;
}

/// "kreisel study reproduce".
std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

std::string synopsis(const CLI::App& app) {
  std::string text = roff::bold(full_name(app));
  for (const CLI::Option* positional : positionals_of(app))
    text += " " + roff::italic(shown_name(*positional)) + (may_be_repeated(*positional) ? " ..." : "");
  return text + " [" + roff::italic("options") + "]";
}

std::string option_item(const CLI::Option& option) {
  if (option.get_positional()) return roff::item(roff::italic(shown_name(option)), option.get_description());
  std::string head;
  for (const std::string& name : option.get_snames()) head += roff::bold("-" + name) + ", ";
  for (const std::string& name : option.get_lnames()) head += roff::bold("--" + name);
  if (takes_value(option)) head += " " + roff::italic(option.get_type_name());
  std::string text = option.get_description();
  if (!option.get_default_str().empty()) text += "; " + option.get_default_str() + " unless given";
  return roff::item(head, text);
}

std::string options_text(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) text += option_item(*option);
  return text;
}

std::string command_text(const CLI::App& app) {
  std::string text = roff::subsection(full_name(app)) + synopsis(app) + "\n" +
                     roff::paragraph(app.get_description() + ".") + options_text(app) +
                     roff::footer(app.get_footer());
  for (const CLI::App* command : commands_of(app)) text += command_text(*command);
  return text;
}

std::string manual(const CLI::App& root) {
  std::string text = fmt::format(".TH KREISEL 1 \"\" \"kreisel {}\" \"User Commands\"\n", version());
  text += roff::section("NAME") + "kreisel \\- simulate mechanical systems with joints on Lie groups\n";
  text += roff::section("SYNOPSIS");
  for (const CLI::App* command : commands_of(root)) text += synopsis(*command) + "\n.br\n";
  text += roff::bold("kreisel --help") + " | " + roff::bold("--version") + "\n";
  text += roff::section("DESCRIPTION") +
          roff::line(
              root.get_description() +
              " A mechanism is a built-in problem, known by its name, or a model file in JSON. Results are "
              "files with names and units; every end but success has an exit code of its own and a message "
              "that says what is wrong, where, and what to do next.");
  text += options_text(root);
  text += roff::section("COMMANDS");
  for (const CLI::App* command : commands_of(root)) text += command_text(*command);
  text += roff::section("EXIT STATUS") + entries(exit_codes);
  text += roff::section("ENVIRONMENT") + entries(environment);
  text += roff::section("FILES") + entries(files);
  // The section begins a paragraph by itself.
  return text + roff::section("EXAMPLES") +
         roff::footer(root.get_footer()).substr(std::string(".PP\n").size());
}

}  // namespace

Command add_manual(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("manual", "Print the manual page, for man");
  app->footer("Examples:\n  kreisel manual | man -l -\n  kreisel manual > kreisel.1");
  return {app, [&root] {
            print(manual(root));
            return ExitCode::success;
          }};
}

}  // namespace kreisel::cli
