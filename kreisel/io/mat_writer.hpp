// Matrices and texts as a file that MATLAB, Octave and scipy.io.loadmat read: MAT-file, level 4.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kreisel/core/types.hpp"

namespace kreisel {

class MatText {
 public:
  MatText& add(std::string_view name, const Matrix& matrix);
  /// A matrix of characters, one text per row.
  MatText& add(std::string_view name, const std::vector<std::string>& texts);
  const std::string& bytes() const { return bytes_; }

 private:
  void add_header(int type, Index rows, Index columns, std::string_view name);

  std::string bytes_;
};

}  // namespace kreisel
