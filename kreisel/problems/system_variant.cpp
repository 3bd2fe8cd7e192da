#include "kreisel/problems/system_variant.hpp"

namespace kreisel {

AnySystem as_any_system(const SystemVariant& system) {
  if (const auto* any = std::get_if<AnySystem>(&system)) return *any;
  return erase(std::get<FixedHeavyTop>(system));
}

}  // namespace kreisel
