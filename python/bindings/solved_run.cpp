// A run from Python: options in, arrays out.
#include "python/bindings/solved_run.hpp"

#include <pybind11/stl.h>

#include <utility>

#include "kreisel/io/report_page.hpp"
#include "python/bindings/module.hpp"

namespace kreisel::python {
namespace {

/// A view of a block of numbers per time with the numbers of one quantity first, as scipy has it: shape (count, times).
/// It keeps the run alive and copies nothing.
py::array view_of(const py::object& self, const std::vector<double>& numbers, Index count) {
  const Index times =
      count > 0 ? std::ssize(numbers) / count : self.cast<const SolvedRun&>().samples.t.size();
  constexpr auto size = static_cast<Index>(sizeof(double));
  return py::array(py::dtype::of<double>(), {count, times}, {size, count * size}, numbers.data(), self);
}

template <auto member>
auto samples_of(Index SolvedRun::*count) {
  return [count](const py::object& self) {
    const auto& run = self.cast<const SolvedRun&>();
    return view_of(self, run.samples.*member, run.*count);
  };
}

py::array times_of(const py::object& self) {
  const auto& t = self.cast<const SolvedRun&>().samples.t;
  return py::array(py::dtype::of<double>(), {t.size()}, {sizeof(double)}, t.data(), self);
}

/// q, v and λ at these times, each of shape (count, times).
py::tuple motion_at(const SolvedRun& run, const py::array_t<double>& times) {
  const Index count = times.size();
  const auto make = [count](Index rows) { return py::array_t<double>({rows, count}); };
  py::array_t<double> q = make(run.coordinates), v = make(run.velocities), lambda = make(run.rows);
  const auto put = [](py::array_t<double>& out, const Vector& values, Index column) {
    for (Index i = 0; i < values.size(); ++i) *out.mutable_data(i, column) = values[i];
  };
  for (Index i = 0; i < count; ++i) {
    const State state = run.dense->at(times.data()[i]);
    put(q, state.q, i);
    put(v, state.v, i);
    put(lambda, state.lambda, i);
  }
  return py::make_tuple(q, v, lambda);
}

}  // namespace

void SampleStore::take(const Sample& sample) {
  const auto append = [](std::vector<double>& to, const auto& from) {
    to.insert(to.end(), from.data(), from.data() + from.size());
  };
  t.push_back(sample.t);
  append(q, sample.state->q);
  append(v, sample.state->v);
  append(acceleration, sample.state->acceleration);
  append(lambda, sample.all->tail(sample.state->lambda.size()));
  append(values, sample.values);
}

void bind_solved_run(py::module_& module) {
  module.def("view_page", &view_page, py::arg("title"), py::arg("json"));
  py::class_<SolvedRun>(module, "SolvedRun")
      .def_readonly("record", &SolvedRun::record)
      .def("take_failure", [](SolvedRun& run) { return std::exchange(run.failure, py::none()); })
      .def_property_readonly("columns",
                             [](const SolvedRun& run) {
                               std::vector<std::pair<std::string, std::string>> all;
                               for (const Column& column : run.columns)
                                 all.emplace_back(column.name, column.unit);
                               return all;
                             })
      .def_property_readonly("t", &times_of)
      .def_property_readonly("q", samples_of<&SampleStore::q>(&SolvedRun::coordinates))
      .def_property_readonly("v", samples_of<&SampleStore::v>(&SolvedRun::velocities))
      .def_property_readonly("a", samples_of<&SampleStore::acceleration>(&SolvedRun::velocities))
      .def_property_readonly("lam", samples_of<&SampleStore::lambda>(&SolvedRun::rows))
      .def_property_readonly("values",
                             [](const py::object& self) {
                               const auto& run = self.cast<const SolvedRun&>();
                               return view_of(self, run.samples.values, std::ssize(run.columns));
                             })
      .def_property_readonly("has_motion",
                             [](const SolvedRun& run) { return run.dense && !run.dense->is_empty(); })
      .def_property_readonly("motion_begin", [](const SolvedRun& run) { return run.dense->t_begin(); })
      .def_property_readonly("motion_end", [](const SolvedRun& run) { return run.dense->t_end(); })
      .def("motion_at", &motion_at, py::arg("times"));
}

}  // namespace kreisel::python
