// kreisel modes: how a model vibrates near a state, and whether the vibration dies away.
#include <cmath>
#include <filesystem>
#include <memory>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/io/csv_writer.hpp"
#include "kreisel/io/output_file.hpp"
#include "kreisel/run/locus.hpp"
#include "kreisel/run/modes_run.hpp"

namespace kreisel::cli {
namespace {

struct ModesWords {
  std::string target, at, count, over, out, inputs, outputs, show, amplitude;
  std::vector<std::string> settings;
  bool as_json = false;
};

constexpr const char* modes_examples = R"(Examples:
  kreisel modes models/quarter_car.json
  kreisel modes models/bicycle.json --set "speed=5 m/s" --at start
  kreisel modes models/truck.json --count 6 --json
  kreisel modes models/spring_pendulum.json --at 1.5
  kreisel modes models/truck.json --show 3 --out shape
  kreisel modes models/bicycle.json --over speed=0.5:10:39 --out speeds.csv
  kreisel modes models/quarter_car.json --inputs wheel.fz --outputs car.z,car_guide.fx --out car.mat

At the equilibrium unless the model starts with a velocity. A steady motion is seen from the frame in which it rests.)";

ModesSpec spec_from(const ModesWords& o) {
  if (o.target.empty())
    throw OptionError("there is nothing to linearise", "TARGET",
                      "name a problem or a model file: kreisel modes models/quarter_car.json");
  ModesSpec spec;
  spec.point = {.target = o.target, .settings = settings(o.settings), .at = o.at};
  if (!o.count.empty()) spec.count = positive_count("--count", o.count);
  if (!o.inputs.empty()) spec.inputs = words("--inputs", o.inputs);
  if (!o.outputs.empty()) spec.outputs = words("--outputs", o.outputs);
  return spec;
}

/// "speed=0:10:41"
LocusSpec locus_from(const ModesSpec& modes, const std::string& text) {
  const auto refuse = [&] {
    throw OptionError(fmt::format("\"{}\" is no range of a parameter", text), "--over",
                      "give NAME=FIRST:LAST:VALUES, such as speed=0:10:41");
  };
  const std::size_t equals = text.find('='), first = text.find(':', equals),
                    second = text.find(':', first + 1);
  if (equals == std::string::npos || equals == 0 || first == std::string::npos || second == std::string::npos)
    refuse();
  LocusSpec spec{.modes = modes, .parameter = text.substr(0, equals)};
  spec.first = number("--over", text.substr(equals + 1, first - equals - 1));
  spec.last = number("--over", text.substr(first + 1, second - first - 1));
  spec.values = positive_count("--over", text.substr(second + 1));
  return spec;
}

std::string damping_words(const ModeShape& mode, double fastest) {
  if (std::abs(mode.value.real()) <= 1e-9 * std::abs(mode.value) ||
      std::abs(mode.value.real()) <= 1e-12 * fastest)
    return "undamped";
  return fmt::format("{:.4g}", mode.damping_ratio());
}

std::string text_of(const ModesRecord& record) {
  const ModalAnalysis& all = record.analysis;
  std::string text =
      fmt::format("{} at {}: {} modes{}{}\n", record.problem, record.at, all.moving.size(),
                  all.is_complete ? "" : ", the slowest",
                  all.frame.turn.norm() > 0.0
                      ? fmt::format("; seen from a frame that turns with {:.6g}, {:.6g}, {:.6g} rad/s",
                                    all.frame.turn[0], all.frame.turn[1], all.frame.turn[2])
                      : "");
  text += fmt::format("{:>14} {:>14} {:>12} {:>12} {:>10}  what moves\n", "real 1/s", "imag rad/s", "Hz",
                      "period s", "damping");
  for (std::size_t i = 0; i < all.moving.size(); ++i) {
    const ModeShape& mode = all.moving[i];
    const double hertz = mode.frequency() / (2.0 * std::numbers::pi);
    text += fmt::format("{:>14.8g} {:>14.8g} {:>12.6g} {:>12} {:>10}  {}{}\n", mode.value.real(),
                        mode.frequency(), hertz, hertz > 0.0 ? fmt::format("{:.6g}", 1.0 / hertz) : "-",
                        damping_words(mode, all.fastest), mode.grows(all.fastest) ? "GROWS: " : "",
                        record.names[i]);
  }
  for (const std::string& name : record.names_at_rest) text += wrapped("free: " + name, 2);
  return text;
}

void write(const std::string& path, const std::string& text) {
  if (const auto failure = replace_file(path, text)) throw FileError(*failure);
}

std::string locus_text(const LocusRecord& record) {
  std::string text = fmt::format("{} over {} = {:g} to {:g}, {} values\n", record.problem, record.parameter,
                                 record.values.front(), record.values.back(), record.values.size());
  for (const StabilityBorder& border : record.borders)
    text += wrapped(fmt::format("{} at {} = {:.9g}: {}",
                                border.becomes_stable ? "stable from here on" : "unstable from here on",
                                record.parameter, border.value, border.motion),
                    2);
  if (record.borders.empty()) text += "  its stability does not change\n";
  for (std::size_t k = 0; k < record.values.size(); ++k)
    if (!record.failures[k].empty())
      text +=
          wrapped(fmt::format("at {} = {:g}: {}", record.parameter, record.values[k], record.failures[k]), 2);
  return text;
}

ExitCode execute_locus(const ModesWords& o) {
  const LocusRecord record = locus(locus_from(spec_from(o), o.over));
  if (!o.out.empty()) write(o.out, record.csv());
  print(o.as_json ? record.json() : locus_text(record));
  return ExitCode::success;
}

/// samples.csv of one period, with the columns of a run, for whatever shows a motion.
void write_shape(const ModesWords& o, const ModesSpec& spec, const ModesRecord& record) {
  const long mode = positive_count("--show", o.show);
  if (mode > std::ssize(record.analysis.moving))
    throw OptionError(fmt::format("there is no mode {}: {} were found", mode, record.analysis.moving.size()),
                      "--show", "count from 1, the slowest");
  if (o.out.empty()) throw OptionError("a mode is shown in a folder", "--show", "add --out DIR");
  const double amplitude = o.amplitude.empty() ? 0.1 : positive_number("--amplitude", o.amplitude);
  const ModeSamples samples = mode_samples(find_target(spec.point.target), spec, record,
                                           static_cast<std::size_t>(mode - 1), amplitude);
  require_writable_folder(o.out);
  std::vector<std::string> header{"t [s]"};
  for (const Column& c : samples.columns) header.push_back(fmt::format("{} [{}]", c.name, c.unit));
  CsvWriter csv(std::filesystem::path(o.out) / "samples.csv", header);
  for (std::size_t k = 0; k < samples.t.size(); ++k) {
    std::vector<double> row{samples.t[k]};
    row.insert(row.end(), samples.values[k].begin(), samples.values[k].end());
    csv.append(row);
  }
  csv.close();
  if (const auto failure = csv.failure()) throw FileError(*failure);
}

void write_matrices(const ModesWords& o, const ModesRecord& record) {
  if (o.out.empty()) return;
  if (!record.matrices)
    throw OptionError("there are no matrices to write", "--out",
                      "name --inputs, --outputs, or a parameter with --over");
  write(o.out, o.out.ends_with(".mat") ? mat_file(*record.matrices) : csv_table(*record.matrices));
}

ExitCode execute_modes(const ModesWords& o) {
  if (!o.over.empty()) return execute_locus(o);
  const ModesSpec spec = spec_from(o);
  const ModesRecord record = modes(spec);
  if (o.show.empty())
    write_matrices(o, record);
  else
    write_shape(o, spec, record);
  print(o.as_json ? record.json() : text_of(record));
  if (!record.analysis.frame.is_steady && !o.as_json)
    print_error_text(
        "kreisel: note: the motion is not steady there: these are the eigenvalues of its coefficients at "
        "that moment\n");
  return ExitCode::success;
}

}  // namespace

Command add_modes(CLI::App& root) {
  CLI::App* const app =
      root.add_subcommand("modes", "Frequencies, damping and shapes of a model near a state");
  const auto options = std::make_shared<ModesWords>();
  app->add_option("TARGET", options->target, "model file (.json) or problem");
  app->add_option("--set", options->settings, "parameter of the model or problem, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  app->add_option("--at", options->at, "equilibrium, start or a time [s]")->type_name("WHERE");
  app->add_option("--count", options->count, "show so many, the slowest")->type_name("N");
  app->add_option("--over", options->over,
                  "eigenvalues over a parameter and where stability ends: NAME=FIRST:LAST:VALUES")
      ->type_name("RANGE");
  app->add_option("--inputs", options->inputs, "of the matrices: BODY.fx … BODY.mz, parameters of forces")
      ->type_name("INPUTS");
  app->add_option("--outputs", options->outputs, "of the matrices: columns of results")->type_name("COLUMNS");
  app->add_option("--show", options->show,
                  "write one period of this mode as samples.csv of a run into the folder of --out")
      ->type_name("K");
  app->add_option("--amplitude", options->amplitude,
                  "of the coordinate that moves farthest, 0.1 m or rad unless given")
      ->type_name("X");
  app->add_option("--out", options->out,
                  "file for the matrices, .mat or .csv, or for the eigenvalues of --over, .csv")
      ->type_name("FILE");
  app->add_flag("--json", options->as_json, "as JSON, with shapes");
  app->footer(modes_examples);
  return {app, [options] { return execute_modes(*options); }};
}

}  // namespace kreisel::cli
