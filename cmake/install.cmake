# The installed package: headers, library, program with its manual and completions, CMake package, pkg-config file.
#
# Two components: `runtime` is what users of the program need, `development` what is needed to compile against the library.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/kreisel)

install(
  TARGETS kreisel
  EXPORT kreisel-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
if(KREISEL_CLI)
  install(TARGETS kreisel_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  if(TARGET kreisel_study_cli)
    install(TARGETS kreisel_study_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  endif()
  if(TARGET kreisel_mpi_cli)
    install(TARGETS kreisel_mpi_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi)
  endif()
endif()
if(TARGET kreisel_pages)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/share/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT runtime)
  foreach(folder IN ITEMS bash-completion zsh fish)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/share/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT runtime)
  endforeach()
endif()
install(EXPORT kreisel-targets NAMESPACE kreisel:: DESTINATION ${package_dir} COMPONENT development)

configure_package_config_file(cmake/kreiselConfig.cmake.in ${PROJECT_BINARY_DIR}/kreiselConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
# Before 1.0 a new minor version may break: 0.2 does not answer a request for 0.1.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kreiselConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kreiselConfig.cmake ${PROJECT_BINARY_DIR}/kreiselConfigVersion.cmake
              cmake/FindKLU.cmake cmake/FindSerialHDF5.cmake DESTINATION ${package_dir} COMPONENT development)

# A static library hands its own dependencies on to whoever links it.
if(BUILD_SHARED_LIBS)
  set(KREISEL_PC_REQUIRES "eigen3 >= ${KREISEL_EIGEN_VERSION}")
  set(KREISEL_PC_REQUIRES_PRIVATE "fmt >= ${KREISEL_FMT_VERSION}")
  set(KREISEL_PC_LIBS "")
else()
  set(KREISEL_PC_REQUIRES "eigen3 >= ${KREISEL_EIGEN_VERSION}, fmt >= ${KREISEL_FMT_VERSION}")
  set(KREISEL_PC_REQUIRES_PRIVATE "")
  set(KREISEL_PC_LIBS " -lmuparser -lhdf5_serial -lklu -lamd -lcolamd -lbtf -lsuitesparseconfig")
endif()
set(KREISEL_PC_CFLAGS "")
if(NOT KREISEL_CONTRACTS)
  string(APPEND KREISEL_PC_CFLAGS " -DKREISEL_NO_CONTRACTS")
endif()
if(KREISEL_NATIVE)
  string(APPEND KREISEL_PC_CFLAGS " -march=native")
endif()
file(RELATIVE_PATH KREISEL_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/kreisel.pc.in ${PROJECT_BINARY_DIR}/kreisel.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/kreisel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kreisel/models COMPONENT runtime
        FILES_MATCHING PATTERN "*.json")
install(FILES LICENSE README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
