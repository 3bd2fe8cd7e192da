// Objectives: one number of a whole motion, as a formula.
//
//   max(abs(hinge.fz))                 the largest value over all samples; also min, mean, rms, start, end, integral
//   time_of_max(car.z)                 when; also time_of_min
//   settling(car.z)                    after this time it stays within 5 % of its largest distance from its last value;
//                                      settling(car.z, 0.02) within 2 %
//   count(impact), first(impact)       how often an event happened, and when first; also last
//   max(tyre.fz)/(mass*9.81)           put together with parameters, t_end, steps and energy_drift
//
// Inside these functions stand formulas of columns, t and parameters. Names with other characters than letters, digits, _
// and . are put in ' '.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kreisel/run/run.hpp"
#include "kreisel/sweep/plan.hpp"

namespace kreisel {

/// What objectives are computed from.
struct SampledMotion {
  std::vector<double> times = {};
  std::vector<double> values = {};  // a row of columns per sample
  RunRecord record = {};
};

class Objectives {
 public:
  /// Throws OptionError with the formula that is wrong and the names there are.
  Objectives(const std::vector<ObjectiveText>& texts, const std::vector<Column>& columns,
             const std::map<std::string, std::string>& parameters);
  ~Objectives();
  Objectives(Objectives&&) noexcept;
  Objectives& operator=(Objectives&&) = delete;
  Objectives(const Objectives&) = delete;
  Objectives& operator=(const Objectives&) = delete;

  std::vector<double> values(const SampledMotion& motion) const;

 private:
  class One;
  std::vector<std::unique_ptr<One>> all_;
};

}  // namespace kreisel
