// The smallest outside program: one header-only type, one function from the library.
#include "kreisel/core/types.hpp"
#include "kreisel/core/version.hpp"

int main() {
  const kreisel::Vector3 axis = kreisel::Vector3::UnitZ();
  return axis.norm() == 1.0 && !kreisel::version().empty() ? 0 : 1;
}
