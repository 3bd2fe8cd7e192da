// The pendulum on a very stiff spring, ε²λ = |q| - 1: unit mass, unit gravity, rigid in the limit ε = 0.
//
//   q'' = -λ q/|q| - (0, 1),  ε²λ = |q| - 1;  q(0) = (1, 0), v(0) = 0
//
// The laws are those of the elastic pendulum with k = 1/ε² and g = 1. On the motion without vibration the start
// has λ = -3ε² + O(ε⁶), so that the unstretched start vibrates with an amplitude of 3ε⁴.
#include <array>
#include <cmath>
#include <span>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/elastic_pendulum.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace stiff_pendulum_problem {

constexpr double gravity = 1.0;
constexpr double last_time = 10.0;

/// A state of one ε at one time.
struct Digits {
  double epsilon, t, x, y, vx, vy, lambda;
};

// ε = 0: closed form, with sn, cn, dn of u = K(k) - t, k = sin(π/4): x = 2k sn dn, y = 2k² sn² - 1, speed
// -2k cn, λ = -3y. Otherwise extrapolation in 113-bit arithmetic: at two tolerances 17 digits of positions and
// velocities are the same, of λ at least 14.
constexpr std::array<Digits, 11> smooth_digits{{
    {0.0, 1.0, 0.87954813241188915462, -0.47580992294272079709, -0.46415735885099401163,
     -0.85800803732244324777, 1.4274297688281623913},
    {0.0, 5.0, -0.68534487127874847967, -0.72821865357316663373, 0.87883571287483998825,
     -0.82709437002200968601, 2.1846559607194999012},
    {0.0, 10.0, -0.81158644619130383427, -0.58423235134539570106, -0.63152914906501758095,
     0.87728879884106932896, 1.7526970540361871032},
    {1e-2, 1.0, 0.8797020319913979122198, -0.4758253353631836651248, -0.4638376520795345222744,
     -0.8580802282980478406576, 1.426972503877054850847},
    {1e-2, 10.0, -0.8105772953466657271463, -0.5859316653115162584592, -0.6338782298162142884565,
     0.8773556576506652779855, 1.757186346019592931806},
    {1e-3, 1.0, 0.8795496719110764032761, -0.4758100771248367408363, -0.4641541610246667889619,
     -0.8580087595767756282194, 1.427425193844107935713},
    {1e-3, 10.0, -0.8115763726534052269497, -0.5842493447473754184746, -0.6315526298111864360938,
     0.8772895150227999111074, 1.752741962149798970434},
    {1e-4, 1.0, 0.8795481478069313926117, -0.4758099244845477510216, -0.4641573268726548285751,
     -0.8580080445450210454041, 1.427429723078088337968},
    {1e-4, 10.0, -0.8115863454577216342565, -0.5842325212794389521296, -0.6315293838714672360115,
     0.8772888060076439322444, 1.75269750311883268786},
    {1e-5, 1.0, 0.8795481325658395820394, -0.4758099229581390672088, -0.4641573585312106122119,
     -0.8580080373946690291928, 1.427429768370661626748},
    {1e-5, 10.0, -0.8115864451839681919524, -0.5842323530447361359161, -0.6315291514130819762921,
     0.8772887989127355507219, 1.752697058527013711627},
}};

/// From the unstretched start.
constexpr std::array<Digits, 4> unstretched_digits{{
    {1e-2, 1.0, 0.8797020546685243512643, -0.475825347965181389525, -0.4638363151301251016278,
     -0.8580809225248487700969, 1.427231921498890070339},
    {1e-2, 10.0, -0.81057730562733634535, -0.5859316734396357472462, -0.6338760342089690183911,
     0.8773572269789338340307, 1.757317281019594798307},
    {1e-3, 1.0, 0.8795496719125615544691, -0.4758100771256346636043, -0.4641541632064506044401,
     -0.8580087583946284319458, 1.427426879765639709488},
    {1e-3, 10.0, -0.8115763726510992897684, -0.5842493447457128225752, -0.6315526305907472151281,
     0.8772895144653858023738, 1.752739119340083691655},
}};

/// The last bit of |q| at the start vibrates: a factor 1/ε more in v, 1/ε² in λ.
std::vector<ReferenceValue> references(std::span<const Digits> table, double epsilon, bool has_row) {
  constexpr double round_off = 1e-15;
  const double fastest = epsilon > 0.0 ? 1.0 / epsilon : 1.0;
  std::vector<ReferenceValue> all;
  for (const Digits& digits : table) {
    if (digits.epsilon != epsilon) continue;
    add_references(all, digits.t, {"x", "y"}, {digits.x, digits.y}, round_off);
    add_references(all, digits.t, {"vx", "vy"}, {digits.vx, digits.vy}, round_off * fastest);
    if (has_row)
      add_references(all, digits.t, {"lambda.spring"}, {digits.lambda}, round_off * fastest * fastest);
  }
  return all;
}

/// λ at rest at (|q|, 0) on the motion without vibration: λ = |q| φ'² + cos φ - ε²λ'' solved for a series in
/// ε². The next term is -324 ε¹⁰.
double smooth_lambda(double epsilon) {
  const double squared = epsilon * epsilon;
  return -3.0 * squared - 54.0 * squared * squared * squared;
}

template <class L>
ProblemInstance instance_of(const L& law, double epsilon, bool is_smooth) {
  const double compliance = epsilon * epsilon;
  const double stretched = is_smooth ? compliance * smooth_lambda(epsilon) : 0.0;
  const bool has_row = L::fixed_rows > 0;
  const auto table =
      is_smooth ? std::span<const Digits>(smooth_digits) : std::span<const Digits>(unstretched_digits);
  const auto energy = [compliance](const StateView& s) {
    const double motion = 0.5 * s.v.squaredNorm() + gravity * s.q(1);
    if (s.lambda.size() > 0) return motion + 0.5 * compliance * s.lambda.squaredNorm();
    const double stretch = s.q.norm() - 1.0;
    return motion + 0.5 * stretch * stretch / compliance;
  };
  return {.system = erase(differentiated(law)),
          .q0 = Vector{{1.0 + stretched, 0.0}},
          .v0 = Vector::Zero(2),
          .t_begin = 0.0,
          .t_end = last_time,
          .observables = coordinate_observables({{"x", "y"}, "m"}, {{"vx", "vy"}, "m/s"}),
          .observe = observe_coordinates,
          .energy = energy,
          .references = references(table, epsilon, has_row)};
}

ProblemInstance make(const Parameters& parameters) {
  const double epsilon = parameters.number("epsilon");
  const double stiffness = 1.0 / (epsilon * epsilon);  // ε = 0: infinite, so that the compliance is zero
  const bool is_smooth = parameters.choice("start") == "smooth" || epsilon == 0.0;
  if (parameters.choice("form") == "row") {
    return instance_of(ElasticPendulumRow{.stiffness = stiffness, .gravity = gravity}, epsilon, is_smooth);
  }
  if (epsilon == 0.0) {
    throw OptionError("a rigid rod cannot be a force", "parameter \"epsilon\"",
                      "choose form=row, or epsilon above 0");
  }
  return instance_of(ElasticPendulumForce{.stiffness = stiffness, .gravity = gravity}, epsilon, is_smooth);
}

}  // namespace stiff_pendulum_problem

ProblemEntry stiff_pendulum() {
  using namespace stiff_pendulum_problem;
  return {
      .name = "stiff_pendulum",
      .description =
          "Point of 1 kg on a very stiff spring of rest length 1 m, gravity 1 m/s^2, released at rest "
          "from (1, 0): q'' = -lambda q/|q| - (0, 1), epsilon^2 lambda = |q| - 1. form=row: this row, "
          "rigid for epsilon = 0; form=force: lambda inserted. start=smooth: |q| = 1 - 3 epsilon^4 - 54 "
          "epsilon^8, where the spring does not vibrate; start=unstretched: |q| = 1, in form=row only "
          "with --start raw. References for epsilon = 0 (closed form), 1e-2, 1e-3, 1e-4 and 1e-5 at "
          "t = 1 and 10.",
      .citation = "Lubich, ZAMP 44 (1993) 1022-1053; Schaub, dissertation, TU München (2004) section 5.1.2",
      .parameters = {{.name = "form", .choices = {"row", "force"}},
                     {.name = "start", .choices = {"smooth", "unstretched"}},
                     {.name = "epsilon",
                      .value = 1e-2,
                      .description = "square root of the compliance; 0: rigid",
                      .lowest = 0.0,
                      .highest = 0.1}},
      .make = make};
}

}  // namespace kreisel
