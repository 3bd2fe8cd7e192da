// The version as the build system gives it.
#include "kreisel/core/version.hpp"

namespace kreisel {

std::string_view version() {
  return KREISEL_VERSION;
}

}  // namespace kreisel
