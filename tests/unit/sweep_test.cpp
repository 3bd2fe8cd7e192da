// Variations, members, objectives, stored results: a sweep without its program.
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "kreisel/core/random.hpp"
#include "kreisel/sweep/member_run.hpp"
#include "kreisel/sweep/record_store.hpp"
#include "kreisel/sweep/table.hpp"

namespace {

using namespace kreisel;
namespace fs = std::filesystem;

class SweepTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("kreisel-sweep-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static SweepSpec pendulums() {
    SweepSpec spec;
    spec.run.target = "elastic_pendulum";
    spec.run.t_end = 0.5;
    spec.variations = {read_variation("k=100:10000:4:log")};
    spec.objectives = {{"low", "min(y)"}};
    return spec;
  }

  fs::path folder_;
};

TEST(Variations, AreReadAsWritten) {
  const Variation grid = read_variation("k=1 kN/m:10 kN/m:4");
  ASSERT_EQ(grid.values.size(), 4U);
  EXPECT_EQ(grid.values[1].front(), "4000");
  EXPECT_EQ(grid.values[3].front(), "10000");
  const Variation ratios = read_variation("k=1:100:3:log");
  EXPECT_EQ(ratios.values[1].front(), "10");
  const Variation list = read_variation("group=se3, r3xso3");
  EXPECT_EQ(list.values[1].front(), "r3xso3");
  const Variation range = read_variation("m=normal:2 kg:100 g");
  EXPECT_TRUE(range.is_range);
  EXPECT_EQ(range.low, 2.0);
  EXPECT_EQ(range.high, 0.1);
  EXPECT_NEAR(std::stod(range.sampled(0.975)), 2.0 + 0.1959963984540054, 1e-15);
}

TEST(Variations, RefuseWhatTheyAreNot) {
  for (const char* text : {"k", "k=", "=1", "k=1:2:3:4", "k=1:1", "k=0:1:log", "k=1 m:2 kg", "k=1:2:1",
                           "k=1:2:x", "k=1,,2", "k=normal:1:0", "k=x:1"})
    EXPECT_THROW(read_variation(text), OptionError) << text;
}

TEST_F(SweepTest, FilesGiveColumnsAndRowsWithUnits) {
  std::ofstream(folder_ / "v.csv") << "mass [kg], length [mm]\n2, 500\n\n3, 600\n";
  const Variation column = read_variation("length=@" + (folder_ / "v.csv").string());
  EXPECT_EQ(column.values[1].front(), "600 mm");
  const Variation rows = read_variation("@" + (folder_ / "v.csv").string());
  ASSERT_EQ(rows.names.size(), 2U);
  EXPECT_EQ(rows.values[0], (std::vector<std::string>{"2 kg", "500 mm"}));
  std::ofstream(folder_ / "v.csv") << "mass\n2\n3,4\n";
  EXPECT_THROW(read_variation("@" + (folder_ / "v.csv").string()), FileError);
}

/// Each with each, the last one fastest; then samples, then repetitions.
TEST(SweepPlans, CombineEachWithEach) {
  SweepSpec spec;
  spec.run.target = "elastic_pendulum";
  spec.variations = {read_variation("k=100,200"), read_variation("rtol=1e-3,1e-4,1e-5"),
                     read_variation("atol=1e-6:1e-5")};
  spec.sampling = {SamplingKind::latin_hypercube, 5};
  spec.run.disturbance.velocities = 0.1;
  spec.repetitions = 2;
  const SweepPlan plan(spec);
  ASSERT_EQ(plan.count(), 60U);
  std::set<std::vector<std::string>> all;
  std::set<std::string> identities;
  for (std::size_t i = 0; i < plan.count(); ++i) {
    const Member member = plan.member(i);
    all.insert(member.values);
    identities.insert(plan.identity(member));
  }
  EXPECT_EQ(all.size(), 60U);
  EXPECT_EQ(identities.size(), 60U);
  EXPECT_EQ(plan.member(0).values[2], plan.member(1).values[2]);  // repetitions of a sample
  EXPECT_EQ(plan.member(10).values[1], "1e-4");
  EXPECT_EQ(plan.member(10).spec.steps.rtol, 1e-4);
  EXPECT_EQ(plan.member(30).values[0], "200");
}

TEST(SweepPlans, RefuseWhatMakesNoSense) {
  const auto refused = [](const std::vector<std::string>& texts, Sampling sampling = {},
                          std::size_t repetitions = 1) {
    SweepSpec spec;
    spec.run.target = "elastic_pendulum";
    for (const auto& text : texts) spec.variations.push_back(read_variation(text));
    spec.sampling = sampling;
    spec.repetitions = repetitions;
    EXPECT_THROW(SweepPlan{spec}, Error) << texts.front();
  };
  refused({"kay=1:2:3"});
  refused({"k=1:2:3", "k=1:2:3"});
  refused({"k=1:2"});
  refused({"k=1:2:3"}, {SamplingKind::sobol, 8});
  refused({"k=1:2:3"}, {}, 4);
  refused({"method=radau,nix"});
  refused({"k=1:2:100000", "rtol=1e-3:1e-2:100000"});
}

/// What is not a member's own does not change its identity; everything its result depends on does.
TEST(SweepPlans, IdentityFollowsWhatTheResultDependsOn) {
  const auto identity = [](auto&& change) {
    SweepSpec spec;
    spec.run.target = "elastic_pendulum";
    spec.variations = {read_variation("k=100,200")};
    change(spec);
    const SweepPlan plan(spec);
    return plan.identity(plan.member(0));
  };
  const std::string plain = identity([](SweepSpec&) {});
  EXPECT_EQ(plain, identity([](SweepSpec& s) { s.variations = {read_variation("k=100,300,400")}; }));
  EXPECT_EQ(plain, identity([](SweepSpec& s) { s.seed = 9; }));
  EXPECT_NE(plain, identity([](SweepSpec& s) { s.variations = {read_variation("k=101")}; }));
  EXPECT_NE(plain, identity([](SweepSpec& s) { s.run.steps.rtol = 1e-7; }));
  EXPECT_NE(plain, identity([](SweepSpec& s) { s.run.method = "radau"; }));
  EXPECT_NE(plain, identity([](SweepSpec& s) { s.objectives = {{"a", "max(x)"}}; }));
  EXPECT_NE(plain, identity([](SweepSpec& s) { s.checks_error = true; }));
}

SampledMotion damped_wave() {
  SampledMotion motion;
  constexpr int last = 4000;
  for (int i = 0; i <= last; ++i) {
    const double t = 10.0 * i / last;
    motion.times.push_back(t);
    motion.values.push_back(std::exp(-t) + 2.0);
    motion.values.push_back(std::sin(t));
  }
  motion.record.t = 10.0;
  motion.record.statistics.accepted = 7;
  motion.record.events = {{.name = "hit", .t = 1.5}, {.name = "miss", .t = 2.0}, {.name = "hit", .t = 3.0}};
  return motion;
}

/// Of exp(-t) + 2 and sin t on [0, 10], by hand.
TEST(ObjectivesOfAMotion, AgreeWithIntegralsByHand) {
  const std::vector<Column> columns{{"a.x", "m"}, {"strange-name", "m"}};
  const SampledMotion motion = damped_wave();
  const auto value = [&](const std::string& formula) {
    return Objectives({{"o", formula}}, columns, {{"k", "3"}, {"group", "se3"}}).values(motion).front();
  };
  EXPECT_EQ(value("max(a.x)"), 3.0);
  EXPECT_EQ(value("start(a.x) - 2*k"), -3.0);
  EXPECT_NEAR(value("end(a.x)"), 2.0 + std::exp(-10.0), 1e-15);
  EXPECT_NEAR(value("integral('strange-name')"), 1.0 - std::cos(10.0), 1e-5);
  EXPECT_NEAR(value("mean('strange-name')*t_end"), 1.0 - std::cos(10.0), 1e-5);
  EXPECT_NEAR(value("rms('strange-name')"), std::sqrt(0.5 - std::sin(20.0) / 40.0), 1e-6);
  EXPECT_NEAR(value("time_of_max('strange-name')"), M_PI_2, 2e-3);
  EXPECT_NEAR(value("time_of_min(abs(t - 4))"), 4.0, 1e-9);
  EXPECT_NEAR(value("settling(a.x)"), -std::log(0.05), 2e-3);
  EXPECT_NEAR(value("settling(a.x, 0.01)"), -std::log(0.01), 7e-3);
  EXPECT_EQ(value("count(hit) + 10*count()"), 32.0);
  EXPECT_EQ(value("first(hit)"), 1.5);
  EXPECT_EQ(value("last('hit')"), 3.0);
  EXPECT_TRUE(std::isnan(value("first(never)")));
  EXPECT_EQ(value("max(1, 2) + steps + max(min(t, 3))"), 12.0);
  EXPECT_EQ(value("max(1e0*a.x)"), 3.0);
  for (const char* bad :
       {"a.x", "max(a.y)", "max(a.x", "maximum(a.x)", "settling(a.x, 2)", "max(q)", "group"})
    EXPECT_THROW(value(bad), Error) << bad;
}

TEST(MemberResults, ComeBackToTheLastBit) {
  MemberResult result;
  result.status = "completed";
  result.message = "with \"quotes\", ä and\nlines";
  result.t = 0.1 + 0.2;
  result.energy_drift = -0.0;
  result.objectives = {1.0 / 3.0, INFINITY, -INFINITY, NAN};
  const auto read = result_of_text(result_text(result));
  ASSERT_TRUE(read);
  EXPECT_EQ(result_text(*read), result_text(result));
  EXPECT_EQ(read->objectives[0], 1.0 / 3.0);
  EXPECT_TRUE(std::signbit(read->energy_drift));
  EXPECT_FALSE(result_of_text("{}"));
}

/// Every single changed or missing byte of a line is noticed; the other lines stay.
TEST_F(SweepTest, DamagedLinesAreNoticed) {
  MemberResult result;
  result.status = "completed";
  const std::string one = RecordStore::line(std::string(32, 'a'), result),
                    two = RecordStore::line(std::string(32, 'b'), result);
  Random random(1);
  for (std::size_t i = 0; i + 1 < one.size(); ++i) {
    std::string changed = one;
    changed[i] = static_cast<char>(changed[i] ^ (1 << (random.bits() % 8)));
    if (changed[i] == '\n') continue;  // two damaged lines
    std::ofstream(folder_ / "w.records", std::ios::trunc) << changed << two << one.substr(0, i);
    RecordStore store(folder_);
    EXPECT_EQ(store.load(), i > 0 ? 2U : 1U) << i;
    EXPECT_EQ(store.find(std::string(32, 'a')), nullptr);
    EXPECT_NE(store.find(std::string(32, 'b')), nullptr);
  }
}

std::string file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(SweepTest, TableIsTheSameWhoeverComputes) {
  SweepSpec spec = pendulums();
  spec.keeps_motion = true;
  const SweepPlan plan(spec);
  for (const int threads : {1, 3}) {
    ThreadEngine engine(threads);
    const fs::path own = folder_ / std::to_string(threads);
    write_sweep(plan, sweep(plan, engine, {.folder = own}), own);
  }
  // In four parts, then put together.
  for (std::size_t part = 0; part < 4; ++part) {
    ThreadEngine engine(1);
    EXPECT_EQ(sweep(plan, engine, {.folder = folder_ / "p", .part = part, .parts = 4}).computed, 1U);
  }
  ThreadEngine engine(2);
  const SweepOutcome all = sweep(plan, engine, {.folder = folder_ / "p"});
  EXPECT_EQ(all.computed, 0U);
  write_sweep(plan, all, folder_ / "p");
  for (const char* name : {"table.csv", "table.h5"}) {
    EXPECT_EQ(file_text(folder_ / "1" / name), file_text(folder_ / "3" / name));
    EXPECT_EQ(file_text(folder_ / "1" / name), file_text(folder_ / "p" / name));
  }
}

TEST_F(SweepTest, InterruptedSweepGoesOnAndNewValuesAreAdded) {
  const SweepPlan plan(pendulums());
  ThreadEngine engine(1);
  std::atomic<int> done = 0;
  SweepOptions options{.folder = folder_};
  options.progress = [&](std::size_t, std::size_t) { ++done; };
  options.is_interrupted = [&] { return done == 2; };
  EXPECT_THROW(sweep(plan, engine, options), Error);
  const SweepOutcome rest = sweep(plan, engine, {.folder = folder_});
  EXPECT_EQ(rest.kept, 2U);
  EXPECT_EQ(rest.computed, 2U);
  SweepSpec more = pendulums();
  more.variations = {read_variation("k=100,10000,20000")};
  const SweepPlan grown(more);
  const SweepOutcome added = sweep(grown, engine, {.folder = folder_});
  EXPECT_EQ(added.kept, 2U);
  EXPECT_EQ(added.computed, 1U);
}

TEST_F(SweepTest, FailedMembersAreRecordsWithTheirReason) {
  SweepSpec spec = pendulums();
  spec.variations = {read_variation("k=100,nonsense"), read_variation("max_steps=3,100000")};
  const SweepPlan plan(spec);
  ThreadEngine engine(2);
  const SweepOutcome outcome = sweep(plan, engine, {.folder = folder_});
  EXPECT_EQ(outcome.results[0]->status, "step_limit");
  EXPECT_TRUE(std::isnan(outcome.results[0]->objectives.front()));
  EXPECT_EQ(outcome.results[1]->status, "completed");
  EXPECT_EQ(outcome.results[2]->status, "refused");
  EXPECT_NE(outcome.results[3]->message.find("nonsense"), std::string::npos);
  EXPECT_EQ(sweep(plan, engine, {.folder = folder_}).computed, 0U);
  EXPECT_EQ(sweep(plan, engine, {.folder = folder_, .retries_failed = true}).computed, 3U);
}

/// θ̇₁ is the vertical velocity of the first point while its rod is level. The mean square of n normal numbers is within
/// 4 √(2/n) of their variance; the same seed gives the same.
TEST(Disturbances, AreNormalAndRepeat) {
  constexpr double deviation = 1e-3, count = 400.0;
  SweepSpec spec;
  spec.run.target = "double_pendulum";
  spec.run.settings = {{"form", "angles"}};
  spec.run.disturbance.velocities = deviation;
  spec.run.t_end = 1e-6;
  spec.repetitions = static_cast<std::size_t>(count);
  const SweepPlan plan(spec);
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < plan.count(); ++i) {
    const RunMember run = run_member(plan, plan.member(i), {});
    ASSERT_TRUE(run.result.is_complete()) << run.result.message;
    if (i == 0) {
      EXPECT_EQ(run.motion.values, run_member(plan, plan.member(0), {}).motion.values);
    }
    ASSERT_EQ(run.motion.record.columns[5].name, "vy1");
    sum += run.motion.values[5];
    squares += run.motion.values[5] * run.motion.values[5];
  }
  EXPECT_NEAR(squares / count / (deviation * deviation), 1.0, 4.0 * std::sqrt(2.0 / count));
  EXPECT_NEAR(sum / count / deviation, 0.0, 4.0 / std::sqrt(count));
}

}  // namespace
