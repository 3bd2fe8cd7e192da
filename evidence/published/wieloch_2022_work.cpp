// [Wieloch 2022] sections 6.2.2, 6.2.4, 6.3.1: what the methods cost for equal error. The source measured the time of
// MATLAB programs; here the additions and multiplications of the same programs are counted.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/peers/array_runs.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"
#include "evidence/published/step_ratios.hpp"
#include "evidence/published/step_sequences.hpp"

namespace kreisel::experiments {
namespace {

const char* const source = "Wieloch 2022";

std::vector<double> steps_for(int p) {
  return p <= 4   ? std::vector<double>{4e-4, 2e-4, 1e-4}
         : p == 5 ? std::vector<double>{1e-3, 5e-4, 2.5e-4}
                  : std::vector<double>{5e-4, 3.5e-4, 2.5e-4};
}

/// Error over work of one program: work c/h and error C h^p, so that the work for an error e is c (C/e)^(1/p).
struct Priced {
  std::string name;
  double Errors::*error = &Errors::q;
  std::vector<double> steps = {};
  std::vector<ProgramRun> runs = {};

  std::vector<double> errors() const {
    std::vector<double> all;
    for (const ProgramRun& run : runs) all.push_back(run.errors.*error);
    return all;
  }
  double flops_for(double e) const {
    const double slope = slope_of(steps, errors());
    return runs.back().work.flops * std::pow(runs.back().errors.*error / e, 1.0 / slope);
  }
};

Priced price(const std::string& name, const std::string& group, const ProgramChoice& choice) {
  Priced priced{name};
  for (const double h : steps_for(choice.order)) {
    priced.steps.push_back(h);
    priced.runs.push_back(run_program(group, choice, h));
  }
  return priced;
}

std::vector<Priced> price_all(const std::string& group, const std::string& letters, int p, double rho = 0.9) {
  std::vector<Priced> all;
  for (const char letter : letters) {
    ProgramChoice choice{.family = letter, .order = p};
    choice.rho_inf = rho;
    all.push_back(price(std::string(1, letter), group, choice));
  }
  return all;
}

void show_prices(Measurement& m, const std::string& where, const std::vector<Priced>& all,
                 const std::string& error_name = "ERR2(q)") {
  Plot plot{where, "additions and multiplications of all steps [1]", error_name + " [1]"};
  MeasuredTable table{where,
                      {"program", "h [s]", error_name + " [1]", "iterations per step", "flops per step",
                       "array operations per step"}};
  for (const Priced& p : all) {
    MeasuredCurve curve{p.name, {}, p.errors()};
    for (std::size_t i = 0; i < p.runs.size(); ++i) {
      const ProgramRun& run = p.runs[i];
      curve.x.push_back(run.work.flops);
      table.rows.push_back({p.name, p.steps[i], run.errors.*p.error, run.iterations / run.steps,
                            run.flops_per_step(), run.operations_per_step()});
    }
    plot.curves.push_back(curve);
  }
  m.plots.push_back(plot);
  m.tables.push_back(table);
}

/// How many times the work of `b` it takes `a` to have the error that `b` has at its middle step.
double work_ratio(const Priced& a, const Priced& b) {
  const double error = b.errors()[b.runs.size() / 2];
  return a.flops_for(error) / b.flops_for(error);
}

Check work_check(const std::string& claim, const Priced& a, const Priced& b, double lowest, double highest) {
  return {fmt::format("{}: work of {} over {} for equal error", claim, a.name, b.name), work_ratio(a, b),
          lowest, highest};
}

/// What the test that ends Newton's iteration changes, at the middle step.
void show_tolerances(Measurement& m, const std::string& group, const std::string& letters, int p) {
  MeasuredTable table{
      fmt::format("{}, p = {}: other stopping tolerances of Newton, h = {:g} s", group, p, steps_for(p)[1]),
      {"rtol = 100 atol", "program", "ERR2(q) [1]", "iterations per step", "flops per step"}};
  for (const double rtol : {1e-4, 1e-6, 1e-8})
    for (const char letter : letters) {
      ProgramChoice choice{.family = letter, .order = p};
      choice.newton.rtol = rtol;
      choice.newton.atol = 1e-2 * rtol;
      const ProgramRun run = run_program(group, choice, steps_for(p)[1]);
      table.rows.push_back(
          {rtol, std::string(1, letter), run.errors.q, run.iterations / run.steps, run.flops_per_step()});
    }
  m.tables.push_back(table);
}

// Figures 6.6, 6.9, 6.12, 6.15, 6.17 -------------------------------------------------------------------

Measurement figure_6_6() {
  const auto free = price_all("so3", "CKBG", 2), held = price_all("r3xso3", "BG", 2, 0.0),
             other = price_all("r3xso3", "BG", 2, 0.9);
  Measurement m;
  show_prices(m, "SO(3), p = 2, ρ∞ = 0.9", free);
  show_prices(m, "R³×SO(3), p = 2, ρ∞ = 0", held);
  show_prices(m, "R³×SO(3), p = 2, ρ∞ = 0.9", other);
  show_tolerances(m, "so3", "CKBG", 2);
  show_tolerances(m, "r3xso3", "BG", 2);
  for (std::size_t i = 0; i < 3; ++i)
    m.checks.push_back(work_check("SO(3), generalized-α is the most efficient", free[i], free[3], 1.0, any));
  m.checks.push_back(work_check("SO(3), close to each other", free[0], free[1], 0.5, 2.0));
  m.checks.push_back(work_check("SO(3), close, at a slight disadvantage", free[2], free[1], 1.0, 2.0));
  m.checks.push_back(work_check("R³×SO(3), ρ∞ = 0: BLieDF is more efficient", held[1], held[0], 1.0, any));
  m.as_printed.push_back(
      work_check("R³×SO(3), ρ∞ = 0.9 as on SO(3): BLieDF is more efficient", other[1], other[0], 1.0, any));
  return m;
}

Measurement figure_6_9() {
  const auto free = price_all("so3", "CKBM", 3), held = price_all("r3xso3", "BM", 3);
  Measurement m;
  show_prices(m, "SO(3), p = 3", free);
  show_prices(m, "R³×SO(3), p = 3", held);
  show_tolerances(m, "so3", "CKBM", 3);
  m.checks.push_back(work_check("SO(3), close to each other", free[0], free[1], 0.5, 2.0));
  m.checks.push_back(work_check("SO(3), close to each other", free[2], free[1], 0.5, 2.0));
  for (std::size_t i = 0; i < 3; ++i)
    m.checks.push_back(work_check("SO(3), Munthe-Kaas is behind", free[3], free[i], 1.0, any));
  m.checks.push_back(work_check("R³×SO(3), no great difference", held[1], held[0], 0.5, 2.0));
  return m;
}

Measurement figure_6_12() {
  const auto free = price_all("so3", "BKCM", 4), held = price_all("r3xso3", "BM", 4);
  Measurement m;
  show_prices(m, "SO(3), p = 4", free);
  show_prices(m, "R³×SO(3), p = 4", held);
  show_tolerances(m, "so3", "BKCM", 4);
  for (std::size_t i = 0; i + 1 < free.size(); ++i)
    m.checks.push_back(work_check("SO(3), in this order", free[i + 1], free[i], 1.0, any));
  m.checks.push_back(work_check("R³×SO(3), BLieDF is more efficient", held[1], held[0], 1.0, any));
  return m;
}

/// p = 5, 6: BLieDF more efficient than Munthe-Kaas on both groups.
Measurement bdf_work(int p) {
  Measurement m;
  for (const std::string group : {"so3", "r3xso3"}) {
    const auto all = price_all(group, "BM", p);
    show_prices(m, fmt::format("{}, p = {}", group, p), all);
    show_tolerances(m, group, "BM", p);
    m.checks.push_back(work_check("BLieDF is more efficient on " + group, all[1], all[0], 1.0, any));
  }
  return m;
}

// Figures 6.20, 6.22: correction terms -----------------------------------------------------------------

std::vector<Priced> price_sets(const std::string& group, int k) {
  std::vector<Priced> all;
  for (const auto& [name, term] : std::vector<std::pair<std::string, CorrectionTerm>>{
           {"(3.40)", CorrectionTerm::published},
           {"optimised explicit", CorrectionTerm::optimised_explicit},
           {"optimised implicit", CorrectionTerm::optimised_implicit}}) {
    all.push_back(price(name, group, {.family = 'B', .order = k, .correction = term}));
    all.back().error = &Errors::q_end;
  }
  return all;
}

double spread_of(std::vector<double> values) {
  return *std::max_element(values.begin(), values.end()) / *std::min_element(values.begin(), values.end());
}

/// In the plane of the figure, error over time per step: how far the three are apart, k = 4 over k = 3.
std::vector<Check> closeness(const std::vector<Priced>& of_4, const std::vector<Priced>& of_3) {
  const auto spreads = [](const std::vector<Priced>& all) {
    std::vector<double> errors, flops;
    for (const Priced& p : all) {
      errors.push_back(p.errors()[1]);
      flops.push_back(p.runs[1].flops_per_step());
    }
    return std::pair(spread_of(errors), spread_of(flops));
  };
  const auto four = spreads(of_4), three = spreads(of_3);
  return {{"r3xso3, all are closer than for k = 3: most over least ERR1(q) at equal steps, k = 4 over k = 3",
           four.first / three.first, 0.0, 1.0},
          {"r3xso3, all are closer than for k = 3: most over least work per step, k = 4 over k = 3",
           four.second / three.second, 0.0, 1.0}};
}

Measurement work_of_sets(int k) {
  Measurement m;
  for (const std::string group : {"r3xso3", "se3"}) {
    const std::vector<Priced> all = price_sets(group, k);
    show_prices(m, fmt::format("{}, k = {}", group, k), all, "ERR1(q)");
    m.checks.push_back(work_check(group + ", explicit is more efficient", all[2], all[1], 1.0, any));
    if (k == 3)
      m.checks.push_back(work_check(group + ", (3.40) is more efficient", all[2], all[0], 1.0, any));
    else if (group == "r3xso3")
      for (const Check& check : closeness(all, price_sets(group, 3))) m.checks.push_back(check);
  }
  return m;
}

// Figure 6.27: four approximations of v'' --------------------------------------------------------------

Measurement figure_6_27() {
  Measurement m;
  for (const int row : {0, 3}) {
    const double rho = 0.1 * (row + 1);
    RandomSteps how{0.0, 10.0};
    for (int a = 1; a <= 4; ++a) {
      how.smallest_ratio = std::max(how.smallest_ratio, printed_ratios(a, row).smallest);
      how.largest_ratio = std::min(how.largest_ratio, printed_ratios(a, row).largest);
    }
    std::vector<Priced> all;
    for (int a = 1; a <= 4; ++a) {
      Priced priced{fmt::format("approximation {}", a)};
      for (const double h : {8e-4, 4e-4, 2e-4}) {
        const StepSequence plan = random_steps(h, 1.0, how);
        priced.steps.push_back(plan.mean());
        priced.runs.push_back(run_variable_alpha_program(rho, a, plan));
      }
      all.push_back(std::move(priced));
    }
    show_prices(m, fmt::format("ρ∞ = {:.1f}", rho), all);
    for (std::size_t a = 1; a < 4; ++a)
      m.checks.push_back(work_check(fmt::format("ρ∞ = {:.1f}, approximation 1 is by far the first", rho),
                                    all[a], all[0], 1.2, any));
    const auto at = [&](std::size_t a) { return work_ratio(all[a], all[1]); };
    if (row == 3) {
      m.checks.push_back(work_check("ρ∞ = 0.4, very close to each other", all[2], all[1], 0.9, 1.1));
      m.checks.push_back(work_check("ρ∞ = 0.4, very close to each other", all[3], all[1], 0.9, 1.1));
    } else {
      m.checks.push_back({"ρ∞ = 0.1, approximation 2 is the first of 2 to 4: least work of 3, 4 over 2",
                          std::min(at(2), at(3)), 1.0, any});
      m.checks.push_back({"ρ∞ = 0.1, approximation 4 is the last of 2 to 4: work of 4 over most of 2, 3",
                          at(3) / std::max(1.0, at(2)), 1.0, any});
    }
  }
  return m;
}

// The list ---------------------------------------------------------------------------------------------

const char* const what_is_counted =
    "The methods as programs in arrays with the printed residuals and iteration matrices, full Newton steps, "
    "what does not contain unknowns evaluated once per step; counted are additions and multiplications. "
    "First guess and stopping test (atol = 1e-10, rtol = 1e-8) as in the programs gena and BLieDF of the "
    "same "
    "working group";
const char* const what_is_missing =
    "the MATLAB programs, the first guess and the stopping tolerance of Newton, the computer";

Experiment entry(int number, const std::string& title, const std::string& setup, const std::string& published,
                 std::function<Measurement()> measure_it) {
  Experiment e{.name = fmt::format("wieloch_2022_figure_6_{}", number),
               .source = source,
               .number = fmt::format("figure 6.{}", number),
               .title = title,
               .setup = fmt::format("{}. {}", setup, what_is_counted),
               .published = published,
               .criterion =
                   "work for equal error of q, from c/h and C h^p fitted to three steps: ratio above 1 for "
                   "\"more efficient\", within a factor of 2 for \"close\"",
               .missing = what_is_missing};
  e.measure = std::move(measure_it);
  return e;
}

std::string setup_of(const char* families, int p) {
  const std::vector<double> h = steps_for(p);
  return fmt::format(
      "{} of order {}, heavy top on SO(3) and form b on R³×SO(3), t = 0 … 1 s, h = {:g}, {:g}, {:g} s",
      families, p, h[0], h[1], h[2]);
}

Experiment sets(int number, int k, const char* published) {
  return entry(number, fmt::format("parameters of the correction term, k = {}: work", k),
               fmt::format("BLieDF, k = {}, corrections (3.40), optimised explicit and implicit, heavy top "
                           "form b on R³×SO(3) and SE(3), t = 1 s, ERR1 of q; the implicit one with the "
                           "3×3 blocks of section 3.3.4",
                           k),
               published, [k] { return work_of_sets(k); });
}

Experiment approximations() {
  Experiment e = entry(
      27, "generalized-α with variable steps: work of the four approximations",
      "(4.11) with ρ∞ = 0.1 and 0.4, random ratios that table 4.1 allows to all four, mean steps about 8e-4, "
      "4e-4, 2e-4 s; approximations 2 to 4 evaluated in every iteration",
      "Approximation 1 is by far the most efficient, because 2 to 4 contain the end of the step and have to "
      "be evaluated in every Newton iteration; with ρ∞ = 0.4 approximations 2 to 4 are very close, with ρ∞ = "
      "0.1 approximation 2 comes next, 4 last.",
      figure_6_27);
  e.criterion =
      "work for equal error of q: approximations 2 to 4 at least 1.2 times that of 1; \"very close\" within "
      "10 %; order of 2 to 4 with ρ∞ = 0.1 by ratios above 1";
  e.missing += ", limits and seeds of the random step sizes";
  return e;
}

}  // namespace

std::vector<Experiment> wieloch_2022_work() {
  Experiment first =
      entry(6, "p = 2: work", setup_of("C, K, M = B, generalized-α", 2),
            "SO(3): generalized-α most efficient, C, K and BDF close, BDF slightly behind. R³×SO(3): BDF "
            "more efficient than generalized-α (error of q).",
            figure_6_6);
  first.missing += ", ρ∞ of generalized-α";
  first.setup +=
      ". ρ∞ is not printed: 0.9 on SO(3), where figure 6.5 asks for a value near 1; 0 on R³×SO(3), where "
      "figure 6.7 (q) asks for a value below 0.07. No single ρ∞ fits both";
  return {
      first,
      entry(9, "p = 3: work", setup_of("C, K, M, B", 3),
            "SO(3): B, C, K very close, M somewhat behind. R³×SO(3): no great difference between M and B.",
            figure_6_9),
      entry(12, "p = 4: work", setup_of("C, K, M, B", 4),
            "SO(3): B first, then K, C, M. R³×SO(3): B more efficient than M.", figure_6_12),
      entry(15, "p = 5: work", setup_of("M, B", 5), "B is superior on both groups.",
            [] { return bdf_work(5); }),
      entry(17, "p = 6: work", setup_of("M, B", 6), "B does better on both groups.",
            [] { return bdf_work(6); }),
      sets(20, 3,
           "With explicit correction terms, (6.7) and (3.40), always more efficient than with the "
           "implicit one, on both groups."),
      sets(22, 4, "The explicit set is more efficient than the implicit one; all are closer than for k = 3."),
      approximations()};
}

}  // namespace kreisel::experiments
