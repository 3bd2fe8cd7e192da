#include "apps/cli/study_options.hpp"

#include <CLI/CLI.hpp>

#include "apps/cli/option_values.hpp"
#include "kreisel/study/option_names.hpp"

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

void set_formulations(const std::string& text, StudySpec& spec) {
  spec.all_formulations = text == "all";
  if (text.empty() || spec.all_formulations) return;
  for (const std::string& word : words("--formulation", text))
    spec.formulations.push_back(named_value("--formulation", "formulation", formulations, word));
}

void refuse_contradictions(const StudyOptions& o) {
  refuse_contradictions(o.pool);
  const auto refuse = [](const char* fact, const char* where, const char* hint) {
    throw OptionError(fact, where, hint);
  };
  if (o.target.empty())
    refuse("there is nothing to study", "TARGET", "name a problem: kreisel study orders heavy_top");
  const bool has_steps = !o.steps.empty(), has_tolerances = !o.tolerances.empty();
  if (o.kind == "orders" && has_tolerances)
    refuse("orders are measured with constant steps", "--tolerances",
           "give --steps, or study work-precision");
  if ((o.kind == "tolerance" || o.kind == "steps") && has_steps)
    refuse("this study is about error control", "--steps", "give --tolerances, or study orders");
  if (o.at_end && (o.kind == "drift" || o.kind == "steps"))
    refuse("this study measures no errors", "--at-end", "leave it out");
}

}  // namespace

void declare_study_options(CLI::App& app, StudyOptions& options) {
  declare_choices(app, options);
  declare_pool_choices(app, options.pool,
                       {.out = "folder for report.html, CSV tables, figure.svg, figure.pdf and study.json",
                        .strict = "exit code 10 when a result contradicts what a method claims",
                        .json = "print study.json to standard output and nothing else"});
}

StudySpec study_spec_from(const StudyOptions& o) {
  refuse_contradictions(o);
  StudySpec spec;
  spec.target = o.target;
  spec.settings = settings(o.settings);
  spec.at_end = o.at_end;
  if (!o.methods.empty()) spec.methods = words("--methods", o.methods);
  set_formulations(o.formulation, spec);
  if (!o.t_end.empty()) spec.t_end = number("--t-end", o.t_end);
  if (!o.steps.empty()) spec.steps = positive_numbers("--steps", o.steps);
  if (!o.tolerances.empty()) spec.tolerances = positive_numbers("--tolerances", o.tolerances);
  if (!o.start.empty()) {
    if (o.start != "raw" && o.start != "smooth")
      throw UnknownName("there is no start \"" + o.start + "\"", "--start", "give smooth or raw");
    spec.initial_motion = o.start == "raw" ? InitialMotion::raw : InitialMotion::smooth;
  }
  return spec;
}

}  // namespace kreisel::cli
