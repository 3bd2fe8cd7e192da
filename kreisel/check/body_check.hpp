// Masses and inertias that can be, but are probably not what was meant.
//
// What cannot be at all (a mass that is not positive, moments that violate the triangle inequality) is refused when a model
// is assembled; here are slips of units and of decimal points.
#pragma once

#include <string>
#include <vector>

#include "kreisel/model/model.hpp"

namespace kreisel {

struct BodyRemark {
  std::string body;
  std::string text;
  bool is_slip = false;  // of a unit or a decimal point, most likely: runs tell of it
};

std::vector<BodyRemark> check_bodies(const Model& model);

}  // namespace kreisel
