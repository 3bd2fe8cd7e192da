// Calls Python functions of a system, and names what they should have returned.
#include "python/bindings/callback.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kreisel::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

[[noreturn]] void raise_shape(const std::string& who, const std::string& got, const std::string& wanted) {
  const py::object error = py::module_::import("kreisel._errors").attr("ShapeError");
  PyErr_SetObject(error.ptr(), error(who, got, wanted).ptr());
  throw py::error_already_set();
}

std::string type_name(const py::object& answer) {
  return py::str(py::type::of(answer).attr("__name__")).cast<std::string>();
}

Numbers numbers_of(const py::object& answer, const std::string& who, const std::string& wanted) {
  Numbers numbers = Numbers::ensure(answer);
  if (numbers) return numbers;
  PyErr_Clear();
  raise_shape(who, "a " + type_name(answer), wanted);
}

std::string shape_text(const Numbers& numbers) {
  return fmt::format("an array of shape ({})",
                     fmt::join(numbers.shape(), numbers.shape() + numbers.ndim(), ", "));
}

}  // namespace

py::array_t<double> array_of(const Vector& values) {
  return py::array_t<double>(values.size(), values.data());
}

void copy_vector(const py::object& answer, const std::string& who, Eigen::Ref<Vector> out) {
  const std::string wanted = fmt::format("{} numbers", out.size());
  const Numbers numbers = numbers_of(answer, who, wanted);
  const bool is_number = numbers.ndim() == 0 && out.size() == 1;
  if (!is_number && !(numbers.ndim() == 1 && numbers.size() == out.size()))
    raise_shape(who, shape_text(numbers), wanted);
  std::copy_n(numbers.data(), out.size(), out.data());
}

void copy_matrix(const py::object& answer, const std::string& who, Matrix& out) {
  const std::string wanted = fmt::format("a matrix of shape ({}, {})", out.rows(), out.cols());
  const Numbers numbers = numbers_of(answer, who, wanted);
  const bool is_row = numbers.ndim() == 1 && out.rows() == 1 && numbers.size() == out.cols();
  const bool is_number = numbers.ndim() == 0 && out.size() == 1;
  const bool is_matrix =
      numbers.ndim() == 2 && numbers.shape(0) == out.rows() && numbers.shape(1) == out.cols();
  if (!is_matrix && !is_row && !is_number) raise_shape(who, shape_text(numbers), wanted);
  using RowMajor = Eigen::Matrix<double, Dynamic, Dynamic, Eigen::RowMajor>;
  out = Eigen::Map<const RowMajor>(numbers.data(), out.rows(), out.cols());
}

std::pair<py::object, py::object> pair_of(const py::object& answer, const std::string& who,
                                          const std::string& wanted) {
  const bool is_list = py::isinstance<py::tuple>(answer) || py::isinstance<py::list>(answer);
  if (!is_list || py::len(answer) != 2) raise_shape(who, "a " + type_name(answer), wanted);
  const auto both = py::reinterpret_borrow<py::sequence>(answer);
  return {both[0], both[1]};
}

}  // namespace kreisel::python
