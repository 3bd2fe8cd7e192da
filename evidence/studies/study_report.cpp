// Numbers and tables as text and as CSV.
#include "evidence/studies/study_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/io/csv_writer.hpp"

namespace kreisel {
namespace {

/// Characters, not bytes, of UTF-8 text.
std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string heading_of(const TableColumn& column) {
  return column.unit == "1" || column.unit.empty() ? column.name : column.name + " [" + column.unit + "]";
}

bool is_numeric(const Table& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const auto& row) { return !std::isnan(row[column].number); });
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string csv_cell(const Cell& cell) {
  if (std::isnan(cell.number)) return quoted(cell.text);
  std::string text;
  append_number(text, cell.number);
  return text;
}

std::string csv_row(const std::vector<std::string>& cells) {
  return fmt::format("{}\n", fmt::join(cells, ","));
}

struct TextColumn {
  std::vector<std::string> cells;  // the heading first
  std::size_t width = 0;
  bool is_right = false;
};

std::vector<TextColumn> text_columns(const Table& table) {
  std::vector<TextColumn> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (!table.columns[c].is_on_terminal) continue;
    TextColumn column{{heading_of(table.columns[c])}, 0, is_numeric(table, c)};
    for (const auto& row : table.rows) column.cells.push_back(cell_text(row[c], table.columns[c]));
    for (const std::string& cell : column.cells) column.width = std::max(column.width, characters(cell));
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "";
  const double size = std::abs(value);
  if (value == std::round(value) && size < 1e7) return fmt::format("{:.0f}", value);
  if (size >= 1e-3 && size < 1e6) return fmt::format("{:.{}g}", value, digits);
  return fmt::format("{:.{}e}", value, std::max(0, digits - 1));
}

std::string cell_text(const Cell& cell, const TableColumn& column) {
  return std::isnan(cell.number) ? cell.text : number_text(cell.number, column.digits);
}

std::string table_text(const Table& table) {
  const std::vector<TextColumn> columns = text_columns(table);
  std::string text;
  for (std::size_t row = 0; row <= table.rows.size(); ++row) {
    std::string line;
    for (const TextColumn& column : columns) {
      const std::string& cell = column.cells[row];
      const std::string blanks(column.width - characters(cell), ' ');
      line += (line.empty() ? "" : "  ") + (column.is_right ? blanks + cell : cell + blanks);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string table_csv(const Table& table) {
  std::vector<std::string> cells;
  for (const TableColumn& column : table.columns) cells.push_back(quoted(heading_of(column)));
  std::string text = csv_row(cells);
  for (const auto& row : table.rows) {
    cells.clear();
    for (const Cell& cell : row) cells.push_back(csv_cell(cell));
    text += csv_row(cells);
  }
  return text;
}

std::string curves_csv(const StudyReport& report) {
  std::string text = "figure,curve,x,y\n";
  for (const Figure& figure : report.figures) {
    const std::string title = quoted(figure.title);
    for (const Curve& curve : figure.curves) {
      for (std::size_t i = 0; i < curve.x.size(); ++i) {
        if (std::isnan(curve.y[i])) continue;
        text += title + "," + quoted(curve.name) + ",";
        append_number(text, curve.x[i]);
        text += ",";
        append_number(text, curve.y[i]);
        text += "\n";
      }
    }
  }
  return text;
}

}  // namespace kreisel
