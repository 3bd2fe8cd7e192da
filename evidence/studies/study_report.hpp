// What a study found, as plain data: figures, tables and sentences. Pages, files and the terminal all show this.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace kreisel {

struct Axis {
  std::string label = {}, unit = "1";
  bool is_log = true;
};

/// Points that belong together. Curves of one contestant have one style, whatever figure they are in.
struct Curve {
  std::string name = {};
  std::size_t style = 0;
  std::vector<double> x = {}, y = {};  // NaN: no point here
  bool has_line = true, has_marks = true;
};

/// A right triangle beside a curve that shows a slope: from (x, y) one side along x, one along y.
struct SlopeTriangle {
  double x = 1.0, y = 1.0;  // the corner at the smaller x, on the hypotenuse
  double width = 2.0;       // ratio of the ends in x
  double slope = 1.0;
};

struct Figure {
  std::string title = {};
  Axis x = {}, y = {};
  std::vector<Curve> curves = {};
  std::vector<Curve> guides = {};  // what the curves are compared with; grey and dashed
  std::vector<SlopeTriangle> triangles = {};
  bool is_published = true;  // part of figure.svg and figure.pdf
};

enum class Tone { plain, good, bad, faint };

struct Cell {
  std::string text = {};  // shown where there is no number
  double number = std::numeric_limits<double>::quiet_NaN();
  Tone tone = Tone::plain;

  static Cell of(double value, Tone tone = Tone::plain) { return {{}, value, tone}; }
  static Cell of(std::string words, Tone tone = Tone::plain) {
    return {std::move(words), std::numeric_limits<double>::quiet_NaN(), tone};
  }
};

struct TableColumn {
  std::string name = {}, unit = "1";
  int digits = 3;
  bool is_on_terminal = true;
};

struct Table {
  std::string name = {};  // of its file: NAME.csv
  std::string title = {};
  std::vector<TableColumn> columns = {};
  std::vector<std::vector<Cell>> rows = {};
};

struct StudyReport {
  std::string kind = {}, title = {}, target = {};
  std::string about = {};               // the target in words
  std::vector<std::string> lead = {};   // what was found, a sentence each
  std::vector<std::string> notes = {};  // how it was computed, what was left out and why
  std::vector<Figure> figures = {};
  std::vector<Table> tables = {};  // the first one is the result, and what the terminal shows
  bool is_as_claimed = true;       // false: something contradicts what a method claims
};

/// "1.23e-05", "42"; at most `digits` significant digits.
std::string number_text(double value, int digits);
std::string cell_text(const Cell& cell, const TableColumn& column);

/// Columns under each other, for a terminal.
std::string table_text(const Table& table);
/// RFC 4180, numbers with 17 digits.
std::string table_csv(const Table& table);
/// figure, curve, x, y of every point of every figure.
std::string curves_csv(const StudyReport& report);
std::string report_json(const StudyReport& report);
/// Its parts alone, as lists.
std::string figures_json(std::span<const Figure> figures);
std::string tables_json(std::span<const Table> tables);

}  // namespace kreisel
