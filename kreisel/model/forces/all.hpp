// THE list of force elements: what is in it can be read, written, assembled, tested and documented.
#pragma once

#include <variant>

#include "kreisel/model/forces/axis_force.hpp"
#include "kreisel/model/forces/bushing.hpp"
#include "kreisel/model/forces/contact_plane.hpp"
#include "kreisel/model/forces/contact_spheres.hpp"
#include "kreisel/model/forces/force.hpp"
#include "kreisel/model/forces/friction.hpp"
#include "kreisel/model/forces/spring_damper.hpp"
#include "kreisel/model/forces/torque.hpp"
#include "kreisel/model/forces/torsion_spring.hpp"

namespace kreisel {

using Force = std::variant<SpringDamper, TorsionSpring, Bushing, PointForce, PointTorque, PlaneContact,
                           SphereContact, Friction, AxisForce>;

}  // namespace kreisel
