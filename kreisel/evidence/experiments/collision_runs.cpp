#include "kreisel/evidence/experiments/collision_runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/evidence/experiments/runs.hpp"
#include "kreisel/evidence/experiments/series.hpp"

namespace kreisel::experiments {
namespace {

Trace collision(const std::string& stiffness, const std::string& damping, const char* speed, double t_end,
                const char* method = "radau") {
  RunSpec spec =
      spec_of("collision", method, {{"speed", speed}, {"stiffness", stiffness}, {"damping", damping}}, t_end);
  spec.samples = 4000;
  return traced_run(spec);
}

double rebound(const Trace& trace) {
  double highest = 0.0;
  bool was_below = false;
  for (const double y : trace.column("y")) {
    was_below = was_below || y < 0.0;
    if (was_below) highest = std::max(highest, y);
  }
  return highest;
}

const std::array<const char*, 8> collision_dampings{"1e4", "5e4", "1e5", "5e5", "1e6", "5e6", "1e7", "5e7"};

struct Collisions {
  Curve explicit_steps{"dopri5"}, implicit_steps{"radau_iia_3"}, explicit_time{"dopri5"},
      implicit_time{"radau_iia_3"};
  double difference = 0.0;  // of the final heights
};

Collisions collisions() {
  Collisions all;
  for (const char* damping : collision_dampings) {
    const Trace e = collision("1e5", damping, "100", 0.6, "dopri5"),
                i = collision("1e5", damping, "100", 0.6, "radau_iia_3");
    const double d = std::stod(damping);
    for (Curve* curve : {&all.explicit_steps, &all.implicit_steps, &all.explicit_time, &all.implicit_time})
      curve->x.push_back(d);
    all.explicit_steps.y.push_back(e.mean_step());
    all.implicit_steps.y.push_back(i.mean_step());
    all.explicit_time.y.push_back(e.seconds);
    all.implicit_time.y.push_back(i.seconds);
    all.difference = std::max(all.difference, std::abs(e.final_value("y") - i.final_value("y")));
  }
  return all;
}

}  // namespace

Measurement moderate_collision() {
  const Trace printed = collision("4e4", "4e3", "10", 2.0), other = collision("6.6e4", "1.18e3", "10", 2.0);
  Measurement m;
  m.plots.push_back({"height",
                     "t [s]",
                     "y [m]",
                     false,
                     false,
                     {{"k = 4e4, d = 4e3 as printed", printed.times, printed.column("y")},
                      {"k = 6.6e4, d = 1.18e3", other.times, other.column("y")}}});
  m.checks = {{"depth", -least_of(printed.column("y")), 0.085, 0.1, "m"},
              {"height of the rebound", rebound(printed), 0.35, 0.4, "m"}};
  m.remarks = {
      fmt::format("With k = 6.6e4 N/m² and d = 1.18e3 N s/m² the same law gives a depth of {:.3f} m and a "
                  "rebound of {:.2f} m: "
                  "other data, or another law, must have made the figure.",
                  -least_of(other.column("y")), rebound(other))};
  return m;
}

Measurement strong_collision() {
  const Trace trace = collision("1e5", "1e7", "100", 0.1);
  const auto& y = trace.column("y");
  double impact = 0.0;
  for (std::size_t i = 0; i < y.size() && impact == 0.0; ++i)
    if (y[i] < 0.0) impact = trace.times[i];
  Measurement m;
  m.plots.push_back({"height", "t [s]", "y [m]", false, false, {{"y", trace.times, y}}});
  m.checks = {{"time of the impact", impact, 0.0095, 0.0105, "s"},
              {"depth (motion stops at the impact)", -least_of(y), 0.0, 0.01, "m"},
              {"height of the rebound", rebound(trace), 0.0, 1e-3, "m"}};
  return m;
}
Measurement steps_of_collisions() {
  const Collisions all = collisions();
  Measurement m;
  m.plots.push_back(
      {"mean step", "d [N s/m²]", "mean step [s]", true, true, {all.explicit_steps, all.implicit_steps}});
  m.checks = {{"power of d in the mean step, explicit", slope_of(all.explicit_steps.x, all.explicit_steps.y),
               -0.7, -0.3},
              {"power of d in the mean step, implicit", slope_of(all.implicit_steps.x, all.implicit_steps.y),
               -0.15, 0.15},
              {"mean step at d = 5e7, implicit over explicit",
               all.implicit_steps.y.back() / all.explicit_steps.y.back(), 10.0, any},
              {"largest difference of the final heights of the two methods", all.difference, 0.0, 1e-6, "m"}};
  return m;
}

Measurement times_of_collisions() {
  const Collisions all = collisions();
  Measurement m;
  m.plots.push_back({"computing time",
                     "d [N s/m²]",
                     "processor time [s]",
                     true,
                     true,
                     {all.explicit_time, all.implicit_time}});
  std::vector<double> ratio;
  for (std::size_t i = 0; i < all.explicit_time.y.size(); ++i)
    ratio.push_back(all.implicit_time.y[i] / all.explicit_time.y[i]);
  m.checks = {
      {"implicit over explicit effort at d = 1e4 (published 2 in operations)", ratio.front(), 1.0, 5.0},
      {"implicit over explicit effort at d = 5e5", ratio[3], 0.0, 1.0},
      {"implicit over explicit effort at d = 5e7", ratio.back(), 0.0, 1.0}};
  return m;
}

}  // namespace kreisel::experiments
