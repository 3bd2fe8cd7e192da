// Lines and labels on a page, in points (1/72 inch) from its upper left corner: what figures are made of before they
// become SVG or PDF.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kreisel {

struct PagePoint {
  double x = 0.0, y = 0.0;
};

struct Stroke {
  std::vector<PagePoint> points = {};
  std::string colour = "#000000";
  double width = 1.0;               // 0: no outline
  std::vector<double> dashes = {};  // lengths of ink and gap; empty: solid
  bool is_closed = false, is_filled = false;
};

enum class Anchor { start, middle, end };

struct Label {
  PagePoint at = {};  // on the base line
  std::string text = {};
  double size = 8.0;
  Anchor anchor = Anchor::start;
  bool is_upright = false;  // turned by a quarter, reading from below
  bool is_bold = false;
  std::string colour = "#000000";
  std::string raised = {};  // a smaller text above the end: an exponent
};

struct Drawing {
  double width = 100.0, height = 100.0;
  std::string title = {};
  std::vector<std::variant<Stroke, Label>> parts = {};
};

/// In Helvetica, without what is raised.
double text_width(std::string_view text, double size);

std::string drawing_svg(const Drawing& drawing);
/// One page of vector graphics with the fonts that every viewer has; no other file needed.
std::string drawing_pdf(const Drawing& drawing);

/// Code points of UTF-8 text; what is none becomes U+FFFD.
std::vector<char32_t> code_points(std::string_view text);

}  // namespace kreisel
