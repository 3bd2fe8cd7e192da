// Identifiers of the HDF5 library with the functions that close them; for the sources of this folder that write HDF5.
#pragma once

#include <hdf5.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kreisel::hdf5 {

class Handle {
 public:
  Handle(hid_t id, herr_t (*closing)(hid_t)) : id_(id), close_(closing) {}
  Handle(Handle&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = H5I_INVALID_HID; }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() { close(); }

  bool is_valid() const { return id_ >= 0; }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor): what the library expects
  bool close() {
    const bool done = id_ < 0 || close_(id_) >= 0;
    id_ = H5I_INVALID_HID;
    return done;
  }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// The library prints a trace of every failure unless told not to; ours are FileErrors.
inline void be_silent() {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

inline Handle created_file(const std::string& path) {
  be_silent();
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation, 0);  // equal contents are equal files
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose};
}

inline Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, std::max<std::size_t>(size, 1));
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

/// Datasets without the time of their making.
inline Handle timeless_layout() {
  Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(layout, 0);
  return layout;
}

/// Texts of one length, filled up with zeros.
inline bool write_texts(hid_t place, const char* name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string block;
  for (const std::string& text : texts) block += text + std::string(longest - text.size(), '\0');
  const hsize_t count = texts.size();
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle type = text_type(longest);
  const Handle layout = timeless_layout();
  const Handle set(H5Dcreate2(place, name, type, space, H5P_DEFAULT, layout, H5P_DEFAULT), H5Dclose);
  return set.is_valid() && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, block.data()) >= 0;
}

}  // namespace kreisel::hdf5
