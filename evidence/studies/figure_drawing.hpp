// Figures of a study as one drawing for print: panels side by side, one legend for all of them.
#pragma once

#include <span>

#include "evidence/studies/study_report.hpp"
#include "kreisel/io/drawing.hpp"

namespace kreisel {

/// Panels a, b, c … in rows of three. Curves that no panel can show get no place in the legend.
Drawing figure_drawing(const std::string& title, std::span<const Figure> figures);

}  // namespace kreisel
