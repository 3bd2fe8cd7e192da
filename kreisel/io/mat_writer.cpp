// Level 4: five integers, the name, the numbers column by column, in the order of bytes that the integers tell.
#include "kreisel/io/mat_writer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace kreisel {
namespace {

template <class T>
void append(std::string& bytes, const T& value) {
  std::array<char, sizeof(T)> raw{};
  std::memcpy(raw.data(), &value, sizeof(T));
  bytes.append(raw.data(), raw.size());
}

}  // namespace

void MatText::add_header(int type, Index rows, Index columns, std::string_view name) {
  constexpr std::int32_t big_endian = 1000;
  const std::int32_t order = std::endian::native == std::endian::big ? big_endian : 0;
  for (const std::int32_t number :
       {order + type, static_cast<std::int32_t>(rows), static_cast<std::int32_t>(columns), std::int32_t{0},
        static_cast<std::int32_t>(name.size() + 1)})
    append(bytes_, number);
  bytes_.append(name);
  bytes_.push_back('\0');
}

MatText& MatText::add(std::string_view name, const Matrix& matrix) {
  add_header(0, matrix.rows(), matrix.cols(), name);
  for (Index j = 0; j < matrix.cols(); ++j)
    for (Index i = 0; i < matrix.rows(); ++i) append(bytes_, matrix(i, j));
  return *this;
}

MatText& MatText::add(std::string_view name, const std::vector<std::string>& texts) {
  std::size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  constexpr int of_text = 1;
  add_header(of_text, std::ssize(texts), static_cast<Index>(longest), name);
  for (std::size_t j = 0; j < longest; ++j)
    for (const std::string& text : texts)
      append(bytes_, j < text.size() ? static_cast<double>(static_cast<unsigned char>(text[j])) : 32.0);
  return *this;
}

}  // namespace kreisel
