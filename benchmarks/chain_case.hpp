// The chain of rods beside other programs: its data, how long it is run, how a run is timed, one line of the table.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace kreisel::benchmarks::chain {

// Boxes one behind the other along x, joined by ball joints, the first one to the ground at the origin, at rest, z up.
inline constexpr double length = 0.1;                                                  // [m], along x
inline constexpr double width = 0.02;                                                  // [m], along y and z
inline constexpr double mass = 0.1;                                                    // [kg]
inline constexpr double gravity = 9.81;                                                // [m/s²]
inline constexpr double moment_along = mass * (width * width + width * width) / 12.0;  // [kg m²], about x
inline constexpr double moment_across =
    mass * (length * length + width * width) / 12.0;  // [kg m²], about y and z

inline constexpr double step_size = 1e-3;  // [s]

// Free end of the chain of 10 rods after 1 s; benchmarks/chain_reference.py, 14 digits.
inline constexpr std::array<double, 3> reference_tip = {-0.8972394569583907, 0.0,
                                                        -0.1485802604872783};  // [m]

// Simulated time: as long as 10^6 bodies times steps, at most 1 s, at least 20 steps.
inline double end_time(long bodies) {
  const double steps = std::clamp(1e6 / static_cast<double>(bodies), 20.0, 1000.0);
  return steps * step_size;
}

inline double tip_error(long bodies, double t, double x, double y, double z) {
  if (bodies != 10 || std::abs(t - 1.0) > 1e-9) return std::nan("");
  return std::hypot(x - reference_tip[0], y - reference_tip[1], z - reference_tip[2]);
}

struct Row {
  long bodies = 0;
  long steps = 0;           // accepted
  double seconds = 0;       // processor time of all steps
  double simulated = 0;     // [s]
  double energy_error = 0;  // [J], at the end
  double tip_error = 0;     // [m]; not a number unless 10 bodies and 1 s
};

inline void print_header() {
  std::printf(
      "program, setting, bodies, steps, us per body and step, ms per s, energy error [J], tip error [m]\n");
}

inline void print_row(const char* program, const char* setting, const Row& row) {
  const double microseconds =
      1e6 * row.seconds / static_cast<double>(row.bodies) / static_cast<double>(row.steps);
  std::printf("%s, %s, %ld, %ld, %.3f, %.4g, %.1e, ", program, setting, row.bodies, row.steps, microseconds,
              1e3 * row.seconds / row.simulated, row.energy_error);
  if (std::isnan(row.tip_error)) {
    std::printf("-\n");
  } else {
    std::printf("%.1e\n", row.tip_error);
  }
  std::fflush(stdout);
}

// The fastest of three runs; of one where a run takes long.
template <class Run>
Row fastest(const Run& run) {
  constexpr double long_run = 10.0;  // [s]
  Row best = run();
  for (int i = 1; i < 3 && best.seconds < long_run; ++i) {
    const Row next = run();
    if (next.seconds < best.seconds) best = next;
  }
  return best;
}

inline double processor_time() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

inline std::vector<long> sizes_from(int count, char** arguments, std::vector<long> otherwise) {
  if (count < 2) return otherwise;
  std::vector<long> sizes;
  for (int i = 1; i < count; ++i) sizes.push_back(std::atol(arguments[i]));
  return sizes;
}

}  // namespace kreisel::benchmarks::chain
