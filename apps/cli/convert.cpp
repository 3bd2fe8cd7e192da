// kreisel convert: a model in another format, URDF or MJCF to ours and back.
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/exchange/formats.hpp"
#include "kreisel/io/model_writer.hpp"
#include "kreisel/io/output_file.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel::cli {
namespace {

struct ConvertOptions {
  std::string target, out;
  std::vector<std::string> settings;
};

constexpr const char* convert_examples = R"(Examples:
  kreisel convert robot.urdf -o robot.json
  kreisel convert models/robots/arm.xml --set keyframe=bent > arm.json
  kreisel convert models/slider_crank.json -o slider_crank.xml

The ending of FILE is its format: .json a model of Kreisel, .xml MJCF. Without -o the model is printed. What the
format cannot say is listed on standard error, and refused where the motion would be another one.)";

std::string text_in_format(const Model& model, const std::filesystem::path& file,
                           std::vector<std::string>& notes) {
  if (file.empty() || file.extension() == ".json") return write_model(model);
  const ExchangeFormat* format = format_of_ending(file);
  if (format == nullptr || !format->write)
    throw OptionError(fmt::format("models are not written as \"{}\"", file.extension().string()), "-o",
                      "end the name in .json or .xml (MJCF)");
  return format->write(model, notes);
}

ExitCode execute_convert(const ConvertOptions& o) {
  if (o.target.empty())
    throw OptionError("there is nothing to convert", "TARGET", "name a file: kreisel convert robot.urdf");
  const Target target = find_target(o.target);
  const TargetInstance instance = target.make(settings(o.settings));
  if (!instance.model)
    throw OptionError(fmt::format("{} is a built-in problem and no model", o.target), "TARGET",
                      "name a model file: kreisel convert robot.urdf");
  std::vector<std::string> notes = target.notes;
  const std::string text = text_in_format(*instance.model, o.out, notes);
  if (o.out.empty()) {
    print(text);
  } else if (const auto failure = replace_file(o.out, text)) {
    throw FileError(*failure);
  }
  for (const std::string& note : notes) print_error_text(fmt::format("kreisel: note: {}\n", note));
  return ExitCode::success;
}

}  // namespace

Command add_convert(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("convert", "Read URDF or MJCF as a model, write models as MJCF");
  const auto options = std::make_shared<ConvertOptions>();
  app->add_option("TARGET", options->target, "model file: ours, URDF or MJCF");
  app->add_option("-o,--out", options->out, "file to write; its ending is the format")->type_name("FILE");
  app->add_option("--set", options->settings, "parameter of the model, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  app->footer(convert_examples);
  return {app, [options] { return execute_convert(*options); }};
}

}  // namespace kreisel::cli
