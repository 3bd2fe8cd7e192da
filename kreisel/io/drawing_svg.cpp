// Drawings as SVG.
#include <fmt/format.h>

#include "kreisel/io/drawing.hpp"

namespace kreisel {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

struct SvgPart {
  std::string operator()(const Stroke& stroke) const {
    std::string path;
    for (const PagePoint& p : stroke.points)
      path += fmt::format("{}{:.2f} {:.2f}", path.empty() ? "M" : "L", p.x, p.y);
    if (stroke.is_closed) path += "Z";
    std::string style = fmt::format("fill=\"{}\"", stroke.is_filled ? stroke.colour : "none");
    if (stroke.width > 0.0)
      style += fmt::format(" stroke=\"{}\" stroke-width=\"{:g}\" stroke-linejoin=\"round\"", stroke.colour,
                           stroke.width);
    if (!stroke.dashes.empty())
      style += fmt::format(" stroke-dasharray=\"{:g}\"", fmt::join(stroke.dashes, " "));
    return fmt::format("<path d=\"{}\" {}/>\n", path, style);
  }
  std::string operator()(const Label& label) const {
    const char* const anchor = label.anchor == Anchor::start    ? "start"
                               : label.anchor == Anchor::middle ? "middle"
                                                                : "end";
    std::string place = fmt::format("x=\"{:.2f}\" y=\"{:.2f}\"", label.at.x, label.at.y);
    if (label.is_upright)
      place += fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", label.at.x, label.at.y);
    std::string raised;
    if (!label.raised.empty())
      raised = fmt::format("<tspan dy=\"{:.2f}\" font-size=\"{:.2f}\">{}</tspan>", -0.4 * label.size,
                           0.72 * label.size, escaped(label.raised));
    return fmt::format("<text {} font-size=\"{:g}\" text-anchor=\"{}\" fill=\"{}\"{}>{}{}</text>\n", place,
                       label.size, anchor, label.colour, label.is_bold ? " font-weight=\"bold\"" : "",
                       escaped(label.text), raised);
  }
};

}  // namespace

std::string drawing_svg(const Drawing& drawing) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}pt\" height=\"{1:.0f}pt\" viewBox=\"0 0 "
      "{0:.2f} "
      "{1:.2f}\" font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n<title>{2}</title>\n<rect "
      "width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      drawing.width, drawing.height, escaped(drawing.title));
  for (const auto& part : drawing.parts) svg += std::visit(SvgPart{}, part);
  return svg + "</svg>\n";
}

}  // namespace kreisel
