// What a study needs to know about its target before the first run. The one place that knows what a target can be.
#pragma once

#include <string>
#include <vector>

#include "kreisel/core/parameters.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/run/method_choice.hpp"

namespace kreisel {

struct StudyTarget {
  std::string name = {}, description = {}, citation = {};
  double t_begin = 0.0, t_end = 1.0;
  JointTraits joints = {};
  bool has_energy = false;
  std::vector<std::string> parameters = {};  // names that --set may use
};

/// Throws Error for what is no target, or for settings that it refuses. Settings it does not know are left alone:
/// they may belong to a method.
StudyTarget study_target(const std::string& name, const Settings& settings);

/// What results depend on besides the method: name, parameters with their values, code; ends with a newline.
std::string target_identity(const std::string& name, const Settings& settings);

/// The settings a run with this method understands: its own and the target's.
Settings settings_for(const MethodEntry& method, const StudyTarget& target, const Settings& settings);

/// Throws UnknownName when neither the target nor one of the methods knows a key.
void require_known(const Settings& settings, const StudyTarget& target,
                   const std::vector<const MethodEntry*>& methods);

}  // namespace kreisel
