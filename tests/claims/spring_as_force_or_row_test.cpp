// A spring in the forces and the same spring as a compliant row give the same motion: the elastic pendulum.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "kreisel/run/run.hpp"

namespace kreisel::claims {
namespace {

RunRecord swing(const std::string& form, StartValues start, double step) {
  RunSpec spec;
  spec.target = "elastic_pendulum";
  spec.method = "generalized_alpha";
  spec.settings = {{"form", form}};
  spec.t_end = 5.0;
  spec.steps.step = step;
  spec.steps.start_values = start;
  return run(spec);
}

/// Worst error against the trusted digits.
double error_of(const RunRecord& record) {
  double worst = 0.0;
  for (const ReferenceValue& reference : record.references)
    for (std::size_t i = 0; i < record.columns.size(); ++i)
      if (record.columns[i].name == reference.observable)
        worst = std::max(worst, std::abs(record.final_values[static_cast<Index>(i)] - reference.value));
  return worst;
}

TEST(SpringAsForceOrRow, GivesTheSameStepsFromTheSameStartingValues) {
  const RunRecord as_force = swing("force", StartValues::a_only, 1e-3);
  const RunRecord as_row = swing("row", StartValues::a_only, 1e-3);
  for (Index i = 0; i < 4; ++i) EXPECT_NEAR(as_force.final_values[i], as_row.final_values[i], 1e-7);
}

TEST(SpringAsForceOrRow, ConvergesToTheTrustedDigitsInBothForms) {
  for (const char* form : {"force", "row"}) {
    const RunRecord coarse = swing(form, StartValues::automatic, 2e-4);
    const RunRecord fine = swing(form, StartValues::automatic, 1e-4);
    ASSERT_FALSE(fine.references.empty());
    EXPECT_NEAR(std::log2(error_of(coarse) / error_of(fine)), 2.0, 0.2) << form << " " << error_of(fine);
  }
}

}  // namespace
}  // namespace kreisel::claims
