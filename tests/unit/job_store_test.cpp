// Stored results: the same to the last bit, computed once, on any number of threads.
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "evidence/studies/job_pool.hpp"
#include "evidence/studies/job_store.hpp"
#include "evidence/studies/processor.hpp"

namespace {

namespace fs = std::filesystem;
using kreisel::Error;
using kreisel::ExitCode;
using kreisel::Job;
using kreisel::job_result;
using kreisel::job_text;
using kreisel::JobResult;
using kreisel::JobStore;
using kreisel::PoolOptions;
using kreisel::PoolProgress;
using kreisel::result_json;
using kreisel::run_job;
using kreisel::run_jobs;
using testing::HasSubstr;

Job pendulum(const std::string& method, double step) {
  Job job;
  job.spec.target = "pendulum";
  job.spec.method = method;
  job.spec.steps.step = step;
  job.spec.samples.count = 8;
  job.keeps_steps = true;
  return job;
}

std::vector<Job> some_jobs() {
  std::vector<Job> jobs;
  for (const char* method : {"generalized_alpha", "rk4", "radau_iia_2"})
    for (const double step : {0.05, 0.025, 0.0125}) jobs.push_back(pendulum(method, step));
  return jobs;
}

/// Times differ from run to run; everything else must not.
std::string without_times(JobResult result) {
  result.cpu_seconds = result.statistics.wall_seconds = 0.0;
  return result_json(result);
}

class JobStoreTest : public testing::Test {
 protected:
  JobStoreTest()
      : folder_(
            fs::path(testing::TempDir()) /
            ("kreisel-store-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    fs::remove_all(folder_);
  }
  ~JobStoreTest() override { fs::remove_all(folder_); }

  PoolOptions options(int threads = 2) {
    PoolOptions options;
    options.threads = threads;
    options.store = folder_;
    options.progress = [this](const PoolProgress& progress) { progress_ = progress; };
    options.note = [this](const std::string& text) { notes_.push_back(text); };
    return options;
  }

  fs::path folder_;
  PoolProgress progress_;
  std::vector<std::string> notes_;
};

TEST_F(JobStoreTest, ResultsSurviveTheRoundTripToTheLastBit) {
  JobResult result = run_job(pendulum("generalized_alpha", 0.05));
  result.values.front().front() = std::nan("");
  result.values.front().back() = -std::numeric_limits<double>::infinity();
  result.warnings = {"a \"quoted\" word\nand a line"};
  EXPECT_EQ(result_json(job_result(result_json(result))), result_json(result));
  EXPECT_EQ(job_result(result_json(result)).values[3], result.values[3]);
}

TEST_F(JobStoreTest, ASecondTimeNothingIsComputed) {
  const std::vector<Job> jobs = some_jobs();
  const std::vector<JobResult> first = run_jobs(jobs, options());
  EXPECT_EQ(progress_.stored, 0U);
  const std::vector<JobResult> second = run_jobs(jobs, options());
  EXPECT_EQ(progress_.stored, jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) EXPECT_EQ(result_json(first[i]), result_json(second[i]));
  EXPECT_TRUE(notes_.empty());
}

TEST_F(JobStoreTest, DamagedResultsAreComputedAgainWithANote) {
  const Job job = pendulum("rk4", 0.05);
  const JobStore store(folder_);
  const std::string good = without_times(run_jobs({job}, options()).front());
  const fs::path path = store.path_of(job_text(job));
  std::ifstream file(path, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(file)), {});
  std::string flipped = whole;
  flipped[whole.size() / 2] = flipped[whole.size() / 2] == '1' ? '2' : '1';
  for (const std::string& damaged :
       {std::string(), whole.substr(0, whole.size() / 2), flipped, std::string("{}\n")}) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << damaged;
    notes_.clear();
    EXPECT_EQ(without_times(run_jobs({job}, options()).front()), good);
    EXPECT_EQ(progress_.stored, 0U);
    ASSERT_EQ(notes_.size(), 1U);
    EXPECT_THAT(notes_.front(), HasSubstr("damaged"));
    notes_.clear();
    static_cast<void>(run_jobs({job}, options()));
    EXPECT_EQ(progress_.stored, 1U) << "it was stored anew";
  }
}

TEST_F(JobStoreTest, InterruptedStudiesGoOnWhereTheyStopped) {
  const std::vector<Job> jobs = some_jobs();
  std::atomic<bool> is_interrupted = false;
  PoolOptions stopping = options(1);
  stopping.is_interrupted = [&] { return is_interrupted.load(); };
  stopping.progress = [&](const PoolProgress& progress) { is_interrupted = progress.done == 4; };
  try {
    static_cast<void>(run_jobs(jobs, stopping));
    FAIL() << "it was not interrupted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::interrupted);
    EXPECT_THAT(error.fact(), HasSubstr("4 of 9"));
  }
  static_cast<void>(run_jobs(jobs, options()));
  EXPECT_EQ(progress_.stored, 4U);
  EXPECT_EQ(progress_.done, jobs.size());
}

TEST_F(JobStoreTest, ResultsDoNotDependOnTheNumberOfThreads) {
  const std::vector<Job> jobs = some_jobs();
  PoolOptions one, four;
  one.threads = 1;
  four.threads = 4;
  const std::vector<JobResult> alone = run_jobs(jobs, one), together = run_jobs(jobs, four);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    EXPECT_EQ(without_times(alone[i]), without_times(together[i]));
}

TEST_F(JobStoreTest, EqualJobsRunOnceAndBadOnesEndInTheirResult) {
  Job bad = pendulum("rk4", 0.05);
  bad.spec.steps.step = 1e9;
  const Job good = pendulum("rk4", 0.05);
  const std::vector<JobResult> results = run_jobs({good, bad, good}, options());
  EXPECT_EQ(progress_.done, 3U);
  EXPECT_EQ(result_json(results[0]), result_json(results[2]))
      << "computing times included: it is the same run";
  EXPECT_EQ(results[1].status, "refused");
  EXPECT_THAT(results[1].message, HasSubstr("longer than the interval"));
}

TEST(JobText, NamesEverythingAResultDependsOn) {
  const Job job = pendulum("generalized_alpha", 0.05);
  const std::string text = job_text(job);
  EXPECT_EQ(job_text(job), text);
  const auto changed = [&](const auto& change) {
    Job other = job;
    change(other);
    return job_text(other) != text;
  };
  EXPECT_TRUE(changed([](Job& j) { j.spec.method = "hht_alpha"; }));
  EXPECT_TRUE(changed([](Job& j) { j.spec.steps.step = 0.025; }));
  EXPECT_TRUE(changed([](Job& j) { j.spec.settings = {{"rho_inf", "0.8"}}; }));
  EXPECT_TRUE(changed([](Job& j) { j.spec.settings = {{"start", "at_rest"}}; }));
  EXPECT_TRUE(changed([](Job& j) { j.spec.formulation = kreisel::Formulation::index3; }));
  EXPECT_TRUE(changed([](Job& j) { j.spec.t_end = 1.0; }));
  EXPECT_TRUE(changed([](Job& j) { j.is_timed = true; }));
  Job timed = job;
  timed.is_timed = true;
  EXPECT_THAT(job_text(timed), HasSubstr(kreisel::processor_name())) << "times belong to a processor";
  EXPECT_FALSE(changed([](Job& j) { j.spec.settings = {{"rho_inf", "0.9"}}; })) << "0.9 is the default";
}

}  // namespace
