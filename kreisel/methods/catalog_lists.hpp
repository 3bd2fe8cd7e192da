// The parts of the list of methods that are written down in files of their own; catalog.cpp joins them.
#pragma once

#include <vector>

#include "kreisel/methods/catalog.hpp"

namespace kreisel {

std::vector<MethodEntry> explicit_runge_kutta_methods();
std::vector<MethodEntry> implicit_runge_kutta_methods();

}  // namespace kreisel
