// Events that a model names, made into those of the time loop.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kreisel/equations/event.hpp"
#include "kreisel/model/element_results.hpp"
#include "kreisel/model/multibody_system.hpp"
#include "kreisel/model/placed_frames.hpp"

namespace kreisel {

struct EventContext {
  const std::vector<ShownElement>& shown;
  const FrameTable& frames;
  std::shared_ptr<const MultibodySystem> system;
};

/// Throws ModelError at a place that begins with `pointer`. An event with an angle serves one run at a time.
Event event_of(const ModelEvent& event, const EventContext& context, const std::string& pointer);

}  // namespace kreisel
