// Writes the folder of a reproduction: page, tables, figures.
#include "evidence/published/all.hpp"
#include "evidence/published/presentation.hpp"
#include "evidence/published/reproduction.hpp"
#include "evidence/studies/figure_drawing.hpp"
#include "kreisel/io/output_file.hpp"
#include "kreisel/io/report_page.hpp"

namespace kreisel::experiments {
namespace {

constexpr std::size_t most_points = 600;  // of a curve that is drawn: more than there are pixels

class Folder {
 public:
  explicit Folder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void write(const std::filesystem::path& name, const std::string& text) {
    if (const auto failure = replace_file(folder_ / name, text)) throw FileError(*failure);
    written_.push_back(folder_ / name);
  }

  void write(const Result& result) {
    const std::filesystem::path tables = "tables", figures = "figures";
    for (const Table& table : tables_of(result)) write(tables / (table.name + ".csv"), table_csv(table));
    StudyReport report{.title = title_of(result), .figures = figures_of(result.measurement)};
    if (report.figures.empty()) return;
    write(figures / (result.name + ".csv"), curves_csv(report));
    const Drawing drawing = figure_drawing(report.title, thinned(std::move(report.figures), most_points));
    write(figures / (result.name + ".svg"), drawing_svg(drawing));
    write(figures / (result.name + ".pdf"), drawing_pdf(drawing));
  }

  std::vector<std::filesystem::path> written() { return std::move(written_); }

 private:
  static std::string title_of(const Result& result) {
    const Experiment& e = find_experiment(result.name);
    return e.source + ", " + e.number + ": " + e.title;
  }

  std::filesystem::path folder_;
  std::vector<std::filesystem::path> written_;
};

}  // namespace

std::string reproduction_html(const std::vector<Result>& results) {
  return reproduction_page("Published experiments, reproduced", reproduction_json(results, most_points));
}

void prepare_reproduction_folder(const std::filesystem::path& folder) {
  for (const std::filesystem::path& one : {folder, folder / "figures", folder / "tables"})
    require_writable_folder(one);
  for (const char* name : {"index.html", "reproduction.json", "experiments.csv", "checks.csv"})
    require_replaceable(folder / name);
}

std::vector<std::filesystem::path> write_reproduction(const std::vector<Result>& results,
                                                      const std::filesystem::path& path) {
  prepare_reproduction_folder(path);
  Folder folder(path);
  folder.write("index.html", reproduction_html(results));
  folder.write("reproduction.json", reproduction_json(results));
  folder.write("experiments.csv", table_csv(table_of_results(results)));
  folder.write("checks.csv", table_csv(table_of_all_checks(results)));
  for (const Result& result : results) folder.write(result);
  return folder.written();
}

}  // namespace kreisel::experiments
