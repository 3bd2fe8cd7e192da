// kreisel list: the catalogues, as text or JSON.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/catalog_text.hpp"
#include "apps/cli/choices.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/studies.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/run/catalog_json.hpp"

namespace kreisel::cli {
namespace {

struct ListOptions {
  std::string kind;
  bool as_json = false;
};

struct Catalogue {
  std::string_view name;
  std::string (*text)();
  std::string (*json)();
};

std::string methods_text() {
  std::string text;
  for (const MethodEntry& method : all_methods()) {
    text += method.name + "\n" + wrapped(method.description, 2);
    std::string orders;
    for (const OrderClaim& claim : method.claims.orders)
      orders += fmt::format("{}{}: {}", orders.empty() ? "orders in q, v, λ — " : "; ",
                            formulation_label(claim), order_text(claim));
    text += wrapped(orders, 2);
    if (method.claims.controls_error) text += "  controls the error\n";
    text += wrapped(method.citation, 2) + "\n";
  }
  return text + "`kreisel describe NAME` shows parameters.\n";
}

std::string problems_text() {
  std::string text;
  for (const ProblemEntry& problem : all_problems())
    text += problem.name + "\n" + wrapped(problem.description, 2) + wrapped(problem.citation, 2) + "\n";
  return text + "`kreisel describe NAME` shows parameters and references.\n";
}

std::string groups_text() {
  std::string text;
  for (const GroupEntry& group : all_group_entries()) {
    text += fmt::format("{:<12} dimension {}, {} coordinates: {}\n", group.name, group.dimension,
                        group.coordinates, group.description);
  }
  return text;
}

constexpr std::array<Catalogue, 4> listed_catalogues{{{"methods", methods_text, methods_json},
                                                      {"problems", problems_text, problems_json},
                                                      {"groups", groups_text, groups_json},
                                                      {"experiments", experiments_text, experiments_json}}};

ExitCode execute_list(const ListOptions& options) {
  std::vector<std::string> kinds;
  for (const Catalogue& catalogue : listed_catalogues) {
    if (catalogue.name != options.kind) {
      kinds.emplace_back(catalogue.name);
      continue;
    }
    print(options.as_json ? catalogue.json() : catalogue.text());
    return ExitCode::success;
  }
  if (options.kind.empty()) {
    throw OptionError("what to list is missing", "kreisel list",
                      "write kreisel list methods, problems, groups or experiments");
  }
  throw UnknownName(fmt::format("there is no list of \"{}\"", options.kind), "kreisel list",
                    suggestion(options.kind, "lists", kinds));
}

}  // namespace

std::vector<Choice> catalogue_choices() {
  std::vector<Choice> all;
  for (const Catalogue& catalogue : listed_catalogues) all.push_back({std::string(catalogue.name), ""});
  return all;
}

Command add_list(CLI::App& root) {
  CLI::App* const app =
      root.add_subcommand("list", "Show the methods, problems, groups or experiments there are");
  const auto options = std::make_shared<ListOptions>();
  app->add_option("KIND", options->kind, "methods, problems, groups or experiments");
  app->add_flag("--json", options->as_json, "as a JSON array");
  app->footer(
      "Examples:\n  kreisel list methods\n  kreisel list problems --json\n  kreisel list experiments");
  return {app, [options] { return execute_list(*options); }};
}

}  // namespace kreisel::cli
