// Any mechanical system behind one run-time type, with dense matrices.
//
// Speed-critical small systems are used with their own type instead; both satisfy MechanicalSystem.
#pragma once

#include <memory>
#include <utility>

#include "kreisel/equations/runtime_system.hpp"

namespace kreisel {

struct BlockMatrices;  // block_system.hpp

struct DenseMatrices {
  using Square = Matrix;
  using Strips = Matrix;
  using AllTangents = Tangents<Dynamic, Dynamic>;

  struct Special {
    virtual ~Special() = default;
    virtual bool drops_redundant_rows() const { return false; }
    virtual const RuntimeSystem<BlockMatrices>* in_blocks() const { return nullptr; }
  };
  static void require_shape(const RuntimeSystem<DenseMatrices>&) {}
};

using AnySystem = RuntimeSystem<DenseMatrices>;

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
    system_.mass(q, out);
    m = out;
  }
  void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
               Vector& r) const override {
    typename System::Tangent out;
    system_.balance(t, q, v, acceleration, lambda, out);
    r = out;
  }
  void gap(double t, const Vector& q, Vector& phi) const override {
    Multiplier out;
    system_.gap(t, q, out);
    phi = out;
  }
  void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const override {
    Multiplier out;
    system_.gap_change(t, q, dt, w, out);
    change = out;
  }
  bool has_exact_gap_change() const override { return system_.has_exact_gap_change(); }
  void jacobian(double t, const Vector& q, Matrix& b) const override {
    RowMatrix out;
    system_.jacobian(t, q, out);
    b = out;
  }
  void rate(double t, const Vector& q, const Vector& v, Vector& rates) const override {
    Multiplier out;
    system_.rate(t, q, v, out);
    rates = out;
  }
  void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                        Vector& accelerations) const override {
    Multiplier out;
    system_.row_acceleration(t, q, v, acceleration, out);
    accelerations = out;
  }
  void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
                AnySystem::AllTangents& all) const override {
    typename System::AllTangents out;
    out.resize(v.size(), lambda.size());
    system_.tangents(t, q, v, acceleration, lambda, out);
    all.mass = out.mass;
    all.damping = out.damping;
    all.stiffness = out.stiffness;
    all.jacobian = out.jacobian;
    all.rate_stiffness = out.rate_stiffness;
  }
  void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                             Matrix& by_position, Matrix& by_velocity) const override {
    RowMatrix position, velocity;
    system_.acceleration_tangents(t, q, v, acceleration, position, velocity);
    by_position = position;
    by_velocity = velocity;
  }

 private:
  using Multiplier = typename System::Multiplier;
  using RowMatrix = typename System::RowMatrix;
  System system_;
};

}  // namespace detail

template <class Matrices>
template <MechanicalSystem System>
const System* RuntimeSystem<Matrices>::as() const {
  const auto* const erased = dynamic_cast<const detail::Erased<System>*>(vectors_.get());
  return erased != nullptr ? &erased->compiled() : nullptr;
}

/// Any compiled system behind the run-time type.
template <MechanicalSystem System>
AnySystem erase(System system) {
  ProductGroup group({factor_of<typename System::Group>()});
  return {std::move(group), std::make_shared<const detail::Erased<System>>(std::move(system))};
}

}  // namespace kreisel
