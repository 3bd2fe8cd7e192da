// The Chaplygin sleigh as a problem: starts on and off the slow motion, with references for many ε.
#include "kreisel/problems/chaplygin_sleigh.hpp"

#include <algorithm>
#include <span>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace chaplygin_sleigh_problem {

constexpr double last_time = 2.0;
constexpr double first_x = 0.1, first_y = -0.2, first_heading = 0.3;  // [m], [m], [rad]
constexpr double forward = 0.7, yaw_rate = 1.1;                       // [m/s], [rad/s]

/// The velocity on the slow motion that has the momentum of the start along the blade in all directions but across.
struct SlowStart {
  double epsilon;
  std::array<double, 3> v;
};

/// A state of one ε at one time.
struct Digits {
  double epsilon, t, x, y, theta, vx, vy, omega, lambda;
};

// Collocation in 113-bit arithmetic, with two numbers of nodes and two steps: for ε = 1e-2 the starts are the same to
// 3e-13 and what follows to 6e-15, for every smaller ε all digits shown.
constexpr std::array<SlowStart, 6> slow_starts{{
    {1e-2, {0.6713740685140035436, 0.198334506997099631, 1.104539870451146905}},
    {1e-3, {0.6690021335731805581, 0.2060023278354796286, 1.100458699056461463}},
    {1e-4, {0.668762227986863522, 0.2067778773762133534, 1.100045915468070707}},
    {1e-5, {0.6687382112117246467, 0.2068555170811272908, 1.100004592000886839}},
    {1e-6, {0.6687358092729424253, 0.2068632818962281807, 1.100000459204627939}},
    {1e-8, {0.6687355450567772978, 0.2068641360352612263, 1.100000004592051272}},
}};

constexpr std::array<Digits, 14> slow_digits{{
    {0.0, 1.0, 0.92638385329461864, 0.66519621347506164, 1.1064802435301506, 0.72199322977194294,
     1.4415765116969371, 0.48431083980071756, -1.2472534769079305},
    {0.0, 2.0, 1.4597429168329264, 2.3778488857155947, 1.3560339022709585, 0.41241977172753406,
     1.8907382181690102, 0.074637058323418362, -0.83966914471249973},
    {1e-2, 1.0, 0.92882211163813646, 0.65584953971129554, 1.1108456915395886, 0.72113716831642591,
     1.4322152812057458, 0.48702910114583389, -1.2514369960579669},
    {1e-2, 2.0, 1.4576504085376269, 2.3567732256095358, 1.3616591894014478, 0.40510511295983205,
     1.8762354958334013, 0.074841114504314336, -0.84163389522241078},
    {1e-3, 1.0, 0.92662533297490577, 0.664261701870238, 1.1069161545886102, 0.72190328475821786,
     1.4406435056234294, 0.48458054406565189, -1.2476720241351049},
    {1e-3, 2.0, 1.4595273990331555, 2.37574641495815, 1.3565940980523012, 0.41168479671903281,
     1.8892948512062515, 0.074656250111859101, -0.83986457624135829},
    {1e-4, 1.0, 0.92640797810314747, 0.66510276502724075, 1.1065238279199863, 0.7219841930270633,
     1.4414832429821589, 0.48433778911516975, -1.2472953334659838},
    {1e-4, 2.0, 1.4597213040153381, 2.3776386916492845, 1.3560898982593972, 0.41234624065532717,
     1.8905939515340715, 0.074638965507025581, -0.8396886772387793},
    {1e-5, 1.0, 0.92638626554417666, 0.66518686865853487, 1.106484601901605, 0.72199232567614707,
     1.4415671851450861, 0.48431353452114989, -1.2472576625819664},
    {1e-5, 2.0, 1.4597407549424036, 2.3778278668410577, 1.3560395016336565, 0.41241241828610016,
     1.8907237922070994, 0.074637248921971439, -0.83967109785867407},
    {1e-6, 1.0, 0.9263840945172618, 0.66519527899369265, 1.1064806793666204, 0.7219931393581514,
     1.441575579044949, 0.48431110927065077, -1.2472538954755162},
    {1e-6, 2.0, 1.4597427006377881, 2.377846783833464, 1.3560344622048666, 0.41241903638005003,
     1.8907367755798359, 0.074637077382075739, -0.83966934002605244},
    {1e-8, 1.0, 0.92638385570684253, 0.66519620413024827, 1.1064802478885146, 0.72199322886780039,
     1.4415765023704208, 0.48431084249541457, -1.2472534810936065},
    {1e-8, 2.0, 1.4597429146709683, 2.3778488646967793, 1.356033907870295, 0.41241976437405554,
     1.8907382037431262, 0.074637058514003619, -0.83966914666563408},
}};

/// From the start along the blade, which relaxes onto the slow motion.
constexpr std::array<Digits, 6> along_digits{{
    {1e-2, 2.0, 1.4577796374154835, 2.3569356255060545, 1.3616262092287812, 0.40518945105618318,
     1.8763282933349211, 0.074837076334753776, -0.84162717587740868},
    {1e-3, 2.0, 1.4595287273544289, 2.3757480553289255, 1.3565937644127377, 0.41168566013198404,
     1.8892957855886287, 0.074656210351807671, -0.83986450827476591},
    {1e-4, 2.0, 1.4597213173345045, 2.3776387080685539, 1.3560898949192786, 0.41234624930928127,
     1.8905939608838338, 0.074638965110060585, -0.83968867655843962},
    {1e-5, 2.0, 1.4597407550756313, 2.3778278670052659, 1.3560395016002516, 0.4124124183726595,
     1.8907237923006029, 0.074637248918002425, -0.83967109785187001},
    {1e-6, 2.0, 1.4597427006391204, 2.3778467838351061, 1.3560344622045325, 0.41241903638091565,
     1.8907367755807709, 0.074637077382036049, -0.8396693400259844},
    {1e-8, 2.0, 1.4597429146709685, 2.3778488646967795, 1.3560339078702949, 0.41241976437405563,
     1.8907382037431262, 0.074637058514003615, -0.83966914666563408},
}};

std::vector<ReferenceValue> references(std::span<const Digits> table, double epsilon, bool has_row) {
  constexpr double uncertainty = 1e-14;
  std::vector<ReferenceValue> all;
  for (const Digits& digits : table) {
    if (digits.epsilon != epsilon) continue;
    add_references(all, digits.t, {"x", "y", "theta", "vx", "vy", "omega"},
                   {digits.x, digits.y, digits.theta, digits.vx, digits.vy, digits.omega}, uncertainty);
    if (has_row) all.push_back({digits.t, "lambda.edge", digits.lambda, uncertainty});
  }
  return all;
}

std::vector<Observable> observables() {
  auto all = coordinate_observables({{"x", "y"}, "m"}, {{"vx", "vy"}, "m/s"});
  all.insert(all.begin() + 2, {.name = "theta", .unit = "rad"});
  all.push_back({.name = "omega", .unit = "rad/s"});
  return all;
}

template <class L>
ProblemInstance instance_of(const L& law, const Vector& q0, const Vector& v0) {
  return {.system = erase(differentiated(law)),
          .q0 = q0,
          .v0 = v0,
          .t_begin = 0.0,
          .t_end = last_time,
          .observables = observables(),
          .observe = observe_coordinates,
          .energy = {},
          .references = {},
          .series = series_system(law)};
}

Vector along_the_blade(double sideways) {
  const double c = std::cos(first_heading), s = std::sin(first_heading);
  return Vector{{forward * c - sideways * s, forward * s + sideways * c, yaw_rate}};
}

Vector on_the_slow_motion(double epsilon, bool is_tabulated) {
  if (epsilon == 0.0) return along_the_blade(0.0);
  const auto found = std::find_if(slow_starts.begin(), slow_starts.end(),
                                  [&](const SlowStart& start) { return start.epsilon == epsilon; });
  if (found == slow_starts.end() || !is_tabulated) {
    throw OptionError(
        "here the start of the slow motion is not tabulated", "parameter \"start\"",
        "take epsilon = 0, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6 or 1e-8 and leave the other numbers alone, "
        "or choose start=along");
  }
  return Vector{{found->v[0], found->v[1], found->v[2]}};
}

ProblemInstance make(const Parameters& parameters) {
  const SleighData data{.body_mass = parameters.number("mass"),
                        .inertia = parameters.number("inertia"),
                        .offset = parameters.number("offset"),
                        .slope = parameters.number("slope"),
                        .kappa = parameters.number("kappa"),
                        .torque = parameters.number("torque"),
                        .drag = parameters.number("drag"),
                        .epsilon = parameters.number("epsilon")};
  const bool is_slow = parameters.choice("start") == "slow";
  const bool is_tabulated = has_default_numbers(parameters, "epsilon");
  const Vector v0 = is_slow ? on_the_slow_motion(data.epsilon, is_tabulated)
                            : along_the_blade(parameters.number("sideways"));
  const std::string& form = parameters.choice("form");
  ProblemInstance instance = sleigh_instance(data, form, Vector{{first_x, first_y, first_heading}}, v0);
  const bool stays_slow = is_slow || data.epsilon == 0.0;
  const auto table =
      stays_slow ? std::span<const Digits>(slow_digits) : std::span<const Digits>(along_digits);
  if (is_tabulated) instance.references = references(table, data.epsilon, form == "row");
  return instance;
}

std::vector<Parameter> parameters() {
  return {
      {.name = "form", .choices = {"row", "force"}},
      {.name = "start", .choices = {"along", "slow"}},
      {.name = "epsilon",
       .value = 1e-3,
       .unit = "m/(N s)",
       .description = "sideways speed of the blade per force; 0: never slips",
       .lowest = 0.0},
      {.name = "mass", .value = 1.0, .unit = "kg", .lowest = smallest_positive},
      {.name = "inertia",
       .value = 0.5,
       .unit = "kg m^2",
       .description = "about the centre of mass",
       .lowest = smallest_positive},
      {.name = "offset", .value = 0.3, .unit = "m", .description = "of the centre of mass, ahead"},
      {.name = "slope", .value = 1.0, .unit = "m/s^2", .description = "gravity along x"},
      {.name = "kappa",
       .value = 0.25,
       .description = "change of the grip 1 + kappa sin x",
       .lowest = -0.99,
       .highest = 0.99},
      {.name = "torque", .value = 0.2, .unit = "N m"},
      {.name = "drag", .value = 0.1, .unit = "N m s", .description = "moment per yaw rate", .lowest = 0.0},
      {.name = "sideways", .unit = "m/s", .description = "added across the blade at start=along"}};
}

}  // namespace chaplygin_sleigh_problem

ProblemInstance sleigh_instance(const SleighData& data, const std::string& form, const Vector& q0,
                                const Vector& v0) {
  using namespace chaplygin_sleigh_problem;
  if (form == "row") return instance_of(SleighRow{data}, q0, v0);
  if (data.epsilon == 0.0) {
    throw OptionError("a blade that never slips cannot be a force", "parameter \"epsilon\"",
                      "choose form=row, or epsilon above 0");
  }
  return instance_of(SleighForce{data}, q0, v0);
}

ProblemEntry chaplygin_sleigh() {
  using namespace chaplygin_sleigh_problem;
  return {.name = "chaplygin_sleigh",
          .description =
              "Sleigh on an incline on a blade that resists sideways motion: M(q) v' = f(q, v) - B lambda, "
              "B'v = epsilon lambda, B = (1 + kappa sin x)(-sin theta, cos theta, 0); starts at "
              "(0.1 m, -0.2 m, 0.3 rad) with 0.7 m/s along the blade and 1.1 rad/s. form=row: this row, "
              "nonholonomic for epsilon = 0; form=force: -B B'v/epsilon among the forces. start=along: that "
              "start, from which the blade relaxes onto "
              "the slow motion within some epsilon kg; in form=row with --start raw only, otherwise the run "
              "starts "
              "slow where epsilon is small. start=slow: on the slow motion. References at t = 2, of "
              "start=slow also at t = 1, for "
              "epsilon = "
              "0, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6 and 1e-8.",
          .citation =
              "Chaplygin, Mat. Sbornik 28 (1912) 303-314; damped systems of this kind: Stumpp, "
              "dissertation, Universität Tübingen (2004)",
          .parameters = parameters(),
          .make = make};
}

}  // namespace kreisel
