// Accelerations of robots from files beside those of MuJoCo and Pinocchio: tests/robots/make_states.py made the digits.
#include <fstream>

#include <gtest/gtest.h>
#include <Eigen/QR>
#include <nlohmann/json.hpp>

#include "kreisel/exchange/formats.hpp"
#include "kreisel/model/assemble.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::json;

const std::string source_folder = KREISEL_SOURCE_FOLDER;

Json read_states(const std::string& robot) {
  std::ifstream in(source_folder + "/tests/robots/" + robot + ".json");
  return Json::parse(in);
}

/// Without contacts, stops and dry friction, which are other laws elsewhere.
void keep_what_all_share(Model& model) {
  std::vector<Force> kept;
  for (Force& force : model.forces) {
    if (std::holds_alternative<PlaneContact>(force) || std::holds_alternative<SphereContact>(force)) continue;
    if (auto* axis = std::get_if<AxisForce>(&force)) {
      axis->lower.reset(), axis->upper.reset();
      axis->friction = 0.0;
    }
    kept.push_back(std::move(force));
  }
  model.forces = std::move(kept);
}

/// M a + Bᵀλ = f, B a = -γ; rows may depend on each other.
Vector accelerations(const AssembledModel& model) {
  const AnySystem system = with_dense_matrices(model.system);
  const Index n = model.v0.size(), m = row_count(system);
  const Vector none = Vector::Zero(n), no_force = Vector::Zero(m);
  Matrix mass = Matrix::Zero(n, n), rows = Matrix::Zero(m, n);
  Vector balance(n), gamma(m);
  system.mass(model.q0, mass);
  system.jacobian(0.0, model.q0, rows);
  system.balance(0.0, model.q0, model.v0, none, no_force, balance);
  system.row_acceleration(0.0, model.q0, model.v0, none, gamma);
  Matrix whole = Matrix::Zero(n + m, n + m);
  whole << mass, rows.transpose(), rows, Matrix::Zero(m, m);
  Vector right(n + m);
  right << -balance, -gamma;
  Vector scale(n + m);
  scale.head(n) = mass.diagonal().cwiseSqrt().cwiseInverse();
  for (Index i = 0; i < m; ++i)
    scale[n + i] = 1.0 / (rows.row(i).transpose().cwiseProduct(scale.head(n))).norm();
  const Matrix scaled = scale.asDiagonal() * whole * scale.asDiagonal();
  Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
  solver.setThreshold(1e-11);
  solver.compute(scaled);
  return (scale.asDiagonal() * Vector(solver.solve(scale.asDiagonal() * right))).head(n);
}

class Robot : public ::testing::TestWithParam<std::string> {};

/// Largest difference over largest acceleration; free links by the acceleration of their origin in space.
double difference(const ImportedModel& imported, const AssembledModel& model, const Json& state) {
  const Vector a = accelerations(model);
  double worst = 0.0, largest = 0.0;
  const auto compare = [&](double ours, double theirs) {
    worst = std::max(worst, std::abs(ours - theirs));
    largest = std::max(largest, std::abs(theirs));
  };
  for (const auto& [name, expected] : state["acceleration"].items()) {
    if (!expected.is_array()) {
      for (const Coordinate& c : model.coordinates)
        if (c.name == name) compare(a[c.place.velocity], expected);
      continue;
    }
    const auto body = std::find_if(imported.model.bodies.begin(), imported.model.bodies.end(),
                                   [&, &wanted = name](const Body& b) { return b.name == wanted; });
    const Index at = 6 * (body - imported.model.bodies.begin());
    const auto& x = state["start"][name];
    const auto& q = body->rotation.quaternion;
    const Matrix3 turn = Eigen::Quaterniond(q(0), q(1), q(2), q(3)).toRotationMatrix();
    const Vector3 to_origin = turn.transpose() * (Vector3(x[0], x[1], x[2]) - body->position);
    const Vector3 spin = body->angular_velocity, turning = a.segment<3>(at + 3);
    const Vector3 origin =
        a.segment<3>(at) + turn * (turning.cross(to_origin) + spin.cross(spin.cross(to_origin)));
    for (Index i = 0; i < 3; ++i) {
      compare(origin(i), expected[static_cast<std::size_t>(i)]);
      compare(turning(i), expected[static_cast<std::size_t>(i) + 3]);
    }
  }
  EXPECT_GT(largest, 1e-3);
  return worst / largest;
}

TEST_P(Robot, AcceleratesAsElsewhere) {
  const Json robot = read_states(GetParam());
  const SourceText source =
      SourceText::from_file(source_folder + "/models/robots/" + robot["file"].get<std::string>());
  ASSERT_EQ(robot["states"].size(), 20U);
  for (const Json& state : robot["states"]) {
    ImportOptions options;
    for (const auto& [name, values] : state["start"].items())
      options.start[name] = values.get<std::vector<double>>();
    ImportedModel imported = read_foreign(source, options);
    for (const auto& [name, value] : state["control"].items()) {
      ASSERT_TRUE(imported.model.parameters.contains(name)) << name;
      imported.model.parameters[name] = value;
    }
    keep_what_all_share(imported.model);
    EXPECT_LE(difference(imported, assemble(imported.model), state), 1e-8);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Robot,
                         ::testing::Values("humanoid", "quadruped", "gripper_arm", "five_bar", "stewart",
                                           "delta", "large_humanoid"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace kreisel
