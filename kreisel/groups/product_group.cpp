// Loops over the factors, each on its part of the coordinates.
#include "kreisel/groups/product_group.hpp"

#include <algorithm>

#include <string>
#include <utility>

#include "kreisel/core/contracts.hpp"

namespace kreisel {
namespace {

using Placed = ProductGroup::Placed;
using In = Factor::VectorIn;
using Out = Factor::VectorOut;
using Block = Factor::MatrixOut;

In element_of(const Placed& part, const ProductGroup::VectorIn& q) {
  return In(q.data() + part.first_coordinate, part.factor.coordinates);
}
Out element_of(const Placed& part, Eigen::Ref<Vector>& q) {
  return Out(q.data() + part.first_coordinate, part.factor.coordinates);
}
In tangent_of(const Placed& part, const ProductGroup::VectorIn& w) {
  return In(w.data() + part.first_tangent, part.factor.dimension);
}
Out tangent_of(const Placed& part, Eigen::Ref<Vector>& w) {
  return Out(w.data() + part.first_tangent, part.factor.dimension);
}
Block block_of(const Placed& part, Eigen::Ref<Matrix>& m) {
  const Index first = part.first_tangent, n = part.factor.dimension;
  return Block(m.data() + first + first * m.outerStride(), n, n, Eigen::OuterStride<>(m.outerStride()));
}

/// Fills a dense block-diagonal matrix, block(part, target) writing each diagonal block.
template <class WriteBlock>
void fill_blocks(const ProductGroup& group, Eigen::Ref<Matrix>& out, const WriteBlock& write_block) {
  KREISEL_EXPECTS(out.rows() == group.dimension() && out.cols() == group.dimension());
  out.setZero();
  for (const Placed& part : group.factors()) write_block(part, block_of(part, out));
}

template <class WriteBlock>
Matrix matrix_of_blocks(const ProductGroup& group, const WriteBlock& write_block) {
  Matrix matrix(group.dimension(), group.dimension());
  Eigen::Ref<Matrix> out(matrix);
  fill_blocks(group, out, write_block);
  return matrix;
}

}  // namespace

Factor real_factor(Index n) {
  KREISEL_EXPECTS(n > 0);
  Factor factor;
  factor.name = "r" + std::to_string(n);
  factor.coordinates = n;
  factor.dimension = n;
  factor.commutative = true;
  factor.identity = [](Out q) { q.setZero(); };
  factor.compose = [](In a, In b, Out q) { q = a + b; };
  factor.inverse = [](In q, Out out) { out = -q; };
  factor.exp = [](In w, Out q) { q = w; };
  factor.log = [](In q, Out w) { w = q; };
  factor.advance = [](In q, In w, Out out) { out = q + w; };
  factor.bracket = [](In, In, Out out) { out.setZero(); };
  factor.adjoint = [](In, Block out) { out.setIdentity(); };
  factor.bracket_map = [](In, Block out) { out.setZero(); };
  factor.tangent_operator = [](In, Block out) { out.setIdentity(); };
  factor.inverse_tangent_operator = [](In, Block out) { out.setIdentity(); };
  factor.tangent_operator_derivative = [](In, In, Block out) { out.setZero(); };
  factor.inverse_tangent_operator_derivative = [](In, In, Block out) { out.setZero(); };
  factor.normalize = [](Out) {};
  factor.sizes = [](In q, Out out) { out = q.cwiseAbs(); };
  return factor;
}

ProductGroup::ProductGroup(std::vector<Factor> factors) {
  KREISEL_EXPECTS(!factors.empty());
  auto layout = std::make_shared<Layout>();
  for (Factor& factor : factors) {
    const Index coordinates = factor.coordinates, tangents = factor.dimension;
    layout->factors.push_back({std::move(factor), layout->coordinates, layout->dimension});
    layout->coordinates += coordinates;
    layout->dimension += tangents;
  }
  layout_ = std::move(layout);
}

Vector ProductGroup::identity() const {
  Vector q(coordinate_count());
  VectorOut out(q);
  for (const Placed& part : factors()) part.factor.identity(element_of(part, out));
  return q;
}

Vector ProductGroup::compose(const VectorIn& a, const VectorIn& b) const {
  KREISEL_EXPECTS(a.size() == coordinate_count() && b.size() == coordinate_count());
  Vector q(coordinate_count());
  VectorOut out(q);
  for (const Placed& part : factors()) {
    part.factor.compose(element_of(part, a), element_of(part, b), element_of(part, out));
  }
  return q;
}

Vector ProductGroup::inverse(const VectorIn& q) const {
  KREISEL_EXPECTS(q.size() == coordinate_count());
  Vector inverse(coordinate_count());
  VectorOut out(inverse);
  for (const Placed& part : factors()) part.factor.inverse(element_of(part, q), element_of(part, out));
  return inverse;
}

Vector ProductGroup::exp(const VectorIn& w) const {
  KREISEL_EXPECTS(w.size() == dimension());
  Vector q(coordinate_count());
  VectorOut out(q);
  for (const Placed& part : factors()) part.factor.exp(tangent_of(part, w), element_of(part, out));
  return q;
}

Vector ProductGroup::log(const VectorIn& q) const {
  KREISEL_EXPECTS(q.size() == coordinate_count());
  Vector w(dimension());
  VectorOut out(w);
  for (const Placed& part : factors()) part.factor.log(element_of(part, q), tangent_of(part, out));
  return w;
}

Vector ProductGroup::advance(const VectorIn& q, const VectorIn& w) const {
  Vector out(coordinate_count());
  advance_into(q, w, out);
  return out;
}

Matrix ProductGroup::adjoint(const VectorIn& q) const {
  return matrix_of_blocks(
      *this, [&](const Placed& part, Block out) { part.factor.adjoint(element_of(part, q), out); });
}

Matrix ProductGroup::bracket_map(const VectorIn& v) const {
  return matrix_of_blocks(
      *this, [&](const Placed& part, Block out) { part.factor.bracket_map(tangent_of(part, v), out); });
}

Matrix ProductGroup::tangent_operator(const VectorIn& w) const {
  Matrix out(dimension(), dimension());
  tangent_operator_into(w, out);
  return out;
}

Matrix ProductGroup::inverse_tangent_operator(const VectorIn& w) const {
  Matrix out(dimension(), dimension());
  inverse_tangent_operator_into(w, out);
  return out;
}

Matrix ProductGroup::tangent_operator_derivative(const VectorIn& w, const VectorIn& u) const {
  Matrix out(dimension(), dimension());
  tangent_operator_derivative_into(w, u, out);
  return out;
}

Matrix ProductGroup::inverse_tangent_operator_derivative(const VectorIn& w, const VectorIn& u) const {
  Matrix out(dimension(), dimension());
  inverse_tangent_operator_derivative_into(w, u, out);
  return out;
}

void ProductGroup::advance_into(const VectorIn& q, const VectorIn& w, VectorOut out) const {
  KREISEL_EXPECTS(q.size() == coordinate_count() && w.size() == dimension() &&
                  out.size() == coordinate_count());
  for (const Placed& part : factors()) {
    part.factor.advance(element_of(part, q), tangent_of(part, w), element_of(part, out));
  }
}

bool ProductGroup::is_commutative() const {
  return std::all_of(factors().begin(), factors().end(),
                     [](const Placed& part) { return part.factor.commutative; });
}

void ProductGroup::log_into(const VectorIn& q, VectorOut out) const {
  KREISEL_EXPECTS(q.size() == coordinate_count() && out.size() == dimension());
  for (const Placed& part : factors()) part.factor.log(element_of(part, q), tangent_of(part, out));
}

void ProductGroup::bracket_into(const VectorIn& v, const VectorIn& w, VectorOut out) const {
  KREISEL_EXPECTS(v.size() == dimension() && w.size() == dimension() && out.size() == dimension());
  for (const Placed& part : factors()) {
    part.factor.bracket(tangent_of(part, v), tangent_of(part, w), tangent_of(part, out));
  }
}

void ProductGroup::tangent_operator_into(const VectorIn& w, MatrixOut out) const {
  fill_blocks(*this, out, [&](const Placed& part, Block block) {
    part.factor.tangent_operator(tangent_of(part, w), block);
  });
}

void ProductGroup::inverse_tangent_operator_into(const VectorIn& w, MatrixOut out) const {
  fill_blocks(*this, out, [&](const Placed& part, Block block) {
    part.factor.inverse_tangent_operator(tangent_of(part, w), block);
  });
}

void ProductGroup::tangent_operator_derivative_into(const VectorIn& w, const VectorIn& u,
                                                    MatrixOut out) const {
  fill_blocks(*this, out, [&](const Placed& part, Block block) {
    part.factor.tangent_operator_derivative(tangent_of(part, w), tangent_of(part, u), block);
  });
}

void ProductGroup::inverse_tangent_operator_derivative_into(const VectorIn& w, const VectorIn& u,
                                                            MatrixOut out) const {
  fill_blocks(*this, out, [&](const Placed& part, Block block) {
    part.factor.inverse_tangent_operator_derivative(tangent_of(part, w), tangent_of(part, u), block);
  });
}

void ProductGroup::normalize(VectorOut q) const {
  KREISEL_EXPECTS(q.size() == coordinate_count());
  for (const Placed& part : factors()) part.factor.normalize(element_of(part, q));
}

void ProductGroup::sizes(const VectorIn& q, VectorOut out) const {
  KREISEL_EXPECTS(q.size() == coordinate_count() && out.size() == dimension());
  for (const Placed& part : factors()) part.factor.sizes(element_of(part, q), tangent_of(part, out));
}

}  // namespace kreisel
