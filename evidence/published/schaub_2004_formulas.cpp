// [Schaub 2004] chapter 3 and the tableaux of chapter 4: coefficients, stability, damping and dispersion.
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "evidence/published/lobatto_tables.hpp"
#include "evidence/published/schaub_2004.hpp"
#include "evidence/published/shown_series.hpp"
#include "evidence/published/sources.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel::experiments {
namespace {

using Complex = std::complex<double>;
using Family = ImplicitFamily;
const double pi = std::acos(-1.0);

double radius(const Tableau& t, double chi) {
  return std::abs(stability_function(t, {0.0, chi}));
}

// Figures 3.1, 3.2, 4.3: stability and spectral radii --------------------------------------------------

Complex printed_stability(Family family, double x, Complex z) {
  const Complex z2 = z * z, z3 = z2 * z;
  if (family == Family::lobatto_iiiac)
    return 2.0 * (12.0 + 3.0 * z + 3.0 * x * z + x * z2) /
           (24.0 - 18.0 * z + 6.0 * x * z - 4.0 * x * z2 + 6.0 * z2 + x * z3 - z3);
  return (48.0 + 12.0 * x * z + 12.0 * z + 6.0 * x * z2 + x * z3) /
         (48.0 + 12.0 * x * z - 36.0 * z - 6.0 * x * z2 + 12.0 * z2 + x * z3 - 2.0 * z3);
}

/// The border |R(z)| = 1 in the right half-plane, along rays from the middle of the region.
MeasuredCurve border(Family family, double theta) {
  const Tableau t = implicit_tableau(family, 3, theta);
  MeasuredCurve curve{fmt::format("θ = {:g}", theta)};
  for (int i = 0; i <= 180; ++i) {
    const double angle = -0.5 * pi + pi * i / 180.0;
    double inside = 0.05, outside = 60.0;
    for (int k = 0; k < 50; ++k) {
      const double middle = 0.5 * (inside + outside);
      (std::abs(stability_function(t, std::polar(middle, angle))) > 1.0 ? inside : outside) = middle;
    }
    curve.x.push_back(inside * std::cos(angle));
    curve.y.push_back(inside * std::sin(angle));
  }
  return curve;
}

Measurement figure_3_1() {
  Measurement m;
  for (const Family family : {Family::lobatto_iiiac, Family::lobatto_iiidc}) {
    const std::string name = family == Family::lobatto_iiiac ? "IIIAC" : "IIIDC";
    Plot plot{name + ": the border of stability", "Re z", "Im z", false, false};
    double worst = 0.0, stable = 0.0;
    for (int i = 0; i <= 10; ++i) {
      const double theta = 0.1 * i;
      const Tableau t = implicit_tableau(family, 3, theta);
      for (const Complex z : {Complex(-1.0, 2.0), Complex(0.5, -1.5), Complex(-7.0, 0.3), Complex(0.0, 4.0)})
        worst = std::max(worst, std::abs(stability_function(t, z) - printed_stability(family, theta, z)));
      stable += is_a_stable(t) ? 1.0 : 0.0;
      if (i % 2 == 0 && i < 10) plot.curves.push_back(border(family, theta));
    }
    m.plots.push_back(plot);
    m.checks.push_back({name + ": largest difference to the printed stability function", worst, 0.0, 1e-12});
    m.checks.push_back({name + ": A-stable for so many of θ = 0, 0.1, …, 1", stable, 11.0, 11.0});
  }
  const double at_infinity = std::abs(stability_at_infinity(implicit_tableau(Family::lobatto_iiiac, 3, 0.5)));
  m.checks.push_back({"IIIAC, θ = 1/2: |R(∞)| (L-stable)", at_infinity, 0.0, 1e-12});
  m.checks.push_back({"IIIDC, θ = 1/2: |R(∞)| = θ/(2-θ)",
                      std::abs(stability_at_infinity(implicit_tableau(Family::lobatto_iiidc, 3, 0.5))),
                      1.0 / 3.0 - 1e-12, 1.0 / 3.0 + 1e-12});
  return m;
}

MeasuredCurve radii(const Tableau& t, const std::string& name) {
  MeasuredCurve curve{name};
  for (double x = -1.0; x <= 2.0; x += 0.02) {
    curve.x.push_back(std::pow(10.0, x));
    curve.y.push_back(radius(t, curve.x.back()));
  }
  return curve;
}

Measurement figure_3_2() {
  Measurement m;
  for (const Family family : {Family::lobatto_iiiac, Family::lobatto_iiidc}) {
    Plot plot{family == Family::lobatto_iiiac ? "IIIAC" : "IIIDC", "χ = ωh", "ρ(χ)", true, false};
    for (const double theta : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0})
      plot.curves.push_back(radii(implicit_tableau(family, 3, theta), fmt::format("θ = {:g}", theta)));
    m.plots.push_back(plot);
  }
  const Tableau c = implicit_tableau(Family::lobatto_iiic, 3), radau = implicit_tableau(Family::radau_iia, 3),
                dc = implicit_tableau(Family::lobatto_iiidc, 3, strongest_damping_theta(10.0));
  double same = 0.0;
  for (const double chi : {0.5, 2.0, 5.0, 20.0})
    same = std::max(
        same, std::abs(radius(implicit_tableau(Family::lobatto_iiiac, 3, 0.6), chi) - radius(radau, chi)));
  m.checks = {
      {"IIIC at χ = 1 (hardly any damping)", radius(c, 1.0), 0.99, 1.0},
      {"IIIC at χ = 20 (strong damping)", radius(c, 20.0), 0.0, 0.1},
      {"IIIDC, θ = 0.118, over IIIC at χ = 10 (curves cross)", radius(dc, 10.0) / radius(c, 10.0), 0.0, 0.9},
      {"IIIDC, θ = 0.118, over IIIC at χ = 2", radius(dc, 2.0) / radius(c, 2.0), 1.0, 2.0},
      {"Radau IIA over IIIC at χ = 10 (weaker damping)", radius(radau, 10.0) / radius(c, 10.0), 1.5, any},
      {"IIIAC with θ = s/(2s-1) is Radau IIA: largest difference of ρ", same, 0.0, 1e-12}};
  return m;
}

Measurement figure_4_3() {
  const Tableau c = implicit_tableau(Family::lobatto_iiic, 3);
  MeasuredCurve plain = radii(c, "IIIC"), least{"IIIDC_min"};
  double largest = 0.0, first = 0.0, worst = 0.0;
  for (double chi = 0.01; chi < 100.0; chi *= 1.005) {
    const double theta = strongest_damping_theta(chi);
    largest = std::max(largest, theta);
    if (theta > 0.0 && first == 0.0) first = chi;
    const double damped = radius(implicit_tableau(Family::lobatto_iiidc, 3, theta), chi);
    least.x.push_back(chi);
    least.y.push_back(damped);
    worst = std::max(worst, damped / radius(c, chi));
  }
  Measurement m;
  m.plots.push_back({"spectral radii", "χ = ωh", "ρ(χ)", true, true, {plain, least}});
  m.checks = {{"largest θ (published 0.4126401258)", largest, 0.41263, 0.412641},
              {"θ = 0 up to χ (published 2.692016116)", first, 2.692016, 2.72},
              {"ρ of IIIDC_min over IIIC at χ = 10",
               least.y[least.y.size() - 462] / radius(c, least.x[least.x.size() - 462]), 0.0, 0.5},
              {"largest ρ of IIIDC_min over IIIC (never worse)", worst, 0.0, 1.0 + 1e-9}};
  return m;
}

// Table 3.4, figures 3.3, 3.4: dispersion and dissipation ----------------------------------------------

struct WaveOrders {
  double dispersion, dissipation;  // infinite where the error is round-off
};

WaveOrders orders_of(const Tableau& t) {
  const auto errors = [&](double chi) {
    const Complex r = stability_function(t, {0.0, chi});
    return std::pair{std::abs(std::arg(r) / chi - 1.0), std::abs(std::log(std::abs(r)) / chi)};
  };
  const double coarse = t.stages() <= 3 ? 0.4 : 0.9, fine = 0.5 * coarse;
  const auto [p1, a1] = errors(coarse);
  const auto [p2, a2] = errors(fine);
  const double infinite = std::numeric_limits<double>::infinity();
  return {std::log2(p1 / p2), a1 < 1e-14 ? infinite : std::log2(a1 / a2)};
}

double gauss_theta(int s) {
  return 2.0 - 2.0 / (2.0 * s - 1.0) * std::sqrt((2.0 * s - 1.0) * (s - 1.0));
}

Measurement table_3_4() {
  Measurement m;
  MeasuredTable table{
      "orders",
      {"pair", "s", "θ", "dispersion, published", "dispersion", "dissipation, published", "dissipation"}};
  const auto add = [&](const char* name, Family family, int s, double theta, double dispersion,
                       double dissipation) {
    const WaveOrders o = orders_of(implicit_tableau(family, s, theta));
    table.rows.push_back({name, double(s), theta, dispersion, o.dispersion, dissipation, o.dissipation});
    m.checks.push_back({fmt::format("{}, s = {}, θ = {:.4g}: dispersion order", name, s, theta), o.dispersion,
                        dispersion - 0.35, dispersion + 0.35});
    m.checks.push_back({fmt::format("{}, s = {}, θ = {:.4g}: dissipation order", name, s, theta),
                        o.dissipation, dissipation - 0.35, dissipation + 0.35});
  };
  const double infinite = std::numeric_limits<double>::infinity();
  for (int s = 2; s <= 4; ++s) {
    const double p = 2.0 * s;
    add("IIIAC", Family::lobatto_iiiac, s, 0.2, p - 2, p - 1);
    add("IIIAC", Family::lobatto_iiiac, s, s / (p - 1.0), p, p - 1);
    add("IIIAC", Family::lobatto_iiiac, s, 1.0, p - 2, infinite);
    add("IIIDC", Family::lobatto_iiidc, s, 0.5, p - 2, p - 1);
    add("IIIDC", Family::lobatto_iiidc, s, 1.0, p - 2, infinite);
    add("IIIABD", Family::lobatto_iiiabd, s, 0.9, p - 2, infinite);
    add("IIIABD", Family::lobatto_iiiabd, s, gauss_theta(s), p, infinite);
  }
  m.tables.push_back(table);
  return m;
}

/// Sectors of |R(z)| > |e^z| around 0: the linear order plus one.
double arms(double theta) {
  const Tableau t = implicit_tableau(Family::lobatto_iiiac, 3, theta);
  constexpr int points = 3600;
  constexpr double r = 0.3;
  int changes = 0;
  bool before = false;
  for (int i = 0; i <= points; ++i) {
    const Complex z = std::polar(r, 2.0 * pi * (i + 0.37) / points);
    const bool is_outside = std::abs(stability_function(t, z) * std::exp(-z)) > 1.0;
    if (i > 0 && is_outside != before) ++changes;
    before = is_outside;
  }
  return 0.5 * changes;
}

Measurement figure_3_3() {
  Measurement m;
  for (const double theta : {0.0, 0.3, 0.6, 0.9, 1.0}) {
    const double expected = theta == 0.6 ? 6.0 : 5.0;
    m.checks.push_back({fmt::format("arms of the order star, θ = {:g} (linear order plus one)", theta),
                        arms(theta), expected, expected});
  }
  return m;
}

Measurement figure_3_4() {
  Measurement m;
  Plot damping{"algorithmic damping ratio", "χ = ωh", "ξ", true, true},
      period{"relative period error", "χ = ωh", "|γ|", true, true};
  std::vector<double> at_one, slopes;
  for (const double theta : {0.0, 0.2, 0.4, 0.6, 0.8}) {
    const Tableau t = implicit_tableau(Family::lobatto_iiiac, 3, theta);
    MeasuredCurve xi{fmt::format("θ = {:g}", theta)}, gamma = xi;
    for (double chi = 0.2; chi < 3.0; chi *= 1.05) {
      const Complex r = stability_function(t, {0.0, chi});
      xi.x.push_back(chi);
      xi.y.push_back(-std::log(std::abs(r)) / std::arg(r));
      gamma.x.push_back(chi);
      gamma.y.push_back(std::abs(chi / std::arg(r) - 1.0));
    }
    damping.curves.push_back(xi);
    period.curves.push_back(gamma);
    const Complex r = stability_function(t, {0.0, 1.0});
    at_one.push_back(-std::log(std::abs(r)) / std::arg(r));
    slopes.push_back(orders_of(t).dispersion);
  }
  m.plots = {damping, period};
  for (std::size_t i = 0; i + 1 < at_one.size(); ++i)
    m.checks.push_back({fmt::format("damping at χ = 1, θ = {:g} over {:g} (falls with θ)",
                                    0.2 * (double(i) + 1.0), 0.2 * double(i)),
                        at_one[i + 1] / at_one[i], 0.0, 1.0});
  m.checks.push_back({"slope of the period error, θ = 3/5", slopes[3], 5.65, 6.35});
  m.checks.push_back({"slope of the period error, θ = 1/5", slopes[1], 3.65, 4.35});
  m.as_printed.push_back(
      {"the text: damping grows with θ; at χ = 1, θ = 0.8 over 0", at_one[4] / at_one[0], 1.0, any});
  return m;
}

Experiment entry(const char* number, const char* title, const char* setup, const char* published,
                 const char* criterion, std::function<Measurement()> measure_it, const char* erratum = "") {
  return schaub_2004(number, title, setup, published, criterion, std::move(measure_it), "", erratum);
}

std::vector<Experiment> tables() {
  return {
      entry("table 3.1", "simplifying assumptions of the families",
            "coefficients of the catalogue, s = 2, 3, 4",
            "ξ, η, ζ of Gauss, Radau, Lobatto; which are stiffly accurate or symplectic.", "exact agreement",
            simplifying_assumptions_table,
            "\"stiffly accurate\" stands in the row of Radau IA; it belongs to Radau IIA."),
      entry("table 3.2", "Lobatto coefficients, two stages", "implicit_tableau(lobatto_iiiX, 2)",
            "Four tableaux.", "coefficients to 1e-14, order by rooted trees",
            [] { return lobatto_coefficients(2); }),
      entry(
          "table 3.3", "Lobatto coefficients, three stages", "implicit_tableau(lobatto_iiiX, 3)",
          "Four tableaux.", "coefficients to 1e-14, order by rooted trees",
          [] { return lobatto_coefficients(3); },
          "The text says a_1i = b_1 for IIIB and IIIC; it is a_i1 = b_1."),
      entry("table 3.4", "dispersion and dissipation orders",
            "R(iχ) at two χ, s = 2, 3, 4, seven rows of the table",
            "Dispersion 2s-2 (2s for IIIAC with θ = s/(2s-1) and for IIIABD with its θ), dissipation 2s-1 or "
            "∞.",
            "measured slopes within ±0.35", table_3_4,
            "The series (3.5b) and that of IIIABD are printed as d_p; they are d_p - 1."),
      entry("table 4.1", "embedded formula of Radau IIA", "order by rooted trees; e = A^-T (b̂ - b)",
            "Tableau of order 3 and e_i.", "order exactly 3; e to 1e-12", embedded_radau,
            "The printed e lacks a factor 1/3."),
      entry(
          "table 4.2", "embedded formula (IIIAC)^", "order by rooted trees, θ = 0, 0.4, 0.8",
          "Tableau of order 3, α0 outside [0, 1/3], default 1/4.",
          "order exactly 3 with α0 = 1; the additional stage differs from the first",
          [] { return embedded_lobatto(true); },
          "The default α0 = 1/4 lies in the interval the source forbids: at θ = 0.4 the additional stage is "
          "the first one and the "
          "estimate vanishes. Here α0 = 1."),
      entry("table 4.3", "embedded formula (IIIDC)^", "order by rooted trees, θ = 0, 0.4, 0.8",
            "Tableau of order 3, default α0 = 1.",
            "order exactly 3; the additional stage differs from the first",
            [] { return embedded_lobatto(false); })};
}

std::vector<Experiment> figures() {
  return {entry("figure 3.1", "regions of stability of IIIAC and IIIDC",
                "R(z) of the catalogue, s = 3, θ = 0, 0.1, …, 1",
                "A-stable for every θ; IIIAC L-stable for θ < 1.",
                "printed R(z) to 1e-12; A-stability for all θ", figure_3_1),
          entry("figure 3.2", "spectral radii of IIIAC and IIIDC", "|R(iχ)|, s = 3",
                "Hardly any damping for χ < π, strong damping beyond; curves of IIIDC cross; Radau IIA damps "
                "clearly less than IIIC and is IIIAC "
                "with θ = 3/5.",
                "each statement as a number between two bounds", figure_3_2),
          entry("figure 3.3", "order stars of IIIAC", "sectors of |R(z)| > |e^z| on |z| = 0.3, s = 3",
                "Arms: linear order plus one; one more at θ = 3/5.", "exact count", figure_3_3),
          entry("figure 3.4", "damping ratio and period error of IIIAC", "ξ and γ from R(iχ), s = 3",
                "The slope of the period error is higher for θ = 3/5; the damping ratio depends on θ, zero "
                "at θ = 1.",
                "damping falls with θ; slopes within ±0.35", figure_3_4,
                "The text says the damping ratio grows with θ; since it vanishes at θ = 1 it falls, as the "
                "series (3.3) shows."),
          entry("figure 4.3", "the strongest damping: IIIDC_min", "(4.16) and |R(iχ)|",
                "θ stays below 0.4126401258 and is zero for χ < 2.692016116; for χ > π IIIDC_min damps "
                "clearly more than IIIC.",
                "printed numbers within the sampling of χ; ratio of radii", figure_4_3)};
}

}  // namespace

std::vector<Experiment> schaub_2004_formulas() {
  std::vector<Experiment> all = tables();
  const std::vector<Experiment> more = figures();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace kreisel::experiments
