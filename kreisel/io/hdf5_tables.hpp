// Whole HDF5 files at once, replaced in one move: tables with a dataset per column, motions of many members, and one view
// over the files that hold them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kreisel/core/error.hpp"

namespace kreisel {

/// Numbers, or texts when there are some.
struct Hdf5TableColumn {
  std::string name, unit;
  std::vector<double> numbers = {};
  std::vector<std::string> texts = {};
};

/// A dataset per column, each with an attribute "unit".
std::optional<FileError> write_hdf5_table(const std::filesystem::path& path,
                                          const std::vector<Hdf5TableColumn>& columns);

struct Hdf5Motion {
  std::vector<double> times, values;  // values: a row of columns per time
};

/// /t: members × samples; /values: members × samples × columns; shorter motions are filled up with NaN.
std::optional<FileError> write_hdf5_motions(const std::filesystem::path& path,
                                            const std::vector<Hdf5Motion>& motions,
                                            const std::vector<std::string>& columns,
                                            const std::vector<std::string>& units);

/// Where the motion of a member is: in a file beside the view, or nowhere when the name is empty.
struct Hdf5Place {
  std::string file;
  long row = 0;
};

/// The same two datasets for all members, virtual: they show what is in those files. Members without a motion show NaN.
std::optional<FileError> write_hdf5_view(const std::filesystem::path& path,
                                         const std::vector<Hdf5Place>& places,
                                         const std::vector<std::string>& columns,
                                         const std::vector<std::string>& units);

}  // namespace kreisel
