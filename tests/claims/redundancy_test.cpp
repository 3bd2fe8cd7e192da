// Mechanisms with joints that hold the same twice: every method runs them as it runs others, and says that reactions there are
// not unique. What of λ acts on nothing grew from round-off to 1e17 N inside the steps before, and the runs ended after
// 0.5 to 8 s, or were completed with 15 J of energy too much.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/sampled_errors.hpp"

namespace kreisel::claims {
namespace {

using namespace testing_support;

struct Case {
  std::string model, method;
  double tolerance;
  long least, most;  // steps
  double drift;      // largest [J], of a swing of 20 to 60 J
};

std::string path_of(const std::string& model) {
  const bool is_shipped = model == "bricard_redundant";
  return fmt::format("{}/{}/{}.json", KREISEL_SOURCE_FOLDER, is_shipped ? "models" : "tests/redundant_models",
                     model);
}

TEST(Redundancy, CostsNothingWithAnyMethod) {
  for (const Case& c :
       {Case{"door", "radau", 1e-6, 30, 60, 1e-5}, Case{"door", "radau_iia_3", 1e-4, 60, 140, 0.02},
        Case{"door", "generalized_alpha", 1e-3, 1000, 2200, 0.05},
        Case{"door", "bliedf", 1e-4, 400, 900, 0.02}, Case{"table", "radau", 1e-6, 90, 200, 1e-5},
        Case{"table", "radau_iia_3", 1e-4, 180, 400, 0.02},
        Case{"table", "generalized_alpha", 1e-3, 4000, 8500, 0.01},
        Case{"parallelogram_3", "radau", 1e-4, 100, 230, 2e-4},
        Case{"parallelogram_3", "radau_iia_3", 1e-3, 200, 430, 0.1},
        Case{"parallelogram_3", "radau_iia_3", 1e-4, 300, 650, 0.01},
        Case{"parallelogram_3", "radau_iia_3", 1e-5, 450, 1000, 1e-3},
        Case{"bricard_redundant", "radau", 1e-4, 35, 80, 2e-5},
        Case{"bricard_redundant", "radau", 1e-6, 45, 100, 1e-6},
        Case{"bricard_redundant", "generalized_alpha", 1e-3, 500, 1100, 0.05}}) {
    RunSpec spec{.target = path_of(c.model), .method = c.method};
    const RunRecord record = run(with_tolerance(spec, c.tolerance));
    const std::string what = c.model + ", " + c.method;
    EXPECT_EQ(record.status, "completed") << what << ": " << record.message;
    EXPECT_GT(record.rank.redundant_rows(), 0) << what;
    EXPECT_GE(record.statistics.accepted, c.least) << what;
    EXPECT_LE(record.statistics.accepted, c.most) << what;
    ASSERT_TRUE(record.audit.energy_drift) << what;
    EXPECT_LT(*record.audit.energy_drift, c.drift) << what;
    EXPECT_LT(record.final_values.cwiseAbs().maxCoeff(), 1e4) << what;  // reactions as well: 15 to 235 N
  }
}

}  // namespace
}  // namespace kreisel::claims
