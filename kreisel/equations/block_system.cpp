#include "kreisel/equations/block_system.hpp"

#include "kreisel/core/contracts.hpp"
#include "kreisel/linear/products.hpp"

namespace kreisel {
namespace {

/// Scratch in blocks is made anew in every call that needs it: systems are shared between threads.
class Dense final : public AnySystem::Interface {
 public:
  explicit Dense(BlockSystem system) : system_(std::move(system)) {}

  std::span<const Row> rows() const override { return system_.rows(); }
  bool drops_redundant_rows() const override { return true; }
  const BlockSystem* in_blocks() const override {
    return system_.pattern()->bodies().size() >= bodies_worth_blocks ? &system_ : nullptr;
  }
  void mass(const Vector& q, Matrix& m) const override {
    thread_local BlockSquare<double> blocks;
    shape(blocks, true);
    system_.mass(q, blocks);
    copy_into(blocks, m);
  }
  void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
               Vector& r) const override {
    system_.balance(t, q, v, acceleration, lambda, r);
  }
  void gap(double t, const Vector& q, Vector& phi) const override { system_.gap(t, q, phi); }
  void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const override {
    system_.gap_change(t, q, dt, w, change);
  }
  bool has_exact_gap_change() const override { return system_.has_exact_gap_change(); }
  void jacobian(double t, const Vector& q, Matrix& b) const override {
    thread_local BlockStrips<double> blocks;
    shape(blocks);
    system_.jacobian(t, q, blocks);
    copy_into(blocks, b);
  }
  void rate(double t, const Vector& q, const Vector& v, Vector& out) const override {
    system_.rate(t, q, v, out);
  }
  void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                        Vector& out) const override {
    system_.row_acceleration(t, q, v, acceleration, out);
  }
  void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
                AnySystem::AllTangents& out) const override {
    thread_local BlockSystem::AllTangents blocks;
    if (blocks.mass.shared_pattern() != system_.pattern()) blocks.resize(system_.pattern());
    system_.tangents(t, q, v, acceleration, lambda, blocks);
    copy_into(blocks.mass, out.mass);
    copy_into(blocks.damping, out.damping);
    copy_into(blocks.stiffness, out.stiffness);
    copy_into(blocks.jacobian, out.jacobian);
    copy_into(blocks.rate_stiffness, out.rate_stiffness);
  }
  void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                             Matrix& by_position, Matrix& by_velocity) const override {
    thread_local BlockStrips<double> position, velocity;
    shape(position);
    shape(velocity);
    system_.acceleration_tangents(t, q, v, acceleration, position, velocity);
    copy_into(position, by_position);
    copy_into(velocity, by_velocity);
  }

 private:
  void shape(BlockSquare<double>& m, bool is_diagonal) const {
    if (m.shared_pattern() != system_.pattern()) m.resize(system_.pattern(), is_diagonal);
  }
  void shape(BlockStrips<double>& m) const {
    if (m.shared_pattern() != system_.pattern()) m.resize(system_.pattern());
  }

  BlockSystem system_;
};

}  // namespace

BlockSystem::BlockSystem(ProductGroup group, std::shared_ptr<const Interface> implementation)
    : group_(std::move(group)), implementation_(std::move(implementation)) {
  KREISEL_EXPECTS(group_.factors().size() == pattern()->bodies().size());
  KREISEL_EXPECTS(group_.dimension() == pattern()->dimension());
  KREISEL_EXPECTS(static_cast<Index>(rows().size()) == pattern()->rows());
}

AnySystem with_dense_matrices(const BlockSystem& system) {
  return {system.group(), std::make_shared<Dense>(system)};
}

}  // namespace kreisel
