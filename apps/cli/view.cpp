// kreisel view: a model, or results that are there, as a page on which they move.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/spec_options.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/io/output_file.hpp"
#include "kreisel/run/view.hpp"

namespace kreisel::cli {
namespace {

struct ViewOptions {
  SpecOptions spec;
  std::vector<std::string> targets;
  std::string out;
};

constexpr long usual_samples = 1000;
constexpr std::size_t most_samples = 20000;

/// The motion of a model, computed here and kept for the page alone.
ReplayData computed(const ViewOptions& o, const std::string& target) {
  SpecOptions typed = o.spec;
  typed.target = target;
  RunSpec spec = spec_from(typed);
  if (spec.samples.count == 0 && spec.samples.every == 0.0) spec.samples.count = usual_samples;
  RunTrace trace(most_samples);
  RunSinks sinks;
  sinks.sample = [&trace](const Sample& sample) { trace.take(sample); };
  sinks.is_interrupted = is_interrupted;
  catch_interrupts();
  PreparedRun prepared(spec);
  const RunRecord record = prepared.run(sinks);
  if (record.exit_code != ExitCode::success)
    print_error(fmt::format("{}: {}", record.status, record.message), record.problem,
                fmt::format("the page shows what there is up to t = {:.9g} s", record.t));
  return replay_of(record, trace);
}

ExitCode execute_view(const ViewOptions& o) {
  if (o.targets.empty())
    throw OptionError("there is nothing to view", "TARGET",
                      "name a model file, a problem or the folder of a result: kreisel view heavy_top");
  std::vector<ReplayData> shown;
  for (const std::string& target : o.targets)
    shown.push_back(is_result_folder(target) ? stored_replay(target) : computed(o, target));
  const std::filesystem::path page = o.out.empty() ? shown.front().name + ".html" : o.out;
  if (const auto failure = replace_file(page, view_html(shown))) throw FileError(*failure);
  print(fmt::format("{}\n", std::filesystem::absolute(page).lexically_normal().string()));
  return ExitCode::success;
}

}  // namespace

Command add_view(CLI::App& root) {
  CLI::App* const app =
      root.add_subcommand("view", "Show a model or a result in motion: one page for any browser");
  const auto options = std::make_shared<ViewOptions>();
  app->add_option("TARGET", options->targets,
                  "model file, problem, or folder of a result; a second one is laid over the first");
  declare_spec_but_target(*app, options->spec);
  app->add_option("--out", options->out, "the page; NAME.html unless given")->type_name("FILE");
  app->footer(
      "Examples:\n  kreisel view models/slider_crank.json\n  kreisel view models/truck.json --out "
      "truck.html\n  "
      "kreisel view results/soft results/stiff --out both.html\n\n"
      "The page needs no network. Space plays, arrows step, a drag turns, the wheel comes closer.");
  return {app, [options] { return execute_view(*options); }};
}

}  // namespace kreisel::cli
