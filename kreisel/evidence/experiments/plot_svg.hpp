// A plot as a small drawing inside a page.
#pragma once

#include <string>

#include "kreisel/evidence/experiments/experiment.hpp"

namespace kreisel::experiments {

/// Colours follow the text colour of the page and the Okabe-Ito palette.
std::string plot_svg(const Plot& plot);

/// & < > " as entities.
std::string escaped(const std::string& text);

}  // namespace kreisel::experiments
