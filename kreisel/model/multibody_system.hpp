// Rigid bodies with rows and forces between them as a BlockSystem; no term of any derivative is dropped.
//
//   r3xso3, r3xs3      m u' = m g,              J Ω' + Ω×JΩ = 0
//   se3, s3_semi_r3    m (U' + Ω×U) = m Rᵀg,    J Ω' + Ω×JΩ = 0
//
// Coordinates of joints are blocks of their own behind the bodies, with a mass m: m y'' = 0 + rows and forces. Where m = 0
// the matrix M is singular, although the system is not: rows hold y. There the rows have weights W and the equations are
// written with M + BᵀWB and λ - W α, α = d²Φ/dt² = 0: the same motion, the same reactions, M positive definite
// [Glowinski, Le Tallec 1989, augmented Lagrangian; docs/decisions/0016].
//
// Large systems are shared by threads: loops over bodies gather what their ball joints do, and elements of one colour
// touch no body in common, so that sums are taken in the same order by any number of threads.
//
// A strip per row element. Two bodies are coupled by a force between them, and by rows whose second derivative joins
// them: points of ball joints are sums over bodies, so chains of ball joints have no couplings.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kreisel/equations/block_system.hpp"
#include "kreisel/model/multibody_parts.hpp"
#include "kreisel/model/workers.hpp"

namespace kreisel {

struct MultibodyOptions {
  int threads = 1;
  Index smallest_shared = 4000;  // bodies; below it threads cost more than they give
};

class MultibodySystem final : public BlockSystem::Interface {
 public:
  using MassMatrix = BlockSystem::MassMatrix;
  using RowMatrix = BlockSystem::RowMatrix;

  explicit MultibodySystem(MultibodyParts parts, const MultibodyOptions& options = {});

  const MultibodyParts& parts() const { return parts_; }
  ProductGroup group() const;

  std::span<const Row> rows() const override { return rows_; }
  const SharedPattern& pattern() const override { return pattern_; }
  bool has_coupled_masses() const override { return !augmented_.empty(); }
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
    bool is_augmented = false;
    std::vector<Pair> pairs = {};
  };
  /// Two points that coincide, the joint of chains: Φ = x_b + R_b c_b - x_a - R_a c_a on r3xso3.
  struct Ball {
    struct Side {
      Index body = -1;  // -1: on the ground
      double sign = 1.0;
      Vector3 c = Vector3::Zero();
    };
    Index first_row = 0;
    std::array<Side, 2> sides = {};
  };
  /// The same seen from a body.
  struct BallSide {
    Index first_row = 0, strip_value = 0, width = 0;
    double sign = 1.0;
    Vector3 c = Vector3::Zero();
  };

  void place_elements();
  std::vector<Place::Pair> pairs_of(const Geometry& geometry, bool all) const;
  bool is_ball(const RowElement& element) const;
  void add_ball(const RowElement& element, const Place& place, std::vector<std::vector<BallSide>>& sides);
  void colour_elements();

  /// work(begin, end) for all of [0, count), by threads where there are some and it is worth it.
  template <class Work>
  void share(Index count, const Work& work) const {
    if (workers_ && count >= least_shared)
      workers_->run(count, work);
    else
      work(Index(0), count);
  }
  /// rows(k), forces(k) for all elements that are no balls; colours one after the other.
  template <class Rows, class Forces>
  void for_each_element(const Rows& rows, const Forces& forces) const {
    for (const std::vector<Index>& colour : colours_) {
      share(static_cast<Index>(colour.size()), [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
          const Index k = colour[static_cast<std::size_t>(i)];
          if (k >= 0)
            rows(static_cast<std::size_t>(k));
          else
            forces(static_cast<std::size_t>(-1 - k));
        }
      });
    }
  }
  /// work(k) for all row elements, or those that are no balls; they must not add to bodies.
  template <class Work>
  void for_each_row_element(const Work& work) const {
    share(static_cast<Index>(parts_.row_elements.size()), [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) work(static_cast<std::size_t>(k));
    });
  }
  template <class Work>
  void for_each_general(const Work& work) const {
    share(static_cast<Index>(general_.size()), [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) work(general_[static_cast<std::size_t>(i)]);
    });
  }
  std::span<const BallSide> sides_of(Index body) const {
    const auto at = static_cast<std::size_t>(body);
    return {sides_.data() + first_side_[at], static_cast<std::size_t>(first_side_[at + 1] - first_side_[at])};
  }

  void add_augmented_mass(const Vector& q, MassMatrix& m) const;
  void widen(MassMatrix& m) const;
  std::span<const BodyStep> steps_of(const Vector& q, const Vector& w, Vector* q_new) const;
  void step_body(Index body, const Vector& q, const Vector& w, Vector* q_new, BodyStep& step) const;
  void write_body_balance(Index body, const Vector& q, const Vector& v, const Vector& acceleration,
                          Vector& r) const;
  void write_body_tangents(Index body, const Vector& q, const Vector& v, BlockSystem::AllTangents& out) const;
  void add_ball_balance(Index body, const Vector& q, const Vector& lambda, Vector& r) const;
  void write_ball_jacobian(Index body, const Vector& q, RowMatrix& b) const;
  void write_ball_tangents(Index body, const Vector& q, const Vector& v, const Vector& lambda,
                           BlockSystem::AllTangents& out) const;
  void gap_changes(double t, const Vector& q, double dt, std::span<const BodyStep> steps, const Vector& w,
                   Vector& change) const;
  void add_square(const Geometry& geometry, const Place& place, const GeometryAt::Square& local,
                  MassMatrix& out) const;
  void row_tangents(std::size_t k, double t, const Vector& q, const Vector& v, const Vector& acceleration,
                    const Vector& lambda, BlockSystem::AllTangents& out) const;
  void augmentation_tangents(const RowElement& element, const Place& place, GeometryAt& at, double t,
                             BlockSystem::AllTangents& out, GeometryAt::Square& stiffness) const;
  void force_tangents(std::size_t k, double t, const Vector& q, const Vector& v,
                      BlockSystem::AllTangents& out) const;

  static constexpr Index least_shared = 64;

  MultibodyParts parts_;
  std::vector<Row> rows_;
  SharedPattern pattern_;
  std::vector<Place> row_places_, force_places_;
  std::vector<std::size_t> augmented_;  // row elements with weights
  std::vector<Ball> balls_;
  std::vector<BallSide> sides_;       // body by body
  std::vector<Index> first_side_;     // of every body, and the end
  std::vector<std::size_t> general_;  // row elements that are no balls
  std::vector<std::vector<Index>>
      colours_;  // of these and of forces: k >= 0 is a row element, -1 - k a force
  std::unique_ptr<Workers> workers_;
};

BlockSystem make_system(MultibodyParts parts, const MultibodyOptions& options = {});

}  // namespace kreisel
