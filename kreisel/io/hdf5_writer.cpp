// Columns grow in chunks of rows; identifiers of the library are closed by their owners.
#include "kreisel/io/hdf5_writer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kreisel/io/hdf5_handle.hpp"

namespace kreisel {
namespace hdf5 {

constexpr hsize_t bytes_of_a_chunk = 1 << 18;

hsize_t rows_of_a_chunk(hsize_t columns) {
  const hsize_t fitting = bytes_of_a_chunk / (sizeof(double) * std::max<hsize_t>(columns, 1));
  return std::clamp<hsize_t>(fitting, 1, 1024);
}

}  // namespace hdf5

using namespace hdf5;

class Hdf5Writer::File {
 public:
  File(const std::filesystem::path& path, const std::vector<Hdf5Column>& columns)
      : path_(path.string()), columns_(columns.size()), file_(created_file(path_)) {
    if (!file_.is_valid())
      throw FileError(fmt::format("cannot create \"{}\"", path_), path_,
                      "choose another folder, or close the program that holds the file");
    std::vector<std::string> names, units;
    for (const Hdf5Column& column : columns) {
      names.push_back(column.name);
      units.push_back(column.unit);
    }
    note(write_texts(file_, "columns", names), "columns");
    note(write_texts(file_, "units", units), "units");
    create_samples();
    flush();
    if (failure_) throw FileError(*failure_);
  }

  void append(std::span<const double> row) {
    if (failure_) return;
    buffer_.insert(buffer_.end(), row.begin(), row.end());
    ++rows_;
    if (++waiting_ >= flush_every) flush();
  }

  void write_text(const std::string& name, const std::string& text) {
    if (failure_ || !file_.is_valid()) return;
    if (H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0) H5Ldelete(file_, name.c_str(), H5P_DEFAULT);
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle type = text_type(text.size());
    const Handle set(H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Dclose);
    const std::string padded = text.empty() ? std::string(1, '\0') : text;
    note(set.is_valid() && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()) >= 0, name);
  }

  void flush() {
    if (failure_ || !file_.is_valid()) return;
    write_waiting();
    if (!failure_) note(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0, "flush");
  }

  bool close() {
    if (!file_.is_valid()) return !failure_;
    flush();
    const bool samples_closed = samples_->close();
    note(file_.close() && samples_closed, "close");
    return !failure_;
  }

  const std::optional<FileError>& failure() const { return failure_; }
  long rows() const { return rows_; }

 private:
  void create_samples() {
    const hsize_t none[2] = {0, columns_}, unlimited[2] = {H5S_UNLIMITED, columns_};
    const hsize_t chunk[2] = {rows_of_a_chunk(columns_), std::max<hsize_t>(columns_, 1)};
    constexpr unsigned level = 4;  // as small as higher levels within a few per cent, and much faster
    const Handle space(H5Screate_simple(2, none, unlimited), H5Sclose);
    const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(layout, 2, chunk);
    H5Pset_shuffle(layout);
    H5Pset_deflate(layout, level);
    samples_.emplace(H5Dcreate2(file_, "samples", H5T_IEEE_F64LE, space, H5P_DEFAULT, layout, H5P_DEFAULT),
                     H5Dclose);
    note(samples_->is_valid(), "samples");
  }

  void write_waiting() {
    if (waiting_ == 0) return;
    const auto count = static_cast<hsize_t>(waiting_), all = static_cast<hsize_t>(rows_);
    const hsize_t size[2] = {all, columns_}, start[2] = {all - count, 0}, block[2] = {count, columns_};
    bool done = H5Dset_extent(*samples_, size) >= 0;
    const Handle there(H5Dget_space(*samples_), H5Sclose),
        here(H5Screate_simple(2, block, nullptr), H5Sclose);
    done = done && H5Sselect_hyperslab(there, H5S_SELECT_SET, start, nullptr, block, nullptr) >= 0 &&
           H5Dwrite(*samples_, H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, buffer_.data()) >= 0;
    note(done, "samples");
    buffer_.clear();
    waiting_ = 0;
  }

  void note(bool done, const std::string& what) {
    if (done || failure_) return;
    failure_.emplace(fmt::format("cannot write \"{}\"", what), path_,
                     "free space on the disk, or choose another folder");
  }

  std::string path_;
  hsize_t columns_;
  Handle file_;
  std::optional<Handle> samples_;
  std::vector<double> buffer_;
  long rows_ = 0, waiting_ = 0;
  std::optional<FileError> failure_;
};

Hdf5Writer::Hdf5Writer(const std::filesystem::path& path, const std::vector<Hdf5Column>& columns)
    : file_(std::make_unique<File>(path, columns)) {}
Hdf5Writer::~Hdf5Writer() = default;

void Hdf5Writer::append(std::span<const double> row) {
  file_->append(row);
}
void Hdf5Writer::write_text(const std::string& name, const std::string& text) {
  file_->write_text(name, text);
}
void Hdf5Writer::flush() {
  file_->flush();
}
bool Hdf5Writer::close() {
  return file_->close();
}
const std::optional<FileError>& Hdf5Writer::failure() const {
  return file_->failure();
}
long Hdf5Writer::rows() const {
  return file_->rows();
}

}  // namespace kreisel
