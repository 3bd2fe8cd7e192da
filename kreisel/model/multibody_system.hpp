// Rigid bodies with rows and forces between them as a BlockSystem; no term of any derivative is dropped.
//
//   r3xso3, r3xs3      m u' = m g,              J Ω' + Ω×JΩ = 0
//   se3, s3_semi_r3    m (U' + Ω×U) = m Rᵀg,    J Ω' + Ω×JΩ = 0
//
// A strip per row element. Two bodies are coupled by a force between them, and by rows whose second derivative joins
// them: points of ball joints are sums over bodies, so chains of ball joints have no couplings.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kreisel/equations/block_system.hpp"
#include "kreisel/model/multibody_parts.hpp"

namespace kreisel {

class MultibodySystem final : public BlockSystem::Interface {
 public:
  using MassMatrix = BlockSystem::MassMatrix;
  using RowMatrix = BlockSystem::RowMatrix;

  explicit MultibodySystem(MultibodyParts parts);

  const MultibodyParts& parts() const { return parts_; }
  ProductGroup group() const;

  std::span<const Row> rows() const override { return rows_; }
  const SharedPattern& pattern() const override { return pattern_; }
  void mass(const Vector& q, MassMatrix& m) const override;
  void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
               Vector& r) const override;
  void gap(double t, const Vector& q, Vector& phi) const override;
  void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const override;
  bool has_exact_gap_change() const override { return true; }
  void advance_with_gap(double t, const Vector& q, double dt, const Vector& w, Vector& q_new,
                        Vector& change) const override;
  void jacobian(double t, const Vector& q, RowMatrix& b) const override;
  void rate(double t, const Vector& q, const Vector& v, Vector& out) const override;
  void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                        Vector& out) const override;
  void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
                BlockSystem::AllTangents& out) const override;
  void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                             RowMatrix& by_position, RowMatrix& by_velocity) const override;

 private:
  /// Where the blocks of an element go.
  struct Place {
    struct Pair {
      int first = 0, second = 0;  // places in the element, in the order of the coupling
      Index square = 0;           // where its two blocks begin
    };
    Index first_row = 0, strip_value = 0;
    bool is_position = true;
    std::vector<Pair> pairs = {};
  };
  /// Two points that coincide, the joint of chains: Φ = x_b + R_b c_b - x_a - R_a c_a on r3xso3.
  struct Ball {
    struct Side {
      Index body = -1;  // -1: on the ground
      Index column = 0;
      double sign = 1.0;
      Vector3 c = Vector3::Zero();
    };
    Index first_row = 0, strip_value = 0, width = 0;
    std::array<Side, 2> sides = {};
  };

  void place_elements();
  std::vector<Place::Pair> pairs_of(const Geometry& geometry, bool all) const;
  bool is_ball(const RowElement& element) const;
  void add_ball(const RowElement& element, const Place& place);
  std::span<const BodyStep> steps_of(const Vector& q, const Vector& w, Vector* q_new) const;
  void add_body_balance(const Vector& q, const Vector& v, const Vector& acceleration, Vector& r) const;
  void write_body_tangents(const Vector& q, const Vector& v, BlockSystem::AllTangents& out) const;
  void add_square(const Geometry& geometry, const Place& place, const GeometryAt::Square& local,
                  MassMatrix& out) const;
  void gap_changes(double t, const Vector& q, double dt, std::span<const BodyStep> steps,
                   Vector& change) const;
  void force_tangents(double t, const Vector& q, const Vector& v, BlockSystem::AllTangents& out) const;
  void ball_balance(const Vector& q, const Vector& lambda, Vector& r) const;
  void ball_jacobian(const Vector& q, RowMatrix& b) const;
  void ball_tangents(const Vector& q, const Vector& v, const Vector& lambda,
                     BlockSystem::AllTangents& out) const;

  MultibodyParts parts_;
  std::vector<Row> rows_;
  SharedPattern pattern_;
  std::vector<Place> row_places_, force_places_;
  std::vector<Ball> balls_;
  std::vector<std::size_t> general_;  // row elements that are no balls
};

BlockSystem make_system(MultibodyParts parts);

}  // namespace kreisel
