// An entry of the list for [Schaub 2004].
#pragma once

#include <functional>
#include <string>

#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

/// Its name follows from its number: "remark 5.2 (1)" is schaub_2004_remark_5_2_1.
Experiment schaub_2004(const std::string& number, const std::string& title, const std::string& setup,
                       const std::string& published, const std::string& criterion,
                       std::function<Measurement()> measure, const std::string& missing = "",
                       const std::string& erratum = "");

}  // namespace kreisel::experiments
