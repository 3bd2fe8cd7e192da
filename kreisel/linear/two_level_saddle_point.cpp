// Doubles a pattern and puts the matrices of stabilised equations into it.
#include "kreisel/linear/two_level_saddle_point.hpp"

#include <iterator>
#include <memory>
#include <utility>

#include "kreisel/linear/scalars.hpp"

namespace kreisel {
namespace {

/// Bodies: velocities, then positions. Strips: rates, then gaps. Couplings: first of every body with itself, then three for
/// each of the old ones: velocities of both, velocity with position either way.
SharedPattern doubled(const BlockPattern& once) {
  const auto count = std::ssize(once.bodies());
  std::vector<Index> sizes;
  for (int level = 0; level < 2; ++level)
    for (const auto& body : once.bodies()) sizes.push_back(body.size);
  std::vector<std::pair<Index, std::vector<Index>>> strips;
  for (int level = 0; level < 2; ++level)
    for (const auto& strip : once.strips()) {
      std::vector<Index> bodies = strip.bodies;
      for (const Index body : strip.bodies) bodies.push_back(count + body);
      strips.emplace_back(strip.size, std::move(bodies));
    }
  std::vector<std::pair<Index, Index>> couplings;
  for (Index i = 0; i < count; ++i) couplings.emplace_back(i, count + i);
  for (const auto& c : once.couplings()) {
    couplings.emplace_back(c.first, c.second);
    couplings.emplace_back(c.first, count + c.second);
    couplings.emplace_back(c.second, count + c.first);
  }
  return std::make_shared<const BlockPattern>(sizes, strips, couplings);
}

}  // namespace

template <class Scalar>
void TwoLevelSaddlePoint<Scalar>::resize(const SharedPattern& once) {
  const SharedPattern pattern = doubled(*once);
  n_ = once->dimension();
  m_ = once->rows();
  levels_.resize(pattern, OrderOfStrips::late);  // of one body eliminated, a gap sees nothing yet
  both_.setZero(2 * n_);
  position_.setZero(n_);
  for (std::size_t i = 0; i < once->bodies().size(); ++i)
    levels_.s.lower(pattern->couplings()[i]).diagonal().setConstant(Scalar(-1.0));
}

template <class Scalar>
void TwoLevelSaddlePoint<Scalar>::set_forces(const BlockSquare<Scalar>& by_velocity, double factor,
                                             const BlockSquare<double>& by_position) {
  const BlockPattern &once = by_velocity.pattern(), &twice = levels_.s.pattern();
  const auto bodies = once.bodies().size();
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto body = static_cast<Index>(i);
    levels_.s.diagonal(body) = by_velocity.diagonal(body);
    levels_.s.upper(twice.couplings()[i]) = (factor * by_position.diagonal(body)).template cast<Scalar>();
  }
  for (std::size_t k = 0; k < once.couplings().size(); ++k) {
    const auto& of_once = once.couplings()[k];
    const auto* const of_twice = &twice.couplings()[bodies + 3 * k];
    levels_.s.upper(of_twice[0]) = by_velocity.upper(of_once);
    levels_.s.lower(of_twice[0]) = by_velocity.lower(of_once);
    levels_.s.upper(of_twice[1]) = (factor * by_position.upper(of_once)).template cast<Scalar>();
    levels_.s.upper(of_twice[2]) = (factor * by_position.lower(of_once)).template cast<Scalar>();
  }
}

template <class Scalar>
void TwoLevelSaddlePoint<Scalar>::set_kinematics(const Scalar& a, double b, const BlockSquare<double>& z) {
  const auto bodies = std::ssize(z.pattern().bodies());
  for (Index i = 0; i < bodies; ++i) {
    auto block = levels_.s.diagonal(bodies + i);
    if (b == 0.0)
      block.setZero();
    else
      block = (b * z.diagonal(i)).template cast<Scalar>();
    block.diagonal().array() += a;
  }
}

template <class Scalar>
void TwoLevelSaddlePoint<Scalar>::set_columns(const BlockStrips<double>& b) {
  for (Index i = 0; i < m_; ++i) head(levels_.u, i) = b.row(i).template cast<Scalar>();
}

template <class Scalar>
void TwoLevelSaddlePoint<Scalar>::leave_out(const std::vector<Index>& rows) {
  left_out_ = rows;
  for (const Index row : rows) left_out_.push_back(m_ + row);
  levels_.leave_out(left_out_);
}

template <class Scalar>
KernelStatus TwoLevelSaddlePoint<Scalar>::factorize() {
  const KernelStatus status = levels_.factorize();
  guilty_ = status == KernelStatus::singular_body ? levels_.guilty() % n_ : levels_.guilty();
  return status;
}

template <class Scalar>
void TwoLevelSaddlePoint<Scalar>::solve(Values& r, Values& rows) const {
  both_.head(n_) = r;
  both_.tail(n_).setZero();
  levels_.solve(both_, rows);
  r = both_.head(n_);
  position_ = both_.tail(n_);
}

template class TwoLevelSaddlePoint<double>;
template class TwoLevelSaddlePoint<Complex>;

}  // namespace kreisel
