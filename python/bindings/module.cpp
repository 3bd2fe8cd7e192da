// The compiled half of the Python package: kreisel._kreisel. People use the other half, python/kreisel.
#include "python/bindings/module.hpp"

#include <exception>

#include "kreisel/core/error.hpp"
#include "kreisel/core/version.hpp"

namespace {

namespace py = pybind11;

/// Errors of the library become those of kreisel/_errors.py, with fact, place and remedy.
void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const kreisel::Error& error) {
    const py::object made =
        py::module_::import("kreisel._errors")
            .attr("error_of")(static_cast<int>(error.code()), error.fact(), error.where(), error.hint());
    PyErr_SetObject(py::type::of(made).ptr(), made.ptr());
  }
}

}  // namespace

PYBIND11_MODULE(_kreisel, module) {
  module.doc() = "The compiled half of kreisel.";
  module.attr("version") = std::string(kreisel::version());
  py::register_exception_translator(&translate);
  kreisel::python::bind_analysis(module);
  kreisel::python::bind_group(module);
  kreisel::python::bind_own_system(module);
  kreisel::python::bind_solved_run(module);
  kreisel::python::bind_solve(module);
  kreisel::python::bind_study(module);
  kreisel::python::bind_sweep(module);
}
