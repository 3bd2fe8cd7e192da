// Every law at random elements and at hard ones: near zero, near π and beyond.
#include "kreisel/groups/group_laws.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>
#include <utility>

#include "kreisel/core/random.hpp"

namespace kreisel {
namespace {

class LawChecker {
 public:
  using Element = Vector;
  using Tangent = Vector;
  using Map = Matrix;

  LawChecker(const ProductGroup& group, const LawOptions& options)
      : group_(group), options_(options), random_(options.seed) {}

  std::vector<LawViolation> run() {
    const std::vector<Tangent> tangents = hard_and_random_tangents();
    for (const Tangent& w : tangents) {
      current_ = &w;
      check_composition(w);
      check_exp_and_log(w);
      check_adjoint(w);
      check_bracket(w);
      check_tangent_operator(w);
      check_tangent_operator_derivatives(w);
      check_advance_and_normalize(w);
    }
    return std::move(violations_);
  }

 private:
  static constexpr double pi = std::numbers::pi;
  static constexpr double difference_step = 0x1p-11;

  /// Angles are the coordinates that have a size at the identity, where positions have none.
  Tangent angular_mask() const {
    Tangent mask = Tangent::Zero(group_.dimension());
    sizes_into(group_, Element(group_.identity()), mask);
    return mask;
  }

  Tangent random_tangent() {
    Tangent w = Tangent::Zero(group_.dimension());
    for (Index i = 0; i < w.size(); ++i) w(i) = random_.normal();
    return w;
  }

  /// A random direction whose rotation has exactly this angle; without angles its length is this.
  Tangent random_tangent(double angle) {
    const Tangent mask = angular_mask();
    Tangent w = random_tangent();
    const double turned = w.cwiseProduct(mask).norm();
    return w * (angle / (turned > 0 ? turned : w.norm()));
  }

  std::vector<Tangent> hard_and_random_tangents() {
    constexpr double below = 1.0 - 1e-9, above = 1.0 + 1e-9;
    // 0.8 and 1.6 rad: the short series of trig_tails at θ and θ/2; 0.2487 rad: the arctangent series of log.
    const double angles[] = {0.0,    1e-12,       1e-8,        1e-4,        1e-3,        0.2487 * below,
                             0.2488, 0.8 * below, 0.8 * above, 1.6 * below, 1.6 * above, 1.974 * below,
                             1.976,  pi - 1e-3,   pi - 1e-6,   pi,          pi + 1e-6,   4.0};
    std::vector<Tangent> tangents;
    for (const double angle : angles) {
      tangents.push_back(random_tangent(angle));
      for (Index i = 0; i < group_.dimension(); ++i) {
        tangents.push_back(Tangent::Zero(group_.dimension()));
        tangents.back()(i) = angle;
      }
    }
    for (int i = 0; i < options_.samples; ++i) tangents.push_back(random_tangent());
    return tangents;
  }

  void check_composition(const Tangent& w) {
    const Element a = group_.exp(w), b = group_.exp(random_tangent()), c = group_.exp(random_tangent());
    const Element e = group_.identity();
    algebra("a(bc) = (ab)c", group_.compose(a, group_.compose(b, c)),
            group_.compose(group_.compose(a, b), c));
    algebra("a e = a", group_.compose(a, e), a);
    algebra("e a = a", group_.compose(e, a), a);
    algebra("a a⁻¹ = e", group_.compose(a, group_.inverse(a)), e);
    algebra("a⁻¹ a = e", group_.compose(group_.inverse(a), a), e);
  }

  void check_exp_and_log(const Tangent& w) {
    const Element q = group_.exp(w);
    const Tangent logarithm = group_.log(q);
    algebra("exp(w)² = exp(2w)", group_.compose(q, q), group_.exp(Tangent(2.0 * w)));
    algebra("exp(-w) = exp(w)⁻¹", group_.exp(Tangent(-w)), group_.inverse(q));
    if (w.cwiseProduct(angular_mask()).norm() <= pi - 1e-7) {
      algebra("log(exp(w)) = w", logarithm, w);
      algebra("exp(log(q)) = q", group_.exp(logarithm), q);
    }
    // Beyond π the logarithm is the principal one; -q may come back for q where both are the same motion.
    algebra("Ad(exp(log(q))) = Ad(q)", group_.adjoint(group_.exp(logarithm)), group_.adjoint(q));
  }

  void check_adjoint(const Tangent& w) {
    const Element a = group_.exp(w), b = group_.exp(random_tangent());
    const Tangent v = random_tangent();
    const Map ad = group_.adjoint(a);
    algebra("Ad(ab) = Ad(a) Ad(b)", group_.adjoint(group_.compose(a, b)), ad * group_.adjoint(b));
    algebra("Ad(a) Ad(a⁻¹) = I", ad * group_.adjoint(group_.inverse(a)), identity_map());
    algebra("exp(Ad(a) v) = a exp(v) a⁻¹", group_.exp(Tangent(ad * v)),
            group_.compose(group_.compose(a, group_.exp(v)), group_.inverse(a)));
  }

  void check_bracket(const Tangent& w) {
    const Tangent v = random_tangent(), u = random_tangent();
    const Map ad_w = group_.bracket_map(w), ad_v = group_.bracket_map(v);
    const Tangent bracket = ad_w * v;
    algebra("[w, v] = -[v, w]", bracket, -(ad_v * w));
    algebra("[[w, v], u] = [w, [v, u]] - [v, [w, u]]", group_.bracket_map(bracket) * u,
            ad_w * (ad_v * u) - ad_v * (ad_w * u));
    Tangent through_helper = Tangent::Zero(group_.dimension());
    bracket_into(group_, w, v, through_helper);
    algebra("bracket = bracket_map", through_helper, bracket);
    const Map slope = difference([&](double t) { return Map(group_.adjoint(group_.exp(Tangent(t * v)))); });
    derivative("d/dt Ad(exp(tv)) = ad_v", slope, ad_v);
  }

  void check_tangent_operator(const Tangent& w) {
    const Map t = group_.tangent_operator(w), inverse = group_.inverse_tangent_operator(w);
    algebra("T(w) w = w", t * w, w);
    algebra("T(w)⁻¹ T(w) = I", inverse * t, identity_map(), largest(inverse) * largest(t));
    algebra("T(w) = Ad(exp(-w)) T(-w)", t,
            group_.adjoint(group_.exp(Tangent(-w))) * group_.tangent_operator(Tangent(-w)));
    const Element back = group_.inverse(group_.exp(w));
    const Map slope = columns([&](const Tangent& direction) {
      return difference([&](double s) {
        const Tangent moved = w + s * direction;
        return Tangent(group_.log(group_.compose(back, group_.exp(moved))));
      });
    });
    derivative("d exp(w) = exp(w) T(w) dw", slope, t, 1.0 + largest(w));
    Map through_helper = Map::Zero(group_.dimension(), group_.dimension());
    tangent_operator_into(group_, w, through_helper);
    algebra("tangent_operator_into = T", through_helper, t);
    inverse_tangent_operator_into(group_, w, through_helper);
    algebra("inverse_tangent_operator_into = T⁻¹", through_helper, inverse);
  }

  void check_tangent_operator_derivatives(const Tangent& w) {
    const Tangent u = random_tangent();
    const Map slope = columns([&](const Tangent& direction) {
      return difference(
          [&](double s) { return Tangent(group_.tangent_operator(Tangent(w + s * direction)) * u); });
    });
    derivative("tangent_operator_derivative", tangent_operator_derivative(group_, w, u), slope,
               1.0 + largest(w));
    const Map inverse_slope = columns([&](const Tangent& direction) {
      return difference(
          [&](double s) { return Tangent(group_.inverse_tangent_operator(Tangent(w + s * direction)) * u); });
    });
    derivative("inverse_tangent_operator_derivative", inverse_tangent_operator_derivative(group_, w, u),
               inverse_slope, 1.0 + largest(w));
  }

  void check_advance_and_normalize(const Tangent& w) {
    const Element q = group_.exp(random_tangent());
    Element advanced = q;
    advance_into(group_, q, w, advanced);
    algebra("advance(q, w) = q exp(w)", advanced, group_.compose(q, group_.exp(w)));
    advanced = q;
    advance_into(group_, advanced, w, advanced);
    algebra("advance in place", advanced, group_.compose(q, group_.exp(w)));
    Element normalized = q;
    kreisel::normalize(group_, normalized);
    algebra("normalize(q) = q", normalized, q);
  }

  Map identity_map() const { return Map::Identity(group_.dimension(), group_.dimension()); }

  template <class Array>
  static double largest(const Array& array) {
    return array.size() == 0 ? 0.0 : array.cwiseAbs().maxCoeff();
  }

  /// The derivative at 0 of a function of one variable.
  template <class Function>
  static Matrix difference(const Function& function) {
    const double h = difference_step;
    const Matrix wide = function(2.0 * h) - function(-2.0 * h), narrow = function(h) - function(-h);
    return (8.0 * narrow - wide) / (12.0 * h);
  }

  template <class Function>
  Map columns(const Function& function) const {
    Map map = identity_map();
    const Map directions = identity_map();
    for (Index i = 0; i < group_.dimension(); ++i) map.col(i) = function(Tangent(directions.col(i)));
    return map;
  }

  template <class A, class B>
  void algebra(const char* law, const A& a, const B& b, double scale = 1.0) {
    compare(law, a, b, std::max({scale, largest(a), largest(b)}), options_.algebra_ulps);
  }
  template <class A, class B>
  void derivative(const char* law, const A& a, const B& b, double scale = 1.0) {
    compare(law, a, b, std::max({scale, largest(a), largest(b)}), options_.difference_ulps);
  }

  template <class A, class B>
  void compare(const char* law, const A& a, const B& b, double scale, double allowed) {
    double measured = largest(a - b) / (std::numeric_limits<double>::epsilon() * scale);
    if (!(a - b).allFinite()) measured = std::numeric_limits<double>::infinity();
    if (measured <= allowed) return;
    const auto known = std::find_if(violations_.begin(), violations_.end(),
                                    [&](const LawViolation& violation) { return violation.law == law; });
    const LawViolation found{law, element_text(), measured, allowed, scale};
    if (known == violations_.end()) {
      violations_.push_back(found);
    } else if (measured > known->measured) {
      *known = found;
    }
  }

  std::string element_text() const {
    std::ostringstream text;
    text.precision(17);
    text << "exp(" << current_->transpose() << "), seed " << options_.seed;
    return text.str();
  }

  ProductGroup group_;
  LawOptions options_;
  Random random_;
  const Tangent* current_ = nullptr;
  std::vector<LawViolation> violations_;
};

}  // namespace

std::string describe(const LawViolation& violation) {
  std::ostringstream text;
  text << violation.law << " at " << violation.element << ": off by " << violation.measured << " ulp of "
       << violation.scale << ", allowed " << violation.allowed;
  return text.str();
}

std::vector<LawViolation> check_group_laws(const ProductGroup& group, const LawOptions& options) {
  return LawChecker(group, options).run();
}

}  // namespace kreisel
