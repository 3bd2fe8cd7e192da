// Experiments shown, kept and taken up again by the machinery of the studies.
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "evidence/published/all.hpp"
#include "evidence/published/kept_results.hpp"
#include "evidence/published/order_claim.hpp"
#include "evidence/published/presentation.hpp"
#include "evidence/published/reproduction.hpp"
#include "evidence/published/run_experiments.hpp"
#include "evidence/studies/processor.hpp"
#include "evidence/studies/source_table.hpp"
#include "kreisel/core/error.hpp"

namespace kreisel::experiments {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Labels, AreSplitIntoNameAndUnit) {
  const auto split = [](const char* label) {
    const NameAndUnit both = name_and_unit(label);
    return both.name + "|" + both.unit;
  };
  EXPECT_EQ(split("h [s]"), "h|s");
  EXPECT_EQ(split("ERR2(q) [1]"), "ERR2(q)|1");
  EXPECT_EQ(split("slope"), "slope|1");
  EXPECT_EQ(split("x [m], Ω [rad/s]"), "x [m], Ω [rad/s]|1") << "two units belong to nobody";
  EXPECT_EQ(split("x []"), "x []|1");
}

/// Two plots of an error over the step that share a curve, with a claim for one curve each.
Measurement with_orders(double slope_of_b) {
  const std::vector<double> h{1e-2, 1e-3}, second{1e-4, 1e-6}, third{1e-6, 1e-9};
  Measurement m;
  m.plots.push_back({"first", "h [s]", "error of q [m]", true, true, {{"a", h, second}, {"b", h, third}}});
  m.plots.push_back({"second", "h [s]", "error of v [m/s]", true, true, {{"b", h, third}}});
  m.checks = {{order_claim("error of q", "a"), 2.0, 1.8, 2.2},
              {order_claim("error of q", "b"), slope_of_b, 2.8, 3.2},
              {order_claim("error of v", "b") + ", second", 3.0, 2.75, 3.25}};
  return m;
}

TEST(Figures, HaveOneStylePerNameAndATriangleWhereASlopeIsClaimed) {
  const std::vector<Figure> figures = figures_of(with_orders(3.0));
  ASSERT_THAT(figures, SizeIs(2));
  EXPECT_EQ(figures[0].x.label, "h");
  EXPECT_EQ(figures[1].y.unit, "m/s");
  EXPECT_EQ(figures[0].curves[1].style, figures[1].curves[0].style);
  EXPECT_NE(figures[0].curves[0].style, figures[0].curves[1].style);
  ASSERT_THAT(figures[0].triangles, SizeIs(2));
  EXPECT_DOUBLE_EQ(figures[0].triangles[0].slope, 2.0);
  EXPECT_DOUBLE_EQ(figures[0].triangles[1].slope, 3.0);
  ASSERT_THAT(figures[1].triangles, SizeIs(1));
  const SlopeTriangle& t = figures[1].triangles[0];
  EXPECT_GT(t.x, 1e-3);
  EXPECT_LT(t.x * t.width, 1e-2);
  EXPECT_LT(t.y, std::pow(t.x, 3.0)) << "below the curve";
}

TEST(Figures, ShowNoSlopeThatIsNotMeasuredOrNotClaimedForThem) {
  EXPECT_THAT(figures_of(with_orders(2.5))[0].triangles, SizeIs(1)) << "the check is broken";
  Measurement linear = with_orders(3.0);
  linear.plots[0].log_y = false;
  EXPECT_THAT(figures_of(linear)[0].triangles, SizeIs(0));
  Measurement other = with_orders(3.0);
  other.plots[1].title = "another one";
  EXPECT_THAT(figures_of(other)[1].triangles, SizeIs(0)) << "the claim is about another plot";
}

TEST(Figures, KeepTheirExtremesWhenThinned) {
  Curve curve{.name = "peaks"};
  for (int i = 0; i < 10000; ++i) {
    curve.x.push_back(i);
    curve.y.push_back(i == 4321 ? 7.0 : i == 1234 ? -7.0 : std::sin(0.01 * i));
  }
  const std::vector<Figure> thin = thinned({Figure{.curves = {curve}}}, 100);
  const Curve& kept = thin[0].curves[0];
  EXPECT_LE(kept.x.size(), 102U);
  EXPECT_EQ(kept.x.size(), kept.y.size());
  EXPECT_TRUE(std::ranges::is_sorted(kept.x));
  EXPECT_EQ(std::ranges::max(kept.y), 7.0);
  EXPECT_EQ(std::ranges::min(kept.y), -7.0);
  EXPECT_EQ(kept.x.front(), 0.0);
  EXPECT_EQ(kept.x.back(), 9999.0);
}

TEST(Tables, KeepNumbersWordsAndUnits) {
  Result result;
  result.name = "e";
  result.measurement.tables = {
      {"title", {"method", "h [s]", "error"}, {{"rk4", 0.5, infinity}, {"rk4", 0.25}}}};
  const std::vector<Table> tables = tables_of(result);
  ASSERT_THAT(tables, SizeIs(1));
  EXPECT_EQ(tables[0].name, "e-1");
  EXPECT_EQ(table_csv(tables[0]), "method,h [s],error\nrk4,0.5,inf\nrk4,0.25,\n");
  const Table checks = table_of_checks("checks", {{"good", 1.0, 0.5, 1e300}, {"bad", 3.0, -1e300, 2.0, "m"}});
  EXPECT_EQ(cell_text(checks.rows[0][2], checks.columns[2]), "0.5 … ∞");
  EXPECT_EQ(cell_text(checks.rows[1][2], checks.columns[2]), "-∞ … 2");
  EXPECT_EQ(checks.rows[0][4].tone, Tone::good);
  EXPECT_EQ(checks.rows[1][4].tone, Tone::bad);
}

Experiment entry(const std::string& name, std::function<Measurement()> measure) {
  Experiment e{.name = name,
               .source = "s",
               .number = "1",
               .title = "t",
               .setup = "s",
               .published = "p",
               .criterion = "c"};
  e.measure = std::move(measure);
  return e;
}

Measurement with_odd_numbers() {
  Measurement m = with_orders(3.0);
  m.tables = {{"t", {"a", "b [m]"}, {{"word \"quoted\"\n", 0.1}, {"inf", std::nan("")}, {"", -infinity}}}};
  m.plots[0].curves[0].y[0] = std::nan("");
  m.plots[0].curves[0].x[1] = infinity;
  m.plots[1].log_x = false;
  m.checks.push_back({"no number", std::nan(""), -infinity, infinity, "N"});
  m.as_printed = {{"as printed", 1.0 / 3.0, 0.0, 0.25}};
  m.remarks = {"a remark: λ"};
  return m;
}

TEST(KeptResults, SurviveTheRoundTripToTheLastBit) {
  const Experiment e = entry("e", with_odd_numbers);
  Result result = carry_out(e);
  result.seconds = 0.1;
  const Result again = result_from(e, kept_json(result));
  EXPECT_EQ(kept_json(again), kept_json(result));
  EXPECT_EQ(again.verdict, Verdict::differs) << "NaN is no number";
  EXPECT_EQ(again.reason, result.reason);
  EXPECT_EQ(again.seconds, 0.1);
  const Measurement& m = again.measurement;
  EXPECT_TRUE(std::isnan(m.plots[0].curves[0].y[0]));
  EXPECT_EQ(m.plots[0].curves[0].x[1], infinity);
  EXPECT_FALSE(m.plots[1].log_x);
  EXPECT_EQ(m.tables[0].rows[1][0].text, "inf") << "the word";
  EXPECT_FALSE(m.tables[0].rows[1][0].number);
  EXPECT_EQ(m.tables[0].rows[2][1].number, -infinity);
  EXPECT_EQ(m.as_printed[0].measured, 1.0 / 3.0);
  EXPECT_THROW(result_from(e, "{}"), std::exception);
}

TEST(KeptResults, DependOnWhatTheExperimentSays) {
  const Experiment e = entry("e", with_odd_numbers);
  EXPECT_EQ(experiment_text(e), experiment_text(e));
  for (std::string Experiment::*const part :
       {&Experiment::name, &Experiment::setup, &Experiment::published, &Experiment::criterion,
        &Experiment::missing, &Experiment::erratum}) {
    Experiment other = e;
    other.*part += "!";
    EXPECT_NE(experiment_text(other), experiment_text(e));
  }
}

/// Otherwise results would outlive the code they came from.
TEST(KeptResults, DependOnEverySourceThatExperimentsInclude) {
  std::set<std::string> known;
  for (const SourceFile& file : source_table()) known.emplace(file.path);
  std::size_t count = 0;
  for (const SourceFile& file : source_table()) {
    if (!file.path.starts_with("evidence/")) continue;
    ++count;
    std::istringstream words{std::string(file.included)};
    for (std::string name; words >> name;) {
      const bool only_shows_results = name.starts_with("evidence/studies/");
      EXPECT_TRUE(only_shows_results || known.contains(name)) << file.path << " includes " << name;
    }
  }
  EXPECT_GT(count, 20U);
}

class Reproductions : public testing::Test {
 protected:
  Reproductions()
      : folder_(fs::path(testing::TempDir()) /
                ("kreisel-reproduction-" +
                 std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    fs::remove_all(folder_);
    for (const char* name : {"a", "b", "c", "timed"})
      all_.push_back(entry(name, [this] {
        ++measured_;
        return with_odd_numbers();
      }));
    all_.back().is_timed = true;
    for (const Experiment& e : all_) list_.push_back(&e);
  }
  ~Reproductions() override { fs::remove_all(folder_); }

  PoolOptions options(int threads = 2) {
    PoolOptions options;
    options.threads = threads;
    options.store = folder_;
    options.progress = [this](const PoolProgress& progress) { progress_ = progress; };
    options.note = [this](const std::string& text) { notes_.push_back(text); };
    return options;
  }

  fs::path folder_;
  std::vector<Experiment> all_;
  std::vector<const Experiment*> list_;
  std::atomic<int> measured_ = 0;
  PoolProgress progress_;
  std::vector<std::string> notes_;
};

TEST_F(Reproductions, KeepAllResultsButTimes) {
  const std::vector<Result> first = run_experiments(list_, options());
  EXPECT_EQ(measured_, 4);
  const std::vector<Result> second = run_experiments(list_, options());
  EXPECT_EQ(measured_, 5) << "the timed one again";
  EXPECT_EQ(progress_.stored, 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(second[i].name, all_[i].name);
    EXPECT_EQ(kept_json(second[i]), kept_json(first[i]));
  }
  EXPECT_THAT(notes_, SizeIs(0));
  all_[1].setup += " otherwise";
  static_cast<void>(run_experiments(list_, options()));
  EXPECT_EQ(measured_, 7) << "the one that changed, and the timed one";
}

TEST_F(Reproductions, GoOnWhereTheyWereInterrupted) {
  std::atomic<bool> is_interrupted = false;
  PoolOptions stopping = options(1);
  stopping.is_interrupted = [&] { return is_interrupted.load(); };
  stopping.progress = [&](const PoolProgress& progress) { is_interrupted = progress.done == 2; };
  try {
    static_cast<void>(run_experiments(list_, stopping));
    FAIL() << "it was not interrupted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::interrupted);
    EXPECT_THAT(error.fact(), HasSubstr("2 of 4"));
  }
  static_cast<void>(run_experiments(list_, options()));
  EXPECT_EQ(progress_.stored, 2U);
  EXPECT_EQ(measured_, 4);
}

TEST_F(Reproductions, MeasureAgainWhatIsDamaged) {
  static_cast<void>(run_experiments({list_[0]}, options()));
  const ContentStore store(folder_);
  std::ofstream(store.path_of(experiment_text(all_[0])), std::ios::trunc) << "kreisel result 0\n";
  static_cast<void>(run_experiments({list_[0]}, options()));
  EXPECT_EQ(measured_, 2);
  ASSERT_THAT(notes_, SizeIs(1));
  EXPECT_THAT(notes_[0], HasSubstr("damaged"));
  ASSERT_FALSE(store.save(experiment_text(all_[0]), "[1]"));
  static_cast<void>(run_experiments({list_[0]}, options()));
  EXPECT_EQ(measured_, 3) << "whole, but not ours";
}

TEST_F(Reproductions, EndWithTheFirstFailureAndNameIt) {
  all_[1].measure = []() -> Measurement { throw ModelError("no such model", "here", "write it"); };
  try {
    static_cast<void>(run_experiments(list_, options(1)));
    FAIL() << "it has not failed";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_model);
    EXPECT_EQ(error.where(), "experiment b, here");
  }
}

TEST_F(Reproductions, FillAFolder) {
  const std::vector<Result> results{carry_out(find_experiment("wieloch_arnold_2021_figure_2")),
                                    carry_out(find_experiment("wieloch_2022_table_4_1"))};
  std::set<std::string> names;
  for (const fs::path& path : write_reproduction(results, folder_)) {
    EXPECT_GT(fs::file_size(path), 20U) << path;
    names.insert(fs::relative(path, folder_).string());
  }
  for (const char* name :
       {"index.html", "reproduction.json", "experiments.csv", "checks.csv",
        "figures/wieloch_arnold_2021_figure_2.svg", "figures/wieloch_arnold_2021_figure_2.pdf",
        "figures/wieloch_arnold_2021_figure_2.csv"})
    EXPECT_TRUE(names.contains(name)) << name;
  const std::string page = reproduction_html(results);
  EXPECT_THAT(page, HasSubstr("class FigureGroup"));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
  EXPECT_THAT(page, HasSubstr("\"verdict\":\"reproduced\""));
  EXPECT_THAT(reproduction_json(results), HasSubstr("\"omissions\""));
}

TEST(Processor, HasAName) {
  std::istringstream text("processor\t: 0\nmodel name\t: Fast One 3000\n");
  EXPECT_EQ(processor_name_in(text), "Fast One 3000");
  std::istringstream nothing("");
  EXPECT_EQ(processor_name_in(nothing), "unknown processor");
  EXPECT_FALSE(processor_name().empty());
}

}  // namespace
}  // namespace kreisel::experiments
