// The heavy top on R³×SO(3), form A, held by springs, spring-dampers or dampers instead of a joint.
#pragma once

#include "evidence/bench/subject.hpp"

namespace kreisel::claims {

struct TipRow {
  RowKind kind = RowKind::position;
  double compliance = 0.0, relaxation = 0.0;
  double time_scale = 1e-3;  // [s] rows faster than this start on the slow motion
  double t_end = 0.5;
};

/// Springs and dampers too stiff for an explicit reference are compared with the joint.
inline constexpr double as_good_as_rigid = 1e-10;

Subject compliant_top_subject(const TipRow& row);

}  // namespace kreisel::claims
