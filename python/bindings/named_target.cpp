// Problems and model files as targets of runs from Python.
#include "python/bindings/named_target.hpp"

#include <pybind11/eigen.h>

#include "python/bindings/own_system.hpp"

namespace kreisel::python {

NamedTarget named_target(const py::object& given) {
  if (py::isinstance<py::str>(given))
    return {find_target(given.cast<std::string>()), std::make_shared<CallLog>()};
  const auto parts = given.cast<py::tuple>();
  if (py::isinstance<py::str>(parts[0])) {
    return {target_of_text(parts[0].cast<std::string>(), parts[1].cast<std::string>()),
            std::make_shared<CallLog>()};
  }
  const auto& own = parts[0].cast<const OwnSystem&>();
  return {own.target(parts[1].cast<Vector>(), parts[2].cast<Vector>(), parts[3].cast<double>()), own.log,
          true};
}

}  // namespace kreisel::python
