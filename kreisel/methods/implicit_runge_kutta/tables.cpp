// Runge-Kutta methods whose coefficients are tabulated in the literature.
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

#include "kreisel/core/contracts.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel {
namespace {

using Row = std::initializer_list<double>;

Vector to_vector(Row values, Index size) {
  Vector result = Vector::Zero(size);
  Index i = 0;
  for (const double value : values) result(i++) = value;
  return result;
}

/// Rows of A, from the first on, without the zeros at their ends.
Tableau make(std::string name, int order, Row c, std::initializer_list<Row> a, Row b) {
  Tableau t;
  const auto stages = static_cast<Index>(c.size());
  t.name = std::move(name);
  t.order = order;
  t.c = to_vector(c, stages);
  t.b = to_vector(b, stages);
  t.a = Matrix::Zero(stages, stages);
  Index i = 0;
  for (const Row row : a) t.a.row(i++) = to_vector(row, stages).transpose();
  return t;
}

Tableau with_embedded(Tableau t, int order, Row embedded) {
  t.embedded = to_vector(embedded, t.stages());
  t.embedded_order = order;
  return t;
}

/// [Alexander 1977]. All formulas of order 1 on these nodes are (x, 1-x); the embedded one here,
/// ours, is that with R̂(∞) = 1: on stiff components the estimate stays as large as the component.
Tableau sdirk_2() {
  const double g = 1.0 - 1.0 / std::sqrt(2.0);
  return with_embedded(make("sdirk_2", 2, {g, 1.0}, {{g}, {1.0 - g, g}}, {1.0 - g, g}), 1,
                       {2.0 * g, 1.0 - 2.0 * g});
}

/// [Alexander 1977]; γ is the root of γ³ - 3γ² + 3γ/2 - 1/6 that makes it L-stable. The embedded one,
/// ours, is the only formula of order 2 that does without the last stage; R̂(∞) = -0.957.
Tableau sdirk_3() {
  const double g = 0.43586652150845899942;
  const double b1 = -(6.0 * g * g - 16.0 * g + 1.0) / 4.0, b2 = (6.0 * g * g - 20.0 * g + 5.0) / 4.0;
  const double e2 = (1.0 - 2.0 * g) / (1.0 - g);
  return with_embedded(
      make("sdirk_3", 3, {g, (1.0 + g) / 2.0, 1.0}, {{g}, {(1.0 - g) / 2.0, g}, {b1, b2, g}}, {b1, b2, g}), 2,
      {1.0 - e2, e2, 0.0});
}

/// [Hairer, Wanner 1996] table IV.6.5, with the embedded formula given there.
Tableau sdirk_4() {
  return with_embedded(make("sdirk_4", 4, {0.25, 0.75, 11.0 / 20, 0.5, 1.0},
                            {{0.25},
                             {0.5, 0.25},
                             {17.0 / 50, -1.0 / 25, 0.25},
                             {371.0 / 1360, -137.0 / 2720, 15.0 / 544, 0.25},
                             {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 0.25}},
                            {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 0.25}),
                       3, {59.0 / 48, -17.0 / 96, 225.0 / 32, -85.0 / 12, 0.0});
}

/// TR-BDF2, [Hosea, Shampine 1996], with its embedded formula of order 3.
Tableau esdirk_2() {
  const double w = std::sqrt(2.0) / 4.0, d = 1.0 - std::sqrt(2.0) / 2.0;
  return with_embedded(make("esdirk_2", 2, {0.0, 2.0 * d, 1.0}, {{}, {d, d}, {w, w, d}}, {w, w, d}), 3,
                       {(1.0 - w) / 3.0, (3.0 * w + 1.0) / 3.0, d / 3.0});
}

/// The implicit half of ARK3(2)4L[2]SA, [Kennedy, Carpenter 2003] appendix C.
Tableau esdirk_3() {
  const double g = 1767732205903.0 / 4055673282236.0;
  const double b1 = 1471266399579.0 / 7840856788654.0, b2 = -4482444167858.0 / 7529755066697.0,
               b3 = 11266239266428.0 / 11593286722821.0;
  return with_embedded(make("esdirk_3", 3, {0.0, 2.0 * g, 0.6, 1.0},
                            {{},
                             {g, g},
                             {2746238789719.0 / 10658868560708.0, -640167445237.0 / 6845629431997.0, g},
                             {b1, b2, b3, g}},
                            {b1, b2, b3, g}),
                       2,
                       {2756255671327.0 / 12835298489170.0, -10771552573575.0 / 22201958757719.0,
                        9247589265047.0 / 10645013368117.0, 2193209047091.0 / 5459859503100.0});
}

/// The implicit half of ARK4(3)6L[2]SA, [Kennedy, Carpenter 2003] appendix C.
Tableau esdirk_4() {
  const Row b = {82889.0 / 524892, 0.0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211, 0.25};
  return with_embedded(make("esdirk_4", 4, {0.0, 0.5, 83.0 / 250, 31.0 / 50, 17.0 / 20, 1.0},
                            {{},
                             {0.25, 0.25},
                             {8611.0 / 62500, -1743.0 / 31250, 0.25},
                             {5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108, 0.25},
                             {15267082809.0 / 155376265600.0, -71443401.0 / 120774400,
                              730878875.0 / 902184768, 2285395.0 / 8070912, 0.25},
                             b},
                            b),
                       3,
                       {4586570599.0 / 29645900160.0, 0.0, 178811875.0 / 945068544, 814220225.0 / 1159782912,
                        -3700637.0 / 11593932, 61727.0 / 225920});
}

/// [Hairer, Nørsett, Wanner 1993] table II.1.2, left.
Tableau rk4() {
  return make("rk4", 4, {0.0, 0.5, 0.5, 1.0}, {{}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}},
              {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6});
}

/// [Dormand, Prince 1980]; [Hairer, Nørsett, Wanner 1993] table II.5.2.
Tableau dopri5() {
  const Row b = {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0.0};
  return with_embedded(
      make("dopri5", 5, {0.0, 0.2, 0.3, 0.8, 8.0 / 9, 1.0, 1.0},
           {{},
            {0.2},
            {3.0 / 40, 9.0 / 40},
            {44.0 / 45, -56.0 / 15, 32.0 / 9},
            {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
            {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
            b},
           b),
      4, {5179.0 / 57600, 0.0, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40});
}

/// [Hairer, Nørsett, Wanner 1993] II.5 and II.10, coefficients of its code DOP853; embedded: b less the weights
/// of its error formula of order 5.
Tableau dop853() {
  Tableau t =
      make("dop853", 8,
           {0.0, 0.052600151958767731879, 0.078900227938151597818, 0.11835034190722739673,
            0.28164965809277260327, 1.0 / 3, 0.25, 4.0 / 13, 127.0 / 195, 0.6, 6.0 / 7, 1.0},
           {{},
            {0.052600151958767731879},
            {0.019725056984537899454, 0.059175170953613698363},
            {0.029587585476806849182, 0.0, 0.088762756430420547545},
            {0.2413651341592666855, 0.0, -0.88454947932828608534, 0.92483400326179200312},
            {0.037037037037037037037, 0.0, 0.0, 0.17082860872947387128, 0.12546768756682242502},
            {0.037109375, 0.0, 0.0, 0.17025221101954403931, 0.060216538980455960685, -0.017578125},
            {0.037092000118504792711, 0.0, 0.0, 0.17038392571223999381, 0.10726203044637328465,
             -0.015319437748624401753, 0.0082737891638140228876},
            {0.62411095871607571711, 0.0, 0.0, -3.3608926294469412941, -0.86821934684172600682,
             27.592099699446708305, 20.154067550477893409, -43.489884181069958848},
            {0.47766253643826436589, 0.0, 0.0, -2.4881146199716676419, -0.59029082683684299637,
             21.230051448181194235, 15.279233632882423583, -33.288210968984862919, -0.020331201708508626136},
            {-0.93714243008598732572, 0.0, 0.0, 5.1863724288440637083, 1.0914373489967295782,
             -8.1497870107469261251, -18.520065659996959864, 22.739487099350504282, 2.4936055526796523899,
             -3.0467644718982195004},
            {2.2733101475165382079, 0.0, 0.0, -10.534495466737250198, -2.0008720582248624991,
             -17.958931863118798917, 27.948884529419960051, -2.8589982771350236947, -8.8728569335306295443,
             12.360567175794303065, 0.64339274601576353036}},
           {0.054293734116568762238, 0.0, 0.0, 0.0, 0.0, 4.4503128927524088814, 1.891517899314500383,
            -5.8012039600105847815, 0.31116436695781989441, -0.15216094966251607856, 0.20136540080403034837,
            0.044710615727772590518});
  const Vector error = to_vector({0.013120044994194880733, 0.0, 0.0, 0.0, 0.0, -1.2251564463762044407,
                                  -0.49575894965725019152, 1.664377182454986537, -0.35032884874997368169,
                                  0.33417911871301747903, 0.081923206485115712466, -0.022355307863886295259},
                                 t.stages());
  t.embedded = t.b - error;
  t.embedded_order = 5;
  return t;
}

}  // namespace

Tableau sdirk_tableau(int order) {
  KREISEL_EXPECTS(order >= 2 && order <= 4);
  return order == 2 ? sdirk_2() : order == 3 ? sdirk_3() : sdirk_4();
}

Tableau esdirk_tableau(int order) {
  KREISEL_EXPECTS(order >= 2 && order <= 4);
  return order == 2 ? esdirk_2() : order == 3 ? esdirk_3() : esdirk_4();
}

Tableau explicit_tableau(ExplicitFormula formula) {
  if (formula == ExplicitFormula::rk4) return rk4();
  return formula == ExplicitFormula::dopri5 ? dopri5() : dop853();
}

}  // namespace kreisel
