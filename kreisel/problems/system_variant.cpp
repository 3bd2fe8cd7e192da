#include "kreisel/problems/system_variant.hpp"

namespace kreisel {

AnySystem as_any_system(const SystemVariant& system) {
  if (const auto* any = std::get_if<AnySystem>(&system)) return *any;
  if (const auto* blocks = std::get_if<BlockSystem>(&system)) return with_dense_matrices(*blocks);
  if (const auto* andrews = std::get_if<FixedAndrews>(&system)) return erase(*andrews);
  return erase(std::get<FixedHeavyTop>(system));
}

}  // namespace kreisel
