// libFuzzer target for reading and assembling models, the way of `kreisel check`; scripts/fuzz builds and runs it.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/model_assembly_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kreisel::require_assembly_property(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
