// A mechanical system of many bodies behind one run-time type, its matrices in blocks: the cost of a step grows with
// the number of bodies, not with its square.
//
// Small systems do better with dense matrices: with_dense_matrices() shows the same system as AnySystem.
#pragma once

#include <memory>
#include <utility>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/linear/block_matrix.hpp"

namespace kreisel {

class BlockSystem {
 public:
  using Group = ProductGroup;
  using Blocks = std::integer_sequence<int, Dynamic>;
  static constexpr int fixed_dimension = Dynamic;
  static constexpr int fixed_coordinates = Dynamic;
  static constexpr int fixed_rows = Dynamic;
  using Element = Vector;
  using Tangent = Vector;
  using Multiplier = Vector;
  using MassMatrix = BlockSquare<double>;
  using RowMatrix = BlockStrips<double>;

  /// As Tangents of mechanical_system.hpp. An implementation overwrites every value.
  struct AllTangents {
    MassMatrix mass = {};                     // block diagonal
    MassMatrix damping = {}, stiffness = {};  // with couplings
    RowMatrix jacobian = {}, rate_stiffness = {};

    void resize(const SharedPattern& pattern) {
      mass.resize(pattern, true);
      for (MassMatrix* m : {&damping, &stiffness}) m->resize(pattern, false);
      for (RowMatrix* m : {&jacobian, &rate_stiffness}) m->resize(pattern);
    }
  };

  /// What an implementation provides; shapes of all arguments are already right, and it overwrites every value.
  struct Interface {
    virtual ~Interface() = default;
    virtual std::span<const Row> rows() const = 0;
    virtual const SharedPattern& pattern() const = 0;
    virtual void mass(const Vector& q, MassMatrix& m) const = 0;
    virtual void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                         const Vector& lambda, Vector& r) const = 0;
    virtual void gap(double t, const Vector& q, Vector& phi) const = 0;
    virtual void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const = 0;
    virtual bool has_exact_gap_change() const = 0;
    /// q·exp(w) and gap_change at once.
    virtual void advance_with_gap(double t, const Vector& q, double dt, const Vector& w, Vector& q_new,
                                  Vector& change) const = 0;
    virtual void jacobian(double t, const Vector& q, RowMatrix& b) const = 0;
    virtual void rate(double t, const Vector& q, const Vector& v, Vector& out) const = 0;
    virtual void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                                  Vector& out) const = 0;
    virtual void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                          const Vector& lambda, AllTangents& out) const = 0;
    virtual void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                                       RowMatrix& by_position, RowMatrix& by_velocity) const = 0;
  };

  /// One factor of the group for every body of the pattern.
  BlockSystem(ProductGroup group, std::shared_ptr<const Interface> implementation);

  const ProductGroup& group() const { return group_; }
  std::span<const Row> rows() const { return implementation_->rows(); }
  const SharedPattern& pattern() const { return implementation_->pattern(); }
  const Interface& implementation() const { return *implementation_; }
  void mass(const Vector& q, MassMatrix& m) const { implementation_->mass(q, m); }
  void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
               Vector& r) const {
    implementation_->balance(t, q, v, acceleration, lambda, r);
  }
  void gap(double t, const Vector& q, Vector& phi) const { implementation_->gap(t, q, phi); }
  void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const {
    implementation_->gap_change(t, q, dt, w, change);
  }
  bool has_exact_gap_change() const { return implementation_->has_exact_gap_change(); }
  void advance_with_gap(double t, const Vector& q, double dt, const Vector& w, Vector& q_new,
                        Vector& change) const {
    implementation_->advance_with_gap(t, q, dt, w, q_new, change);
  }
  void jacobian(double t, const Vector& q, RowMatrix& b) const { implementation_->jacobian(t, q, b); }
  void rate(double t, const Vector& q, const Vector& v, Vector& out) const {
    implementation_->rate(t, q, v, out);
  }
  void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                        Vector& out) const {
    implementation_->row_acceleration(t, q, v, acceleration, out);
  }
  void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
                AllTangents& out) const {
    implementation_->tangents(t, q, v, acceleration, lambda, out);
  }
  void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                             RowMatrix& by_position, RowMatrix& by_velocity) const {
    implementation_->acceleration_tangents(t, q, v, acceleration, by_position, by_velocity);
  }
  /// Rows that depend on others are left out with λ = 0 instead of ending the run.
  static constexpr bool drops_redundant_rows() { return true; }

 private:
  ProductGroup group_;
  std::shared_ptr<const Interface> implementation_;
};

static_assert(MechanicalSystem<BlockSystem>);

/// Systems of fewer bodies are quicker with dense matrices (docs/decisions/0008).
inline constexpr std::size_t bodies_worth_blocks = 8;

/// The same system with dense matrices; one with many bodies should not be asked for them, and says so by in_blocks().
AnySystem with_dense_matrices(const BlockSystem& system);

}  // namespace kreisel
