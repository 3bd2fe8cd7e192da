// The collision as a problem: its events, and references by Taylor series.
#include "kreisel/problems/collision.hpp"

#include <array>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace collision_problem {

/// Data and a state they lead to.
struct Digits {
  double speed, stiffness, damping;
  bool keeps_gravity;
  double t, y, v, uncertainty;
};

// Taylor series of orders 30 and 36 in 40 and 50 digits, with zeros of y by Newton's iteration and flights in closed
// form: 22 digits are the same. The ground is left with k²/d³ whatever the speed was, which amplifies round-off.
constexpr std::array<Digits, 6> digits{{
    {10.0, 4e4, 4e3, false, 0.11, -0.06809885147362834949954, -0.01889363771594919365905, 1e-14},
    {10.0, 4e4, 4e3, false, 0.41, 0.0001499032160845532219571, 0.02003170605999227548025, 1e-14},
    {10.0, 4e4, 4e3, false, 2.0, -0.0007567535547828524623375, 0.0009761192869976914160395, 1e-14},
    {10.0, 4e4, 4e3, true, 0.11, -0.06847245989020453952724, -0.04672044877488357024162, 1e-14},
    {10.0, 4e4, 4e3, true, 2.0, -0.01566045976336582526964, 0.0, 1e-14},
    {100.0, 1e5, 1e7, false, 0.6, -0.004448009872099097606226, 0.00004448010872099322425871, 1e-14},
}};

std::vector<ReferenceValue> references(const Collision& law, double height, double speed) {
  std::vector<ReferenceValue> all;
  if (height != 1.0 || law.gravity != 9.81) return all;
  const bool keeps_gravity = law.contact_gravity != 0.0;
  for (const Digits& d : digits) {
    if (d.speed == speed && d.stiffness == law.stiffness && d.damping == law.damping &&
        d.keeps_gravity == keeps_gravity)
      add_references(all, d.t, {"y", "v"}, {d.y, d.v}, d.uncertainty);
  }
  return all;
}

/// Both pass y = 0, where the phase follows the velocity. That says the same as the direction of y, except for bounces
/// below the tolerance, where y and v between two points of a step need not agree.
std::vector<Event> phase_events(const std::shared_ptr<CollisionPhase>& phase) {
  const auto height = [](const StateView& s) { return s.q(0); };
  const auto follow = [phase](State& s) {
    *phase = s.v(0) > 0.0 ? CollisionPhase::flight : CollisionPhase::contact;
  };
  return {{"touch-down", height, -1, EventAction::restart, follow},
          {"lift-off", height, 1, EventAction::restart, follow}};
}

ProblemInstance make(const Parameters& parameters) {
  const auto phase = std::make_shared<CollisionPhase>(CollisionPhase::flight);
  const double gravity = parameters.number("gravity"), height = parameters.number("height");
  const double speed = parameters.number("speed");
  const bool keeps_gravity = parameters.choice("contact_gravity") == "kept";
  const Collision law{.stiffness = parameters.number("stiffness"),
                      .damping = parameters.number("damping"),
                      .gravity = gravity,
                      .contact_gravity = keeps_gravity ? gravity : 0.0,
                      .phase = phase};
  return {.system = erase(differentiated(law)),
          .q0 = Vector{{height}},
          .v0 = Vector{{-speed}},
          .t_begin = 0.0,
          .t_end = 2.0,
          .observables = coordinate_observables({{"y"}, "m"}, {{"v"}, "m/s"}),
          .observe = observe_coordinates,
          .energy = {},
          .references = references(law, height, speed),
          .events = phase_events(phase)};
}

}  // namespace collision_problem

ProblemEntry collision() {
  using namespace collision_problem;
  return {
      .name = "collision",
      .description =
          "Point of 1 kg thrown down onto soft ground: y'' = -g in flight, y'' = k y^2 + d y y' in contact, "
          "y < 0. The phase changes at the events touch-down and lift-off only. contact_gravity=none as in "
          "the source, where the force replaces gravity in contact; kept: both act, and the point comes to "
          "rest at -sqrt(g/k). speed=100, stiffness=1e5 and damping from 1e4 to 5e7 for strong damping. "
          "References at t = 0.11, 0.41 and 2 for the default data and, with damping=1e7, at t = 0.6.",
      .citation = "Stumpp, dissertation, Universität Tübingen (2004), chapter 6",
      .parameters =
          {{.name = "height",
            .value = 1.0,
            .unit = "m",
            .description = "at the start",
            .lowest = smallest_positive},
           {.name = "speed", .value = 10.0, .unit = "m/s", .description = "downwards, at the start"},
           {.name = "stiffness",
            .value = 4e4,
            .unit = "N/m^2",
            .description = "k of the ground",
            .lowest = 0.0},
           {.name = "damping",
            .value = 4e3,
            .unit = "N s/m^2",
            .description = "d of the ground",
            .lowest = 0.0},
           {.name = "gravity", .value = 9.81, .unit = "m/s^2", .description = "in flight"},
           {.name = "contact_gravity", .choices = {"none", "kept"}}},
      .make = make};
}

}  // namespace kreisel
