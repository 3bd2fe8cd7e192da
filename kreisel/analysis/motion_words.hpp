// A small motion in words: "car moves along z (92 %), wheel turns about y (8 %)".
#pragma once

#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

/// A body-frame variation, real or complex; what moves most first. Without names, factors of the group are "coordinates 3 to 5".
std::string motion_in_words(const AnySystem& system, const State& state,
                            const std::vector<std::string>& bodies, const Eigen::VectorXcd& shape,
                            const std::vector<double>& shares = {});

}  // namespace kreisel
