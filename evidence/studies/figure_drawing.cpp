// Lays out panels and legend and draws them as SVG and PDF.
#include "evidence/studies/figure_drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string_view>

#include <fmt/format.h>

#include "evidence/studies/axis_scale.hpp"

namespace kreisel {
namespace {

// All lengths in points.
constexpr double panel_width = 176.0, panel_height = 150.0;
constexpr double left = 44.0, right = 10.0, top = 20.0, bottom = 32.0;
constexpr double text_size = 7.5, small_size = 6.5, title_row = 9.5;
constexpr double legend_row = 10.5, legend_sample = 22.0;
constexpr std::size_t panels_in_a_row = 3;
const std::string ink = "#222222", faint = "#d4d4d4", grey = "#777777";

/// Okabe and Ito's palette, told apart with every kind of colour vision.
constexpr std::array<const char*, 7> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#e69f00", "#56b4e9", "#000000"};

struct Style {
  std::string colour;
  std::vector<double> dashes;
  std::size_t mark;
};

/// Neighbours differ in colour and mark; beyond seven the line changes too.
Style style_of(std::size_t index) {
  constexpr std::size_t marks = 5;
  static const std::array<std::vector<double>, 3> dashes{{{}, {4.0, 2.0}, {1.2, 1.6}}};
  return {colours.at(index % colours.size()), dashes.at(index / colours.size() % dashes.size()),
          index % marks};
}

void add_line(Drawing& drawing, std::vector<PagePoint> points, const std::string& colour, double width,
              std::vector<double> dashes = {}) {
  Stroke stroke{.points = std::move(points), .colour = colour, .width = width, .dashes = std::move(dashes)};
  drawing.parts.emplace_back(std::move(stroke));
}

/// A regular shape around a point: circle, square, triangle, diamond, triangle pointing down.
void add_mark(Drawing& drawing, const PagePoint& at, const Style& style, bool is_filled) {
  struct Shape {
    int corners;
    double turn, radius;
  };
  constexpr double pi = std::numbers::pi;
  constexpr std::array<Shape, 5> shapes{
      {{20, 0.0, 1.9}, {4, pi / 4, 2.4}, {3, -pi / 2, 2.6}, {4, 0.0, 2.6}, {3, pi / 2, 2.6}}};
  const Shape& shape = shapes.at(style.mark);
  Stroke stroke{.colour = style.colour, .width = 0.7, .is_closed = true, .is_filled = is_filled};
  for (int i = 0; i < shape.corners; ++i) {
    const double angle = shape.turn + 2.0 * pi * i / shape.corners;
    stroke.points.push_back({at.x + shape.radius * std::cos(angle), at.y + shape.radius * std::sin(angle)});
  }
  drawing.parts.emplace_back(std::move(stroke));
}

std::string labelled(const Axis& axis) {
  return axis.unit == "1" || axis.unit.empty() ? axis.label : fmt::format("{} [{}]", axis.label, axis.unit);
}

/// What a text may need: viewers without Helvetica take a font that is up to an eighth wider.
double room_for(std::string_view text, double size) {
  return 1.125 * text_width(text, size);
}

/// Lines no wider than that, broken at spaces.
std::vector<std::string> lines_of(const std::string& text, double width) {
  std::vector<std::string> lines(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (lines.back().empty() || room_for(longer, text_size) <= width) {
      lines.back() = longer;
    } else {
      lines.push_back(word);
    }
    begin = end + 1;
  }
  return lines;
}

std::vector<std::string> title_lines(const Figure& figure, char letter) {
  return lines_of(fmt::format("({}) {}", letter, figure.title), panel_width);
}

/// The usual size, or the one that makes it fit.
double fitting_size(const std::string& text, double width) {
  return text_size * std::min(1.0, width / std::max(1.0, room_for(text, text_size)));
}

std::vector<double> all_values(const Figure& figure, bool of_x) {
  std::vector<double> values;
  for (const SlopeTriangle& t : figure.triangles) {
    values.push_back(of_x ? t.x : t.y);
    values.push_back(of_x ? t.x * t.width : t.y * std::pow(t.width, t.slope));
  }
  for (const auto* curves : {&figure.curves, &figure.guides}) {
    for (const Curve& curve : *curves) {
      for (std::size_t i = 0; i < curve.x.size(); ++i) {
        if (!std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i])) continue;
        values.push_back(of_x ? curve.x[i] : curve.y[i]);
      }
    }
  }
  return values;
}

/// A curve must not run along the frame where it is highest; logarithmic axes have a margin of their own.
std::vector<double> with_margin(std::vector<double> values, bool is_log) {
  if (is_log || values.empty()) return values;
  const auto [low, high] = std::ranges::minmax(values);
  const double margin = 0.04 * (high - low);
  values.push_back(low - margin);
  values.push_back(high + margin);
  return values;
}

class Panel {
 public:
  Panel(Drawing& drawing, const Figure& figure, PagePoint corner)
      : drawing_(drawing),
        figure_(figure),
        corner_(corner),
        x_(all_values(figure, true), figure.x.is_log, corner.x + left, corner.x + left + panel_width),
        y_(with_margin(all_values(figure, false), figure.y.is_log), figure.y.is_log,
           corner.y + top + panel_height, corner.y + top) {}

  void draw(char letter) {
    draw_axes();
    for (const Curve& guide : figure_.guides) add_line(drawing_, points_of(guide), grey, 0.8, {3.0, 2.0});
    for (const Curve& curve : figure_.curves) draw_curve(curve);
    for (const SlopeTriangle& triangle : figure_.triangles) draw_triangle(triangle);
    const std::vector<std::string> lines = title_lines(figure_, letter);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const double above = static_cast<double>(lines.size() - 1 - i) * title_row;
      label({corner_.x + left, corner_.y + top - 7.0 - above}, lines[i], text_size, Anchor::start);
    }
  }

 private:
  double x_begin() const { return corner_.x + left; }
  double x_end() const { return x_begin() + panel_width; }
  double y_begin() const { return corner_.y + top; }
  double y_end() const { return y_begin() + panel_height; }

  void label(PagePoint at, std::string text, double size, Anchor anchor, std::string raised = {}) {
    Label one{.at = at, .text = std::move(text), .size = size, .anchor = anchor, .colour = ink};
    one.raised = std::move(raised);
    drawing_.parts.emplace_back(std::move(one));
  }

  void draw_axes() {
    constexpr double major = 3.5, minor = 2.0;
    for (const Tick& tick : x_.ticks(5)) {
      const double x = x_(tick.value);
      if (!tick.text.empty()) add_line(drawing_, {{x, y_begin()}, {x, y_end()}}, faint, 0.4);
      add_line(drawing_, {{x, y_end()}, {x, y_end() - (tick.text.empty() ? minor : major)}}, ink, 0.5);
      if (!tick.text.empty()) label({x, y_end() + 9.5}, tick.text, small_size, Anchor::middle, tick.raised);
    }
    for (const Tick& tick : y_.ticks(6)) {
      const double y = y_(tick.value);
      if (!tick.text.empty()) add_line(drawing_, {{x_begin(), y}, {x_end(), y}}, faint, 0.4);
      add_line(drawing_, {{x_begin(), y}, {x_begin() + (tick.text.empty() ? minor : major), y}}, ink, 0.5);
      if (!tick.text.empty())
        label({x_begin() - 4.0, y + 2.3}, tick.text, small_size, Anchor::end, tick.raised);
    }
    Stroke frame{
        .points = {{x_begin(), y_begin()}, {x_end(), y_begin()}, {x_end(), y_end()}, {x_begin(), y_end()}},
        .colour = ink,
        .width = 0.7,
        .is_closed = true};
    drawing_.parts.emplace_back(std::move(frame));
    const std::string below = labelled(figure_.x);
    label({0.5 * (x_begin() + x_end()), y_end() + 21.5}, below, fitting_size(below, panel_width),
          Anchor::middle);
    Label upright{.at = {corner_.x + 10.0, 0.5 * (y_begin() + y_end())}, .text = labelled(figure_.y)};
    upright.size = fitting_size(upright.text, panel_height);
    upright.anchor = Anchor::middle;
    upright.is_upright = true;
    upright.colour = ink;
    drawing_.parts.emplace_back(std::move(upright));
  }

  bool is_shown(const Curve& curve, std::size_t i) const {
    return x_.can_show(curve.x[i]) && y_.can_show(curve.y[i]);
  }

  std::vector<PagePoint> points_of(const Curve& curve) const {
    std::vector<PagePoint> points;
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (is_shown(curve, i)) points.push_back({x_(curve.x[i]), y_(curve.y[i])});
    return points;
  }

  void draw_curve(const Curve& curve) {
    const Style style = style_of(curve.style);
    std::vector<PagePoint> piece;
    const auto finish = [&] {
      if (piece.size() > 1 && curve.has_line) add_line(drawing_, piece, style.colour, 0.9, style.dashes);
      piece.clear();
    };
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (is_shown(curve, i)) {
        piece.push_back({x_(curve.x[i]), y_(curve.y[i])});
      } else {
        finish();
      }
    }
    finish();
    if (!curve.has_marks) return;
    for (const PagePoint& point : points_of(curve)) add_mark(drawing_, point, style, !curve.has_line);
  }

  void draw_triangle(const SlopeTriangle& t) {
    const double x1 = t.x * t.width, y1 = t.y * std::pow(t.width, t.slope);
    if (t.y < y_.low() || y1 > y_.high() || t.x < x_.low() || x1 > x_.high()) return;
    const PagePoint a{x_(t.x), y_(t.y)}, b{x_(x1), y_(t.y)}, c{x_(x1), y_(y1)};
    Stroke outline{.points = {a, b, c}, .colour = grey, .width = 0.6, .is_closed = true};
    drawing_.parts.emplace_back(std::move(outline));
    label({b.x + 2.0, 0.5 * (b.y + c.y) + 2.2}, fmt::format("{:g}", t.slope), small_size, Anchor::start);
  }

  Drawing& drawing_;
  const Figure& figure_;
  PagePoint corner_;
  AxisScale x_, y_;
};

/// Names of curves that show at least one point somewhere, by style.
std::vector<const Curve*> legend_curves(std::span<const Figure> figures) {
  std::map<std::string, const Curve*> by_name;
  std::vector<const Curve*> all;
  for (const Figure& figure : figures) {
    for (const Curve& curve : figure.curves) {
      const bool has_points = std::ranges::any_of(curve.y, [](double y) { return std::isfinite(y); });
      if (has_points && by_name.emplace(curve.name, &curve).second) all.push_back(&curve);
    }
  }
  return all;
}

struct Legend {
  std::vector<const Curve*> curves;
  std::size_t columns = 1, rows = 0;
  double column_width = 100.0;
};

Legend legend_of(std::span<const Figure> figures, double width) {
  Legend legend{legend_curves(figures)};
  for (const Curve* curve : legend.curves)
    legend.column_width =
        std::max(legend.column_width, legend_sample + 16.0 + room_for(curve->name, text_size));
  legend.columns = std::max<std::size_t>(1, static_cast<std::size_t>((width - left) / legend.column_width));
  legend.rows = (legend.curves.size() + legend.columns - 1) / legend.columns;
  return legend;
}

void draw_legend(const Legend& legend, double y_top, Drawing& drawing) {
  for (std::size_t i = 0; i < legend.curves.size(); ++i) {
    const Curve& curve = *legend.curves[i];
    const Style style = style_of(curve.style);
    const double x = left + static_cast<double>(i / legend.rows) * legend.column_width;
    const double y = y_top + static_cast<double>(i % legend.rows) * legend_row;
    if (curve.has_line) add_line(drawing, {{x, y}, {x + legend_sample, y}}, style.colour, 0.9, style.dashes);
    if (curve.has_marks) add_mark(drawing, {x + 0.5 * legend_sample, y}, style, !curve.has_line);
    Label name{.at = {x + legend_sample + 4.0, y + 2.5}, .text = curve.name, .size = text_size};
    name.colour = ink;
    drawing.parts.emplace_back(std::move(name));
  }
}

/// a to z, then A to Z.
char letter_of(std::size_t panel) {
  constexpr std::size_t letters = 26;
  return static_cast<char>((panel < letters ? 'a' : 'A') + static_cast<int>(panel % letters));
}

/// What the titles of a row of panels need beyond their first line.
double room_for_titles(std::span<const Figure> row, std::size_t first) {
  std::size_t most = 1;
  for (std::size_t i = 0; i < row.size(); ++i)
    most = std::max(most, title_lines(row[i], letter_of(first + i)).size());
  return static_cast<double>(most - 1) * title_row;
}

}  // namespace

Drawing figure_drawing(const std::string& title, std::span<const Figure> figures) {
  const std::size_t columns = std::clamp<std::size_t>(figures.size(), 1, panels_in_a_row);
  const double cell_width = left + panel_width + right;
  Drawing drawing{.width = static_cast<double>(columns) * cell_width, .title = title};
  const Legend legend = legend_of(figures, drawing.width);
  drawing.width = std::max(drawing.width, left + legend.column_width);
  double y = 0.0;
  for (std::size_t first = 0; first < figures.size(); first += columns) {
    const std::span<const Figure> row = figures.subspan(first, std::min(columns, figures.size() - first));
    const double titles = room_for_titles(row, first);
    for (std::size_t i = 0; i < row.size(); ++i)
      Panel(drawing, row[i], {static_cast<double>(i) * cell_width, y + titles}).draw(letter_of(first + i));
    y += titles + top + panel_height + bottom;
  }
  draw_legend(legend, y + 6.0, drawing);
  drawing.height = y + static_cast<double>(legend.rows) * legend_row + 10.0;
  return drawing;
}

}  // namespace kreisel
