// What a multibody system is made of, and its bodies; multibody_elements.cpp has the loops over elements.
#include "kreisel/model/multibody_system.hpp"

#include <algorithm>
#include <map>

#include "kreisel/core/contracts.hpp"
#include "kreisel/groups/named_group.hpp"
#include "kreisel/groups/rotation.hpp"

namespace kreisel {
namespace {

bool couples(const RowElement& element, int i, int j) {
  return element.function != nullptr || element.geometry.multiplies(i, j);
}

std::pair<Index, Index> ordered(Index a, Index b) {
  return {std::min(a, b), std::max(a, b)};
}

/// visit(i, j) for all pairs of bodies of an element, i < j.
template <class Visit>
void for_each_pair(const Geometry& geometry, const Visit& visit) {
  const int n = geometry.blocks();
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) visit(i, j);
}

std::vector<Index> blocks_of(const Geometry& geometry) {
  std::vector<Index> blocks;
  for (int i = 0; i < geometry.blocks(); ++i) blocks.push_back(geometry.block(i));
  return blocks;
}

SharedPattern make_pattern(const MultibodyParts& parts) {
  std::vector<std::pair<Index, std::vector<Index>>> strips;
  std::map<std::pair<Index, Index>, bool> coupled;
  for (const RowElement& element : parts.row_elements) {
    KREISEL_EXPECTS(element.geometry.blocks() > 0);
    strips.emplace_back(static_cast<Index>(element.rows.size()), blocks_of(element.geometry));
    for_each_pair(element.geometry, [&](int i, int j) {
      if (couples(element, i, j))
        coupled[ordered(element.geometry.block(i), element.geometry.block(j))] = true;
    });
  }
  for (const ForceElement& element : parts.force_elements) {
    for_each_pair(element.geometry, [&](int i, int j) {
      coupled[ordered(element.geometry.block(i), element.geometry.block(j))] = true;
    });
  }
  std::vector<std::pair<Index, Index>> couplings;
  for (const auto& [pair, is_coupled] : coupled) couplings.push_back(pair);
  std::vector<Index> sizes(parts.bodies.size(), 6);
  sizes.resize(static_cast<std::size_t>(parts.blocks()), 1);
  return std::make_shared<const BlockPattern>(sizes, strips, couplings);
}

}  // namespace

MultibodySystem::MultibodySystem(MultibodyParts parts, const MultibodyOptions& options)
    : parts_(std::move(parts)), pattern_(make_pattern(parts_)) {
  for (const RowElement& element : parts_.row_elements)
    rows_.insert(rows_.end(), element.rows.begin(), element.rows.end());
  place_elements();
  colour_elements();
  if (options.threads > 1 && static_cast<Index>(parts_.bodies.size()) >= options.smallest_shared)
    workers_ = std::make_unique<Workers>(options.threads);
}

ProductGroup MultibodySystem::group() const {
  std::vector<Factor> factors(parts_.bodies.size(), factor_named(parts_.group.name));
  factors.resize(static_cast<std::size_t>(parts_.blocks()), factor_named("r1"));
  return ProductGroup(std::move(factors));
}

BlockSystem make_system(MultibodyParts parts, const MultibodyOptions& options) {
  auto system = std::make_shared<const MultibodySystem>(std::move(parts), options);
  ProductGroup group = system->group();
  return {std::move(group), std::move(system)};
}

void MultibodySystem::place_elements() {
  std::vector<std::vector<BallSide>> sides(parts_.bodies.size());
  for (std::size_t k = 0; k < parts_.row_elements.size(); ++k) {
    const RowElement& element = parts_.row_elements[k];
    const auto& strip = pattern_->strips()[k];
    Place place{
        strip.first, strip.value, element.rows.front().is_position(), element.augmentation.size() > 0, {}};
    if (place.is_augmented) augmented_.push_back(k);
    if (is_ball(element)) {
      add_ball(element, place, sides);
    } else {
      place.pairs = pairs_of(element.geometry, element.function != nullptr);
      general_.push_back(k);
    }
    row_places_.push_back(std::move(place));
  }
  for (const ForceElement& element : parts_.force_elements)
    force_places_.push_back({0, 0, true, false, pairs_of(element.geometry, true)});
  first_side_.push_back(0);
  for (const std::vector<BallSide>& of_body : sides) {
    sides_.insert(sides_.end(), of_body.begin(), of_body.end());
    first_side_.push_back(static_cast<Index>(sides_.size()));
  }
}

/// Every element gets the first colour that none of its bodies has yet.
void MultibodySystem::colour_elements() {
  std::vector<std::vector<bool>> taken(
      static_cast<std::size_t>(parts_.blocks()));  // colours of a block's elements
  const auto colour = [&](const Geometry& geometry, Index element) {
    std::size_t c = 0;
    const auto is_taken = [&](Index body) {
      const auto& colours = taken[static_cast<std::size_t>(body)];
      return c < colours.size() && colours[c];
    };
    const std::vector<Index> blocks = blocks_of(geometry);
    while (std::any_of(blocks.begin(), blocks.end(), is_taken)) ++c;
    for (const Index body : blocks) {
      auto& colours = taken[static_cast<std::size_t>(body)];
      if (colours.size() <= c) colours.resize(c + 1, false);
      colours[c] = true;
    }
    if (colours_.size() <= c) colours_.resize(c + 1);
    colours_[c].push_back(element);
  };
  for (const std::size_t k : general_) colour(parts_.row_elements[k].geometry, static_cast<Index>(k));
  for (std::size_t k = 0; k < parts_.force_elements.size(); ++k)
    colour(parts_.force_elements[k].geometry, -1 - static_cast<Index>(k));
}

std::vector<MultibodySystem::Place::Pair> MultibodySystem::pairs_of(const Geometry& geometry,
                                                                    bool all) const {
  std::vector<Place::Pair> pairs;
  for_each_pair(geometry, [&](int i, int j) {
    if (!all && !geometry.multiplies(i, j)) return;
    const auto bodies = ordered(geometry.block(i), geometry.block(j));
    // Couplings are sorted, because they came out of a map.
    const auto found = std::lower_bound(
        pattern_->couplings().begin(), pattern_->couplings().end(), bodies,
        [](const auto& c, const auto& wanted) { return std::pair(c.first, c.second) < wanted; });
    const bool in_order = geometry.block(i) == found->first;
    pairs.push_back({in_order ? i : j, in_order ? j : i, found->square});
  });
  return pairs;
}

bool MultibodySystem::is_ball(const RowElement& element) const {
  const Geometry& g = element.geometry;
  if (!parts_.has_plain_points() || element.function || !element.rows.front().is_position()) return false;
  if (!g.shares.empty()) return false;
  if (g.slots.size() != 1 || !g.slots[0].is_difference || !g.dots.empty() || g.components.size() != 3)
    return false;
  for (int i = 0; i < 3; ++i) {
    const auto& c = g.components[static_cast<std::size_t>(i)];
    if (c.form != i || c.axis != i || c.coefficient != 1.0 || g.constants[static_cast<std::size_t>(i)] != 0.0)
      return false;
  }
  const auto is_point = [](const ElementVector& e) { return e.body < 0 || e.fixed.point == 1.0; };
  return is_point(g.slots[0].plus) && is_point(g.slots[0].minus);
}

void MultibodySystem::add_ball(const RowElement& element, const Place& place,
                               std::vector<std::vector<BallSide>>& sides) {
  const Geometry& g = element.geometry;
  const auto side = [&](const ElementVector& e, double sign) -> Ball::Side {
    if (e.body < 0) return {-1, sign, e.fixed.c};
    const Index body = g.block(e.body);
    sides[static_cast<std::size_t>(body)].push_back(
        {place.first_row, place.strip_value + 6 * e.body, g.columns(), sign, e.fixed.c});
    return {body, sign, e.fixed.c};
  };
  balls_.push_back({place.first_row, {side(g.slots[0].plus, 1.0), side(g.slots[0].minus, -1.0)}});
}

// Bodies ----------------------------------------------------------------------------------------------------------

namespace {

/// diag(m I, J), every entry written.
void write_mass(const RigidBody& body, double* out) {
  std::fill_n(out, 36, 0.0);
  out[0] = out[7] = out[14] = body.mass;
  for (Index j = 0; j < 3; ++j)
    for (Index i = 0; i < 3; ++i) out[6 * (3 + j) + 3 + i] = body.inertia(i, j);
}

/// Ω̃J - (JΩ)~ in the corner of the rotations, zero elsewhere.
void write_gyroscopic(const RigidBody& body, const Vector3& omega, double* out) {
  std::fill_n(out, 36, 0.0);
  const Vector3 momentum = body.inertia.lazyProduct(omega);
  const Matrix3 turning = hat(momentum);
  for (Index j = 0; j < 3; ++j) {
    const Vector3 column = omega.cross(body.inertia.col(j)) - turning.col(j);
    for (Index i = 0; i < 3; ++i) out[6 * (3 + j) + 3 + i] = column(i);
  }
}

}  // namespace

/// Room for couplings where there is an augmentation; callers give a block diagonal matrix the first time.
void MultibodySystem::widen(MassMatrix& m) const {
  if (!augmented_.empty() && m.values().size() != pattern_->square_values()) m.resize(pattern_, false);
}

void MultibodySystem::mass(const Vector& q, MassMatrix& m) const {
  widen(m);
  double* values = m.values().data();
  for (const RigidBody& body : parts_.bodies) {
    write_mass(body, values);
    values += 36;
  }
  for (const double mass : parts_.coordinate_masses) *values++ = mass;
  add_augmented_mass(q, m);
}

void MultibodySystem::write_body_balance(Index i, const Vector& q, const Vector& v,
                                         const Vector& acceleration, Vector& r) const {
  const RigidBody& body = parts_.bodies[static_cast<std::size_t>(i)];
  const Index at = 6 * i;
  const Eigen::Map<const Vector3> linear(v.data() + at), omega(v.data() + at + 3);
  const Eigen::Map<const Vector3> linear_rate(acceleration.data() + at),
      omega_rate(acceleration.data() + at + 3);
  Eigen::Map<Vector3> force(r.data() + at), torque(r.data() + at + 3);
  if (parts_.group.is_semidirect) {
    const Matrix3 rotation = rotation_at(parts_.group, q.data() + parts_.group.coordinates * i);
    force = body.mass * (linear_rate + omega.cross(linear) - rotation.transpose() * parts_.gravity);
  } else {
    force = body.mass * (linear_rate - parts_.gravity);
  }
  const Vector3 momentum = body.inertia.lazyProduct(omega);
  torque = body.inertia.lazyProduct(omega_rate);
  torque += omega.cross(momentum);
}

void MultibodySystem::write_body_tangents(Index i, const Vector& q, const Vector& v,
                                          BlockSystem::AllTangents& out) const {
  const RigidBody& body = parts_.bodies[static_cast<std::size_t>(i)];
  double *damping = out.damping.values().data() + 36 * i, *stiffness = out.stiffness.values().data() + 36 * i;
  write_mass(body, out.mass.values().data() + 36 * i);
  write_gyroscopic(body, v.segment<3>(6 * i + 3), damping);
  std::fill_n(stiffness, 36, 0.0);
  if (!parts_.group.is_semidirect) return;
  Eigen::Map<Matrix6> d(damping), k(stiffness);
  d.topLeftCorner<3, 3>() = body.mass * hat(v.segment<3>(6 * i + 3));
  d.topRightCorner<3, 3>() = -body.mass * hat(v.segment<3>(6 * i));
  const Matrix3 rotation = rotation_at(parts_.group, q.data() + parts_.group.coordinates * i);
  k.topRightCorner<3, 3>() = -body.mass * hat(Vector3(rotation.transpose() * parts_.gravity));
}

/// The step of a body, and with q_new where it leads.
void MultibodySystem::step_body(Index i, const Vector& q, const Vector& w, Vector* q_new,
                                BodyStep& step) const {
  const Index at = parts_.group.coordinates * i;
  const double* tangent = w.data() + 6 * i;
  BodyAt body;
  body.place(parts_.group, q.data() + at);
  step = step_of(body, tangent);
  if (q_new != nullptr) write_step(parts_.group, body, step, q.data() + at, tangent, q_new->data() + at);
}

/// The steps of all bodies; the memory belongs to the thread that asks and grows on its first calls only.
std::span<const BodyStep> MultibodySystem::steps_of(const Vector& q, const Vector& w, Vector* q_new) const {
  thread_local std::vector<BodyStep> own;
  own.resize(parts_.bodies.size());
  std::vector<BodyStep>& steps = own;  // the caller's, in every thread that helps
  share(static_cast<Index>(steps.size()), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) step_body(i, q, w, q_new, steps[static_cast<std::size_t>(i)]);
  });
  const Index n = std::ssize(parts_.coordinate_masses);
  if (q_new != nullptr) q_new->tail(n) = q.tail(n) + w.tail(n);
  return steps;
}

void MultibodySystem::gap_change(double t, const Vector& q, double dt, const Vector& w,
                                 Vector& change) const {
  gap_changes(t, q, dt, steps_of(q, w, nullptr), w, change);
}

void MultibodySystem::advance_with_gap(double t, const Vector& q, double dt, const Vector& w, Vector& q_new,
                                       Vector& change) const {
  KREISEL_EXPECTS(&q_new != &q);
  gap_changes(t, q, dt, steps_of(q, w, &q_new), w, change);
}

}  // namespace kreisel
