// A PDF of one page, written by hand: header, objects, table of their places, trailer. [ISO 32000-1] 7.5, 8.5, 9.4.
#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "kreisel/io/drawing.hpp"

namespace kreisel {
namespace {

/// How a code point is shown: font 1 is Helvetica (2: bold) in WinAnsiEncoding, font 3 is Symbol.
struct Glyph {
  int font = 1;
  unsigned char code = '?';
  bool is_lowered = false;  // a subscript
};

constexpr std::array<std::pair<char32_t, unsigned char>, 8> win_ansi{{{0x2013, 0x96},
                                                                      {0x2014, 0x97},
                                                                      {0x2212, 0x96},
                                                                      {0x2026, 0x85},
                                                                      {0x2018, 0x91},
                                                                      {0x2019, 0x92},
                                                                      {0x201C, 0x93},
                                                                      {0x201D, 0x94}}};

/// [ISO 32000-1] annex D.6.
constexpr std::array<std::pair<char32_t, unsigned char>, 24> symbols{
    {{U'α', 'a'}, {U'β', 'b'}, {U'γ', 'g'},  {U'δ', 'd'},  {U'ε', 'e'},  {U'η', 'h'},
     {U'θ', 'q'}, {U'λ', 'l'}, {U'μ', 'm'},  {U'π', 'p'},  {U'ρ', 'r'},  {U'σ', 's'},
     {U'τ', 't'}, {U'φ', 'f'}, {U'χ', 'c'},  {U'ω', 'w'},  {U'Δ', 'D'},  {U'Φ', 'F'},
     {U'Λ', 'L'}, {U'Ω', 'W'}, {U'∞', 0xA5}, {U'∝', 0xB5}, {U'≤', 0xA3}, {U'≥', 0xB3}}};

Glyph glyph_of(char32_t c, bool is_bold) {
  const int plain = is_bold ? 2 : 1;
  constexpr char32_t lowered_zero = 0x2080, lowered_nine = 0x2089;
  if ((c >= 32 && c < 127) || (c >= 0xA0 && c < 0x100)) return {plain, static_cast<unsigned char>(c)};
  if (c >= lowered_zero && c <= lowered_nine)
    return {plain, static_cast<unsigned char>('0' + static_cast<int>(c - lowered_zero)), true};
  for (const auto& [known, code] : win_ansi)
    if (known == c) return {plain, code};
  for (const auto& [known, code] : symbols)
    if (known == c) return {3, code};
  return {plain, '?'};
}

std::string escaped(unsigned char code) {
  if (code == '(' || code == ')' || code == '\\') return {'\\', static_cast<char>(code)};
  if (code >= 32 && code < 127) return {static_cast<char>(code)};
  return fmt::format("\\{:03o}", static_cast<unsigned>(code));
}

std::string colour_operands(const std::string& colour) {
  const auto part = [&](std::size_t at) {
    return static_cast<double>(std::strtol(colour.substr(at, 2).c_str(), nullptr, 16)) / 255.0;
  };
  return fmt::format("{:.3f} {:.3f} {:.3f}", part(1), part(3), part(5));
}

/// Operators that show the text in whatever fonts its characters need.
std::string shown(std::string_view text, double size, bool is_bold, double rise) {
  std::string operators;
  Glyph last{0, 0};
  for (const char32_t c : code_points(text)) {
    const Glyph glyph = glyph_of(c, is_bold);
    if (glyph.font != last.font || glyph.is_lowered != last.is_lowered) {
      if (last.font != 0) operators += ") Tj ";
      operators += fmt::format("/F{} {:.2f} Tf {:.2f} Ts (", glyph.font, glyph.is_lowered ? 0.7 * size : size,
                               glyph.is_lowered ? -0.2 * size : rise);
      last = glyph;
    }
    operators += escaped(glyph.code);
  }
  return last.font == 0 ? operators : operators + ") Tj ";
}

struct PdfPart {
  double height;  // of the page: PDF counts from below

  std::string operator()(const Stroke& stroke) const {
    std::string path;
    for (const PagePoint& p : stroke.points)
      path += fmt::format("{:.2f} {:.2f} {} ", p.x, height - p.y, path.empty() ? "m" : "l");
    const std::string colour = colour_operands(stroke.colour);
    std::string dashes;
    for (const double length : stroke.dashes) dashes += fmt::format("{:g} ", length);
    const bool has_line = stroke.width > 0.0;
    const char* const paint = stroke.is_filled ? (has_line ? "B" : "f") : "S";
    return fmt::format("{} RG {} rg {:g} w [{}] 0 d {}{}{}\n", colour, colour, stroke.width, dashes, path,
                       stroke.is_closed ? "h " : "", paint);
  }

  std::string operator()(const Label& label) const {
    constexpr double raised_size = 0.72, raised_by = 0.4;  // as in SVG
    const double width =
        text_width(label.text, label.size) + text_width(label.raised, raised_size * label.size);
    const double back = label.anchor == Anchor::start    ? 0.0
                        : label.anchor == Anchor::middle ? 0.5 * width
                                                         : width;
    const double x = label.at.x - (label.is_upright ? 0.0 : back);
    const double y = height - label.at.y - (label.is_upright ? back : 0.0);
    const char* const turn = label.is_upright ? "0 1 -1 0" : "1 0 0 1";
    return fmt::format("BT {} rg {} {:.2f} {:.2f} Tm {}{}ET\n", colour_operands(label.colour), turn, x, y,
                       shown(label.text, label.size, label.is_bold, 0.0),
                       shown(label.raised, raised_size * label.size, label.is_bold, raised_by * label.size));
  }
};

}  // namespace

std::string drawing_pdf(const Drawing& drawing) {
  std::string content = "1 j 1 J\n";
  for (const auto& part : drawing.parts) content += std::visit(PdfPart{drawing.height}, part);
  const auto font = [](const char* name, const char* encoding) {
    return fmt::format("<< /Type /Font /Subtype /Type1 /BaseFont /{}{} >>", name, encoding);
  };
  const std::array<std::string, 8> objects{
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      fmt::format(
          "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.2f} {:.2f}] /Contents 4 0 R /Resources << /Font << "
          "/F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> >>",
          drawing.width, drawing.height),
      fmt::format("<< /Length {} >>\nstream\n{}\nendstream", content.size(), content),
      font("Helvetica", " /Encoding /WinAnsiEncoding"),
      font("Helvetica-Bold", " /Encoding /WinAnsiEncoding"),
      font("Symbol", ""),
      "<< /Producer (kreisel) >>"};
  std::string pdf = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";
  std::string places = fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects.size() + 1);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    places += fmt::format("{:010} 00000 n \n", pdf.size());
    pdf += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
  }
  const std::size_t start = pdf.size();
  return pdf + places +
         fmt::format("trailer\n<< /Size {} /Root 1 0 R /Info 8 0 R >>\nstartxref\n{}\n%%EOF\n",
                     objects.size() + 1, start);
}

}  // namespace kreisel
