// The product of groups at run time: places, laws, no allocations.
#include "kreisel/groups/product_group.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "kreisel/groups/all.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define KREISEL_TEST_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KREISEL_TEST_SANITIZED
#endif

// Eigen and operator new both end in malloc, so counting there misses nothing. Sanitizers have their own malloc.
#if defined(__GLIBC__) && !defined(KREISEL_TEST_SANITIZED)
namespace {
long allocations = 0;
constexpr bool counts_allocations = true;
}  // namespace
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
#else
namespace {
long allocations = 0;
constexpr bool counts_allocations = false;
}  // namespace
#endif

namespace {

using namespace kreisel;

ProductGroup body_and_more() {
  return ProductGroup({factor_of<Real<3>>(), factor_of<SO3>(), real_factor(2), factor_of<SE3Quaternion>()});
}
using Same = Product<Real<3>, SO3, Real<2>, SE3Quaternion>;

struct Sample {
  Vector w = Vector::LinSpaced(14, -0.9, 0.7), u = Vector::LinSpaced(14, 0.4, -0.3);
  TangentOf<Same> fixed_w = w, fixed_u = u;
};

TEST(ProductGroup, PlacesItsFactorsOneAfterTheOther) {
  const ProductGroup group = body_and_more();
  EXPECT_EQ(group.coordinate_count(), 3 + 9 + 2 + 7);
  EXPECT_EQ(group.dimension(), 3 + 3 + 2 + 6);
  ASSERT_EQ(group.factors().size(), 4u);
  EXPECT_EQ(group.factors()[1].factor.name, "so3");
  EXPECT_EQ(group.factors()[1].first_coordinate, 3);
  EXPECT_EQ(group.factors()[2].factor.name, "r2");
  EXPECT_EQ(group.factors()[3].first_coordinate, 14);
  EXPECT_EQ(group.factors()[3].first_tangent, 8);
  EXPECT_EQ(ProductGroup({factor_of<SO2>()}).dimension(), 1);
}

TEST(ProductGroup, AgreesWithTheProductOfTheCompiler) {
  const ProductGroup group = body_and_more();
  const Sample s;
  const Vector q = group.exp(s.w), p = group.exp(s.u);
  const ElementOf<Same> a = Same::exp(s.fixed_w), b = Same::exp(s.fixed_u);
  EXPECT_EQ(q, Vector(a));
  EXPECT_EQ(group.identity(), Vector(Same::identity()));
  EXPECT_EQ(group.compose(q, p), Vector(Same::compose(a, b)));
  EXPECT_EQ(group.inverse(q), Vector(Same::inverse(a)));
  EXPECT_EQ(group.log(q), Vector(Same::log(a)));
  EXPECT_EQ(group.advance(q, s.u), Vector(Same::advance(a, s.fixed_u)));
  EXPECT_EQ(group.adjoint(q), Matrix(Same::adjoint(a)));
  EXPECT_EQ(group.bracket_map(s.w), Matrix(Same::bracket_map(s.fixed_w)));
  EXPECT_EQ(group.tangent_operator(s.w), Matrix(Same::tangent_operator(s.fixed_w)));
  EXPECT_EQ(group.inverse_tangent_operator(s.w), Matrix(Same::inverse_tangent_operator(s.fixed_w)));
  EXPECT_EQ(tangent_operator_derivative(group, s.w, s.u),
            Matrix(tangent_operator_derivative(Same{}, s.fixed_w, s.fixed_u)));
  EXPECT_EQ(inverse_tangent_operator_derivative(group, s.w, s.u),
            Matrix(inverse_tangent_operator_derivative(Same{}, s.fixed_w, s.fixed_u)));
}

TEST(ProductGroup, OverwritesOutputsCompletely) {
  const ProductGroup group = body_and_more();
  const Sample s;
  Matrix dirty = Matrix::Constant(14, 14, 7.0);
  tangent_operator_into(group, s.w, dirty);
  EXPECT_EQ(dirty, group.tangent_operator(s.w));
  Vector dirty_vector = Vector::Constant(14, 7.0);
  bracket_into(group, s.w, s.u, dirty_vector);
  EXPECT_LE((dirty_vector - group.bracket_map(s.w) * s.u).norm(), 1e-15);
}

TEST(ProductGroup, AllocationsAreCounted) {
  if (!counts_allocations) GTEST_SKIP() << "no own malloc under a sanitizer";
  const long before = allocations;
  const Matrix on_heap = body_and_more().tangent_operator(Sample().w);
  EXPECT_GT(allocations, before) << on_heap.size();
}

TEST(ProductGroup, InnerLoopFunctionsDoNotAllocate) {
  const ProductGroup group = body_and_more();
  const Sample s;
  const Vector q = group.exp(s.u);
  Vector element = q, tangent = s.w;
  Matrix map(14, 14);
  const long before = allocations;
  const ProductGroup copy = group;
  advance_into(copy, q, s.w, element);
  tangent_operator_into(copy, s.w, map);
  inverse_tangent_operator_into(copy, s.w, map);
  bracket_into(copy, s.w, s.u, tangent);
  tangent_operator_derivative_into(copy, s.w, s.u, map);
  inverse_tangent_operator_derivative_into(copy, s.w, s.u, map);
  normalize(copy, element);
  sizes_into(copy, element, tangent);
  const long after = allocations;
  EXPECT_EQ(after, before);
  EXPECT_LE((element - group.compose(q, group.exp(s.w))).norm(), 1e-15);
}

/// A user's group with only what the concept asks for: scalings x -> a x with a > 0, coordinate a, tangent a'/a.
struct Scaling {
  static constexpr std::string_view name = "scaling";
  static constexpr int fixed_coordinates = 1, fixed_dimension = 1;
  template <class S>
  using Element = VectorOf<S, 1>;
  template <class S>
  using Tangent = VectorOf<S, 1>;
  template <class S>
  using TangentMap = MatrixOf<S, 1, 1>;
  static constexpr Index coordinate_count() { return 1; }
  static constexpr Index dimension() { return 1; }
  template <class S = double>
  static VectorOf<S, 1> identity() {
    return VectorOf<S, 1>(S(1));
  }
  template <class S>
  static VectorOf<S, 1> compose(const VectorOf<S, 1>& a, const VectorOf<S, 1>& b) {
    return a * b;
  }
  template <class S>
  static VectorOf<S, 1> inverse(const VectorOf<S, 1>& q) {
    return q.cwiseInverse();
  }
  template <class S>
  static VectorOf<S, 1> exp(const VectorOf<S, 1>& w) {
    using std::exp;
    return VectorOf<S, 1>(exp(w(0)));
  }
  template <class S>
  static VectorOf<S, 1> log(const VectorOf<S, 1>& q) {
    using std::log;
    return VectorOf<S, 1>(log(q(0)));
  }
  template <class S>
  static MatrixOf<S, 1, 1> adjoint(const VectorOf<S, 1>&) {
    return identity<S>();
  }
  template <class S>
  static MatrixOf<S, 1, 1> bracket_map(const VectorOf<S, 1>&) {
    return MatrixOf<S, 1, 1>(S(0));
  }
  template <class S>
  static MatrixOf<S, 1, 1> tangent_operator(const VectorOf<S, 1>&) {
    return identity<S>();
  }
  template <class S>
  static MatrixOf<S, 1, 1> inverse_tangent_operator(const VectorOf<S, 1>&) {
    return identity<S>();
  }
};

TEST(ProductGroup, TakesAUsersGroupWithTheConceptOnly) {
  const ProductGroup group({factor_of<Scaling>(), factor_of<SO2>()});
  Vector q = group.identity(), size = q.head(2);
  advance_into(group, q, Vector(Vector::Constant(2, 0.5)), q);
  EXPECT_DOUBLE_EQ(q(0), std::exp(0.5));
  normalize(group, q);
  sizes_into(group, q, size);
  EXPECT_EQ(size, Vector::Ones(2));
}

}  // namespace
