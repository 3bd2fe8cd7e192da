// How wide a text is in the fonts of figures.
#include <array>
#include <cstddef>

#include "kreisel/io/drawing.hpp"

namespace kreisel {
namespace {

/// Helvetica, thousandths of the size, from the space to the tilde: Adobe's core 14 font metrics.
constexpr std::array<int, 95> helvetica{
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

constexpr char32_t replacement = 0xFFFD;

/// How many bytes follow a leading byte; 4: it is none.
int following(unsigned char lead) {
  if (lead < 0x80) return 0;
  if (lead >= 0xC2 && lead < 0xE0) return 1;
  if (lead >= 0xE0 && lead < 0xF0) return 2;
  return lead >= 0xF0 && lead < 0xF5 ? 3 : 4;
}

}  // namespace

std::vector<char32_t> code_points(std::string_view text) {
  std::vector<char32_t> points;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const int more = following(lead);
    char32_t value = more == 0 ? lead : lead & (0x3FU >> static_cast<unsigned>(more));
    bool is_whole = more < 4 && i + static_cast<std::size_t>(more) < text.size();
    for (int k = 1; is_whole && k <= more; ++k) {
      const auto byte = static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]);
      is_whole = (byte & 0xC0U) == 0x80U;
      value = (value << 6U) | (byte & 0x3FU);
    }
    points.push_back(is_whole ? value : replacement);
    i += is_whole ? static_cast<std::size_t>(more) + 1 : 1;
  }
  return points;
}

double text_width(std::string_view text, double size) {
  constexpr int others = 556;
  int sum = 0;
  for (const char32_t c : code_points(text))
    sum += c >= 32 && c < 127 ? helvetica[static_cast<std::size_t>(c - 32)] : others;
  return 1e-3 * sum * size;
}

}  // namespace kreisel
