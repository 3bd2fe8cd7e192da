// The chain of rods in MuJoCo: ball joints (relative coordinates), neither contacts nor constraints.
//
//   chain_mujoco [BODIES...]      default 10 90 100 1000 10000; what MuJoCo says where it takes no such model
#include <mujoco/mujoco.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/chain_case.hpp"

namespace {

using namespace kreisel::benchmarks;

struct ModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using Model = std::unique_ptr<mjModel, ModelDeleter>;
using Data = std::unique_ptr<mjData, DataDeleter>;

std::string description_of(long bodies) {
  const std::string half = std::to_string(0.5 * chain::length);
  char moments[80];
  std::snprintf(moments, sizeof moments, "%.17g %.17g %.17g", chain::moment_along, chain::moment_across,
                chain::moment_across);
  std::string text =
      "<mujoco><option timestep='" + std::to_string(chain::step_size) +
      "' gravity='0 0 -9.81'><flag contact='disable' constraint='disable'/></option><worldbody>";
  for (long i = 0; i < bodies; ++i) {
    text += "<body pos='" + (i == 0 ? std::string("0") : std::to_string(chain::length)) +
            " 0 0'><joint type='ball'/><inertial pos='" + half + " 0 0' mass='" +
            std::to_string(chain::mass) + "' diaginertia='" + moments + "'/>";
  }
  for (long i = 0; i < bodies; ++i) text += "</body>";
  return text + "</worldbody></mujoco>";
}

Model compiled(long bodies, std::string& message) {
  const std::string text = description_of(bodies);
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "chain.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), "chain.xml")], text.data(), text.size());
  std::vector<char> error(1000, '\0');
  Model model(mj_loadXML("chain.xml", files.get(), error.data(), static_cast<int>(error.size())));
  mj_deleteVFS(files.get());
  message = error.data();
  std::replace(message.begin(), message.end(), '\n', ' ');
  return model;
}

double energy_of(mjModel& model, mjData& data) {
  model.opt.enableflags |= mjENBL_ENERGY;
  mj_forward(&model, &data);
  model.opt.enableflags &= ~static_cast<int>(mjENBL_ENERGY);
  return data.energy[0] + data.energy[1];
}

chain::Row run(mjModel& model, long bodies) {
  const Data data(mj_makeData(&model));
  const double start_energy = energy_of(model, *data);
  chain::Row row;
  row.bodies = bodies;
  row.steps = std::lround(chain::end_time(bodies) / chain::step_size);
  const double began = chain::processor_time();
  for (long i = 0; i < row.steps; ++i) mj_step(&model, data.get());
  row.seconds = chain::processor_time() - began;
  row.simulated = data->time;
  row.energy_error = energy_of(model, *data) - start_energy;
  const mjtNum* joint = data->xpos + 3 * bodies;  // body 0 is the world
  const mjtNum* turn = data->xmat + 9 * bodies;
  row.tip_error = chain::tip_error(bodies, data->time, joint[0] + chain::length * turn[0],
                                   joint[1] + chain::length * turn[3], joint[2] + chain::length * turn[6]);
  return row;
}

struct Scheme {
  int code = 0;
  const char* name = "";
};
constexpr Scheme schemes[] = {
    {mjINT_RK4, "RK4 h=1e-3"}, {mjINT_IMPLICIT, "implicit h=1e-3"}, {mjINT_EULER, "Euler h=1e-3"}};

void run_all(long bodies) {
  const std::string program = std::string("MuJoCo ") + mj_versionString();
  std::string message;
  const Model model = compiled(bodies, message);
  if (!model) {
    std::printf("%s, refused, %ld: %s\n", program.c_str(), bodies, message.c_str());
    return;
  }
  for (const Scheme& scheme : schemes) {
    model->opt.integrator = scheme.code;
    chain::print_row(program.c_str(), scheme.name, chain::fastest([&] { return run(*model, bodies); }));
  }
}

}  // namespace

int main(int count, char** arguments) {
  chain::print_header();
  for (const long bodies : chain::sizes_from(count, arguments, {10, 90, 100, 1000, 10000})) run_all(bodies);
  return 0;
}
