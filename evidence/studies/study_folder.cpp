// Writes page, tables, data and figures of a study.
#include "evidence/studies/study_folder.hpp"

#include "evidence/studies/figure_drawing.hpp"
#include "kreisel/io/output_file.hpp"
#include "kreisel/io/report_page.hpp"

namespace kreisel {

void prepare_study_folder(const std::filesystem::path& folder) {
  require_writable_folder(folder);
  for (const char* name : {"report.html", "study.json", "figure.svg", "figure.pdf"})
    require_replaceable(folder / name);
}

std::vector<std::filesystem::path> write_study(const StudyReport& report,
                                               const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> written;
  const auto write = [&](const std::string& name, const std::string& text) {
    if (const auto failure = replace_file(folder / name, text)) throw FileError(*failure);
    written.push_back(folder / name);
  };
  write("report.html", study_html(report));
  write("study.json", report_json(report));
  for (const Table& table : report.tables) write(table.name + ".csv", table_csv(table));
  write("curves.csv", curves_csv(report));
  std::vector<Figure> published;
  for (const Figure& figure : report.figures)
    if (figure.is_published) published.push_back(figure);
  if (published.empty()) return written;
  const Drawing drawing = figure_drawing(report.title, published);
  write("figure.svg", drawing_svg(drawing));
  write("figure.pdf", drawing_pdf(drawing));
  return written;
}

std::string study_html(const StudyReport& report) {
  return study_page(report.title, report_json(report));
}

}  // namespace kreisel
