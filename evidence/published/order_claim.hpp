// The words of a check of an order: whoever draws the curve finds the slope that is claimed for it by them.
#pragma once

#include <string>

namespace kreisel::experiments {

/// `quantity` as on the y axis of the plot, `curve` as in its legend.
inline std::string order_claim(const std::string& quantity, const std::string& curve) {
  return "order in " + quantity + ", " + curve;
}

}  // namespace kreisel::experiments
