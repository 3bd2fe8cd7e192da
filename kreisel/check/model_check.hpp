// What `kreisel check` finds out about a problem or a model before anybody runs it.
#pragma once

#include <string>
#include <vector>

#include "kreisel/check/body_check.hpp"
#include "kreisel/check/method_advice.hpp"
#include "kreisel/equations/check_derivatives.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel {

struct ModelCheckOptions {
  double start_limit = -1.0;          // not given: as a run takes it
  double difference_step = 0.0;       // 0: that of check_derivatives
  double derivative_tolerance = 0.0;  // likewise; larger where derivatives are differences themselves
};

/// How far a body was moved to assemble the mechanism.
struct BodyMove {
  std::string body;
  double distance = 0.0;  // [m]
  double angle = 0.0;     // [rad]
};

struct ModelCheck {
  std::string name, kind;  // kind "problem" or "model"
  std::vector<std::string> bodies = {};
  Index velocities = 0, joint_rows = 0;
  StartReport start = {};
  std::vector<RowStart> violated = {};  // by more than rounding of published digits
  std::vector<BodyMove> moved = {};     // of a model given roughly, the farthest first
  bool has_derivatives = true;          // false: too large to compare them
  DerivativeReport derivatives = {};
  Traits traits = {};
  MethodAdvice advice = {};
  std::vector<BodyRemark> body_remarks = {};
  std::vector<std::string> notes = {};  // of reading the file

  /// Problems must start on their rows; models may be given roughly. Derivatives of a problem are its author's, those of a
  /// model ours, and differences across the kink of a contact or the jump of an angle prove nothing.
  bool is_start_right() const { return violated.empty() || kind == "model"; }
  bool is_right() const { return (derivatives.ok() || kind == "model") && is_start_right(); }
};

/// Throws Error: bad input, a model that cannot be, a start beyond the limit or with joints that contradict each other.
ModelCheck check_target(const Target& target, const Settings& settings,
                        const ModelCheckOptions& options = {});

}  // namespace kreisel
