// The list of published experiments: complete entries, and verdicts that follow from checks alone.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "evidence/published/all.hpp"
#include "kreisel/core/error.hpp"

namespace kreisel::experiments {
namespace {

TEST(Experiments, HaveNamesOfTheirOwnAndCompleteEntries) {
  std::set<std::string> names;
  for (const Experiment& e : all_experiments()) {
    EXPECT_TRUE(names.insert(e.name).second) << e.name;
    for (const std::string* text : {&e.source, &e.number, &e.title, &e.setup, &e.published, &e.criterion})
      EXPECT_FALSE(text->empty()) << e.name;
    EXPECT_TRUE(e.measure) << e.name;
    EXPECT_EQ(&find_experiment(e.name), &e);
  }
  EXPECT_THROW(find_experiment("wieloch_2022_figure_6_99"), UnknownName);
}

/// Figures 6.1 to 6.33 of [Wieloch 2022], 1 to 4 of [Wieloch, Arnold 2021], 1 and 3 to 6 of [Arnold, Brüls, Cardona
/// 2015]: none is left out.
TEST(Experiments, LeaveNoFigureOut) {
  for (int i = 1; i <= 33; ++i)
    EXPECT_NO_THROW(find_experiment("wieloch_2022_figure_6_" + std::to_string(i))) << i;
  for (int i = 1; i <= 4; ++i)
    EXPECT_NO_THROW(find_experiment("wieloch_arnold_2021_figure_" + std::to_string(i))) << i;
  for (const int i : {1, 3, 4, 5, 6})
    EXPECT_NO_THROW(find_experiment("arnold_bruels_cardona_2015_figure_" + std::to_string(i))) << i;
}

Experiment entry_with(const std::string& missing, const std::vector<Check>& checks) {
  Experiment e{.name = "e",
               .source = "s",
               .number = "1",
               .title = "t",
               .setup = "s",
               .published = "p",
               .criterion = "c",
               .missing = missing,
               .explanation = "because"};
  e.measure = [checks] { return Measurement{.checks = checks}; };
  return e;
}

TEST(Verdict, FollowsFromTheChecks) {
  const Check good{"good", 1.0, 0.5, 1.5}, low{"low", 0.4, 0.5, 1.5}, high{"high", 1.6, 0.5, 1.5};
  EXPECT_EQ(carry_out(entry_with("", {good})).verdict, Verdict::reproduced);
  EXPECT_EQ(carry_out(entry_with("data", {good})).verdict, Verdict::reproduced);
  for (const Check& bad : {low, high}) {
    EXPECT_EQ(carry_out(entry_with("", {good, bad})).verdict, Verdict::differs);
    EXPECT_EQ(carry_out(entry_with("data", {good, bad})).verdict, Verdict::not_reproducible);
  }
  EXPECT_EQ(carry_out(entry_with("data", {})).verdict, Verdict::not_reproducible);
  EXPECT_NE(carry_out(entry_with("", {good, low})).reason.find("because (low: 0.4"), std::string::npos);
}

TEST(Verdict, IsNotReachedByNumbersThatAreNone) {
  const Check nothing{"nan", std::numeric_limits<double>::quiet_NaN(), -1e300, 1e300};
  EXPECT_EQ(carry_out(entry_with("", {nothing})).verdict, Verdict::differs);
}

/// Cheap ones, with the verdict that is in docs/reproduction.md.
TEST(Experiments, AreReproduced) {
  for (const char* name :
       {"wieloch_2022_table_4_1", "wieloch_2022_figure_3_2", "wieloch_2022_figure_6_5",
        "wieloch_2022_figure_6_9", "wieloch_2022_figure_6_14", "wieloch_2022_section_3_3_3",
        "wieloch_arnold_2021_figure_2", "arnold_bruels_cardona_2015_section_4_1"}) {
    const Result result = carry_out(find_experiment(name));
    EXPECT_EQ(result.verdict, Verdict::reproduced) << name << ": " << result.reason;
  }
}

TEST(Experiments, ThatDifferSayWhy) {
  const Result result = carry_out(find_experiment("wieloch_2022_figure_6_7"));
  EXPECT_EQ(result.verdict, Verdict::differs);
  EXPECT_NE(result.reason.find("BLieDF is more accurate in q"), std::string::npos);
}

}  // namespace
}  // namespace kreisel::experiments
