// kreisel study: a table, and a folder with page, data and figures.
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/option_values.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/studies.hpp"
#include "apps/cli/studies/options.hpp"
#include "apps/cli/terminal.hpp"
#include "evidence/studies/study_folder.hpp"

namespace kreisel::cli {
namespace {

using Study = StudyReport (*)(const StudySpec&, const PoolOptions&);

struct StudyKind {
  std::string_view name;
  Study value;
};

constexpr std::array<StudyKind, 6> kinds{{{"orders", study_orders},
                                          {"work-precision", study_work_precision},
                                          {"drift", study_drift},
                                          {"tolerance", study_tolerance},
                                          {"steps", study_steps},
                                          {"robustness", study_robustness}}};

Study chosen(const std::string& kind) {
  if (kind.empty())
    throw OptionError(
        "there is nothing to study", "KIND",
        "name a kind and a problem: kreisel study orders heavy_top; `kreisel study --help` lists the kinds");
  return named_value("KIND", "kind of study", kinds, kind);
}

std::string places(const std::vector<std::filesystem::path>& files) {
  if (files.empty()) return "no files written; --out DIR keeps report.html, CSV tables and figures\n";
  std::vector<std::string> names;
  for (const auto& file : files) names.push_back(file.string());
  return fmt::format("written: {}\n", fmt::join(names, ", "));
}

std::string summary(const StudyReport& report, const std::vector<std::filesystem::path>& files) {
  std::string text = table_text(report.tables.front()) + "\n";
  for (const std::string& sentence : report.lead) text += wrapped(sentence, 0);
  for (const std::string& note : report.notes) text += wrapped("- " + note, 0);
  return text + places(files);
}

}  // namespace

ExitCode study(const StudyOptions& o) {
  const Study compare = chosen(o.kind);
  const StudySpec spec = study_spec_from(o);
  ProgressBar bar(!o.pool.is_silent() && error_is_terminal());
  const PoolOptions pool = pool_options(o.pool, bar, "runs");
  if (o.kind != "robustness")  // a misspelt name is found before a folder is made
    static_cast<void>(study_target(spec.target, spec.settings));
  if (!o.pool.out.empty()) prepare_study_folder(o.pool.out);
  catch_interrupts();
  const StudyReport report = compare(spec, pool);
  bar.clear();
  std::vector<std::filesystem::path> files;
  if (!o.pool.out.empty()) files = write_study(report, o.pool.out);
  if (o.pool.as_json) print(report_json(report));
  if (!o.pool.is_silent()) print(summary(report, files));
  return o.pool.is_strict && !report.is_as_claimed ? ExitCode::check_failed : ExitCode::success;
}

}  // namespace kreisel::cli
