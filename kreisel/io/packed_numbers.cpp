// Bytes of floats in little-endian order as base64 (RFC 4648).
#include "kreisel/io/packed_numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace kreisel {
namespace {

std::string base64(const std::vector<std::uint8_t>& bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t given = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8U | (k < given ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= given ? digits[(three >> (18U - 6U * static_cast<unsigned>(k))) & 63U] : '=';
  }
  return text;
}

bool is_constant(std::span<const double> values) {
  return !values.empty() && std::isfinite(values.front()) &&
         std::all_of(values.begin(), values.end(), [&](double x) { return x == values.front(); });
}

std::string constant(std::span<const double> values) {
  return fmt::format(R"({{"constant":{},"count":{}}})", values.front(), values.size());
}

template <class Number, class Bits>
std::string packed(std::span<const double> values, const char* key) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(values.size() * sizeof(Number));
  for (const double value : values) {
    const Bits bits = std::bit_cast<Bits>(static_cast<Number>(value));
    for (unsigned k = 0; k < sizeof(Number); ++k)
      bytes.push_back(static_cast<std::uint8_t>(bits >> (8U * k)));
  }
  return fmt::format(R"({{"{}":"{}"}})", key, base64(bytes));
}

}  // namespace

std::string packed_numbers(std::span<const double> values) {
  if (is_constant(values)) return constant(values);
  return packed<float, std::uint32_t>(values, "f32");
}

std::string packed_exactly(std::span<const double> values) {
  return packed<double, std::uint64_t>(values, "f64");
}

std::string packed_coarsely(std::span<const double> values) {
  if (is_constant(values)) return constant(values);
  const bool is_finite = std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  if (!is_finite || values.empty()) return packed_numbers(values);
  constexpr double steps = 65535.0;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double step = (*high - *low) / steps;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(2 * values.size());
  for (const double value : values) {
    const auto number = static_cast<std::uint16_t>(std::lround((value - *low) / step));
    bytes.push_back(static_cast<std::uint8_t>(number & 0xFFU));
    bytes.push_back(static_cast<std::uint8_t>(number >> 8U));
  }
  return fmt::format(R"({{"u16":"{}","low":{},"step":{}}})", base64(bytes), *low, step);
}

}  // namespace kreisel
