// Options that all studies share.
#include "apps/cli/study_options.hpp"

#include <CLI/CLI.hpp>

namespace kreisel::cli {
namespace {

void declare_choices(CLI::App& app, StudyOptions& o) {
  app.add_option("KIND", o.kind, "orders, work-precision, drift, tolerance or steps");
  app.add_option("TARGET", o.target,
                 "problem or model file to study; `kreisel list problems` names the problems");
  app.add_option("--methods", o.methods, "methods that take part, all that fit unless given")
      ->type_name("A,B,…");
  app.add_option("--formulation", o.formulation,
                 "how joints enter, what each method recommends unless given: index3, index2, index1, "
                 "velocity, several "
                 "of them, or all")
      ->type_name("NAMES");
  app.add_option("--set", o.settings, "parameter of the problem or of methods, key=value; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  app.add_option("--t-end", o.t_end, "end time [s]")->type_name("T");
  app.add_option("--steps", o.steps, "constant steps [s] (orders, work-precision; drift: the first)")
      ->type_name("H,…");
  app.add_option("--tolerances", o.tolerances,
                 "tolerances, rtol = atol (work-precision, tolerance; drift and steps: the first)")
      ->type_name("R,…");
  app.add_flag("--at-end", o.at_end, "judge the error at the end of the run, not the largest over it");
  app.add_option("--start", o.start, "where stiff springs and strong dampers start: smooth or raw")
      ->type_name("NAME");
}

}  // namespace

void declare_study_options(CLI::App& app, StudyOptions& options) {
  declare_choices(app, options);
  declare_pool_choices(app, options.pool,
                       {.out = "folder for report.html, CSV tables, figure.svg, figure.pdf and study.json",
                        .strict = "exit code 10 when a result contradicts what a method claims",
                        .json = "print study.json to standard output and nothing else"});
}

}  // namespace kreisel::cli
