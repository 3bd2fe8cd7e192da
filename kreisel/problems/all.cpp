#include "kreisel/problems/all.hpp"

#include <algorithm>
#include <array>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/problems/andrews.hpp"
#include "kreisel/problems/car_axis.hpp"
#include "kreisel/problems/chain.hpp"
#include "kreisel/problems/chaplygin_sleigh.hpp"
#include "kreisel/problems/collision.hpp"
#include "kreisel/problems/damped_chain.hpp"
#include "kreisel/problems/double_pendulum.hpp"
#include "kreisel/problems/driven_point.hpp"
#include "kreisel/problems/elastic_pendulum.hpp"
#include "kreisel/problems/free_body.hpp"
#include "kreisel/problems/heavy_top.hpp"
#include "kreisel/problems/kepler.hpp"
#include "kreisel/problems/knife_edge.hpp"
#include "kreisel/problems/linear_dae.hpp"
#include "kreisel/problems/pendulum.hpp"
#include "kreisel/problems/prothero_robinson.hpp"
#include "kreisel/problems/rod_pendulum.hpp"
#include "kreisel/problems/slider_crank.hpp"
#include "kreisel/problems/spherical_pendulum.hpp"
#include "kreisel/problems/stiff_pendulum.hpp"
#include "kreisel/problems/torsion_double_pendulum.hpp"
#include "kreisel/problems/truck_platform.hpp"
#include "kreisel/problems/washing_machine.hpp"

namespace kreisel {

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
