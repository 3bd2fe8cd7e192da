// Coefficients of RK4, DOPRI5 and DOP853 with their estimates and dense output.
#include "kreisel/methods/explicit_runge_kutta/coefficients.hpp"

#include <cmath>
#include <initializer_list>
#include <utility>

#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel {
namespace {

SlopeSum sum_of(std::initializer_list<std::pair<int, double>> terms) {
  SlopeSum sum;
  for (const auto& [slope, factor] : terms) sum.add(slope, factor);
  return sum;
}

/// Stages of the tableau and the solution as the row after them. A last stage that is the solution itself is the first
/// of the next step and not counted.
ExplicitCoefficients from_tableau(const Tableau& tableau) {
  ExplicitCoefficients all;
  const auto all_stages = static_cast<int>(tableau.stages());
  const bool is_first_same_as_last = all_stages > 1 && tableau.is_stiffly_accurate();
  all.stages = is_first_same_as_last ? all_stages - 1 : all_stages;
  all.slopes = all.stages + 1;
  all.order = tableau.order;
  for (int i = 0; i < all.stages; ++i) {
    all.c[static_cast<std::size_t>(i)] = tableau.c[i];
    for (int j = 0; j < i; ++j) all.rows[static_cast<std::size_t>(i)].add(j, tableau.a(i, j));
    all.rows[static_cast<std::size_t>(all.stages)].add(i, tableau.b[i]);
  }
  all.c[static_cast<std::size_t>(all.stages)] = 1.0;
  return all;
}

/// wᵀAᵏ1: what the sum w makes of the k-th derivative, for y' = y.
double linear_term(const ExplicitCoefficients& all, const SlopeSum& w, int k) {
  const auto apply = [](const SlopeSum& sum, const std::array<double, most_slopes>& x) {
    double total = 0.0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(sum.count); ++i)
      total += sum.factor[i] * x[static_cast<std::size_t>(sum.index[i])];
    return total;
  };
  std::array<double, most_slopes> x{}, next{};
  x.fill(1.0);
  for (int power = 0; power < k; ++power) {
    for (std::size_t i = 0; i < most_slopes; ++i) next[i] = apply(all.rows[i], x);
    x = next;
  }
  return apply(w, x);
}

double real_factorial(int n) {
  return n < 2 ? 1.0 : n * real_factorial(n - 1);
}

/// |bᵀAᵖ1 - 1/(p+1)!|.
double local_error_constant(const ExplicitCoefficients& all) {
  const double exact = 1.0 / real_factorial(all.order + 1);
  return std::abs(linear_term(all, all.row(all.stages), all.order) - exact);
}

/// 5(4) [Dormand, Prince 1980]; error [Hairer, Nørsett, Wanner 1993] table II.5.2, dense output of order 4 ibid. II.6
/// and the authors' code.
void add_dopri5(ExplicitCoefficients& all) {
  all.error = sum_of({{0, 71.0 / 57600.0},
                      {2, -71.0 / 16695.0},
                      {3, 71.0 / 1920.0},
                      {4, -17253.0 / 339200.0},
                      {5, 22.0 / 525.0},
                      {6, -1.0 / 40.0}});
  all.error_power = 5;
  all.error_needs_end = true;
  all.dense_count = 1;
  all.dense[0] = sum_of({{0, -12715105075.0 / 11282082432.0},
                         {2, 87487479700.0 / 32700410799.0},
                         {3, -10690763975.0 / 1880347072.0},
                         {4, 701980252875.0 / 199316789632.0},
                         {5, -1453857185.0 / 822651844.0},
                         {6, 69997945.0 / 29380423.0}});
  all.estimate_constant = std::abs(linear_term(all, all.error, all.error_power - 1));
}

/// Formulas of order 5 and 3 inside the one of order 8, combined to a power of h⁸ [Hairer, Nørsett, Wanner 1993] II.10.
void add_dop853_errors(ExplicitCoefficients& all) {
  all.error = sum_of({{0, 0.01312004499419488073250102996},
                      {5, -1.225156446376204440720569753},
                      {6, -0.4957589496572501915214079952},
                      {7, 1.664377182454986536961530415},
                      {8, -0.350328848749973681688648729},
                      {9, 0.3341791187130174790297318841},
                      {10, 0.08192320648511571246570742613},
                      {11, -0.02235530786388629525884427845}});
  std::array<double, most_slopes> third{};
  const SlopeSum& solution = all.row(all.stages);
  for (int i = 0; i < solution.count; ++i)
    third[static_cast<std::size_t>(solution.index[static_cast<std::size_t>(i)])] =
        solution.factor[static_cast<std::size_t>(i)];
  third[0] -= 0.2440944881889763779527559055;
  third[8] -= 0.7338466882816118573413617415;
  third[11] -= 0.02205882352941176470588235294;
  for (int i = 0; i < all.stages; ++i) all.second_error.add(i, third[static_cast<std::size_t>(i)]);
  all.error_power = 8;
  const double fifth = linear_term(all, all.error, 5), of_third = linear_term(all, all.second_error, 3);
  all.estimate_constant = fifth * fifth / (0.1 * std::abs(of_third));
}

/// Three more slopes and the rows of a polynomial of order 7, [Hairer, Nørsett, Wanner 1993] II.10 and the authors'
/// code.
void add_dop853_dense(ExplicitCoefficients& all) {
  all.slopes = 16;
  all.c[13] = 0.1, all.c[14] = 0.2, all.c[15] = 7.0 / 9.0;
  all.rows[13] = sum_of({{0, 0.05616750228304795233929092197},
                         {6, 0.2535002102166248110887947653},
                         {7, -0.2462390374708024899174414754},
                         {8, -0.1241914232638163604690101406},
                         {9, 0.1532917982787656973120632268},
                         {10, 8.201052295634689884916666021e-3},
                         {11, 7.567897660545699761386035896e-3},
                         {12, -8.298e-3}});
  all.rows[14] = sum_of({{0, 0.03183464816350214050607684733},
                         {5, 0.02830090967236677552883229614},
                         {6, 0.05354198830743856762237973844},
                         {7, -0.05492374857139098846465693403},
                         {10, -1.08347328697249322858509317e-4},
                         {11, 3.825710908356584129549201923e-4},
                         {12, -3.404650086874045608029771145e-4},
                         {13, 0.1413124436746325002780746184}});
  all.rows[15] = sum_of({{0, -0.4288963015837919234085735387},
                         {5, -4.697621415361163843144494472},
                         {6, 7.683421196062599041842409539},
                         {7, 4.068989818397110079702135543},
                         {8, 0.356727187455281109270669543},
                         {12, -1.399024165159014621294180097e-3},
                         {13, 2.947514789152772338955627215},
                         {14, -9.150958472179870010818701871}});
}

/// One column per slope: 0, 5 … 15.
void add_dop853_polynomial(ExplicitCoefficients& all) {
  constexpr std::array<int, 12> slope{0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  constexpr std::array<std::array<double, 12>, 4> weights{
      {{-8.428938276109012865135349114, 0.5667149535193777696253178359, -3.068949945949891691279730473,
        2.384667656512069828772814968, 2.117034582445028276715514995, -0.8713915837779729920678990749,
        2.240437430260788275854177165, 0.6315787787694688181557024929, -0.0889903364513333108206981174,
        18.14850552085472725665640496, -9.194632392478355400045198444, -4.4360363875948939664310572},
       {10.42750864257913460341315101, 242.2834917752581828843017532, 165.2004517172702819850539489,
        -374.5467547226902027951831215, -22.11366685312530603627093858, 7.733432668472263838960389881,
        -30.67408473108939818206121363, -9.332130526430227872956722171, 15.69723812177084388613109108,
        -31.13940321956517767728285041, -9.352924358844478386571386266, 35.81684148639408375246589854},
       {19.98505324200243382098765362, -387.0373087493517655510590174, -189.1781381951675688283083833,
        527.8081592054236490056101669, -11.57390253995963012614187113, 6.881232694696300016966692266,
        -1.000605096691083840318386098, 0.7777137798053443209286926574, -2.778205752353508406593200434,
        -60.19669523126412075826738085, 84.32040550667716101815990378, 11.99229113618278932803513003},
       {-25.69393346270374900331258613, -154.1897486902364337405399363, -231.5293791760454956753603911,
        357.6391179106141237828534991, 93.4053241836243100039076917, -37.45832313645163315687513935,
        104.0996495089623004514724618, 29.84029342666050312334436358, -43.53345659001114375443217506,
        96.3245539591882829483949506, -39.17726167561543916523148617, -149.7268362579856258142212528}}};
  all.dense_count = 4;
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t i = 0; i < slope.size(); ++i) all.dense[row].add(slope[i], weights[row][i]);
}

}  // namespace

ExplicitCoefficients explicit_coefficients(ExplicitFormula formula) {
  ExplicitCoefficients all = from_tableau(explicit_tableau(formula));
  if (formula == ExplicitFormula::dopri5) add_dopri5(all);
  if (formula == ExplicitFormula::dop853) {
    add_dop853_errors(all);
    add_dop853_dense(all);
    add_dop853_polynomial(all);
  }
  all.error_constant = local_error_constant(all);
  return all;
}

}  // namespace kreisel
