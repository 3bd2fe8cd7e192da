// Draws patterns of bodies and joints and fills them with numbers.
#include "tests/support/random_mechanism.hpp"

#include <cmath>
#include <complex>
#include <type_traits>

#include <Eigen/Geometry>

namespace kreisel::testing {
namespace {

Vector3 random_vector(Random& random) {
  return {random.normal(), random.normal(), random.normal()};
}

Matrix3 skew(const Vector3& a) {
  Matrix3 m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

/// Rows by the velocity of the point and the angular velocity, all in the frame of the ground.
Matrix rows_at(const Mechanism::Joint& joint, const Vector3& arm) {
  Matrix rows = Matrix::Zero(rows_of(joint.kind), 6);
  const Vector3 across = joint.axis.unitOrthogonal();
  if (joint.kind == Mechanism::Kind::distance) {
    rows.leftCols(3) = joint.axis.normalized().transpose();
    rows.rightCols(3) = -joint.axis.normalized().transpose() * skew(arm);
    return rows;
  }
  rows.topLeftCorner(3, 3).setIdentity();
  rows.topRightCorner(3, 3) = -skew(arm);
  if (joint.kind == Mechanism::Kind::revolute) {
    rows.block(3, 3, 1, 3) = across.transpose();
    rows.block(4, 3, 1, 3) = joint.axis.normalized().cross(across).transpose();
  }
  if (joint.kind == Mechanism::Kind::fixed) rows.bottomRightCorner(3, 3).setIdentity();
  return rows;
}

template <class Scalar>
Scalar random_scalar(Random& random) {
  if constexpr (std::is_same_v<Scalar, double>)
    return random.normal();
  else
    return {random.normal(), random.normal()};
}

}  // namespace

Index rows_of(Mechanism::Kind kind) {
  switch (kind) {
    case Mechanism::Kind::spherical:
      return 3;
    case Mechanism::Kind::revolute:
      return 5;
    case Mechanism::Kind::distance:
      return 1;
    case Mechanism::Kind::fixed:
      return 6;
  }
  return 0;
}

Index Mechanism::add_body(const Vector3& centre, Random& random) {
  Matrix mass = Matrix::Zero(6, 6);
  mass.topLeftCorner(3, 3) = random.uniform(0.5, 2.0) * Matrix3::Identity();
  const Matrix3 turn = Eigen::Quaterniond(random.normal(), random.normal(), random.normal(), random.normal())
                           .normalized()
                           .toRotationMatrix();
  const Vector3 inertia(random.uniform(0.5, 1.0), random.uniform(0.5, 1.0), random.uniform(0.5, 1.0));
  mass.bottomRightCorner(3, 3) = 0.1 * turn * inertia.asDiagonal() * turn.transpose();
  centres.push_back(centre);
  masses.push_back(mass);
  return static_cast<Index>(centres.size()) - 1;
}

void Mechanism::join(Kind kind, Index a, Index b, const Vector3& point, const Vector3& axis) {
  const auto arm = [&](Index body) -> Vector3 {
    return body < 0 ? Vector3::Zero() : Vector3(point - centres[static_cast<std::size_t>(body)]);
  };
  joints.push_back({kind, a, b, arm(a), arm(b), axis});
}

void Mechanism::turn_bodies(double angle, Random& random) {
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const Matrix3 turn = Eigen::AngleAxisd(angle, random_vector(random).normalized()).toRotationMatrix();
    for (Joint& joint : joints) {
      if (joint.a == static_cast<Index>(i)) joint.arm_a = turn * joint.arm_a;
      if (joint.b == static_cast<Index>(i)) joint.arm_b = turn * joint.arm_b;
    }
  }
}

SharedPattern Mechanism::pattern() const {
  std::vector<std::pair<Index, std::vector<Index>>> strips;
  for (const Joint& j : joints)
    strips.emplace_back(rows_of(j.kind), j.b < 0 ? std::vector<Index>{j.a} : std::vector<Index>{j.a, j.b});
  return std::make_shared<const BlockPattern>(std::vector<Index>(centres.size(), 6), strips);
}

void Mechanism::fill(BlockSaddlePoint<double>& kernel) const {
  for (std::size_t i = 0; i < masses.size(); ++i) kernel.s.diagonal(static_cast<Index>(i)) = masses[i];
  for (std::size_t k = 0; k < joints.size(); ++k) {
    auto strip = kernel.l.strip(kernel.l.pattern().strips()[k]);
    const Joint& j = joints[k];
    strip.leftCols(6) = rows_at(j, j.arm_a);
    if (j.b >= 0) strip.rightCols(6) = -rows_at(j, j.arm_b);
  }
  kernel.u.values() = kernel.l.values();
}

Matrix Mechanism::jacobian() const {
  BlockSaddlePoint<double> kernel;
  kernel.resize(pattern());
  fill(kernel);
  Matrix b(kernel.l.rows(), kernel.l.cols());
  copy_into(kernel.l, b);
  return b;
}

Mechanism chain(Index bodies, Random& random) {
  Mechanism m;
  for (Index i = 0; i < bodies; ++i) {
    m.add_body({static_cast<double>(i) + 0.5, 0.0, 0.0}, random);
    m.join(Mechanism::Kind::spherical, i, i - 1, {static_cast<double>(i), 0.0, 0.0});
  }
  return m;
}

Mechanism ring(Index bodies, Random& random) {
  Mechanism m;
  const double angle = 2.0 * M_PI / static_cast<double>(bodies), radius = 1.0 / angle;
  const auto on_circle = [&](double i) {
    return Vector3(radius * std::cos(i * angle), radius * std::sin(i * angle),
                   0.1 * std::sin(3.0 * i * angle));
  };
  for (Index i = 0; i < bodies; ++i) m.add_body(on_circle(static_cast<double>(i) + 0.5), random);
  for (Index i = 0; i < bodies; ++i)
    m.join(Mechanism::Kind::spherical, i, (i + bodies - 1) % bodies, on_circle(static_cast<double>(i)));
  return m;
}

Mechanism star(Index legs, Index bodies_per_leg, Random& random) {
  Mechanism m;
  const Index hub = m.add_body(Vector3::Zero(), random);
  for (Index k = 0; k < legs; ++k) {
    const Vector3 direction = random_vector(random).normalized();
    Index last = hub;
    for (Index i = 0; i < bodies_per_leg; ++i) {
      const auto along = static_cast<double>(i);
      const Index body = m.add_body((along + 1.5) * direction, random);
      m.join(Mechanism::Kind::spherical, body, last, (along + 1.0) * direction);
      last = body;
    }
  }
  return m;
}

Mechanism rod_net(Index knots, Random& random, double height) {
  Mechanism m;
  std::vector<Vector3> points;
  std::vector<Index> first_rod(static_cast<std::size_t>(knots * knots), -1);
  for (Index i = 0; i < knots; ++i)
    for (Index j = 0; j < knots; ++j)
      points.emplace_back(static_cast<double>(i), static_cast<double>(j), height * random.normal());
  const auto meet = [&](Index rod, Index knot) {
    Index& first = first_rod[static_cast<std::size_t>(knot)];
    if (first >= 0) m.join(Mechanism::Kind::spherical, rod, first, points[static_cast<std::size_t>(knot)]);
    if (first < 0) first = rod;
  };
  const auto add_rod = [&](Index from, Index to) {
    const Vector3 middle =
        0.5 * (points[static_cast<std::size_t>(from)] + points[static_cast<std::size_t>(to)]);
    const Index rod = m.add_body(middle, random);
    meet(rod, from);
    meet(rod, to);
  };
  for (Index i = 0; i < knots; ++i)
    for (Index j = 0; j < knots; ++j) {
      if (i + 1 < knots) add_rod(i * knots + j, (i + 1) * knots + j);
      if (j + 1 < knots) add_rod(i * knots + j, i * knots + j + 1);
    }
  m.join(Mechanism::Kind::spherical, 0, -1, points[0]);
  return m;
}

Mechanism plates(Index count, Random& random) {
  Mechanism m;
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j)
      m.add_body({static_cast<double>(i), static_cast<double>(j), 0.0}, random);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j) {
      const Vector3 centre(static_cast<double>(i), static_cast<double>(j), 0.0);
      const Index plate = i * count + j;
      if (i + 1 < count)
        m.join(Mechanism::Kind::spherical, plate, plate + count, centre + 0.5 * Vector3::UnitX());
      if (j + 1 < count)
        m.join(Mechanism::Kind::spherical, plate, plate + 1, centre + 0.5 * Vector3::UnitY());
    }
  return m;
}

Mechanism random_mechanism(Index bodies, Index chords, bool has_ground, Random& random) {
  Mechanism m;
  const auto below = [&](Index count) {
    return static_cast<Index>(random.uniform(0.0, static_cast<double>(count)));
  };
  const auto kind = [&] {
    constexpr Mechanism::Kind kinds[] = {Mechanism::Kind::spherical, Mechanism::Kind::spherical,
                                         Mechanism::Kind::revolute, Mechanism::Kind::distance,
                                         Mechanism::Kind::fixed};
    return kinds[below(5)];
  };
  for (Index i = 0; i < bodies; ++i) {
    m.add_body(2.0 * random_vector(random), random);
    const Index to = i > 0 ? below(i) : -1;
    if (i > 0 || has_ground) m.join(kind(), i, to, 2.0 * random_vector(random), random_vector(random));
  }
  for (Index k = 0; k < chords; ++k) {
    const Index a = below(bodies), b = has_ground && below(3) == 0 ? -1 : below(bodies);
    if (a == b) continue;
    const auto drawn = below(2) == 0 ? Mechanism::Kind::distance : Mechanism::Kind::spherical;
    m.join(drawn, a, b, 2.0 * random_vector(random), random_vector(random));
  }
  return m;
}

SharedPattern random_pattern(Index bodies, Random& random) {
  const auto below = [&](Index count) {
    return static_cast<Index>(random.uniform(0.0, static_cast<double>(count)));
  };
  std::vector<Index> sizes;
  std::vector<std::pair<Index, std::vector<Index>>> strips;
  std::vector<std::pair<Index, Index>> couplings;
  for (Index i = 0; i < bodies; ++i) {
    sizes.push_back(below(3) == 0 ? 3 : 6);
    std::vector<Index> touched = {i};
    if (i > 0 && below(6) > 0) touched.push_back(below(i));
    if (i > 2 && below(3) == 0)
      if (const Index third = below(i); third != touched.back()) touched.push_back(third);
    // As many rows as the new body has velocities would hold it fast and leave nothing to a third one.
    const Index most = sizes.back() == 3 ? 2 : below(4) == 0 ? 6 : 3;
    strips.emplace_back(1 + below(most), touched);
    if (i > 0 && below(4) == 0) couplings.emplace_back(i, below(i));
  }
  return std::make_shared<const BlockPattern>(sizes, strips, couplings);
}

template <class Scalar>
BlockSaddlePoint<Scalar> random_kernel(Index bodies, Random& random) {
  BlockSaddlePoint<Scalar> kernel;
  const SharedPattern pattern = random_pattern(bodies, random);
  kernel.resize(pattern);
  for (Scalar& x : kernel.s.values()) x = 0.05 * random_scalar<Scalar>(random);
  for (Index i = 0; i < bodies; ++i)
    kernel.s.diagonal(i).diagonal().array() += Scalar(random.uniform(1.0, 2.0));
  for (Scalar& x : kernel.l.values()) x = random_scalar<Scalar>(random);
  for (Index i = 0; i < kernel.l.values().size(); ++i)
    kernel.u.values()[i] = Eigen::numext::conj(kernel.l.values()[i]) + 0.02 * random_scalar<Scalar>(random);
  for (Index i = 0; i < kernel.c.size(); ++i) kernel.c[i] = i % 4 == 0 ? random.uniform(0.0, 1.0) : 0.0;
  return kernel;
}

template BlockSaddlePoint<double> random_kernel<double>(Index bodies, Random& random);
template BlockSaddlePoint<std::complex<double>> random_kernel<std::complex<double>>(Index bodies,
                                                                                    Random& random);

}  // namespace kreisel::testing
