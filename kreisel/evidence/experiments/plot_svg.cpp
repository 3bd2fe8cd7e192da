#include "kreisel/evidence/experiments/plot_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace kreisel::experiments {
namespace {

constexpr double width = 460.0, height = 300.0, left = 62.0, right = 12.0, top = 10.0, bottom = 40.0;
constexpr std::array<const char*, 7> palette{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                             "#E69F00", "#56B4E9", "#999999"};
constexpr std::size_t most_points = 400;

/// From values to places on the paper.
class Scale {
 public:
  Scale(bool is_log, double from, double to) : is_log_(is_log), from_(from), to_(to) {}

  void note(double value) {
    if (!is_shown(value)) return;
    const double x = mapped(value);
    low_ = std::min(low_, x);
    high_ = std::max(high_, x);
  }
  void settle() {
    if (!(low_ <= high_)) low_ = 0.0, high_ = 1.0;
    if (high_ - low_ < 1e-12 * (1.0 + std::abs(high_))) low_ -= 0.5, high_ += 0.5;
    const double margin = 0.03 * (high_ - low_);
    low_ -= margin;
    high_ += margin;
  }
  bool is_shown(double value) const { return std::isfinite(value) && (!is_log_ || value > 0.0); }
  double place(double value) const { return from_ + (to_ - from_) * (mapped(value) - low_) / (high_ - low_); }

  /// Powers of ten, or round numbers.
  std::vector<double> ticks() const {
    std::vector<double> all;
    const double wanted = 5.0, rough = (high_ - low_) / wanted;
    double step = is_log_ ? std::max(1.0, std::ceil(rough)) : std::pow(10.0, std::floor(std::log10(rough)));
    if (!is_log_)
      for (const double factor : {2.0, 2.5, 2.0})
        if (step < rough) step *= factor;
    for (double x = std::ceil(low_ / step) * step; x <= high_; x += step)
      all.push_back(is_log_ ? std::pow(10.0, x) : x);
    return all;
  }

 private:
  double mapped(double value) const { return is_log_ ? std::log10(value) : value; }

  bool is_log_;
  double from_, to_, low_ = 1e300, high_ = -1e300;
};

std::string axes(const Plot& plot, const Scale& x, const Scale& y) {
  std::string svg;
  for (const double t : x.ticks())
    svg += fmt::format(
        "<path class=\"grid\" d=\"M{0:.1f} {1}V{2}\"/><text x=\"{0:.1f}\" y=\"{3}\" "
        "text-anchor=\"middle\">{4:.3g}</text>",
        x.place(t), top, height - bottom, height - bottom + 14, std::abs(t) < 1e-12 ? 0.0 : t);
  for (const double t : y.ticks())
    svg += fmt::format(
        "<path class=\"grid\" d=\"M{1} {0:.1f}H{2}\"/><text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5:.3g}</text>",
        y.place(t), left, width - right, left - 4, y.place(t) + 4, std::abs(t) < 1e-12 ? 0.0 : t);
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", (left + width - right) / 2,
                     height - 8, escaped(plot.x_label));
  svg += fmt::format("<text transform=\"translate(12 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
                     (top + height - bottom) / 2, escaped(plot.y_label));
  return svg;
}

std::string drawn(const Curve& curve, const char* colour, const Scale& x, const Scale& y) {
  const std::size_t stride = std::max<std::size_t>(1, curve.x.size() / most_points);
  std::string path, marks;
  bool is_open = false;
  for (std::size_t i = 0; i < curve.x.size(); i += stride) {
    const bool is_shown = x.is_shown(curve.x[i]) && y.is_shown(curve.y[i]);
    if (is_shown) {
      const double px = x.place(curve.x[i]), py = y.place(curve.y[i]);
      path += fmt::format("{}{:.1f} {:.1f}", is_open ? "L" : "M", px, py);
      if (curve.x.size() <= 12)
        marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>", px, py, colour);
    }
    is_open = is_shown;
  }
  return fmt::format(
      "<g><title>{}</title><path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>{}</g>",
      escaped(curve.name), path, colour, marks);
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string plot_svg(const Plot& plot) {
  Scale x(plot.log_x, left, width - right), y(plot.log_y, height - bottom, top);
  for (const Curve& curve : plot.curves)
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      x.note(curve.x[i]);
      y.note(curve.y[i]);
    }
  x.settle();
  y.settle();
  std::string svg = fmt::format("<figure><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", width,
                                height, escaped(plot.title));
  svg += axes(plot, x, y);
  std::string legend;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const char* colour = palette[i % palette.size()];
    svg += drawn(plot.curves[i], colour, x, y);
    legend +=
        fmt::format("<span><i style=\"background:{}\"></i>{}</span> ", colour, escaped(plot.curves[i].name));
  }
  return svg + fmt::format("</svg><figcaption>{}<br>{}</figcaption></figure>", escaped(plot.title), legend);
}

}  // namespace kreisel::experiments
