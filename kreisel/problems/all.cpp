// Which problems there are, and how one is found by its name.
#include "kreisel/problems/all.hpp"

#include <algorithm>
#include <array>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"

namespace kreisel {

// Each is defined in the .cpp of its name. A new problem is declared here and named in the list below.
ProblemEntry andrews();
ProblemEntry car_axis();
ProblemEntry chain();
ProblemEntry chaplygin_sleigh();
ProblemEntry collision();
ProblemEntry damped_chain();
ProblemEntry double_pendulum();
ProblemEntry driven_point();
ProblemEntry elastic_pendulum();
ProblemEntry free_body();
ProblemEntry heavy_top();
ProblemEntry kepler();
ProblemEntry knife_edge();
ProblemEntry linear_dae();
ProblemEntry pendulum();
ProblemEntry prothero_robinson();
ProblemEntry rod_pendulum();
ProblemEntry slider_crank();
ProblemEntry spherical_pendulum();
ProblemEntry stiff_pendulum();
ProblemEntry torsion_double_pendulum();
ProblemEntry truck_platform();
ProblemEntry washing_machine();

std::span<const ProblemEntry> all_problems() {
  static const std::array problems{
      heavy_top(),
      pendulum(),
      driven_point(),
      free_body(),
      spherical_pendulum(),
      double_pendulum(),
      elastic_pendulum(),
      kepler(),
      andrews(),
      car_axis(),
      stiff_pendulum(),
      prothero_robinson(),
      linear_dae(),
      slider_crank(),
      torsion_double_pendulum(),
      washing_machine(),
      truck_platform(),
      chaplygin_sleigh(),
      knife_edge(),
      damped_chain(),
      rod_pendulum(),
      collision(),
      chain(),
  };
  return problems;
}

const ProblemEntry& find_problem(std::string_view name) {
  const std::span<const ProblemEntry> problems = all_problems();
  const auto found = std::find_if(problems.begin(), problems.end(),
                                  [&](const ProblemEntry& entry) { return entry.name == name; });
  if (found != problems.end()) return *found;
  std::vector<std::string> known;
  for (const ProblemEntry& entry : problems) known.push_back(entry.name);
  throw UnknownName("there is no problem \"" + std::string(name) + "\"", "problem name",
                    suggestion(name, "problems", known));
}

}  // namespace kreisel
