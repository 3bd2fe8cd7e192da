# The C library of HDF5 without MPI: target SerialHDF5::SerialHDF5. CMake's own module needs a C compiler.
find_path(SerialHDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(SerialHDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
mark_as_advanced(SerialHDF5_INCLUDE_DIR SerialHDF5_LIBRARY)

if(SerialHDF5_INCLUDE_DIR)
  file(STRINGS ${SerialHDF5_INCLUDE_DIR}/H5public.h hdf5_version REGEX "define H5_VERS_INFO")
  string(REGEX REPLACE ".*version: ([0-9.]+).*" "\\1" SerialHDF5_VERSION "${hdf5_version}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SerialHDF5 REQUIRED_VARS SerialHDF5_LIBRARY SerialHDF5_INCLUDE_DIR
                                  VERSION_VAR SerialHDF5_VERSION)

if(SerialHDF5_FOUND AND NOT TARGET SerialHDF5::SerialHDF5)
  add_library(SerialHDF5::SerialHDF5 INTERFACE IMPORTED)
  target_include_directories(SerialHDF5::SerialHDF5 SYSTEM INTERFACE ${SerialHDF5_INCLUDE_DIR})
  target_link_libraries(SerialHDF5::SerialHDF5 INTERFACE ${SerialHDF5_LIBRARY})
endif()
