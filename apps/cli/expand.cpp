// kreisel expand: a strongly damped problem as a power series in the compliance of its dampers.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/io/csv_writer.hpp"
#include "kreisel/io/output_file.hpp"
#include "kreisel/run/expand.hpp"

namespace kreisel::cli {
namespace {

struct ExpandOptions {
  std::string target, order = "2", t_end, rtol, samples, out;
  std::vector<std::string> settings;
  bool as_json = false;
};

constexpr const char* expand_examples = R"(Examples:
  kreisel expand chaplygin_sleigh --order 3
  kreisel expand rod_pendulum --set damping=1e5 --order 1 --out expanded
  kreisel expand knife_edge --set epsilon=0.01 --order 4 --json

The motion is y0 + eps y1 + eps^2 y2 + ..., eps being the largest compliance of a damper: y0 moves as if the dampers were
rigid, the other terms correct that. All terms are smooth, whatever eps is, and start on the slow motion. The first term
left out is the estimate of the error. Exit code 6 when the integration stops before the end.)";

ExpandSpec spec_from(const ExpandOptions& o) {
  if (o.target.empty())
    throw OptionError("there is nothing to expand", "TARGET",
                      "name a problem: kreisel expand chaplygin_sleigh");
  ExpandSpec spec;
  spec.target = o.target;
  spec.settings = settings(o.settings);
  spec.order = small_count("--order", o.order, highest_expansion_order);
  if (!o.t_end.empty()) spec.t_end = number("--t-end", o.t_end);
  if (!o.rtol.empty()) spec.tolerance = positive_number("--rtol", o.rtol);
  if (!o.samples.empty()) spec.samples = positive_count("--samples", o.samples);
  return spec;
}

std::string table(const ExpandRecord& record) {
  std::string text = fmt::format("{:<16}", "");
  for (int k = 0; k <= record.spec.order; ++k)
    text += fmt::format("{:>14}", k == 0 ? "limit" : fmt::format("eps^{}", k));
  text += fmt::format("{:>22}{:>14}\n", "sum", "next term");
  for (const ExpandedValue& v : record.values) {
    text += fmt::format("{:<16}", v.name);
    for (const double term : v.terms) text += fmt::format("{:>14.6g}", term);
    text += fmt::format("{:>22.14g}{:>14.2g} {}\n", v.sum, v.next_term, v.unit);
  }
  return text;
}

/// The series is asymptotic: with eps too large its terms grow.
bool has_growing_terms(const ExpandRecord& record) {
  return std::any_of(record.values.begin(), record.values.end(), [&](const ExpandedValue& v) {
    return std::abs(v.next_term) > 1e-9 * (1.0 + std::abs(v.sum)) &&
           std::abs(v.next_term) > 0.5 * std::abs(v.terms.back());
  });
}

std::string text_of(const ExpandRecord& record) {
  const Expansion& e = record.expansion;
  return fmt::format(
      "{}, expansion to order {} in eps = {:g} at t = {:.9g} s, {} steps ({} rejected)\n{}"
      "errors: initial velocities {:.1g}, integration {:.1g}, expansion: the next term\n",
      record.problem, record.spec.order, record.epsilon, e.end.t, e.steps, e.rejected, table(record),
      e.start_uncertainty, e.integration_error);
}

/// expansion.csv grows while the expansion goes on; expansion.json ends it.
class ExpandFolder {
 public:
  explicit ExpandFolder(std::filesystem::path folder) : folder_(std::move(folder)) {
    require_writable_folder(folder_);
    for (const char* name : {csv_name, json_name}) require_replaceable(folder_ / name);
  }
  void attach_to(ExpandSinks& sinks) {
    sinks.begin = [this](const std::vector<Column>& columns) {
      std::vector<std::string> header{"t [s]"};
      for (const char* prefix : {"", "next."})
        for (const Column& c : columns) header.push_back(fmt::format("{}{} [{}]", prefix, c.name, c.unit));
      csv_ = std::make_unique<CsvWriter>(folder_ / csv_name, header);
    };
    sinks.sample = [this](const std::vector<double>& row) { csv_->append(row); };
  }
  std::string finish(const ExpandRecord& record) {
    if (!csv_->close()) throw FileError(*csv_->failure());
    if (const auto failure = replace_file(folder_ / json_name, record.json())) throw FileError(*failure);
    return fmt::format("written: {}, {}\n", (folder_ / csv_name).string(), (folder_ / json_name).string());
  }

 private:
  static constexpr const char* csv_name = "expansion.csv";
  static constexpr const char* json_name = "expansion.json";
  std::filesystem::path folder_;
  std::unique_ptr<CsvWriter> csv_;
};

ExitCode execute_expand(const ExpandOptions& o) {
  const ExpandSpec spec = spec_from(o);
  ExpandSinks sinks;
  std::unique_ptr<ExpandFolder> folder;
  if (!o.out.empty()) {
    folder = std::make_unique<ExpandFolder>(o.out);
    folder->attach_to(sinks);
  }
  const ExpandRecord record = expand(spec, sinks);
  const std::string places = folder ? folder->finish(record) : "";
  print(o.as_json ? record.json() : text_of(record) + places);
  if (record.spec.order > 0 && !o.as_json && has_growing_terms(record))
    print_error_text(
        "kreisel: note: the terms do not decrease: eps is too large for this expansion, or the order too "
        "high\n");
  if (record.expansion.is_complete) return ExitCode::success;
  print_error(record.expansion.message, record.problem,
              "compare with kreisel run; is the motion smooth there?");
  return ExitCode::solver_failed;
}

}  // namespace

Command add_expand(CLI::App& root) {
  CLI::App* const app = root.add_subcommand("expand", "Expand a strongly damped motion in its compliance");
  const auto options = std::make_shared<ExpandOptions>();
  app->add_option("TARGET", options->target, "problem with strong dampers as rows");
  app->add_option("--set", options->settings, "parameter of the problem, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  app->add_option("--order", options->order, "highest power of eps, 0 to 4")
      ->type_name("K")
      ->capture_default_str();
  app->add_option("--t-end", options->t_end, "end time [s]")->type_name("T");
  app->add_option("--rtol", options->rtol, "tolerance of the integration, 1e-10 unless given")
      ->type_name("R");
  app->add_option("--samples", options->samples, "equally spaced samples in expansion.csv, 200 unless given")
      ->type_name("N");
  app->add_option("--out", options->out, "folder for expansion.csv and expansion.json")->type_name("DIR");
  app->add_flag("--json", options->as_json, "print expansion.json to standard output and nothing else");
  app->footer(expand_examples);
  return {app, [options] { return execute_expand(*options); }};
}

}  // namespace kreisel::cli
