// What Python calls a target: the name of a problem, the path of a model file, the text of a model, or a system of functions.
#pragma once

#include <memory>

#include "kreisel/problems/target.hpp"
#include "python/bindings/callback.hpp"

namespace kreisel::python {

struct NamedTarget {
  Target target;
  std::shared_ptr<CallLog> log;  // of the functions that belong to it
  bool is_own = false;           // a system of functions
};

/// "heavy_top", "top.json", ("name", "{…}") or (OwnSystem, q0, v0, t_begin). Throws Error.
NamedTarget named_target(const py::object& given);

}  // namespace kreisel::python
