// The record of a run as JSON: documented keys, numbers, errors.
#include "kreisel/run/record_json.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "kreisel/run/reference_comparison.hpp"

namespace {

using nlohmann::json;

kreisel::RunRecord example() {
  kreisel::RunRecord record;
  record.spec.target = record.problem = "heavy_top";
  record.parameters = {{"mass", "15"}, {"group", "se3"}, {"nothing", "nan"}};
  record.choice.formulation = "index2";
  record.status = "completed";
  record.t = record.t_end = 0.1;
  record.statistics.accepted = 12;
  record.columns = {{"top.x", "m"},  {"top.qw", "1"}, {"top.qx", "1"},
                    {"top.qy", "1"}, {"top.qz", "1"}, {"lambda.tip_x", "N"}};
  record.final_values = kreisel::Vector(6);
  record.final_values << 0.1, -0.6, 0.8, 0.0, 0.0, NAN;
  return record;
}

TEST(RecordJson, HasTheDocumentedKeys) {
  const json out = json::parse(record_json(example()));
  for (const char* key :
       {"status", "message", "t", "method", "formulation", "statistics", "audit", "final", "version",
        "options", "compiler", "problem", "start", "references", "exit_code", "units"})
    EXPECT_TRUE(out.contains(key)) << key;
  for (const char* key :
       {"accepted", "rejected", "newton_iterations", "factorizations", "force_evaluations", "wall_seconds",
        "restarts", "smallest_step", "largest_step", "stagnated_at_round_off"})
    EXPECT_TRUE(out["statistics"].contains(key)) << key;
  EXPECT_EQ(out["audit"].size(), 3U);
  EXPECT_TRUE(out["audit"]["energy_drift"].is_null());
}

TEST(RecordJson, NumbersSurviveAndNonFiniteOnesAreNull) {
  const json out = json::parse(record_json(example()));
  EXPECT_EQ(out["t"].get<double>(), 0.1);
  EXPECT_EQ(out["final"]["top.x"].get<double>(), 0.1);
  EXPECT_TRUE(out["final"]["lambda.tip_x"].is_null());
  EXPECT_EQ(out["options"]["parameters"]["mass"], 15.0);
  EXPECT_EQ(out["options"]["parameters"]["group"], "se3");
  EXPECT_EQ(out["options"]["parameters"]["nothing"], "nan");
}

TEST(RecordJson, BytesThatAreNoTextDoNotBreakIt) {
  kreisel::RunRecord record = example();
  record.message = "bad \xff byte";
  EXPECT_EQ(json::parse(record_json(record))["status"], "completed");
  const kreisel::OptionError error("no \xfe", "--set", "hint");
  EXPECT_EQ(json::parse(kreisel::error_json(error))["exit_code"], 2);
}

TEST(RecordJson, ErrorsSayWhatWhereAndWhatToDo) {
  const json out =
      json::parse(kreisel::error_json(kreisel::UnknownName("no such", "--method", "try another")));
  EXPECT_EQ(out["status"], "error");
  EXPECT_EQ(out["message"], "no such");
  EXPECT_EQ(out["where"], "--method");
  EXPECT_EQ(out["hint"], "try another");
}

TEST(ReferenceComparison, BothSignsOfAQuaternionAreTheSameRotation) {
  kreisel::RunRecord record = example();
  record.references = {{0.1, "top.x", 0.3, 1e-9},   {0.1, "top.qw", 0.6, 1e-9}, {0.1, "top.qx", -0.8, 1e-9},
                       {0.1, "top.qy", 0.01, 1e-9}, {0.1, "top.qz", 0.0, 1e-9}, {0.1, "unknown", 1.0, 1e-9}};
  const auto errors = compare_with_references(record);
  ASSERT_EQ(errors.size(), 5U);
  EXPECT_DOUBLE_EQ(errors[0].error, 0.2);
  EXPECT_EQ(errors[1].error, 0.0);
  EXPECT_EQ(errors[2].error, 0.0);
  const auto largest = largest_errors(errors);
  ASSERT_EQ(largest.size(), 2U);
  EXPECT_EQ(largest[0].unit, "m");
  EXPECT_EQ(largest[1].observable, "top.qy");
}

}  // namespace
