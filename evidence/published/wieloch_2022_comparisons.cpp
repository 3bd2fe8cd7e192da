// [Wieloch 2022] section 6.2.2: the accuracy of the families compared at equal order.
#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "evidence/peers/printed_methods.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"

namespace kreisel::experiments {
namespace {

const char* const source = "Wieloch 2022";

std::vector<double> steps_for(int p) {
  return p <= 4   ? std::vector<double>{4e-4, 2e-4, 1e-4}
         : p == 5 ? std::vector<double>{1e-3, 5e-4, 2.5e-4}
                  : std::vector<double>{5e-4, 3.5e-4, 2.5e-4};
}

struct ComparedFamily {
  std::string letter;  // as in the figures
  std::string name;
};
const ComparedFamily munthe_kaas{"M", "mk_bdf"}, bliedf{"B", "bliedf"},
    crouch_grossman{"C", "crouch_grossman"}, commutator_free{"K", "commutator_free"},
    alpha{"G", "generalized_alpha"};

CatalogueChoice choice_of(const ComparedFamily& family, int p) {
  if (family.letter == "G") return {.method = family.name};
  CatalogueChoice choice{.method = fmt::format("{}_{}", family.name, p)};
  if (family.letter == "B" && p >= 3) choice.settings = {{"correction", "published"}};
  return choice;
}

std::vector<RunSeries> compare(const std::string& group, const std::vector<ComparedFamily>& families, int p) {
  const Subject top = heavy_top_subject({.group = group});
  std::vector<RunSeries> all;
  for (const ComparedFamily& family : families)
    all.push_back(measure(family.letter, top, choice_of(family, p), steps_for(p)));
  return all;
}

void check_orders(Measurement& m, const std::vector<RunSeries>& all, const std::vector<ErrorKind>& components,
                  int p) {
  for (const RunSeries& series : all)
    for (const ErrorKind& c : components) m.checks.push_back(order_check(series, c, p, 0.25));
}

// Accuracy ---------------------------------------------------------------------------------------------

/// SO(3): Crouch-Grossman and commutator-free most accurate, both BDF worst, generalized-α (p = 2) in between.
Measurement free_accuracy(int p) {
  std::vector<ComparedFamily> families{crouch_grossman, commutator_free, munthe_kaas, bliedf};
  if (p == 2) families.push_back(alpha);
  const std::vector<RunSeries> all = compare("so3", families, p);
  Measurement m;
  show(m, fmt::format("SO(3), p = {}", p), all, err2_q);
  show(m, fmt::format("SO(3), p = {}", p), all, err2_v);
  check_orders(m, all, {err2_q, err2_v}, p);
  for (const ErrorKind& c : {err2_q, err2_v}) {
    m.checks.push_back(ratio_check("as accurate, " + c.name, all[1], all[0], c, 0.9, 1.1));
    m.checks.push_back(ratio_check("less accurate, " + c.name, all[2], all[0], c, 1.5, any));
    m.checks.push_back(ratio_check("less accurate, " + c.name, all[3], all[0], c, 1.5, any));
    if (p > 2) continue;
    m.checks.push_back(ratio_check("slightly less accurate, " + c.name, all[4], all[0], c, 1.0, 2.0));
    m.checks.push_back(ratio_check("more accurate than BDF, " + c.name, all[2], all[4], c, 1.0, any));
  }
  return m;
}

/// R³×SO(3), p >= 3: Munthe-Kaas BDF more accurate than BLieDF.
Measurement held_accuracy(int p) {
  const std::vector<RunSeries> all = compare("r3xso3", {munthe_kaas, bliedf}, p);
  Measurement m;
  for (const ErrorKind& c : {err2_q, err2_lambda}) {
    show(m, fmt::format("R³×SO(3), p = {}", p), all, c);
    m.checks.push_back(ratio_check("Munthe-Kaas is more accurate in " + c.name, all[1], all[0], c, 1.0, any));
  }
  check_orders(m, all, {err2_q, err2_lambda}, p);
  return m;
}

/// k = 2: Munthe-Kaas BDF as printed is BLieDF; that of the catalogue has the exact tangent operator.
Measurement figure_6_7() {
  const std::vector<RunSeries> all = compare("r3xso3", {bliedf, alpha}, 2);
  const Subject top = heavy_top_subject({});
  RunSeries printed{"M as printed"};
  for (const double h : steps_for(2)) {
    printed.steps.push_back(h);
    printed.runs.push_back(printed_mk_bdf(top, 2, true, constant_steps(h, top.t_end)));
  }
  Measurement m;
  show(m, "R³×SO(3), p = 2", {all[0], all[1], printed}, err2_q);
  show(m, "R³×SO(3), p = 2", {all[0], all[1], printed}, err2_lambda);
  check_orders(m, all, {err2_q, err2_lambda}, 2);
  m.checks.push_back(ratio_check("one method for k = 2", printed, all[0], err2_q, 0.99, 1.01));
  m.checks.push_back(ratio_check("BLieDF is more accurate in q", all[1], all[0], err2_q, 1.0, any));
  m.checks.push_back(
      ratio_check("generalized-α is more accurate in λ", all[0], all[1], err2_lambda, 1.0, any));
  MeasuredTable table{"other dampings, h = 1e-4 s", {"ρ∞", "ERR2(q), G over B", "ERR2(λ), G over B"}};
  const Errors& of_b = all[0].runs.back();
  for (const char* rho : {"0", "0.1", "0.2", "0.4", "0.6", "0.8", "0.9", "0.99"}) {
    const Errors e = run_errors(top, {.method = alpha.name, .settings = {{"rho_inf", rho}}},
                                constant_steps(all[0].steps.back(), top.t_end));
    table.rows.push_back({rho, e.q / of_b.q, e.lambda / of_b.lambda});
  }
  m.tables.push_back(table);
  return m;
}

// The list ---------------------------------------------------------------------------------------------

const char* const accuracy_criterion =
    "slopes within ±0.25 of p; ratios of errors at the smallest step: more accurate means a ratio above 1, "
    "clearly "
    "more above 1.5, equal within 10 %";

Experiment entry(int number, const std::string& title, const std::string& setup, const std::string& published,
                 std::function<Measurement()> measure_it) {
  Experiment e{.name = fmt::format("wieloch_2022_figure_6_{}", number),
               .source = source,
               .number = fmt::format("figure 6.{}", number),
               .title = title,
               .setup = setup,
               .published = published,
               .criterion = accuracy_criterion};
  e.measure = std::move(measure_it);
  return e;
}

std::string setup_of(const char* families, const char* group, int p) {
  const std::vector<double> h = steps_for(p);
  return fmt::format("{} of order {}, heavy top {}, t = 0 … 1 s, h = {:g}, {:g}, {:g} s", families, p, group,
                     h[0], h[1], h[2]);
}

std::vector<Experiment> without_joint() {
  const char* said =
      "Crouch-Grossman (C) and commutator-free (K) are most accurate in q and v, both BDF (M, B) less. "
      "Order p for all.";
  Experiment first = entry(
      5, "p = 2 without joint: accuracy", setup_of("C, K, M = B, generalized-α (ρ∞ = 0.9)", "on SO(3)", 2),
      "C and K are most accurate in q and v, generalized-α slightly less, BDF has the largest error "
      "constant.",
      [] { return free_accuracy(2); });
  first.missing = "ρ∞ of generalized-α";
  return {first,
          entry(8, "p = 3 without joint: accuracy", setup_of("C, K, M, B", "on SO(3)", 3), said,
                [] { return free_accuracy(3); }),
          entry(11, "p = 4 without joint: accuracy", setup_of("C, K, M, B", "on SO(3)", 4), said,
                [] { return free_accuracy(4); })};
}

std::vector<Experiment> with_joint() {
  const char* said = "Both converge with order p in q and λ; Munthe-Kaas is more accurate in both.";
  Experiment first =
      entry(7, "p = 2 with joint: accuracy",
            setup_of("M = B, generalized-α (ρ∞ = 0.9)", "form b on R³×SO(3), index 3", 2),
            "Order 2 in q and λ; BLieDF is more accurate in q, generalized-α in λ.", figure_6_7);
  first.explanation =
      "λ follows q: the ratio of the errors of the two methods is the same in q and in λ to a few per cent "
      "for every ρ∞ (which "
      "the source does not print); below ρ∞ = 0.1 BLieDF is more accurate in both, above generalized-α in "
      "both, and "
      "figure 6.5 needs ρ∞ near 1";
  std::vector<Experiment> all{first};
  const int numbers[] = {10, 13, 14, 16};
  for (int p = 3; p <= 6; ++p)
    all.push_back(entry(numbers[p - 3], fmt::format("p = {} with joint: accuracy", p),
                        setup_of("M, B", "form b on R³×SO(3), index 3", p), said,
                        [p] { return held_accuracy(p); }));
  return all;
}

}  // namespace

std::vector<Experiment> wieloch_2022_comparisons() {
  std::vector<Experiment> all = without_joint();
  const std::vector<Experiment> more = with_joint();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace kreisel::experiments
