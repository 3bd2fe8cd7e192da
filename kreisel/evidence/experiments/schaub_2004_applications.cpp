// [Schaub 2004] section 5.2: slider crank, washing machine, truck.
#include <Eigen/LU>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/evidence/experiments/experiment.hpp"
#include "kreisel/evidence/experiments/runs.hpp"
#include "kreisel/evidence/experiments/sources.hpp"

namespace kreisel::experiments {
namespace {

const char* const source = "Schaub 2004";

/// Frequencies of the rod from the data of the test set [Mazzia, Magherini 2008]: two sine modes across, two nodes along.
std::array<double, 4> rod_frequencies() {
  constexpr double pi = 3.1415927, young = 0.2e12, side = 0.008, density = 7870.0, length = 0.30;
  constexpr double mass = density * side * side * length, stiffness = young * side * side / length;
  const double across = stiffness * std::pow(pi, 4.0) / 24.0 * (side / length) * (side / length);
  Eigen::Matrix2d m, k;
  m << 8.0, 1.0, 1.0, 2.0;
  m *= mass / 15.0;
  k << 16.0, -8.0, -8.0, 7.0;
  k *= stiffness / 3.0;
  const Eigen::Matrix2d a = m.inverse() * k;
  const double half = 0.5 * a.trace(), root = std::sqrt(half * half - a.determinant());
  const auto hertz = [](double squared) { return std::sqrt(squared) / (2.0 * pi); };
  return {hertz(across / (0.5 * mass)), hertz(16.0 * across / (0.5 * mass)), hertz(half - root),
          hertz(half + root)};
}

Measurement frequencies() {
  const std::array<double, 4> published{203.2, 812.8, 4216.7, 15171.3}, measured = rod_frequencies();
  Measurement m;
  Table table{"frequencies of the rod", {"mode", "published [Hz]", "computed [Hz]"}};
  for (std::size_t i = 0; i < 4; ++i) {
    table.rows.push_back({static_cast<double>(i + 1), published[i], measured[i]});
    m.checks.push_back({fmt::format("frequency {} less the published one", i + 1), measured[i] - published[i],
                        -0.15, 0.15, "Hz"});
  }
  m.tables.push_back(table);
  return m;
}

/// Steps of the crank without and with its longitudinal springs as rows, beside the published ones.
Measurement crank(double unscaled, double scaled) {
  const auto steps = [](const char* form) {
    RunSpec spec;
    spec.target = "slider_crank";
    spec.method = "radau_iia_3";
    spec.settings = {{"form", form}, {"mass", "consistent"}, {"norm", "classical"}};
    spec.rtol = spec.atol = 1e-5;
    return traced_run(spec).steps();
  };
  const double plain = steps("force"), as_rows = steps("row");
  Measurement m;
  m.tables.push_back({"steps",
                      {"longitudinal springs", "published", "measured"},
                      {{"as forces, nothing scaled", unscaled, plain},
                       {"scaled (published) or as rows (here)", scaled, as_rows}}});
  m.checks = {{"nothing scaled: steps over published", plain / unscaled, 0.85, 1.15},
              {"scaled: steps over published", as_rows / scaled, 0.85, 1.15}};
  return m;
}

Experiment entry(const std::string& number, const char* title, const char* setup, const char* published,
                 const char* criterion, const char* missing, std::function<Measurement()> measure_it) {
  std::string key = number;
  for (char& c : key)
    if (c == ' ' || c == '.') c = '_';
  Experiment e{.name = "schaub_2004_" + key,
               .source = source,
               .number = number,
               .title = title,
               .setup = setup,
               .published = published,
               .criterion = criterion,
               .missing = missing};
  e.measure = std::move(measure_it);
  return e;
}

Measurement nothing() {
  return {};
}

std::vector<Experiment> crank_experiments() {
  const char* data =
      "tolerance, interval, norm, and how the initial values were disturbed; the model is the test set's, "
      "whose frequencies agree";
  const char* setup =
      "radau_iia_3, norm classical, tolerance 1e-5, slider_crank with consistent mass, 0.1 s; springs as "
      "forces and as rows";
  return {entry("section 5.2.1", "slider crank: frequencies of the elastic rod",
                "2×2 eigenvalue problems of the test set's data", "203.2, 812.8, 4216.7, 15171.3 Hz.",
                "within 0.15 Hz", "", frequencies),
          entry("table 5.6", "slider crank, smooth start: steps", setup,
                "420 steps, 233 with q7, 126 with q6 and q7 scaled.", "steps within 15 %", data,
                [] { return crank(420.0, 126.0); }),
          entry("figure 5.6", "slider crank, smooth start: step sizes", "none: as table 5.6",
                "Scaling finds and relieves the two longitudinal components. Curves only.", "none", data,
                nothing),
          entry("table 5.7", "slider crank, disturbed start: steps", setup,
                "6336 steps, 157 with q6 and q7 scaled.", "steps within 15 %", data,
                [] { return crank(6336.0, 157.0); }),
          entry("figure 5.7", "slider crank, disturbed start: step sizes", "none: as table 5.7",
                "Without scaling small oscillations force tiny steps. Curves only.", "none", data, nothing),
          entry("remark 5.2", "elastic double pendulum in SPARK3", "none",
                "Standard form aborts; ε²λ form with h-scaling 670 (Radau IIA) and 2411 (IIIC) steps.",
                "none", "the reduced model, tolerance and interval", nothing)};
}

std::vector<Experiment> large_models() {
  const char* washer =
      "the model: made with a commercial program, no equations or data are printed; the washing_machine of "
      "the catalogue is ours";
  const char* truck =
      "mesh, material, Fourier coefficients of the road, interval; the truck_platform of the catalogue is "
      "ours";
  return {
      entry("figure 5.9", "washing machine: drive, solution, step sizes", "none",
            "Hardly any difference between the norms. Curves only.", "none", washer, nothing),
      entry("figure 5.10", "washing machine: error against evaluations", "none",
            "With h-scaling slightly less accurate and cheaper: much the same picture. Curves only.", "none",
            washer, nothing),
      entry("table 5.8", "washing machine: steps and errors", "none",
            "IIIC with (IIIDC)^ 556/509 and, scaled, 431/394 steps/accepted; with (IIIAC)^ 346/322, 255/229; "
            "Radau IIA 190/149; errors 3.8e-4, "
            "9.9e-4, 1.8e-3, 2.0e-2, 9.2e-3.",
            "none", washer, nothing),
      entry("figure 5.13", "truck: scaled modes against the step size", "none",
            "Fewer modes are scaled the smaller the step and the faster the road.", "none", truck, nothing),
      entry("figure 5.14", "truck: solution and step sizes", "none",
            "Without h-scaling the step stays small; with it a large step is reached after a while.", "none",
            truck, nothing)};
}

}  // namespace

std::vector<Experiment> schaub_2004_applications() {
  std::vector<Experiment> all = crank_experiments();
  const std::vector<Experiment> more = large_models();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace kreisel::experiments
