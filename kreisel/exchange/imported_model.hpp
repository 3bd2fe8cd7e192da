// What reading a foreign file gives: a plain model, what was left out, and where everything in it comes from.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/exchange/xml_document.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {

struct ImportOptions {
  std::string keyframe = {};  // start there; empty: where the file puts everything
  /// Instead of that, by name: value and rate of an axis; of a free link its position and quaternion in space, the velocity of
  /// its origin in space, and its angular velocity in the link.
  std::map<std::string, std::vector<double>> start = {};
};

struct ImportedModel {
  Model model = {};
  std::vector<std::string> notes = {};          // what was left out or means something else here
  std::vector<std::string> keyframes = {};      // starts the file knows
  std::map<std::string, XmlPlace> places = {};  // of "/bodies/2" and its like

  /// The same error with the place in the file that the part of the model it names came from.
  ModelError located(const ModelError& error) const;
};

}  // namespace kreisel
