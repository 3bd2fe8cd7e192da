// Lie groups for Python: what is needed to give start values and to read results.
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/groups/named_group.hpp"
#include "python/bindings/group_distance.hpp"
#include "python/bindings/module.hpp"

namespace kreisel::python {
namespace {

namespace py = pybind11;
using In = Eigen::Ref<const Vector>;

void require(const char* what, Index given, Index wanted) {
  if (given != wanted)
    throw OptionError(fmt::format("{} has {} entries instead of {}", what, given, wanted), what,
                      "Group.coordinates and Group.dimension say how many an element and a tangent have");
}

/// An operation on one element or tangent whose size is checked.
template <auto operation, bool is_tangent>
auto checked() {
  return [](const ProductGroup& group, const In& x) {
    require(is_tangent ? "the tangent" : "the element", x.size(),
            is_tangent ? group.dimension() : group.coordinate_count());
    return (group.*operation)(x);
  };
}

Vector compose(const ProductGroup& group, const In& a, const In& b) {
  require("the first element", a.size(), group.coordinate_count());
  require("the second element", b.size(), group.coordinate_count());
  return group.compose(a, b);
}

Vector advance(const ProductGroup& group, const In& q, const In& w) {
  require("the element", q.size(), group.coordinate_count());
  require("the tangent", w.size(), group.dimension());
  return group.advance(q, w);
}

Vector normalized(const ProductGroup& group, const In& q) {
  require("the element", q.size(), group.coordinate_count());
  Vector out = q;
  group.normalize(out);
  return out;
}

void require_element(const ProductGroup& group, const Vector& q) {
  require("the element", q.size(), group.coordinate_count());
  require_on_group(group, q);
}

}  // namespace

void bind_group(py::module_& module) {
  py::class_<ProductGroup>(
      module, "Group",
      "A Lie group, or the product of several, by their names: Group([\"so3\", \"r2\"]).\n\n"
      "Elements and tangents are arrays; kreisel.groups() describes them.")
      .def(py::init([](const std::vector<std::string>& names) { return product_of(names); }),
           py::arg("names"))
      .def_property_readonly("names", &names_of, "Names of the factors.")
      .def_property_readonly("coordinates", &ProductGroup::coordinate_count,
                             "How many numbers an element has.")
      .def_property_readonly("dimension", &ProductGroup::dimension, "How many numbers a tangent has.")
      .def("identity", &ProductGroup::identity, "The neutral element.")
      .def("compose", &compose, py::arg("a"), py::arg("b"), "The product a·b.")
      .def("advance", &advance, py::arg("q"), py::arg("w"), "q·exp(w).")
      .def("normalized", &normalized, py::arg("q"), "The element near q, without its round-off.")
      .def("require_element", &require_element, py::arg("q"),
           "Raises an OptionError when q is no element, to six digits.")
      .def("inverse", checked<&ProductGroup::inverse, false>(), py::arg("q"), "The inverse of q.")
      .def("log", checked<&ProductGroup::log, false>(), py::arg("q"), "The shortest w with exp(w) = q.")
      .def("exp", checked<&ProductGroup::exp, true>(), py::arg("w"),
           "The element that is reached with the velocity w in one second.")
      .def("tangent_operator", checked<&ProductGroup::tangent_operator, true>(), py::arg("w"),
           "T(w): d/dt exp(w) = exp(w)·(T(w) w')~.");
}

}  // namespace kreisel::python
