// The table of derivatives: value, slope, and the slope per relative change of the parameter.
#include "apps/cli/gradient.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel::cli {
namespace {

std::string table_of(const GradientRecord& record) {
  std::string text = fmt::format("{} at t = {:.9g} s, {} steps of {}, differentiated as they are\n",
                                 record.problem, record.t, record.steps, record.method);
  text += fmt::format("{:<24} {:>22}  {:<16} {:>22} {:>18}\n", "", "value", "parameter p", "d/dp", "p d/dp");
  for (Index i = 0; i < record.values.size(); ++i) {
    for (Index k = 0; k < record.derivatives.cols(); ++k) {
      const Column& column = record.of[static_cast<std::size_t>(i)];
      text += fmt::format("{:<24} {:>22}  {:<16} {:>22.14g} {:>18.8g}\n",
                          k == 0 ? fmt::format("{} [{}]", column.name, column.unit) : "",
                          k == 0 ? fmt::format("{:.14g}", record.values[i]) : "",
                          record.parameters[static_cast<std::size_t>(k)], record.derivatives(i, k),
                          record.parameter_values[k] * record.derivatives(i, k));
    }
  }
  for (const std::string& note : record.notes) text += wrapped("note: " + note, 0);
  return text + fmt::format("{:.3g} s for the run, {:.3g} s for the gradient, by {}\n", record.run_seconds,
                            record.gradient_seconds, record.by);
}

}  // namespace

ExitCode execute_gradient(const RunSpec& run, const GradientWords& wanted, const std::string& folder,
                          bool as_json) {
  GradientSpec spec{.run = run};
  if (!wanted.of.empty()) spec.of = words("--gradient-of", wanted.of);
  if (!wanted.with_respect_to.empty())
    spec.with_respect_to = words("--with-respect-to", wanted.with_respect_to);
  if (!folder.empty()) require_writable_folder(folder);
  const GradientRecord record = gradient(spec);
  if (!folder.empty())
    if (const auto failure = replace_file(std::filesystem::path(folder) / "gradient.json", record.json()))
      throw FileError(*failure);
  print(as_json ? record.json() : table_of(record));
  return ExitCode::success;
}

}  // namespace kreisel::cli
