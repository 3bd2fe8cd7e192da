// Every file is written under another name and moved; virtual datasets name their sources relative to the view.
#include "kreisel/io/hdf5_tables.hpp"

#include <cerrno>
#include <limits>
#include <map>

#include <unistd.h>

#include <fmt/format.h>

#include "kreisel/io/hdf5_handle.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel {

using namespace hdf5;

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

Handle created_set(hid_t file, const char* name, const std::vector<hsize_t>& sizes) {
  const Handle layout = timeless_layout();
  const Handle space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose);
  return {H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, layout, H5P_DEFAULT), H5Dclose};
}

bool write_numbers(hid_t file, const char* name, const std::vector<hsize_t>& sizes,
                   const std::vector<double>& numbers) {
  const Handle set = created_set(file, name, sizes);
  return set.is_valid() &&
         H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) >= 0;
}

bool write_unit(hid_t file, const std::string& column, const std::string& unit) {
  const Handle set(H5Dopen2(file, column.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle type = text_type(unit.size());
  const Handle attribute(H5Acreate2(set, "unit", type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const std::string text = unit.empty() ? std::string(1, '\0') : unit;
  return attribute.is_valid() && H5Awrite(attribute, type, text.data()) >= 0;
}

/// Names with a / would be folders.
std::string dataset_name(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

/// Calls `write` with the file, closes, syncs and moves it.
template <class Write>
std::optional<FileError> replaced(const std::filesystem::path& path, Write&& write) {
  const std::filesystem::path temporary =
      path.parent_path() / fmt::format(".{}.{}.tmp", path.filename().string(), ::getpid());
  errno = 0;
  bool is_done = false;
  {
    Handle file = created_file(temporary.string());
    is_done = file.is_valid() && write(file);
    is_done = is_done && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0;
    is_done = file.close() && is_done;
  }
  if (is_done && ::rename(temporary.c_str(), path.c_str()) == 0) return std::nullopt;
  const int cause = errno != 0 ? errno : EIO;
  ::unlink(temporary.c_str());
  return file_error("cannot write the file", path, cause);
}

}  // namespace

std::optional<FileError> write_hdf5_table(const std::filesystem::path& path,
                                          const std::vector<Hdf5TableColumn>& columns) {
  return replaced(path, [&](hid_t file) {
    bool is_done = true;
    for (const Hdf5TableColumn& column : columns) {
      const std::string name = dataset_name(column.name);
      is_done = is_done && (column.texts.empty()
                                ? write_numbers(file, name.c_str(), {column.numbers.size()}, column.numbers)
                                : write_texts(file, name.c_str(), column.texts));
      is_done = is_done && write_unit(file, name, column.unit);
    }
    return is_done;
  });
}

std::optional<FileError> write_hdf5_motions(const std::filesystem::path& path,
                                            const std::vector<Hdf5Motion>& motions,
                                            const std::vector<std::string>& columns,
                                            const std::vector<std::string>& units) {
  std::size_t samples = 0;
  for (const Hdf5Motion& motion : motions) samples = std::max(samples, motion.times.size());
  const std::size_t width = columns.size();
  std::vector<double> times, values;
  for (const Hdf5Motion& motion : motions) {
    times.insert(times.end(), motion.times.begin(), motion.times.end());
    values.insert(values.end(), motion.values.begin(), motion.values.end());
    times.insert(times.end(), samples - motion.times.size(), nothing);
    values.insert(values.end(), (samples - motion.times.size()) * width, nothing);
  }
  return replaced(path, [&](hid_t file) {
    return write_numbers(file, "t", {motions.size(), samples}, times) &&
           write_numbers(file, "values", {motions.size(), samples, width}, values) &&
           write_texts(file, "columns", columns) && write_texts(file, "units", units);
  });
}

namespace {

/// The number of samples in each file.
std::map<std::string, hsize_t> samples_of(const std::filesystem::path& folder,
                                          const std::vector<Hdf5Place>& places) {
  std::map<std::string, hsize_t> samples;
  for (const Hdf5Place& place : places) {
    if (place.file.empty() || samples.contains(place.file)) continue;
    const Handle file(H5Fopen((folder / place.file).c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const Handle set(file.is_valid() ? H5Dopen2(file, "t", H5P_DEFAULT) : H5I_INVALID_HID, H5Dclose);
    const Handle space(set.is_valid() ? H5Dget_space(set) : H5I_INVALID_HID, H5Sclose);
    hsize_t size[2] = {0, 0};
    if (space.is_valid()) H5Sget_simple_extent_dims(space, size, nullptr);
    samples[place.file] = size[1];
  }
  return samples;
}

struct View {
  const std::vector<Hdf5Place>& places;
  const std::map<std::string, hsize_t>& samples;
  hsize_t longest, width;  // width 0: there is no such dimension
};

/// Members that follow each other in one file are one piece.
bool write_view(hid_t file, const char* name, const View& view) {
  const int rank = view.width > 0 ? 3 : 2;
  const hsize_t all[3] = {view.places.size(), view.longest, view.width};
  const Handle space(H5Screate_simple(rank, all, nullptr), H5Sclose);
  const Handle layout = timeless_layout();
  H5Pset_fill_value(layout, H5T_NATIVE_DOUBLE, &nothing);
  for (std::size_t i = 0; i < view.places.size();) {
    const Hdf5Place& first = view.places[i];
    std::size_t end = i + 1;
    while (end < view.places.size() && view.places[end].file == first.file &&
           view.places[end].row == first.row + static_cast<long>(end - i))
      ++end;
    const hsize_t count = end - i, samples = first.file.empty() ? 0 : view.samples.at(first.file);
    if (samples > 0) {
      const hsize_t here[3] = {i, 0, 0}, there[3] = {static_cast<hsize_t>(first.row), 0, 0},
                    block[3] = {count, samples, view.width};
      const hsize_t last = static_cast<hsize_t>(first.row) + count, source[3] = {last, samples, view.width};
      const Handle from(H5Screate_simple(rank, source, nullptr), H5Sclose);
      H5Sselect_hyperslab(from, H5S_SELECT_SET, there, nullptr, block, nullptr);
      H5Sselect_hyperslab(space, H5S_SELECT_SET, here, nullptr, block, nullptr);
      if (H5Pset_virtual(layout, space, first.file.c_str(), name, from) < 0) return false;
    }
    i = end;
  }
  H5Sselect_all(space);
  const Handle set(H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, layout, H5P_DEFAULT), H5Dclose);
  return set.is_valid();
}

}  // namespace

std::optional<FileError> write_hdf5_view(const std::filesystem::path& path,
                                         const std::vector<Hdf5Place>& places,
                                         const std::vector<std::string>& columns,
                                         const std::vector<std::string>& units) {
  be_silent();
  const std::map<std::string, hsize_t> samples = samples_of(path.parent_path(), places);
  hsize_t longest = 0;
  for (const auto& [file, count] : samples) longest = std::max(longest, count);
  return replaced(path, [&](hid_t file) {
    return write_view(file, "t", {places, samples, longest, 0}) &&
           write_view(file, "values", {places, samples, longest, columns.size()}) &&
           write_texts(file, "columns", columns) && write_texts(file, "units", units);
  });
}

}  // namespace kreisel
