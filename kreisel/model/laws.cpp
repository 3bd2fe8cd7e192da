// Compiled once for all elements that need them: derivatives of these laws come from dual numbers.
#include "kreisel/model/laws.hpp"

#include <cmath>

#include "kreisel/model/frame.hpp"

namespace kreisel {
namespace {

/// A formula of t alone.
struct TimeLaw {
  Formula formula = {};

  template <class S>
  S operator()(const S& t) const {
    return formula.evaluate<S>(&t);
  }
  double change(double t, double dt) const {
    if (formula.is_constant() || dt == 0.0) return 0.0;
    return detail::difference_or_integral((*this)(t), (*this)(t + dt), [&](double x) {
      return (*this)(Dual<double>(t + x * dt, dt)).derivative;
    });
  }
};

/// Φ = s - f(t).
struct OffsetLaw {
  TimeLaw offset = {};
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 1; }
  template <class S>
  void operator()(const S& t, const S* s, S* phi) const {
    phi[0] = s[0] - offset(t);
  }
  void change(double t, const double*, double dt, const double* ds, double* out) const {
    out[0] = ds[0] - offset.change(t, dt);
  }
};

/// Φ = √s - f(t).
struct LengthLaw {
  TimeLaw length = {};
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 1; }
  template <class S>
  void operator()(const S& t, const S* s, S* phi) const {
    using std::sqrt;
    phi[0] = sqrt(s[0]) - length(t);
  }
  void change(double t, const double* s, double dt, const double* ds, double* out) const {
    out[0] = ds[0] / (std::sqrt(s[0] + ds[0]) + std::sqrt(s[0])) - length.change(t, dt);
  }
};

/// Φ = angle of (s0, s1) - f(t), without full turns.
struct AngleLaw {
  TimeLaw angle = {};
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 2; }
  template <class S>
  void operator()(const S& t, const S* s, S* phi) const {
    phi[0] = detail::without_turns<S>(detail::angle_of(s) - angle(t));
  }
  void change(double t, const double* s, double dt, const double* ds, double* out) const {
    out[0] = detail::angle_change(s, ds) - angle.change(t, dt);
  }
};

/// Φ = W s.
class LinearRows final : public RowFunction {
 public:
  explicit LinearRows(Matrix weights) : weights_(std::move(weights)) {}

  int rows() const override { return static_cast<int>(weights_.rows()); }
  void gap(double, const Forms& s, Forms& out) const override { out = weights_.lazyProduct(s); }
  void change(double, const Forms&, double, const Forms& ds, Forms& out) const override {
    out = weights_.lazyProduct(ds);
  }
  void weights(double, const Forms&, FormRows& out) const override { out = weights_; }
  void rate(double, const Forms&, const Forms& rate, Forms& out) const override {
    out = weights_.lazyProduct(rate);
  }
  void rate_by_forms(double, const Forms&, const Forms&, FormRows& out) const override {
    out.setZero(weights_.rows(), weights_.cols());
  }
  void weight_stiffness(double, const Forms&, const Forms&, FormRows& out) const override {
    out.setZero(weights_.cols(), weights_.cols());
  }
  void acceleration(double, const Forms&, const Forms&, const Forms& second, Forms& out) const override {
    out = weights_.lazyProduct(second);
  }
  void acceleration_tangents(double, const Forms&, const Forms&, const Forms&, FormRows& by_forms,
                             FormRows& by_rates) const override {
    by_forms.setZero(weights_.rows(), weights_.cols());
    by_rates.setZero(weights_.rows(), weights_.cols());
  }

 private:
  Matrix weights_;
};

/// λ_i = k_i Φ_i + d_i ρ_i.
class SpringForce final : public ForceFunction {
 public:
  SpringForce(std::shared_ptr<const RowFunction> rows, Vector stiffness, Vector damping)
      : rows_(std::move(rows)), stiffness_(std::move(stiffness)), damping_(std::move(damping)) {}

  void force(double t, const Forms& s, const Forms& rate, Forms& out) const override {
    FormRows w;
    rows_->weights(t, s, w);
    out = -w.transpose().lazyProduct(multipliers(t, s, rate));
  }
  /// f = -Wᵀλ:  ∂f/∂s = -Σ λ_i ∂W_i/∂s - Wᵀ(k W + d ∂ρ/∂s),  ∂f/∂s' = -Wᵀ d W.
  void tangents(double t, const Forms& s, const Forms& rate, FormRows& by_forms,
                FormRows& by_rates) const override {
    FormRows w, by_rate;
    rows_->weights(t, s, w);
    rows_->rate_by_forms(t, s, rate, by_rate);
    rows_->weight_stiffness(t, s, -multipliers(t, s, rate), by_forms);
    const FormRows braked = damping_.asDiagonal() * w;
    const FormRows pulled = stiffness_.asDiagonal() * w + damping_.asDiagonal() * by_rate;
    by_forms -= w.transpose().lazyProduct(pulled);
    by_rates = -w.transpose().lazyProduct(braked);
  }
  double potential(double t, const Forms& s) const override {
    Forms phi;
    rows_->gap(t, s, phi);
    return 0.5 * stiffness_.dot(phi.cwiseAbs2());
  }
  bool is_conservative() const override { return damping_.isZero(0.0); }

 private:
  Forms multipliers(double t, const Forms& s, const Forms& rate) const {
    Forms phi, speed;
    rows_->gap(t, s, phi);
    rows_->rate(t, s, rate, speed);
    return stiffness_.cwiseProduct(phi) + damping_.cwiseProduct(speed);
  }

  std::shared_ptr<const RowFunction> rows_;
  Vector stiffness_, damping_;
};

}  // namespace

std::shared_ptr<const RowFunction> offset_rows(const Formula& wanted) {
  return std::make_shared<PositionRows<OffsetLaw>>(OffsetLaw{{wanted}});
}
std::shared_ptr<const RowFunction> length_rows(const Formula& wanted) {
  return std::make_shared<PositionRows<LengthLaw>>(LengthLaw{{wanted}});
}
std::shared_ptr<const RowFunction> angle_rows(const Formula& wanted) {
  return std::make_shared<PositionRows<AngleLaw>>(AngleLaw{{wanted}});
}
std::shared_ptr<const RowFunction> linear_rows(const Matrix& weights) {
  return std::make_shared<LinearRows>(weights);
}
std::shared_ptr<const ForceFunction> spring_force(std::shared_ptr<const RowFunction> rows, Vector stiffness,
                                                  Vector damping) {
  return std::make_shared<SpringForce>(std::move(rows), std::move(stiffness), std::move(damping));
}

}  // namespace kreisel
