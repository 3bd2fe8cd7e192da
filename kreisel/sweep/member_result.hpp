// What a sweep keeps of a member: its numbers are listed once, for records, tables and pages.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/core/error.hpp"

namespace kreisel {

struct MemberResult {
  std::string status = {}, message = {};  // "completed"; "refused" when the input was bad
  ExitCode exit_code = ExitCode::success;
  std::string method = {};
  double t = unknown, steps = unknown, rejected = unknown;
  double newton_iterations = unknown, factorizations = unknown, force_evaluations = unknown;
  double local_error = unknown;  // the largest accepted one, 1: on tolerance
  double joint_gap = unknown, joint_rate = unknown, energy_drift = unknown;
  double seconds = unknown;                   // of the processor; not the same twice
  std::vector<double> objectives = {};        // of a completed member
  std::vector<double> objective_errors = {};  // how much they change ten times as exact
  std::string motion_file = {};               // in the folder of motions, with the row of this member
  long motion_row = 0;

  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  bool is_complete() const { return exit_code == ExitCode::success; }

  struct Number {
    std::string_view name, unit;
    double MemberResult::*value;
  };
  /// Numbers that are the same whoever computes them.
  static constexpr auto numbers() {
    return std::array{Number{"t", "s", &MemberResult::t},
                      Number{"steps", "1", &MemberResult::steps},
                      Number{"rejected", "1", &MemberResult::rejected},
                      Number{"newton_iterations", "1", &MemberResult::newton_iterations},
                      Number{"factorizations", "1", &MemberResult::factorizations},
                      Number{"force_evaluations", "1", &MemberResult::force_evaluations},
                      Number{"local_error", "1", &MemberResult::local_error},
                      Number{"joint_gap", "SI", &MemberResult::joint_gap},
                      Number{"joint_rate", "SI", &MemberResult::joint_rate},
                      Number{"energy_drift", "J", &MemberResult::energy_drift}};
  }
};

/// A line of JSON, and back to the last bit; nothing when the text is not one.
std::string result_text(const MemberResult& result);
std::optional<MemberResult> result_of_text(const std::string& text);

}  // namespace kreisel
