// The parts of the module, one file each.
#pragma once

#include <pybind11/pybind11.h>

namespace kreisel::python {

void bind_analysis(pybind11::module_& module);
void bind_group(pybind11::module_& module);
void bind_own_system(pybind11::module_& module);
void bind_solve(pybind11::module_& module);
void bind_solved_run(pybind11::module_& module);
void bind_study(pybind11::module_& module);
void bind_sweep(pybind11::module_& module);

}  // namespace kreisel::python
