// kreisel new: a commented model to begin with, and the schema beside it so that editors help.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/model_templates.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/io/model_schema.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel::cli {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string name, file;
  bool may_replace = false;
};

const ModelTemplate& find_template(const std::string& name) {
  const std::vector<ModelTemplate>& all = model_templates();
  // "four-bar" is as good as "four_bar".
  std::string wanted = name;
  std::ranges::replace(wanted, '-', '_');
  std::vector<std::string> known;
  for (const ModelTemplate& one : all) {
    if (one.name == wanted) return one;
    known.push_back(one.name);
  }
  throw UnknownName(fmt::format("there is no template \"{}\"", name), "kreisel new",
                    suggestion(wanted, "templates", known));
}

std::string list_text() {
  std::string text = "Models to begin with; `kreisel new NAME` writes one:\n";
  for (const ModelTemplate& one : model_templates())
    text += fmt::format("  {:16}  {}\n", one.name, one.about);
  return text;
}

void write_new(const fs::path& file, std::string_view text, bool may_replace) {
  if (fs::exists(file) && !may_replace)
    throw FileError("the file is there already", file.string(),
                    "give another name, or --force to replace it");
  if (const auto failure = replace_file(file, text)) throw FileError(*failure);
}

ExitCode execute_new(const NewOptions& o) {
  if (o.name.empty()) {
    print(list_text());
    return ExitCode::success;
  }
  const ModelTemplate& chosen = find_template(o.name);
  const fs::path file = o.file.empty() ? fs::path(chosen.name + ".json") : fs::path(o.file);
  write_new(file, chosen.text, o.may_replace);
  const fs::path schema = file.parent_path() / "kreisel-model.schema.json";
  if (!fs::exists(schema)) write_new(schema, model_schema(), false);
  print(fmt::format(
      "{0}: {1}\n  kreisel check {0}\n  kreisel view {0}\n  kreisel run {0} --out result --report\n",
      file.string(), chosen.about));
  return ExitCode::success;
}

}  // namespace

Command add_new(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("new", "Write a commented model to begin with");
  const auto options = std::make_shared<NewOptions>();
  app->add_option("TEMPLATE", options->name, "which one; without it, the list");
  app->add_option("FILE", options->file, "where to; TEMPLATE.json unless given");
  app->add_flag("--force", options->may_replace, "replace the file if it is there");
  app->footer(
      "Examples:\n  kreisel new\n  kreisel new pendulum\n  kreisel new four-bar linkage.json\n\n"
      "Editors that know JSON schemas complete and explain every field: the schema is written beside the "
      "model.");
  return {app, [options] { return execute_new(*options); }};
}

}  // namespace kreisel::cli
