# Flags go on targets, never on the whole build.

# Flags with which we compile our own code; they do not reach users.
function(kreisel_compile_options target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion)
  # In a batch, what one file keeps to itself is seen by the next: only there shadowing of such names is no mistake.
  target_compile_options(${target} PRIVATE $<IF:$<AND:$<BOOL:${KREISEL_UNITY}>,$<CXX_COMPILER_ID:GNU>>,-Wshadow=local,-Wshadow>)
  # g++ 12 sees accesses out of bounds in Eigen's 1×1 matrices and in std::string where there are none.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-restrict>)
  # g++ spends a tenth of its time on collecting garbage that would have fitted into memory.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)
  # Without contraction to fused multiply-add, machines differ by their libm at most.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  # Nobody replaces our functions at load time, so position-independent code may inline them as usual.
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
endfunction()

# For code that runs once per run. Not for what instantiates the matrices of a step: of two equal functions the linker
# takes either.
function(kreisel_optimise_less target)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}" MATCHES "-O[23]")
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# What the library and everything that links to it must agree on.
function(kreisel_usage_requirements target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Contracts live in headers: an inline function compiled with them here and without them there would be two
  # different functions of the same name. So the choice travels with the library.
  if(NOT KREISEL_CONTRACTS)
    target_compile_definitions(${target} PUBLIC KREISEL_NO_CONTRACTS)
  endif()
  # Eigen's alignment, hence the layout of our types, depends on the instruction set. Same reason, same answer.
  if(KREISEL_NATIVE)
    target_compile_options(${target} PUBLIC -march=native)
  endif()
endfunction()
