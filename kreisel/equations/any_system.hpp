// Any mechanical system behind one run-time type, so that a method compiled once serves every model.
//
// Speed-critical small systems are used with their own type instead; both satisfy MechanicalSystem.
#pragma once

#include <memory>
#include <utility>

#include "kreisel/equations/mechanical_system.hpp"
#include "kreisel/groups/product_group.hpp"

namespace kreisel {

class BlockSystem;

class AnySystem {
 public:
  using Group = ProductGroup;
  using Blocks = std::integer_sequence<int, Dynamic>;
  static constexpr int fixed_dimension = Dynamic;
  static constexpr int fixed_coordinates = Dynamic;
  static constexpr int fixed_rows = Dynamic;
  using Element = Vector;
  using Tangent = Vector;
  using Multiplier = Vector;
  using MassMatrix = Matrix;
  using RowMatrix = Matrix;
  using AllTangents = Tangents<Dynamic, Dynamic>;

  /// What an implementation provides; sizes of all arguments are already right.
  struct Interface {
    virtual ~Interface() = default;
    virtual std::span<const Row> rows() const = 0;
    virtual void mass(const Vector& q, Matrix& m) const = 0;
    virtual void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                         const Vector& lambda, Vector& r) const = 0;
    virtual void gap(double t, const Vector& q, Vector& phi) const = 0;
    virtual void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const = 0;
    virtual bool has_exact_gap_change() const = 0;
    virtual void jacobian(double t, const Vector& q, Matrix& b) const = 0;
    virtual void rate(double t, const Vector& q, const Vector& v, Vector& out) const = 0;
    virtual void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                                  Vector& out) const = 0;
    virtual void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                          const Vector& lambda, AllTangents& out) const = 0;
    virtual void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                                       Matrix& by_position, Matrix& by_velocity) const = 0;
    virtual bool drops_redundant_rows() const { return false; }
    virtual const BlockSystem* in_blocks() const { return nullptr; }
  };

  AnySystem(ProductGroup group, std::shared_ptr<const Interface> implementation)
      : group_(std::move(group)), implementation_(std::move(implementation)) {}

  const ProductGroup& group() const { return group_; }
  std::span<const Row> rows() const { return implementation_->rows(); }
  void mass(const Vector& q, Matrix& m) const { implementation_->mass(q, m); }
  void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
               Vector& r) const {
    implementation_->balance(t, q, v, acceleration, lambda, r);
  }
  void gap(double t, const Vector& q, Vector& phi) const { implementation_->gap(t, q, phi); }
  void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const {
    implementation_->gap_change(t, q, dt, w, change);
  }
  bool has_exact_gap_change() const { return implementation_->has_exact_gap_change(); }
  void jacobian(double t, const Vector& q, Matrix& b) const { implementation_->jacobian(t, q, b); }
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
                             Matrix& by_position, Matrix& by_velocity) const {
    implementation_->acceleration_tangents(t, q, v, acceleration, by_position, by_velocity);
  }
  /// Rows that depend on others are left out with λ = 0 instead of ending the run.
  bool drops_redundant_rows() const { return implementation_->drops_redundant_rows(); }
  /// The same system in blocks where it is too large for dense matrices; otherwise null.
  const BlockSystem* in_blocks() const { return implementation_->in_blocks(); }
  /// The compiled system that erase() made this one of, where it is of that type; otherwise null.
  template <MechanicalSystem System>
  const System* as() const;

 private:
  ProductGroup group_;
  std::shared_ptr<const Interface> implementation_;
};

static_assert(MechanicalSystem<AnySystem>);

namespace detail {

/// A fixed-size system seen through dynamic arrays: copies in, calls, copies out; never allocates.
template <MechanicalSystem System>
class Erased final : public AnySystem::Interface {
 public:
  explicit Erased(System system) : system_(std::move(system)) {}

  const System& compiled() const { return system_; }

  std::span<const Row> rows() const override { return system_.rows(); }
  void mass(const Vector& q, Matrix& m) const override {
    typename System::MassMatrix out;
    system_.mass(typename System::Element(q), out);
    m = out;
  }
  void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
               Vector& r) const override {
    typename System::Tangent out;
    system_.balance(t, Element(q), Tangent(v), Tangent(acceleration), Multiplier(lambda), out);
    r = out;
  }
  void gap(double t, const Vector& q, Vector& phi) const override {
    Multiplier out;
    system_.gap(t, Element(q), out);
    phi = out;
  }
  void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const override {
    Multiplier out;
    system_.gap_change(t, Element(q), dt, Tangent(w), out);
    change = out;
  }
  bool has_exact_gap_change() const override { return system_.has_exact_gap_change(); }
  void jacobian(double t, const Vector& q, Matrix& b) const override {
    RowMatrix out;
    system_.jacobian(t, Element(q), out);
    b = out;
  }
  void rate(double t, const Vector& q, const Vector& v, Vector& out) const override {
    Multiplier rows;
    system_.rate(t, Element(q), Tangent(v), rows);
    out = rows;
  }
  void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                        Vector& out) const override {
    Multiplier rows;
    system_.row_acceleration(t, Element(q), Tangent(v), Tangent(acceleration), rows);
    out = rows;
  }
  void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
                AnySystem::AllTangents& all) const override {
    typename System::AllTangents out;
    out.resize(v.size(), lambda.size());
    system_.tangents(t, Element(q), Tangent(v), Tangent(acceleration), Multiplier(lambda), out);
    all.mass = out.mass;
    all.damping = out.damping;
    all.stiffness = out.stiffness;
    all.jacobian = out.jacobian;
    all.rate_stiffness = out.rate_stiffness;
  }
  void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                             Matrix& by_position, Matrix& by_velocity) const override {
    RowMatrix position, velocity;
    system_.acceleration_tangents(t, Element(q), Tangent(v), Tangent(acceleration), position, velocity);
    by_position = position;
    by_velocity = velocity;
  }

 private:
  using Element = typename System::Element;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;
  using RowMatrix = typename System::RowMatrix;
  System system_;
};

}  // namespace detail

template <MechanicalSystem System>
const System* AnySystem::as() const {
  const auto* const erased = dynamic_cast<const detail::Erased<System>*>(implementation_.get());
  return erased != nullptr ? &erased->compiled() : nullptr;
}

/// Any compiled system behind the run-time type.
template <MechanicalSystem System>
AnySystem erase(System system) {
  ProductGroup group({factor_of<typename System::Group>()});
  return {std::move(group), std::make_shared<detail::Erased<System>>(std::move(system))};
}

}  // namespace kreisel
