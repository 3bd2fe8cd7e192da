// A mechanical system behind one run-time type, so that a method compiled once serves every model: what AnySystem
// (dense matrices) and BlockSystem (matrices in blocks) have in common, which is all but the type of their matrices.
#pragma once

#include <memory>
#include <utility>

#include "kreisel/equations/mechanical_system.hpp"
#include "kreisel/groups/product_group.hpp"

namespace kreisel {

/// What an implementation says in vectors, whatever its matrices are. Sizes of all arguments are already right.
struct VectorFunctions {
  virtual ~VectorFunctions() = default;
  virtual std::span<const Row> rows() const = 0;
  virtual void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                       const Vector& lambda, Vector& r) const = 0;
  virtual void gap(double t, const Vector& q, Vector& phi) const = 0;
  virtual void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const = 0;
  virtual bool has_exact_gap_change() const = 0;
  virtual void rate(double t, const Vector& q, const Vector& v, Vector& out) const = 0;
  virtual void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                                Vector& out) const = 0;
};

/// What it says in matrices of one kind, of the right shape already. Matrices names their types, and in Special what
/// only systems with such matrices offer.
template <class Matrices>
struct MatrixFunctions : Matrices::Special {
  virtual void mass(const Vector& q, typename Matrices::Square& m) const = 0;
  virtual void jacobian(double t, const Vector& q, typename Matrices::Strips& b) const = 0;
  virtual void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                        const Vector& lambda, typename Matrices::AllTangents& out) const = 0;
  virtual void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                                     typename Matrices::Strips& by_position,
                                     typename Matrices::Strips& by_velocity) const = 0;
};

namespace detail {
template <class Special>
concept HasPattern = requires(const Special& special) {
  special.pattern();
};
}  // namespace detail

template <class Matrices>
class RuntimeSystem {
 public:
  using Group = ProductGroup;
  using Blocks = std::integer_sequence<int, Dynamic>;
  static constexpr int fixed_dimension = Dynamic;
  static constexpr int fixed_coordinates = Dynamic;
  static constexpr int fixed_rows = Dynamic;
  using Element = Vector;
  using Tangent = Vector;
  using Multiplier = Vector;
  using MassMatrix = typename Matrices::Square;
  using RowMatrix = typename Matrices::Strips;
  using AllTangents = typename Matrices::AllTangents;
  using Special = typename Matrices::Special;

  /// What an implementation provides.
  struct Interface : VectorFunctions, MatrixFunctions<Matrices> {};

  RuntimeSystem(ProductGroup group, const std::shared_ptr<const Interface>& implementation)
      : RuntimeSystem(std::move(group), implementation, implementation) {}
  /// The same vectors as another system, with matrices of this kind.
  RuntimeSystem(ProductGroup group, std::shared_ptr<const VectorFunctions> vectors,
                std::shared_ptr<const MatrixFunctions<Matrices>> matrices)
      : group_(std::move(group)), vectors_(std::move(vectors)), matrices_(std::move(matrices)) {
    Matrices::require_shape(*this);
  }

  const ProductGroup& group() const { return group_; }
  const std::shared_ptr<const VectorFunctions>& vectors() const { return vectors_; }
  std::span<const Row> rows() const { return vectors_->rows(); }
  void mass(const Vector& q, MassMatrix& m) const { matrices_->mass(q, m); }
  void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
               Vector& r) const {
    vectors_->balance(t, q, v, acceleration, lambda, r);
  }
  void gap(double t, const Vector& q, Vector& phi) const { vectors_->gap(t, q, phi); }
  void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const {
    vectors_->gap_change(t, q, dt, w, change);
  }
  bool has_exact_gap_change() const { return vectors_->has_exact_gap_change(); }
  void jacobian(double t, const Vector& q, RowMatrix& b) const { matrices_->jacobian(t, q, b); }
  void rate(double t, const Vector& q, const Vector& v, Vector& out) const { vectors_->rate(t, q, v, out); }
  void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                        Vector& out) const {
    vectors_->row_acceleration(t, q, v, acceleration, out);
  }
  void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
                AllTangents& out) const {
    matrices_->tangents(t, q, v, acceleration, lambda, out);
  }
  void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                             RowMatrix& by_position, RowMatrix& by_velocity) const {
    matrices_->acceleration_tangents(t, q, v, acceleration, by_position, by_velocity);
  }

  // What only some kinds of matrices know.
  /// Dense: rows that depend on others are left out with λ = 0 instead of ending the run.
  bool drops_redundant_rows() const { return matrices_->drops_redundant_rows(); }
  /// Dense: the same system in blocks if it is one of those; otherwise null.
  auto in_blocks() const { return matrices_->in_blocks(); }
  /// Dense: the compiled system that erase() made this one of, where it is of that type; otherwise null.
  template <MechanicalSystem System>
  const System* as() const;
  /// In blocks: where they lie.
  const auto& pattern() const requires detail::HasPattern<Special> { return matrices_->pattern(); }
  bool has_coupled_masses() const requires detail::HasPattern<Special> {
    return matrices_->has_coupled_masses();
  }
  /// In blocks: q·exp(w) and gap_change at once.
  void advance_with_gap(double t, const Vector& q, double dt, const Vector& w, Vector& q_new,
                        Vector& change) const requires detail::HasPattern<Special> {
    matrices_->advance_with_gap(t, q, dt, w, q_new, change);
  }

 private:
  ProductGroup group_;
  std::shared_ptr<const VectorFunctions> vectors_;
  std::shared_ptr<const MatrixFunctions<Matrices>> matrices_;
};

}  // namespace kreisel
