// Equilibria and modes: everything that answers with JSON about statics and small motions.
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "kreisel/run/equilibrium_run.hpp"
#include "kreisel/run/locus.hpp"
#include "kreisel/run/modes_run.hpp"
#include "python/bindings/module.hpp"
#include "python/bindings/named_target.hpp"

namespace kreisel::python {
namespace {

/// What a function of Python raised comes through.
template <class Work>
std::string answered(const NamedTarget& given, const Work& work) {
  try {
    return work();
  } catch (const CallbackFailure&) {
    const py::object failure = given.log->take_failure();
    PyErr_SetObject(py::type::of(failure).ptr(), failure.ptr());
    throw py::error_already_set();
  }
}

EquilibriumOptions options_of(const py::dict& given) {
  EquilibriumOptions options;
  options.t = given["time"].cast<double>();
  options.turning = given["turning"].cast<Vector3>();
  options.load_steps = given["load_steps"].cast<int>();
  options.starts = given["starts"].cast<int>();
  options.seed = given["seed"].cast<std::uint64_t>();
  return options;
}

ModesSpec modes_spec_of(const Settings& settings, const py::dict& given) {
  ModesSpec spec;
  spec.point.settings = settings;
  spec.point.at = given["at"].cast<std::string>();
  spec.count = given["count"].cast<Index>();
  spec.inputs = given["inputs"].cast<std::vector<std::string>>();
  spec.outputs = given["outputs"].cast<std::vector<std::string>>();
  return spec;
}

std::string equilibrium_of(const py::object& named, const Settings& settings, const py::dict& options) {
  const NamedTarget given = named_target(named);
  return answered(given, [&] {
    return equilibrium({.target = given.target.name, .settings = settings, .options = options_of(options)},
                       given.target)
        .json();
  });
}

std::string modes_of(const py::object& named, const Settings& settings, const py::dict& options) {
  const NamedTarget given = named_target(named);
  return answered(given, [&] {
    ModesSpec spec = modes_spec_of(settings, options);
    spec.point.target = given.target.name;
    return modes(spec, given.target).json();
  });
}

std::string locus_of(const py::object& named, const Settings& settings, const py::dict& options) {
  const NamedTarget given = named_target(named);
  return answered(given, [&] {
    LocusSpec spec{.modes = modes_spec_of(settings, options),
                   .parameter = options["parameter"].cast<std::string>()};
    spec.modes.point.target = given.target.name;
    spec.first = options["first"].cast<double>();
    spec.last = options["last"].cast<double>();
    spec.values = options["values"].cast<long>();
    return locus(spec, given.target).json();
  });
}

}  // namespace

void bind_analysis(py::module_& module) {
  module.def("equilibrium", &equilibrium_of, py::arg("target"), py::arg("settings"), py::arg("options"));
  module.def("modes", &modes_of, py::arg("target"), py::arg("settings"), py::arg("options"));
  module.def("locus", &locus_of, py::arg("target"), py::arg("settings"), py::arg("options"));
}

}  // namespace kreisel::python
