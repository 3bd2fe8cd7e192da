// HDF5 files: to the last bit, and readable after a crash.
#include "kreisel/io/hdf5_writer.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>

namespace kreisel {
namespace {

class Hdf5Writing : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "kreisel-hdf5-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path path() const { return folder_ / "samples.h5"; }

  static std::vector<double> read_samples(hid_t file, hsize_t* size) {
    const hid_t set = H5Dopen2(file, "samples", H5P_DEFAULT), space = H5Dget_space(set);
    H5Sget_simple_extent_dims(space, size, nullptr);
    std::vector<double> values(size[0] * size[1]);
    EXPECT_GE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    H5Sclose(space);
    H5Dclose(set);
    return values;
  }
  static std::string read_text(hid_t file, const char* name) {
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT), type = H5Dget_type(set);
    std::string text(H5Dget_storage_size(set), '\0');
    EXPECT_GE(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), 0);
    H5Tclose(type);
    H5Dclose(set);
    return text;
  }

  std::filesystem::path folder_;
};

TEST_F(Hdf5Writing, NumbersAndTextsSurviveToTheLastBit) {
  Hdf5Writer writer(path(), {{"t", "s"}, {"crank.x", "m"}});
  for (int i = 0; i < 1000; ++i) writer.append(std::vector<double>{0.1 * i, std::sin(0.1 * i)});
  writer.write_text("run", "first");
  writer.write_text("run", "{\"status\": \"größer\"}");
  ASSERT_TRUE(writer.close()) << writer.failure()->fact();
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  hsize_t size[2] = {0, 0};
  const std::vector<double> values = read_samples(file, size);
  ASSERT_EQ(size[0], 1000U);
  ASSERT_EQ(size[1], 2U);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(values[static_cast<std::size_t>(2 * i)], 0.1 * i);
    EXPECT_EQ(values[static_cast<std::size_t>(2 * i + 1)], std::sin(0.1 * i));
  }
  EXPECT_EQ(read_text(file, "run"), "{\"status\": \"größer\"}");
  EXPECT_EQ(read_text(file, "columns"), std::string("t\0\0\0\0\0\0crank.x", 14));
  H5Fclose(file);
}

/// A program that is killed between two rows leaves a file with all rows up to the last flush.
TEST_F(Hdf5Writing, AKilledProgramLeavesAFileThatOpens) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Hdf5Writer writer(path(), {{"t", "s"}});
    for (int i = 0; i < 200; ++i) writer.append(std::vector<double>{1.0 * i});
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  hsize_t size[2] = {0, 0};
  const std::vector<double> values = read_samples(file, size);
  EXPECT_EQ(size[0], 192U);  // three times 64
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], static_cast<double>(i));
  H5Fclose(file);
}

TEST_F(Hdf5Writing, AFileThatCannotBeMadeIsAFileError) {
  EXPECT_THROW(Hdf5Writer(folder_ / "no" / "such.h5", {{"t", "s"}}), FileError);
}

TEST_F(Hdf5Writing, AnEmptyRunIsAnEmptyTable) {
  Hdf5Writer writer(path(), {{"t", "s"}});
  writer.write_text("model", "");
  ASSERT_TRUE(writer.close());
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  hsize_t size[2] = {9, 9};
  read_samples(file, size);
  EXPECT_EQ(size[0], 0U);
  H5Fclose(file);
}

}  // namespace
}  // namespace kreisel
