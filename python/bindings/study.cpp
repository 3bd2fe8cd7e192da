// Catalogues, checks and studies: everything that answers with JSON.
#include <pybind11/stl.h>

#include <array>
#include <atomic>
#include <chrono>
#include <future>

#include "evidence/studies/study_folder.hpp"
#include "evidence/studies/study_spec.hpp"
#include "kreisel/check/check_json.hpp"
#include "kreisel/io/model_schema.hpp"
#include "kreisel/run/catalog_json.hpp"
#include "kreisel/run/option_names.hpp"
#include "python/bindings/module.hpp"
#include "python/bindings/named_target.hpp"

namespace kreisel::python {
namespace {

struct StudyKind {
  std::string_view name;
  StudyReport (*value)(const StudySpec&, const PoolOptions&);
};

constexpr std::array<StudyKind, 5> kinds{{{"orders", study_orders},
                                          {"work-precision", study_work_precision},
                                          {"drift", study_drift},
                                          {"tolerance", study_tolerance},
                                          {"steps", study_steps}}};

template <class T>
T given_or(const py::dict& options, const char* name, T otherwise) {
  return options.contains(name) && !options[name].is_none() ? options[name].cast<T>() : otherwise;
}

StudySpec spec_of(const std::string& target, const py::dict& options) {
  StudySpec spec;
  spec.target = target;
  spec.settings = given_or(options, "settings", Settings{});
  spec.methods = given_or(options, "methods", std::vector<std::string>{});
  for (const auto& name : given_or(options, "formulations", std::vector<std::string>{})) {
    if (name == "all")
      spec.all_formulations = true;
    else
      spec.formulations.push_back(named_value("formulations", "formulation", formulations, name));
  }
  if (const auto t_end = given_or(options, "t_end", std::optional<double>{})) spec.t_end = *t_end;
  spec.steps = given_or(options, "steps", std::vector<double>{});
  spec.tolerances = given_or(options, "tolerances", std::vector<double>{});
  spec.at_end = given_or(options, "at_end", false);
  return spec;
}

/// What threads that compute tell the one that waits.
struct Progress {
  std::atomic<bool> is_interrupted = false;
  std::atomic<std::size_t> done = 0, total = 0;
};

/// Tells Python how far it is, and looks for Ctrl-C, which only the thread that called may see. With the lock.
void tell(const Progress& now, const py::object& listener) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!listener.is_none()) listener(now.done.load(), now.total.load());
}

/// The study runs on threads of its own, without the interpreter's lock; this one waits, and raises what Python raised.
StudyReport run_study(StudyReport (*study)(const StudySpec&, const PoolOptions&), const StudySpec& spec,
                      const py::dict& options, const py::object& listener) {
  constexpr std::chrono::milliseconds patience{50};
  Progress now;
  PoolOptions pool;
  pool.threads = given_or(options, "jobs", 0);
  if (const auto store = given_or(options, "cache", std::optional<std::string>{})) pool.store = *store;
  pool.is_interrupted = [&] { return now.is_interrupted.load(); };
  pool.progress = [&](const PoolProgress& progress) {
    now.done = progress.done;
    now.total = progress.total;
  };
  std::future<StudyReport> result = std::async(std::launch::async, study, std::cref(spec), std::cref(pool));
  const auto is_ready = [&] {
    const py::gil_scoped_release unlocked;
    return result.wait_for(patience) == std::future_status::ready;
  };
  try {
    while (!is_ready()) tell(now, listener);
  } catch (...) {
    now.is_interrupted = true;
    while (!is_ready()) continue;
    throw;
  }
  StudyReport report = result.get();
  tell(now, listener);
  return report;
}

std::string study(const std::string& kind, const std::string& target, const py::dict& options,
                  const py::object& progress) {
  const auto chosen = named_value("kind", "kind of study", kinds, kind);
  const StudySpec spec = spec_of(target, options);
  static_cast<void>(study_target(spec.target, spec.settings));
  const auto out = given_or(options, "out", std::optional<std::string>{});
  if (out) prepare_study_folder(*out);
  const StudyReport report = run_study(chosen, spec, options, progress);
  if (out) write_study(report, *out);
  return report_json(report);
}

std::string check(const py::object& named, const Settings& settings, double start_limit) {
  const NamedTarget given = named_target(named);
  // What functions do not say is taken by differences, of which differences know five digits.
  const double tolerance = given.is_own ? 1e-5 : 0.0;
  try {
    return check_json(check_target(given.target, settings,
                                   {.start_limit = start_limit, .derivative_tolerance = tolerance}));
  } catch (const CallbackFailure&) {
    const py::object failure = given.log->take_failure();
    PyErr_SetObject(py::type::of(failure).ptr(), failure.ptr());
    throw py::error_already_set();
  }
}

}  // namespace

void bind_study(py::module_& module) {
  module.def("study", &study, py::arg("kind"), py::arg("target"), py::arg("options"), py::arg("progress"));
  module.def("check", &check, py::arg("target"), py::arg("settings"), py::arg("start_limit"));
  module.def("methods_json", &methods_json);
  module.def("problems_json", &problems_json);
  module.def("groups_json", &groups_json);
  module.def("model_schema", &model_schema);
}

}  // namespace kreisel::python
