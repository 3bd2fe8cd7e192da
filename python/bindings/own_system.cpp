// A system made of Python or compiled functions.
#include "python/bindings/own_system.hpp"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <cstdint>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/function_system.hpp"
#include "kreisel/groups/named_group.hpp"
#include "python/bindings/module.hpp"

namespace kreisel::python {
namespace {

// Compiled functions return 0, or anything else when they cannot answer: the step is tried again with a smaller size.
using MassFunction = int (*)(const double* q, double* m, void* data);
using RowFunction = int (*)(double t, const double* q, double* out, void* data);
using ForceFunction = int (*)(double t, const double* q, const double* v, double* f, void* data);

/// A compiled function by its address, with what it wants to be given; address 0: none.
struct Compiled {
  std::uintptr_t address = 0;
  void* data = nullptr;

  static Compiled from(const py::object& function) {
    if (!py::hasattr(function, "_compiled_address")) return {};
    return {function.attr("_compiled_address").cast<std::uintptr_t>(),
            reinterpret_cast<void*>(function.attr("_compiled_data").cast<std::uintptr_t>())};
  }
  template <class Function>
  Function as() const {
    return reinterpret_cast<Function>(address);
  }
};

/// Compiled code writes matrices by rows.
void copy_rows(const std::vector<double>& numbers, Matrix& out) {
  using RowMajor = Eigen::Matrix<double, Dynamic, Dynamic, Eigen::RowMajor>;
  out = Eigen::Map<const RowMajor>(numbers.data(), out.rows(), out.cols());
}

template <class Out>
void refuse(int code, Out& out) {
  if (code != 0) out.setConstant(std::numeric_limits<double>::quiet_NaN());
}

/// The functions of a description by their names, each as the library wants it.
class Functions {
 public:
  Functions(const py::dict& description, std::shared_ptr<CallLog> log)
      : description_(description), log_(std::move(log)) {}

  SystemFunctions all() const {
    SystemFunctions functions;
    set_mass(functions);
    set_force(functions);
    functions.constraint = vector_function("constraint");
    functions.offset = vector_function("offset");
    functions.jacobian = matrix_function("jacobian");
    set_tangents(functions);
    functions.is_rheonomic = description_["is_rheonomic"].cast<bool>();
    functions.difference_length = description_["difference_length"].cast<double>();
    return functions;
  }

 private:
  bool has(const char* name) const { return !description_[name].is_none(); }
  py::object function(const char* name) const { return description_[name]; }
  Callback callback(const char* name) const { return {name, function(name), log_}; }

  void set_mass(SystemFunctions& functions) const {
    const py::object mass = function("mass");
    if (const Compiled compiled = Compiled::from(mass); compiled.address != 0) {
      functions.mass = [compiled](const Vector& q, Matrix& m) {
        std::vector<double> numbers(static_cast<std::size_t>(m.size()));
        const int code = compiled.as<MassFunction>()(q.data(), numbers.data(), compiled.data);
        copy_rows(numbers, m);
        refuse(code, m);
      };
    } else if (PyCallable_Check(mass.ptr()) != 0) {
      functions.mass = [call = callback("mass")](const Vector& q, Matrix& m) {
        call.call([&](const py::object& answer, const std::string& who) { copy_matrix(answer, who, m); }, q);
      };
    } else {
      functions.has_constant_mass = true;
      functions.mass = [constant = mass.cast<Matrix>()](const Vector&, Matrix& m) { m = constant; };
    }
  }

  void set_force(SystemFunctions& functions) const {
    if (const Compiled compiled = Compiled::from(function("force")); compiled.address != 0) {
      functions.force = [compiled](double t, const Vector& q, const Vector& v, Vector& f) {
        refuse(compiled.as<ForceFunction>()(t, q.data(), v.data(), f.data(), compiled.data), f);
      };
      return;
    }
    functions.force = [call = callback("force")](double t, const Vector& q, const Vector& v, Vector& f) {
      call.call([&](const py::object& answer, const std::string& who) { copy_vector(answer, who, f); }, t, q,
                v);
    };
  }

  std::function<void(double, const Vector&, Vector&)> vector_function(const char* name) const {
    if (!has(name)) return {};
    if (const Compiled compiled = Compiled::from(function(name)); compiled.address != 0) {
      return [compiled](double t, const Vector& q, Vector& out) {
        refuse(compiled.as<RowFunction>()(t, q.data(), out.data(), compiled.data), out);
      };
    }
    return [call = callback(name)](double t, const Vector& q, Vector& out) {
      call.call([&](const py::object& answer, const std::string& who) { copy_vector(answer, who, out); }, t,
                q);
    };
  }

  std::function<void(double, const Vector&, Matrix&)> matrix_function(const char* name) const {
    if (!has(name)) return {};
    if (const Compiled compiled = Compiled::from(function(name)); compiled.address != 0) {
      return [compiled](double t, const Vector& q, Matrix& out) {
        std::vector<double> numbers(static_cast<std::size_t>(out.size()));
        const int code = compiled.as<RowFunction>()(t, q.data(), numbers.data(), compiled.data);
        copy_rows(numbers, out);
        refuse(code, out);
      };
    }
    return [call = callback(name)](double t, const Vector& q, Matrix& out) {
      call.call([&](const py::object& answer, const std::string& who) { copy_matrix(answer, who, out); }, t,
                q);
    };
  }

  void set_tangents(SystemFunctions& functions) const {
    if (!has("force_tangents")) return;
    functions.force_tangents = [call = callback("force_tangents")](double t, const Vector& q, const Vector& v,
                                                                   Matrix& by_q, Matrix& by_v) {
      call.call(
          [&](const py::object& answer, const std::string& who) {
            const auto both = pair_of(answer, who, "two matrices, ∂f/∂q and ∂f/∂v");
            copy_matrix(both.first, who + ", first matrix", by_q);
            copy_matrix(both.second, who + ", second matrix", by_v);
          },
          t, q, v);
    };
  }

  const py::dict& description_;
  std::shared_ptr<CallLog> log_;
};

std::vector<Row> rows_of(const py::list& given) {
  std::vector<Row> rows;
  for (const py::handle row : given) {
    const bool is_velocity = row.attr("kind").cast<std::string>() == "velocity";
    rows.push_back({.name = row.attr("name").cast<std::string>(),
                    .kind = is_velocity ? RowKind::velocity : RowKind::position,
                    .compliance = row.attr("compliance").cast<double>(),
                    .relaxation = row.attr("relaxation").cast<double>(),
                    .unit = row.attr("unit").cast<std::string>()});
  }
  return rows;
}

std::vector<Observable> observables_of(const py::dict& description) {
  std::vector<Observable> all;
  for (const char* kind : {"coordinate_names", "velocity_names"})
    for (const auto& name : description[kind].cast<std::vector<std::string>>())
      all.push_back({.name = name, .unit = ""});
  return all;
}

}  // namespace

Target OwnSystem::target(const Vector& q0, const Vector& v0, double t_begin) const {
  const auto observe = [](const StateView& state, Eigen::Ref<Vector> out) {
    out.head(state.q.size()) = state.q;
    out.tail(state.v.size()) = state.v;
  };
  const ProblemInstance problem{.system = system,
                                .q0 = q0,
                                .v0 = v0,
                                .t_begin = t_begin,
                                .t_end = t_begin + 1.0,
                                .observables = observables,
                                .observe = observe,
                                .energy = {},
                                .references = {}};
  return {.name = name,
          .description = "a system given by functions",
          .citation = {},
          .parameters = {},
          .make = [problem](const Settings&) {
            return TargetInstance{problem, {}};
          }};
}

OwnSystem own_system(const py::dict& description) {
  const auto log = std::make_shared<CallLog>();
  const auto names = description["groups"].cast<std::vector<std::string>>();
  return {.name = description["name"].cast<std::string>(),
          .system = function_system(product_of(names), rows_of(description["rows"]),
                                    Functions(description, log).all()),
          .observables = observables_of(description),
          .log = log};
}

void bind_own_system(py::module_& module) {
  py::class_<OwnSystem>(module, "OwnSystem")
      .def(py::init(&own_system), py::arg("description"))
      .def_property_readonly("calls", [](const OwnSystem& self) { return self.log->calls; })
      .def_property_readonly("seconds", [](const OwnSystem& self) { return self.log->seconds; });
}

}  // namespace kreisel::python
