# KLU of SuiteSparse, which has no CMake package before version 6: target KLU::KLU.
include(FindPackageHandleStandardArgs)

find_path(KLU_INCLUDE_DIR suitesparse/klu.h)
set(klu_libraries KLU_INCLUDE_DIR)
foreach(name klu amd colamd btf suitesparseconfig)
  find_library(KLU_${name}_LIBRARY ${name})
  list(APPEND klu_libraries KLU_${name}_LIBRARY)
endforeach()
mark_as_advanced(${klu_libraries})

if(KLU_INCLUDE_DIR)
  file(STRINGS ${KLU_INCLUDE_DIR}/suitesparse/klu.h klu_version REGEX "define KLU_(MAIN|SUB)_VERSION")
  string(REGEX REPLACE ".*MAIN_VERSION +([0-9]+).*SUB_VERSION +([0-9]+).*" "\\1.\\2" KLU_VERSION "${klu_version}")
endif()

find_package_handle_standard_args(KLU REQUIRED_VARS ${klu_libraries} VERSION_VAR KLU_VERSION)

if(KLU_FOUND AND NOT TARGET KLU::KLU)
  add_library(KLU::KLU INTERFACE IMPORTED)
  target_include_directories(KLU::KLU SYSTEM INTERFACE ${KLU_INCLUDE_DIR})
  target_link_libraries(KLU::KLU INTERFACE ${KLU_klu_LIBRARY} ${KLU_amd_LIBRARY} ${KLU_colamd_LIBRARY}
                                           ${KLU_btf_LIBRARY} ${KLU_suitesparseconfig_LIBRARY})
endif()
