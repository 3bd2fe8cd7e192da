// The loading platform of a truck as a problem: its modes driven by the road.
#include "kreisel/problems/truck_platform.hpp"

#include "kreisel/core/error.hpp"
#include "kreisel/problems/elastic_platform.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace truck_platform_problem {

constexpr double last_time = 14.0;  // of the slow road [s]

/// η'' + 2ζω η' + ω² η + p u'' = 0, mode by mode.
class ModalSystem final : public AnySystem::Interface {
 public:
  ModalSystem(const PlatformModes& modes, double damping_ratio, RoadExcitation road)
      : stiffness_(modes.frequencies.cwiseAbs2()),
        damping_(2.0 * damping_ratio * modes.frequencies),
        participation_(modes.participation),
        road_(road) {}

  std::span<const Row> rows() const override { return {}; }
  void mass(const Vector&, Matrix& m) const override { m.setIdentity(); }
  void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector&,
               Vector& r) const override {
    r = acceleration + damping_.cwiseProduct(v) + stiffness_.cwiseProduct(q) +
        road_.derivatives(t)(2) * participation_;
  }
  void gap(double, const Vector&, Vector&) const override {}
  void gap_change(double, const Vector&, double, const Vector&, Vector&) const override {}
  bool has_exact_gap_change() const override { return true; }
  void jacobian(double, const Vector&, Matrix&) const override {}
  void rate(double, const Vector&, const Vector&, Vector&) const override {}
  void row_acceleration(double, const Vector&, const Vector&, const Vector&, Vector&) const override {}
  void tangents(double, const Vector&, const Vector&, const Vector&, const Vector&,
                AnySystem::AllTangents& out) const override {
    out.mass.diagonal().setOnes();
    out.damping.diagonal() = damping_;
    out.stiffness.diagonal() = stiffness_;
  }
  void acceleration_tangents(double, const Vector&, const Vector&, const Vector&, Matrix&,
                             Matrix&) const override {}

 private:
  Vector stiffness_, damping_, participation_;
  RoadExcitation road_;
};

std::vector<Observable> observables() {
  return {{.name = "drive.y", .unit = "m"},   {.name = "front.y", .unit = "m"},
          {.name = "load.y", .unit = "m"},    {.name = "rear.y", .unit = "m"},
          {.name = "load.vy", .unit = "m/s"}, {.name = "rear.vy", .unit = "m/s"}};
}

Index whole_number(const Parameters& parameters, const std::string& name) {
  const double value = parameters.number(name);
  if (value != std::floor(value)) {
    throw OptionError("the number of modes is not whole", "parameter \"" + name + "\"", "give an integer");
  }
  return static_cast<Index>(value);
}

ProblemInstance make(const Parameters& parameters) {
  const Index count = whole_number(parameters, "modes");
  const RoadExcitation road{.speed = parameters.number("speed")};
  ElasticPlatform platform;
  platform.load_mass = parameters.number("load");
  const PlatformModes modes = modes_of(platform, count);
  const auto observe = [modes, road](const StateView& s, Eigen::Ref<Vector> out) {
    const VectorOf<double, 4> u = road.derivatives(s.t);
    const VectorOf<double, 3> place = modes.shapes * s.q + modes.statics * u(0);
    const VectorOf<double, 3> speed = modes.shapes * s.v + modes.statics * u(1);
    out << u(0), place, speed(1), speed(2);
  };
  // On the static response to the road's acceleration, so that fast modes do not vibrate.
  const VectorOf<double, 4> u = road.derivatives(0.0);
  const Vector static_response = -modes.participation.cwiseQuotient(modes.frequencies.cwiseAbs2());
  const auto system = std::make_shared<ModalSystem>(modes, parameters.number("damping"), road);
  return {.system = AnySystem(ProductGroup({real_factor(count)}), system),
          .q0 = static_response * u(2),
          .v0 = static_response * u(3),
          .t_begin = 0.0,
          .t_end = last_time / road.speed,
          .observables = observables(),
          .observe = observe,
          .energy = {},
          .references = {}};
}

}  // namespace truck_platform_problem

ProblemEntry truck_platform() {
  using namespace truck_platform_problem;
  return {
      .name = "truck_platform",
      .description =
          "Loading platform of a truck, 8 m by 0.4 m, 325 nodes of plane eight-node elements, pinned at one "
          "node and driven vertically by a rough road at another, a heavy load between two nodes; reduced "
          "to modal coordinates eta'' + 2 damping omega eta' + omega^2 eta = -p u''. Modes are mass "
          "normalised; speed stretches the road in time, 1 and 100 are the slow and the fast case.",
      .citation =
          "docs/problems/truck-platform.md; in the manner of Schaub, dissertation, TU München (2004) "
          "section 5.2.3, whose mesh and road are not published",
      .parameters = {{.name = "modes",
                      .value = 40.0,
                      .description = "number of modal coordinates",
                      .lowest = 1.0,
                      .highest = 100.0},
                     {.name = "speed",
                      .value = 1.0,
                      .description = "of the drive over the road",
                      .lowest = 1e-3,
                      .highest = 1e4},
                     {.name = "damping",
                      .value = 0.005,
                      .description = "ratio of every mode to its critical damping",
                      .lowest = 0.0,
                      .highest = 1.0},
                     {.name = "load",
                      .value = 16875.0,
                      .unit = "kg",
                      .description = "between the two load nodes",
                      .lowest = 0.0,
                      .highest = 1e6}},
      .make = make};
}

}  // namespace kreisel
