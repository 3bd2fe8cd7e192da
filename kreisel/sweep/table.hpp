// The table of a sweep, a row per member: its parameters, how it ended, what it cost, its objectives. The same to the last bit
// whoever computed the members; what differs from time to time is in a file of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kreisel/sweep/sweep.hpp"

namespace kreisel {

struct SweepColumn {
  enum class Role { number, parameter, status, cost, objective };
  std::string name, unit;
  Role role = Role::number;
  std::vector<double> numbers = {};  // empty: texts
  std::vector<std::string> texts = {};
};

/// Members without a result have the status "missing".
std::vector<SweepColumn> sweep_table(const SweepPlan& plan, const SweepOutcome& outcome);

/// How often every status occurs, the most frequent first.
std::vector<std::pair<std::string, std::size_t>> status_counts(const SweepOutcome& outcome);

/// table.csv, table.h5, cost.csv, sweep.json, report.html, and motions.h5 where motions are kept. Returns their paths; throws FileError.
std::vector<std::filesystem::path> write_sweep(const SweepPlan& plan, const SweepOutcome& outcome,
                                               const std::filesystem::path& folder);

/// "kreisel run MODEL --set …": a member by itself.
std::string replay_command(const SweepPlan& plan, const Member& member);

/// Specification, counts and table as JSON, for machines and for the page.
std::string sweep_json(const SweepPlan& plan, const SweepOutcome& outcome);

}  // namespace kreisel
