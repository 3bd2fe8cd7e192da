// What a page needs to draw a mechanism: docs/output.md, "Replays".
#pragma once

#include <string>
#include <vector>

#include "kreisel/run/run.hpp"

namespace kreisel {

/// Bodies with shapes, joints and forces of a model; of a problem the bodies its columns tell of.
std::string scene_json(const RunRecord& record);

}  // namespace kreisel
