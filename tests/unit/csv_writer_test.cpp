// CSV files: header, quotes, rows on disk while the run goes on.
#include "kreisel/io/csv_writer.hpp"

#include <gmock/gmock.h>

#include <charconv>
#include <clocale>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

#include <sys/resource.h>

namespace {

namespace fs = std::filesystem;
using kreisel::CsvWriter;
using testing::EndsWith;
using testing::HasSubstr;

class CsvWriterTest : public testing::Test {
 protected:
  CsvWriterTest() : folder_(fs::temp_directory_path() / ("kreisel-csv-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~CsvWriterTest() override { fs::remove_all(folder_); }

  fs::path file() const { return folder_ / "samples.csv"; }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(file()).rdbuf();
    return text.str();
  }

  const std::vector<std::string> header_{"t [s]", "top.x [m]"};
  fs::path folder_;
};

TEST_F(CsvWriterTest, WritesHeaderAndRows) {
  CsvWriter writer(file(), header_);
  EXPECT_TRUE(writer.append(std::vector{0.0, 1.5}));
  EXPECT_TRUE(writer.append(std::vector{0.1, -2e-300}));
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(content(), "t [s],top.x [m]\n0,1.5\n0.10000000000000001,-2.0000000000000001e-300\n");
  EXPECT_EQ(writer.rows(), 2);
}

TEST_F(CsvWriterTest, QuotesHeaderCellsWithSeparators) {
  CsvWriter writer(file(), std::vector<std::string>{"a,b", "say \"c\""});
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(content(), "\"a,b\",\"say \"\"c\"\"\"\n");
}

TEST_F(CsvWriterTest, HeaderIsThereAtOnce) {
  const CsvWriter writer(file(), header_);
  EXPECT_EQ(content(), "t [s],top.x [m]\n");
}

TEST_F(CsvWriterTest, RowsReachTheFileWhileTheRunGoesOn) {
  CsvWriter writer(file(), header_);
  for (int i = 0; i < 20000; ++i) writer.append(std::vector{0.1 * i, 1.0 / 3.0});
  EXPECT_GT(writer.rows(), 15000);
  EXPECT_THAT(content(), EndsWith("\n"));
}

TEST_F(CsvWriterTest, ReplacesAnEarlierFile) {
  std::ofstream(file()) << std::string(10000, 'x');
  CsvWriter writer(file(), header_);
  EXPECT_TRUE(writer.close());
  EXPECT_EQ(content(), "t [s],top.x [m]\n");
}

TEST_F(CsvWriterTest, RefusesAFolderThatIsNotThere) {
  try {
    CsvWriter writer(folder_ / "none" / "samples.csv", header_);
    ADD_FAILURE() << "it was accepted";
  } catch (const kreisel::FileError& error) {
    EXPECT_THAT(error.fact(), HasSubstr("No such file or directory"));
    EXPECT_THAT(error.where(), EndsWith("none/samples.csv"));
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST_F(CsvWriterTest, FullDeviceIsNoticedAtTheHeader) {
  fs::create_symlink("/dev/full", file());
  EXPECT_THROW(CsvWriter(file(), header_), kreisel::FileError);
}

/// Files of this process may not grow beyond `bytes` while this lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(CsvWriterTest, FailedWriteKeepsWholeRowsAndSaysSo) {
  CsvWriter writer(file(), header_);
  bool is_good = true;
  {
    const FileSizeLimit limit(100'000);
    for (int i = 0; i < 20000 && is_good; ++i) is_good = writer.append(std::vector{0.1 * i, 1.0 / 3.0});
  }
  EXPECT_FALSE(is_good);
  EXPECT_FALSE(writer.append(std::vector{1.0, 2.0}));
  EXPECT_FALSE(writer.close());
  ASSERT_TRUE(writer.failure().has_value());
  EXPECT_THAT(writer.failure()->fact(), HasSubstr("File too large"));
  EXPECT_THAT(writer.failure()->fact(), HasSubstr(std::to_string(writer.rows()) + " rows are kept"));
  const std::string text = content();
  EXPECT_THAT(text, EndsWith("0.33333333333333331\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), writer.rows() + 1);
  EXPECT_GT(writer.rows(), 2000);
}

TEST(AppendNumber, ReadsBackAsTheSameNumberInAnyLocale) {
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  for (const double value : {0.1, -1.0 / 3.0, 6.02214076e23, 5e-324, std::numeric_limits<double>::max()}) {
    std::string text;
    kreisel::append_number(text, value);
    EXPECT_THAT(text, testing::Not(HasSubstr(",")));
    double back = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    EXPECT_EQ(back, value) << text;
  }
  std::setlocale(LC_ALL, "C");
}

}  // namespace
