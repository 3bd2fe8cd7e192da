# Debian packages (`make package`): kreisel, the program; libkreisel-dev, the library. docs/installing.md
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kreisel)
set(CPACK_PACKAGE_VENDOR "The Kreisel developers")
if(NOT CPACK_PACKAGE_CONTACT)  # who builds packages for others gives an address of their own
  set(CPACK_PACKAGE_CONTACT "The Kreisel developers <kreisel@localhost>")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/finish.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME kreisel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
    "Kreisel integrates the equations of motion of constrained mechanical systems
on the Lie groups where they live: no singular angles, joints that are kept,
errors under control of a tolerance. Mechanisms are files in JSON or built-in
problems.
.
This package holds the program, its manual and a collection of mechanisms.")

# The library is static unless BUILD_SHARED_LIBS says otherwise, and hands its own dependencies on to whoever links it.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libkreisel-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libeigen3-dev (>= ${KREISEL_EIGEN_VERSION}), libfmt-dev (>= ${KREISEL_FMT_VERSION}), \
libhdf5-dev (>= ${KREISEL_HDF5_VERSION}), libmuparser-dev (>= ${KREISEL_MUPARSER_VERSION}), libsuitesparse-dev")
if(BUILD_SHARED_LIBS)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", kreisel (= ${PROJECT_VERSION})")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Kreisel integrates the equations of motion of constrained mechanical systems
on Lie groups: generalized-alpha, multistep and Runge-Kutta methods, with
joints in index-3, stabilised index-2 and acceleration form, under a tolerance.
.
This package holds headers, library, CMake package and pkg-config file.")

if(TARGET kreisel_mpi_cli)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME kreisel-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "kreisel (= ${PROJECT_VERSION})")
  set(CPACK_COMPONENT_MPI_DESCRIPTION
      "Sweeps of Kreisel under mpirun and srun: many runs of a mechanism, shared
by the processes of MPI. Users of one machine need the package kreisel alone.")
endif()

include(CPack)
