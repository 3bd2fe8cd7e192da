// A system in blocks seen through dense matrices: its vectors as they are, its matrices copied.
#include "kreisel/equations/block_system.hpp"

#include "kreisel/core/contracts.hpp"
#include "kreisel/linear/products.hpp"

namespace kreisel {
namespace {

/// Scratch in blocks belongs to the thread: systems are shared between threads.
class Dense final : public MatrixFunctions<DenseMatrices> {
 public:
  explicit Dense(BlockSystem system) : system_(std::move(system)) {}

  bool drops_redundant_rows() const override { return true; }
  const BlockSystem* in_blocks() const override { return &system_; }
  void mass(const Vector& q, Matrix& m) const override {
    thread_local BlockSquare<double> blocks;
    shape(blocks, true);
    system_.mass(q, blocks);
    copy_into(blocks, m);
  }
  void jacobian(double t, const Vector& q, Matrix& b) const override {
    thread_local BlockStrips<double> blocks;
    shape(blocks);
    system_.jacobian(t, q, blocks);
    copy_into(blocks, b);
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

void BlockMatrices::require_shape([[maybe_unused]] const BlockSystem& system) {
  KREISEL_EXPECTS(system.group().factors().size() == system.pattern()->bodies().size());
  KREISEL_EXPECTS(system.group().dimension() == system.pattern()->dimension());
  KREISEL_EXPECTS(static_cast<Index>(system.rows().size()) == system.pattern()->rows());
}

AnySystem with_dense_matrices(const BlockSystem& system) {
  return {system.group(), system.vectors(), std::make_shared<Dense>(system)};
}

}  // namespace kreisel
