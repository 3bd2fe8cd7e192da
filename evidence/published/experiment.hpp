// A published experiment: what was said, how it is measured here, and by which rule the two are compared.
//
// The verdict follows from the checks and is never written down:
//   every check holds                       reproduced
//   one does not, and the source leaves out what is needed   not reproducible from the published data
//   one does not, and nothing is left out   differs
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kreisel::experiments {

enum class Verdict { reproduced, differs, not_reproducible };
std::string_view name_of(Verdict verdict);

/// A statement as a number that must lie between two bounds.
struct Check {
  std::string claim;
  double measured = 0.0, lowest = 0.0, highest = 0.0;
  std::string unit = "1";

  bool holds() const { return measured >= lowest && measured <= highest; }
};

/// A number or a word in a table.
struct MeasuredCell {
  std::string text = {};
  std::optional<double> number = {};

  MeasuredCell(double value) : number(value) {}              // NOLINT(google-explicit-constructor)
  MeasuredCell(std::string word) : text(std::move(word)) {}  // NOLINT(google-explicit-constructor)
  MeasuredCell(const char* word) : text(word) {}             // NOLINT(google-explicit-constructor)
  std::string shown() const;
};

struct MeasuredTable {
  std::string title;
  std::vector<std::string> columns;  // with units, "h [s]"
  std::vector<std::vector<MeasuredCell>> rows = {};
};

struct MeasuredCurve {
  std::string name;
  std::vector<double> x = {}, y = {};
};

struct Plot {
  std::string title, x_label, y_label;
  bool log_x = true, log_y = true;
  std::vector<MeasuredCurve> curves = {};
};

struct Measurement {
  std::vector<MeasuredTable> tables = {};
  std::vector<Plot> plots = {};
  std::vector<Check> checks = {};      // they decide
  std::vector<Check> as_printed = {};  // the same with what the source prints wrongly; they decide nothing
  std::vector<std::string> remarks = {};
};

struct Experiment {
  std::string name;    // "wieloch_2022_figure_6_1"
  std::string source;  // key of docs/bibliography.md
  std::string number;  // "figure 6.1"
  std::string title;
  std::string setup;             // what is run here
  std::string published;         // what the source says; its numbers where they survive
  std::string criterion;         // the rule behind the checks, in words
  std::string missing = {};      // what the source leaves out
  std::string erratum = {};      // what it prints wrongly, and what is right
  std::string explanation = {};  // why our numbers differ, should they do so
  bool is_timed = false;         // compares computing times: not the same in every run
  std::function<Measurement()> measure = {};
};

struct Result {
  std::string name;
  Verdict verdict = Verdict::not_reproducible;
  std::string reason;
  Measurement measurement = {};
  double seconds = 0.0;  // of processor time
};

/// Thread-safe and, but for times, the same in every run.
Result carry_out(const Experiment& experiment);

Verdict judge(const Experiment& experiment, const Measurement& measurement);

/// A figure or table that is no experiment.
struct Omission {
  std::string source, numbers, reason;
};

}  // namespace kreisel::experiments
