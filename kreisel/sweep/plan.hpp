// The members of a sweep: every one follows from its number alone, so that anybody can compute any of them.
//
// Values of lists and grids are combined each with each, the last one fastest; then come samples, then repetitions with
// other random start disturbances.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kreisel/problems/target.hpp"
#include "kreisel/run/run.hpp"
#include "kreisel/sweep/sampling.hpp"
#include "kreisel/sweep/variation.hpp"

namespace kreisel {

/// A column of the table that is computed from the motion: see objective.hpp.
struct ObjectiveText {
  std::string name, formula;
};

struct SweepSpec {
  RunSpec run = {};
  std::string model_text = {};  // of a model that is no file; run.target is its name then
  std::vector<Variation> variations = {};
  Sampling sampling = {};
  long seed = 1;
  std::size_t repetitions = 1;  // with random start disturbances
  std::vector<ObjectiveText> objectives = {};
  bool checks_error = false;  // every member again, ten times as exact: what the objectives may be wrong by
  bool keeps_motion = false;  // samples in HDF5
};

struct Member {
  std::size_t number = 0;
  std::vector<std::string> values = {};  // of SweepPlan::names()
  RunSpec spec = {};
};

class SweepPlan {
 public:
  /// Reads the target and tries the names and the kinds of values. Throws Error.
  explicit SweepPlan(SweepSpec spec);

  const SweepSpec& spec() const { return spec_; }
  const Target& target() const { return target_; }
  const std::vector<std::string>& names() const { return names_; }
  /// Of the values, "1" where there is none.
  const std::vector<std::string>& units() const { return units_; }
  std::size_t count() const { return count_; }
  Member member(std::size_t number) const;
  /// Everything the result of a member depends on, hashed: 32 hexadecimal digits.
  std::string identity(const Member& member) const;

 private:
  void name_values();
  void count_members();
  void try_values() const;

  SweepSpec spec_;
  Target target_;
  std::vector<std::string> names_, units_;
  std::vector<std::size_t> grid_, ranges_;  // which variations
  std::size_t grid_count_ = 1, count_ = 0;
  SamplePoints points_;
  std::string common_;  // of the identity
};

/// Sets the option of this name. False when there is none; throws Error for a value that is none of it.
bool set_option(RunSpec& spec, const std::string& name, const std::string& text);

}  // namespace kreisel
