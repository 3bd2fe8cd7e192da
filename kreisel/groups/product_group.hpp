// Direct products put together at run time: the configuration space of a model whose bodies come from a file.
//
// Same interface as the groups of fixed size for double, matrices dense and block diagonal. Copies share the
// list of factors and cost no heap, and neither do the *_into functions, normalize and sizes. A user's own
// group joins by factor_of<MyGroup>().
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/groups/lie_group.hpp"

namespace kreisel {

/// A group as a table of functions on its part of the coordinates.
struct Factor {
  using VectorIn = Eigen::Map<const Vector>;
  using VectorOut = Eigen::Map<Vector>;
  using MatrixOut = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;  // a block of a larger matrix

  std::string name;
  Index coordinates = 0;
  Index dimension = 0;
  bool commutative = false;
  void (*identity)(VectorOut q) = nullptr;
  void (*compose)(VectorIn a, VectorIn b, VectorOut q) = nullptr;
  void (*inverse)(VectorIn q, VectorOut out) = nullptr;
  void (*exp)(VectorIn w, VectorOut q) = nullptr;
  void (*log)(VectorIn q, VectorOut w) = nullptr;
  void (*advance)(VectorIn q, VectorIn w, VectorOut out) = nullptr;
  void (*bracket)(VectorIn v, VectorIn w, VectorOut out) = nullptr;
  void (*adjoint)(VectorIn q, MatrixOut out) = nullptr;
  void (*bracket_map)(VectorIn v, MatrixOut out) = nullptr;
  void (*tangent_operator)(VectorIn w, MatrixOut out) = nullptr;
  void (*inverse_tangent_operator)(VectorIn w, MatrixOut out) = nullptr;
  void (*tangent_operator_derivative)(VectorIn w, VectorIn u, MatrixOut out) = nullptr;
  void (*inverse_tangent_operator_derivative)(VectorIn w, VectorIn u, MatrixOut out) = nullptr;
  void (*normalize)(VectorOut q) = nullptr;
  void (*sizes)(VectorIn q, VectorOut out) = nullptr;
};

/// The table of a group of fixed size.
template <FixedLieGroup G>
Factor factor_of() {
  using In = Factor::VectorIn;
  using Out = Factor::VectorOut;
  using Block = Factor::MatrixOut;
  using Q = ElementOf<G>;
  using V = TangentOf<G>;
  using FixedBlock = Eigen::Map<MatrixOf<double, G::fixed_dimension, G::fixed_dimension>, Eigen::Unaligned,
                                Eigen::OuterStride<>>;
  // The sizes are known here: loops over them are for groups of any size.
  static constexpr auto element = [](In q) { return Eigen::Map<const Q>(q.data()); };
  static constexpr auto tangent = [](In w) { return Eigen::Map<const V>(w.data()); };
  static constexpr auto into_element = [](Out q) { return Eigen::Map<Q>(q.data()); };
  static constexpr auto into_tangent = [](Out w) { return Eigen::Map<V>(w.data()); };
  static constexpr auto into = [](Block m) {
    return FixedBlock(m.data(), Eigen::OuterStride<>(m.outerStride()));
  };
  Factor factor;
  factor.name = G::name;
  factor.coordinates = G::fixed_coordinates;
  factor.dimension = G::fixed_dimension;
  factor.commutative = is_commutative(G{});
  factor.identity = [](Out q) { into_element(q) = G::identity(); };
  factor.compose = [](In a, In b, Out q) { into_element(q) = G::compose(Q(element(a)), Q(element(b))); };
  factor.inverse = [](In q, Out out) { into_element(out) = G::inverse(Q(element(q))); };
  factor.exp = [](In w, Out q) { into_element(q) = G::exp(V(tangent(w))); };
  factor.log = [](In q, Out w) { into_tangent(w) = G::log(Q(element(q))); };
  factor.advance = [](In q, In w, Out out) {
    advance_into(G{}, Q(element(q)), V(tangent(w)), into_element(out));
  };
  factor.bracket = [](In v, In w, Out out) {
    bracket_into(G{}, V(tangent(v)), V(tangent(w)), into_tangent(out));
  };
  factor.adjoint = [](In q, Block out) { into(out) = G::adjoint(Q(element(q))); };
  factor.bracket_map = [](In v, Block out) { into(out) = G::bracket_map(V(tangent(v))); };
  factor.tangent_operator = [](In w, Block out) { into(out) = G::tangent_operator(V(tangent(w))); };
  factor.inverse_tangent_operator = [](In w, Block out) {
    into(out) = G::inverse_tangent_operator(V(tangent(w)));
  };
  factor.tangent_operator_derivative = [](In w, In u, Block out) {
    into(out) = tangent_operator_derivative(G{}, V(tangent(w)), V(tangent(u)));
  };
  factor.inverse_tangent_operator_derivative = [](In w, In u, Block out) {
    into(out) = inverse_tangent_operator_derivative(G{}, V(tangent(w)), V(tangent(u)));
  };
  factor.normalize = [](Out q) {
    Q whole = into_element(q);
    normalize(G{}, whole);
    into_element(q) = whole;
  };
  factor.sizes = [](In q, Out out) {
    V scale;
    sizes_into(G{}, Q(element(q)), scale);
    into_tangent(out) = scale;
  };
  return factor;
}

/// R^n with n known at run time only.
Factor real_factor(Index n);

class ProductGroup {
 public:
  static constexpr std::string_view name = "product";
  static constexpr std::string_view description = "direct product of groups chosen at run time";
  static constexpr int fixed_coordinates = Dynamic;
  static constexpr int fixed_dimension = Dynamic;
  template <class S>
  using Element = VectorOf<S, Dynamic>;
  template <class S>
  using Tangent = VectorOf<S, Dynamic>;
  template <class S>
  using TangentMap = MatrixOf<S, Dynamic, Dynamic>;

  using VectorIn = Eigen::Ref<const Vector>;
  using VectorOut = Eigen::Ref<Vector>;
  using MatrixOut = Eigen::Ref<Matrix>;

  /// A factor and where its coordinates and its tangent begin.
  struct Placed {
    Factor factor;
    Index first_coordinate = 0;
    Index first_tangent = 0;
  };

  explicit ProductGroup(std::vector<Factor> factors);

  const std::vector<Placed>& factors() const { return layout_->factors; }
  Index coordinate_count() const { return layout_->coordinates; }
  Index dimension() const { return layout_->dimension; }

  bool is_commutative() const;
  Vector identity() const;
  Vector compose(const VectorIn& a, const VectorIn& b) const;
  Vector inverse(const VectorIn& q) const;
  Vector exp(const VectorIn& w) const;
  Vector log(const VectorIn& q) const;
  Vector advance(const VectorIn& q, const VectorIn& w) const;
  Matrix adjoint(const VectorIn& q) const;
  Matrix bracket_map(const VectorIn& v) const;
  Matrix tangent_operator(const VectorIn& w) const;
  Matrix inverse_tangent_operator(const VectorIn& w) const;
  Matrix tangent_operator_derivative(const VectorIn& w, const VectorIn& u) const;
  Matrix inverse_tangent_operator_derivative(const VectorIn& w, const VectorIn& u) const;

  // Without heap; out has its size already and is overwritten completely.
  void advance_into(const VectorIn& q, const VectorIn& w, VectorOut out) const;
  void log_into(const VectorIn& q, VectorOut out) const;
  void bracket_into(const VectorIn& v, const VectorIn& w, VectorOut out) const;
  void tangent_operator_into(const VectorIn& w, MatrixOut out) const;
  void inverse_tangent_operator_into(const VectorIn& w, MatrixOut out) const;
  void tangent_operator_derivative_into(const VectorIn& w, const VectorIn& u, MatrixOut out) const;
  void inverse_tangent_operator_derivative_into(const VectorIn& w, const VectorIn& u, MatrixOut out) const;
  void normalize(VectorOut q) const;
  void sizes(const VectorIn& q, VectorOut out) const;

 private:
  struct Layout {
    std::vector<Placed> factors;
    Index coordinates = 0;
    Index dimension = 0;
  };
  std::shared_ptr<const Layout> layout_;
};

}  // namespace kreisel
