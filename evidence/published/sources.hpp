// The parts of the list, one file each; all.cpp joins them.
#pragma once

#include <vector>

#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

std::vector<Experiment> wieloch_2022_starts();           // figures 3.2, 3.3, 6.1 to 6.4
std::vector<Experiment> wieloch_2022_comparisons();      // figures 6.5 to 6.16, accuracy
std::vector<Experiment> wieloch_2022_work();             // figures 6.6 to 6.27, computing time
std::vector<Experiment> wieloch_2022_terms();            // figures 6.18, 6.19, 6.21
std::vector<Experiment> wieloch_2022_variable_alpha();   // table 4.1, figures 6.23 to 6.26, 6.28, 6.29
std::vector<Experiment> wieloch_2022_variable_bliedf();  // figures 6.30 to 6.33
std::vector<Experiment> wieloch_2022_sections();         // sections 3.3.3, 6.2.4, 6.3.1
std::vector<Experiment> wieloch_arnold_2021();
std::vector<Experiment> arnold_bruels_cardona_2015();
std::vector<Experiment> schaub_2004_formulas();         // chapter 3
std::vector<Experiment> schaub_2004_estimates();        // chapter 4
std::vector<Experiment> schaub_2004_tests();            // section 5.1.1
std::vector<Experiment> schaub_2004_pendulum();         // section 5.1.2
std::vector<Experiment> schaub_2004_energy();           // section 5.1.3
std::vector<Experiment> schaub_2004_crank();            // section 5.2.1
std::vector<Experiment> schaub_2004_washing_machine();  // section 5.2.2
std::vector<Experiment> schaub_2004_truck();            // section 5.2.3
std::vector<Experiment> stumpp_2004();

}  // namespace kreisel::experiments
