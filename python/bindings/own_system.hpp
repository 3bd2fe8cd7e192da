// A system given by functions, of Python or compiled ones, as something that can be solved, checked and looked at.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kreisel/problems/target.hpp"
#include "python/bindings/callback.hpp"

namespace kreisel::python {

struct OwnSystem {
  std::string name;
  AnySystem system;
  std::vector<Observable> observables;  // coordinates, then velocities
  std::shared_ptr<CallLog> log;

  /// With these start values; the end is that of the run.
  Target target(const Vector& q0, const Vector& v0, double t_begin) const;
};

/// `description`: what kreisel/_system.py puts together; see there. Raises for names that are unknown.
OwnSystem own_system(const py::dict& description);

}  // namespace kreisel::python
