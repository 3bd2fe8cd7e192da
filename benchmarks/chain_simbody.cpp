// The chain of rods in Simbody: ball mobilizers (relative coordinates, quaternions), explicit integrators.
//
//   chain_simbody [BODIES...]      default 10 100 1000 10000
#include <Simbody.h>

#include <memory>
#include <string>

#include "benchmarks/chain_case.hpp"

namespace {

using namespace kreisel::benchmarks;

struct Chain {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  SimTK::Force::UniformGravity gravity{forces, matter, SimTK::Vec3(0.0, 0.0, -chain::gravity)};
  SimTK::MobilizedBody last;

  explicit Chain(long bodies) {
    system.setUseUniformBackground(true);
    const SimTK::Vec3 half(0.5 * chain::length, 0.0, 0.0);
    const SimTK::MassProperties properties(
        chain::mass, SimTK::Vec3(0.0),
        SimTK::Inertia(chain::moment_along, chain::moment_across, chain::moment_across));
    const SimTK::Body::Rigid rod(properties);
    last = matter.Ground();
    for (long i = 0; i < bodies; ++i) {
      last = SimTK::MobilizedBody::Ball(last, SimTK::Transform(i == 0 ? SimTK::Vec3(0.0) : half), rod,
                                        SimTK::Transform(-half));
    }
  }
};

enum class Setting { merson_fixed, merson_tolerance, verlet_fixed };

const char* name_of(Setting setting) {
  switch (setting) {
    case Setting::merson_fixed:
      return "Runge-Kutta-Merson h=1e-3";
    case Setting::merson_tolerance:
      return "Runge-Kutta-Merson accuracy 1e-4";
    case Setting::verlet_fixed:
      return "Verlet h=1e-3";
  }
  return "";
}

std::unique_ptr<SimTK::Integrator> integrator_for(const SimTK::System& system, Setting setting) {
  std::unique_ptr<SimTK::Integrator> integrator;
  if (setting == Setting::verlet_fixed) {
    integrator = std::make_unique<SimTK::VerletIntegrator>(system);
  } else {
    integrator = std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system);
  }
  if (setting == Setting::merson_tolerance) {
    integrator->setAccuracy(1e-4);
  } else {
    integrator->setFixedStepSize(chain::step_size);
  }
  return integrator;
}

chain::Row run(long bodies, Setting setting) {
  const Chain model(bodies);
  SimTK::State start = model.system.realizeTopology();
  model.system.realize(start, SimTK::Stage::Acceleration);
  const double start_energy = model.system.calcEnergy(start);
  const auto integrator = integrator_for(model.system, setting);
  integrator->initialize(start);

  const double end = chain::end_time(bodies);
  const double began = chain::processor_time();
  while (integrator->getTime() < end) integrator->stepTo(end);
  chain::Row row;
  row.seconds = chain::processor_time() - began;

  const SimTK::State& state = integrator->getState();
  model.system.realize(state, SimTK::Stage::Acceleration);
  const SimTK::Vec3 tip =
      model.last.findStationLocationInGround(state, SimTK::Vec3(0.5 * chain::length, 0.0, 0.0));
  row.bodies = bodies;
  row.simulated = end;
  row.steps = integrator->getNumStepsTaken();
  row.energy_error = model.system.calcEnergy(state) - start_energy;
  row.tip_error = chain::tip_error(bodies, state.getTime(), tip[0], tip[1], tip[2]);
  return row;
}

std::string version() {
  int major = 0;
  int minor = 0;
  int build = 0;
  SimTK_version_simbody(&major, &minor, &build);
  return "Simbody " + std::to_string(major) + '.' + std::to_string(minor);
}

void run_all(long bodies) {
  for (const Setting setting : {Setting::merson_fixed, Setting::merson_tolerance, Setting::verlet_fixed}) {
    try {
      const chain::Row row = chain::fastest([&] { return run(bodies, setting); });
      chain::print_row(version().c_str(), name_of(setting), row);
    } catch (const std::exception& error) {
      std::printf("%s, %s, %ld: %s\n", version().c_str(), name_of(setting), bodies, error.what());
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  chain::print_header();
  for (const long bodies : chain::sizes_from(count, arguments, {10, 100, 1000, 10000})) run_all(bodies);
  return 0;
}
