// Lesson 2: a rigid body with a joint, on two Lie groups, with the reaction force in the joint.
// Read 01_pendulum.cpp before.
//
// The heavy top of the literature (Brüls, Cardona 2010): the same physics on R³×SO(3) and on SE(3). The joint
// force must be the same; the error constants are not.
// Run: build/examples/bin/02_heavy_top

#include <cmath>
#include <cstdio>

#include "kreisel/run/run.hpp"

int main() {
  double worst = 0.0;
  for (const char* group : {"r3xso3", "se3"}) {
    kreisel::RunSpec spec;
    spec.target = "heavy_top";
    spec.settings = {{"group", group}};
    spec.steps.rtol = spec.steps.atol = 1e-4;
    const kreisel::RunRecord record = kreisel::run(spec);
    for (std::size_t i = 0; i < record.columns.size(); ++i) {
      if (record.columns[i].name != "lambda.tip_x") continue;
      const double force = record.final_values[static_cast<Eigen::Index>(i)];
      const double error = std::abs(force + 517.60073948);  // reference at t = 1 s
      worst = std::max(worst, error / 517.6);
      std::printf("%-7s %6ld steps  joint force x = %.4f N  error %.1e N  drift %.0e m\n", group,
                  record.statistics.accepted, force, error, record.audit.max_position_residual);
    }
  }
  return worst < 2e-3 ? 0 : 1;
}
