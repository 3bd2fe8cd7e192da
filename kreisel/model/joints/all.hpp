// THE list of joints: what is in it can be read, written, assembled, tested and documented.
#pragma once

#include <variant>

#include "kreisel/model/joints/axes.hpp"
#include "kreisel/model/joints/coupling.hpp"
#include "kreisel/model/joints/cylindrical.hpp"
#include "kreisel/model/joints/distance.hpp"
#include "kreisel/model/joints/fixed.hpp"
#include "kreisel/model/joints/gear.hpp"
#include "kreisel/model/joints/motion.hpp"
#include "kreisel/model/joints/planar.hpp"
#include "kreisel/model/joints/point_on_line.hpp"
#include "kreisel/model/joints/prismatic.hpp"
#include "kreisel/model/joints/revolute.hpp"
#include "kreisel/model/joints/rolling_disc.hpp"
#include "kreisel/model/joints/screw.hpp"
#include "kreisel/model/joints/skate.hpp"
#include "kreisel/model/joints/spherical.hpp"
#include "kreisel/model/joints/universal.hpp"

namespace kreisel {

using Joint = std::variant<FixedJoint, RevoluteJoint, PrismaticJoint, CylindricalJoint, ScrewJoint,
                           UniversalJoint, SphericalJoint, PlanarJoint, PointOnLineJoint, DistanceJoint,
                           GearJoint, RollingDiscJoint, SkateJoint, MotionJoint, AxesJoint, CouplingJoint>;

}  // namespace kreisel
