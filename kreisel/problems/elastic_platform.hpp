// An elastic platform in its vertical plane by finite elements, reduced to its lowest modes of vibration.
//
// Plane stress, rectangles with eight nodes. One node is pinned, the vertical motion u(t) of another one is given;
// with the shape s that follows u statically the displacement is s u(t) + Φ η, and for mass-normalised modes Φ
//   η_i'' + ω_i² η_i = -p_i u'',   p = Φᵀ (M s + m_u),   m_u: the column of M that belongs to u.
#pragma once

#include "kreisel/core/types.hpp"

namespace kreisel {

struct ElasticPlatform {
  double length = 8.0, height = 0.4, thickness = 0.06;     // [m]
  double young = 2.1e11, poisson = 0.3, density = 7850.0;  // [N/m²], [1], [kg/m³]
  double pin = 1.0, driven = 6.4;                          // supports at half height [m]
  double load_front = 3.0, load_rear = 4.6,
         load_mass = 16875.0;    // on the upper edge, half of it each [m], [kg]
  int columns = 40, layers = 2;  // of elements; an even number of layers
};

/// What a test problem needs of it.
struct PlatformModes {
  Vector frequencies;    // ω_i, ascending [rad/s]
  Vector participation;  // p_i [kg^½]
  // Vertical motion of the front end, the load (mean of its nodes) and the rear end, all at half height but the load.
  MatrixOf<double, 3, Dynamic> shapes;  // Φ there
  VectorOf<double, 3> statics;          // s there
  Index nodes = 0;
};

/// The `count` lowest modes, by iteration of a subspace with Rayleigh-Ritz steps [Bathe 1996] section 11.6.
PlatformModes modes_of(const ElasticPlatform& platform, Index count);

}  // namespace kreisel
