// libFuzzer target for the readers of URDF and MJCF; scripts/fuzz builds and runs it.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/foreign_reader_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kreisel::require_foreign_property(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
