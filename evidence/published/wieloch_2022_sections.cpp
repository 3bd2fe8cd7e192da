// [Wieloch 2022]: statements with numbers outside figures and tables.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "evidence/peers/array_runs.hpp"
#include "evidence/peers/array_top.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"
#include "evidence/published/step_sequences.hpp"
#include "kreisel/core/random.hpp"

namespace kreisel::experiments {
namespace {

const char* const source = "Wieloch 2022";

// Section 3.3.3: products in the derivatives of dexp⁻¹_6 -----------------------------------------------

struct Derivatives {
  Array by_first = {}, by_second = {};
};

/// Term by term, products from left to right.
Derivatives term_by_term(const ArrayTop& top, const Array& w1, const Array& w2) {
  const Array a = top.hat(w1), b = top.hat(w2), one = identity(top.dimension());
  return {(1.0 / 2) * b - (1.0 / 12) * (a * b + top.hat(a * w2)) +
              (1.0 / 720) * (a * a * a * b + a * a * top.hat(a * w2) + a * top.hat(a * a * w2) +
                             top.hat(a * a * a * w2)),
          one - (1.0 / 2) * a + (1.0 / 12) * (a * a) - (1.0 / 720) * (a * a * a * a)};
}

/// Collected; with `as_printed` as the text has it.
Derivatives collected(const ArrayTop& top, const Array& w1, const Array& w2, bool as_printed) {
  const Array a = top.hat(w1), one = identity(top.dimension());
  const Array squared = a * a, b = a * w2, c = a * b;
  const double factor = as_printed ? 1.0 : 1.0 / 720, sign = as_printed ? 1.0 : -1.0;
  return {(1.0 / 2) * top.hat(w2) + ((-1.0 / 12) * one + factor * squared) * (a * top.hat(w2) + top.hat(b)) +
              (1.0 / 720) * (a * top.hat(c) + top.hat(a * c)),
          one - (1.0 / 2) * (a * (one - (1.0 / 6) * (a * (one + (sign / 60) * squared))))};
}

/// dexp⁻¹_6(w1, w2), (3.11f).
Array::Store value_of(const ArrayTop& top, const Array::Store& w1, const Array& w2) {
  const Array a = top.hat(Array(w1)), b = a * w2, c = a * b;
  return (w2 - (1.0 / 2) * b + (1.0 / 12) * c - (1.0 / 720) * (a * (a * c))).values();
}

/// The largest difference to central differences of the value; by the second argument the value is linear.
double deviation(const ArrayTop& top, const Array& w1, const Array& w2, const Derivatives& d) {
  constexpr double step = 1e-6;
  double largest = 0.0;
  for (Eigen::Index i = 0; i < top.dimension(); ++i) {
    Array::Store up = w1.values(), down = w1.values(), unit = Array::Store::Zero(top.dimension(), 1);
    up(i, 0) += step;
    down(i, 0) -= step;
    unit(i, 0) = 1.0;
    const Array::Store slope = (value_of(top, up, w2) - value_of(top, down, w2)) / (2.0 * step);
    largest = std::max(largest, (slope - d.by_first.values().col(i)).cwiseAbs().maxCoeff());
    const Array::Store linear = value_of(top, w1.values(), Array(unit));
    largest = std::max(largest, (linear - d.by_second.values().col(i)).cwiseAbs().maxCoeff());
  }
  return largest;
}

Measurement products() {
  const ArrayTop top(TopGroup::se3);
  VectorOf<double, 6> first, second;
  first << 0.3, -0.2, 0.5, 0.4, 0.1, -0.3;
  second << 1.1, 0.7, -0.4, 0.2, -0.9, 0.6;
  const Array w1(first), w2(second);
  const Work start = work_so_far();
  const Derivatives plain = term_by_term(top, w1, w2);
  const Work of_plain = work_so_far() - start;
  const Derivatives compact = collected(top, w1, w2, false);
  const Work of_compact = work_so_far() - start - of_plain;
  Measurement m;
  const auto number = [](long n) { return static_cast<double>(n); };
  m.tables.push_back(
      {"products",
       {"form", "matrix times matrix", "matrix times vector"},
       {{"term by term", number(of_plain.matrix_products), number(of_plain.vector_products)},
        {"collected", number(of_compact.matrix_products), number(of_compact.vector_products)}}});
  m.checks = {
      {"term by term: matrix times matrix (published 14)", number(of_plain.matrix_products), 14.0, 14.0},
      {"term by term: matrix times vector (published 4)", number(of_plain.vector_products), 4.0, 4.0},
      {"collected: matrix times matrix (published 6)", number(of_compact.matrix_products), 6.0, 6.0},
      {"collected: matrix times vector (published 3)", number(of_compact.vector_products), 3.0, 3.0},
      {"term by term: deviation from difference quotients", deviation(top, w1, w2, plain), 0.0, 1e-8},
      {"collected: deviation from difference quotients", deviation(top, w1, w2, compact), 0.0, 1e-8}};
  m.as_printed.push_back({"collected as printed: deviation from difference quotients",
                          deviation(top, w1, w2, collected(top, w1, w2, true)), 0.0, 1e-8});
  return m;
}

// Section 6.2.4: random correction terms -------------------------------------------------------------------

/// An explicit set for k = 3 that fulfils the conditions of lemma 6, all parameters below `bound` in size.
CorrectionSet consistent_set(Random& random, double bound) {
  const auto draw = [&] { return random.uniform(-bound, bound); };
  for (;;) {
    CorrectionSet set;
    const double a21 = draw(), a31 = draw(), b21 = draw(), b31 = draw();
    const double a32 = draw(), b22 = draw(), b32 = draw();
    const double a11 = 1.0 / 12 - a21 - a31 - b21 - b31;
    const double a22 = -1.0 - 2.0 * a32 - 0.5 * b22 - 1.5 * b32, a12 = -a22 - a32 - b22 - b32;
    if (std::max({std::abs(a11), std::abs(a22), std::abs(a12)}) >= bound) continue;
    set.a[0] = {0.0, a11, a21, a31};
    set.b[0] = {0.0, 0.0, b21, b31};
    set.a[1] = {0.0, a12, a22, a32};
    set.b[1] = {0.0, 0.0, b22, b32};
    return set;
  }
}

/// ERR1(q) with h = 1e-3 s.
double error_with(const std::optional<CorrectionSet>& set, CorrectionTerm term = CorrectionTerm::published) {
  return run_program("r3xso3", {.family = 'B', .order = 3, .correction = term, .own_correction = set}, 1e-3)
      .errors.q_end;
}

Measurement random_sets() {
  constexpr int sample = 100;
  constexpr std::uint64_t seed = 624;
  const double plain = error_with({}), printed = error_with({}, CorrectionTerm::optimised_explicit);
  Measurement m;
  MeasuredTable table{"100 random consistent sets, ERR1(q) with h = 1e-3 s",
                      {"largest parameter", "least [1]", "median [1]", "unstable"}};
  double best = any, unstable_small = 0.0, unstable_large = 0.0;
  for (const double bound : {10.0, 1e2, 1e3}) {
    Random random(seed);
    std::vector<double> errors;
    for (int i = 0; i < sample; ++i) errors.push_back(error_with(consistent_set(random, bound)));
    std::sort(errors.begin(), errors.end());
    // Positions and rotations are of size 1: errors of that size are none of a stable run.
    const auto unstable =
        static_cast<double>(std::count_if(errors.begin(), errors.end(), [](double e) { return !(e < 0.5); }));
    table.rows.push_back({bound, errors.front(), errors[sample / 2], unstable});
    if (bound == 10.0) best = errors.front();
    (bound == 10.0 ? unstable_small : unstable_large) = unstable;
  }
  m.tables.push_back(table);
  m.tables.push_back({"published sets", {"set", "ERR1(q) [1]"}, {{"(3.40a)", plain}, {"(6.7)", printed}}});
  m.checks = {{"other sets are more accurate: (3.40a) over the best of 100", plain / best, 1.5, any},
              {"(6.7), the best of 100 of the source, over the best of 100 here", printed / best, 0.1, 10.0},
              {"parameters up to 1000: unstable of 100", unstable_large, 1.0, 100.0},
              {"parameters up to 10: unstable of 100, over those up to 1000", unstable_small / unstable_large,
               0.0, 0.5}};
  return m;
}

// Section 6.3.1: one change of the step ----------------------------------------------------------------

RunSeries changed_once(const std::string& group, StepChange change) {
  const Subject top = heavy_top_subject({.group = group});
  RunSeries series{fmt::format("{}, {}", group, change == StepChange::none ? "without" : "with")};
  for (const double h : {4e-4, 2e-4, 1e-4}) {
    const StepSequence plan = doubled_steps(h, 0.5, top.t_end);
    series.steps.push_back(plan.mean());
    series.runs.push_back(run_errors(
        top, {.method = "generalized_alpha", .settings = {{"rho_inf", "0.9"}}, .change = change}, plan));
  }
  return series;
}

Measurement one_change() {
  const std::vector<RunSeries> all{
      changed_once("r3xso3", StepChange::corrected), changed_once("r3xso3", StepChange::none),
      changed_once("se3", StepChange::corrected), changed_once("se3", StepChange::none)};
  Measurement m;
  for (const ErrorKind& c : {err2_q, err2_v, err2_lambda}) {
    show(m, "one change h → 2h at t = 0.5 s", all, c);
    for (const RunSeries& series : {all[0], all[2]}) m.checks.push_back(order_check(series, c, 2.0));
  }
  m.checks.push_back(order_check(all[1], err2_lambda, 1.0));
  return m;
}

}  // namespace

std::vector<Experiment> wieloch_2022_sections() {
  return {
      {.name = "wieloch_2022_section_3_3_3",
       .source = source,
       .number = "section 3.3.3",
       .title = "products in the derivatives of dexp⁻¹, k = 6",
       .setup = "the derivatives of (3.11f) as programs in arrays on SE(3), products counted",
       .published =
           "Term by term the two derivatives take 14 products of matrices and 4 of a matrix and a vector, "
           "collected 6 and 3.",
       .criterion = "counts exactly; both forms agree with difference quotients to 1e-8",
       .erratum = "The collected form is printed without 1/720 at A(w1) and with I + A/60 for I - A/60; "
                  "D_v of dexp⁻¹_6 is printed with three factors where the count of 14 needs four.",
       .measure = products},
      {.name = "wieloch_2022_section_6_2_4",
       .source = source,
       .number = "section 6.2.4",
       .title = "random parameters of the correction term, k = 3",
       .setup =
           "BLieDF, k = 3, as a program in arrays, 100 random explicit sets that fulfil lemma 6, heavy top "
           "form b on R³×SO(3), h = 1e-3 s, t = 1 s, ERR1 of q; parameters up to 10, 100, 1000",
       .published =
           "Large parameters can make the method unstable, so all are taken from (-10, 10). Of 100 random "
           "consistent sets the best one, (6.7), is more accurate than (3.40a).",
       .criterion =
           "(3.40a) at least 1.5 times less accurate than the best of 100; (6.7) within a factor of 10 of "
           "it; unstable: error of q above 0.5; with parameters up to 10 at most half as often as up to 1000",
       .missing = "the random sets and how large the unstable parameters were",
       .measure = random_sets},
      {.name = "wieloch_2022_section_6_3_1",
       .source = source,
       .number = "section 6.3.1",
       .title = "generalized-α, one change of the step",
       .setup =
           "generalized_alpha, ρ∞ = 0.9, heavy top form b on R³×SO(3) and SE(3), h up to t = 0.5 s, then "
           "2h up to 1 s, h = 4e-4, 2e-4, 1e-4 s; with and without the modifications of remarks 12, 13",
       .published = "With the modifications order 2 in all variables; without them order reduction of λ on "
                    "R³×SO(3) (reported from an earlier thesis).",
       .criterion = "slopes over the mean step within ±0.2 of 2, or of 1 for λ without modifications",
       .missing = "ρ∞, steps and time of the change",
       .measure = one_change}};
}

}  // namespace kreisel::experiments
