// Functions chosen at run time as a system: what is not given, by differences on the group.
#include "kreisel/equations/function_system.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kreisel/core/error.hpp"

namespace kreisel {
namespace {

// Steps where rounding and truncation meet: ε^(1/5), ε^(1/6) and ε^(1/3), for values of order one.
constexpr double fourth_order_step = 7e-4;
constexpr double second_derivative_step = 2.5e-3;
constexpr double matrix_step = 6e-6;

/// d/ds f(s) at 0, from f at ±step, ±2 step [Abramowitz, Stegun 1964] 25.3.21 with p = 0.
template <class Function>
Vector fourth_order_derivative(double step, const Function& f) {
  Vector derivative = 8.0 * (f(step) - f(-step));
  derivative -= f(2.0 * step) - f(-2.0 * step);
  return derivative / (12.0 * step);
}

/// d²/ds² f(s) at 0 [Abramowitz, Stegun 1964] 25.3.24.
template <class Function>
Vector second_derivative(double step, const Function& f) {
  Vector sum = 16.0 * (f(step) + f(-step));
  sum -= f(2.0 * step) + f(-2.0 * step);
  sum -= 30.0 * f(0.0);
  return sum / (12.0 * step * step);
}

template <class Function>
Vector central_difference(double step, const Function& f) {
  return (f(step) - f(-step)) / (2.0 * step);
}

class FunctionSystem final : public AnySystem::Interface {
 public:
  FunctionSystem(ProductGroup group, std::vector<Row> rows, SystemFunctions functions)
      : group_(std::move(group)), rows_(std::move(rows)), functions_(std::move(functions)) {
    const bool has_velocity_rows =
        std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return !row.is_position(); });
    if (has_velocity_rows && !functions_.jacobian)
      throw OptionError("rows on velocities come without their matrix", "jacobian",
                        "give jacobian(t, q), one row of B per row of the system");
    const bool has_position_rows =
        std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.is_position(); });
    if (has_position_rows && !functions_.constraint)
      throw OptionError("rows on positions come without their function", "constraint",
                        "give constraint(t, q), one number per row of the system");
  }

  std::span<const Row> rows() const override { return rows_; }

  void mass(const Vector& q, Matrix& m) const override { functions_.mass(q, m); }

  void balance(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
               Vector& r) const override {
    r = row_force(t, q, lambda);
    r -= force(t, q, v);
    r += mass_of(q) * acceleration;
  }

  void gap(double t, const Vector& q, Vector& phi) const override { phi = gap_of(t, q); }

  void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const override {
    change = gap_of(t + dt, group_.advance(q, w));
    change -= gap_of(t, q);
  }

  bool has_exact_gap_change() const override { return false; }

  void jacobian(double t, const Vector& q, Matrix& b) const override { b = jacobian_of(t, q); }

  void rate(double t, const Vector& q, const Vector& v, Vector& out) const override {
    out = rate_of(t, q, v);
  }

  /// B v' + γ is the derivative of the rate along any motion with this v and v', such as q·exp(s v + s²/2 v').
  void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                        Vector& out) const override {
    const double speed = std::max(v.lpNorm<Eigen::Infinity>(), root(acceleration));
    const auto moved = [&](double s) -> Vector {
      return group_.advance(q, s * v + 0.5 * s * s * acceleration);
    };
    if (functions_.jacobian) {
      out = fourth_order_derivative(time_step(fourth_order_step, speed),
                                    [&](double s) { return rate_of(t + s, moved(s), v + s * acceleration); });
    } else {
      out = second_derivative(time_step(second_derivative_step, speed),
                              [&](double s) { return gap_of(t + s, moved(s)); });
    }
  }

  void tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration, const Vector& lambda,
                AnySystem::AllTangents& out) const override {
    out.mass = mass_of(q);
    out.jacobian = jacobian_of(t, q);
    if (functions_.force_tangents) {
      functions_.force_tangents(t, q, v, out.stiffness, out.damping);
      out.stiffness *= -1.0;
      out.damping *= -1.0;
    } else {
      set_force_tangents(t, q, v, out);
    }
    const double step = matrix_step * functions_.difference_length;
    for (Index i = 0; i < v.size(); ++i) {
      if (!functions_.has_constant_mass)
        out.stiffness.col(i) +=
            along(i, q, step, [&](const Vector& p) -> Vector { return mass_of(p) * acceleration; });
      if (rows_.empty()) continue;
      out.stiffness.col(i) +=
          along(i, q, 100.0 * step, [&](const Vector& p) { return row_force(t, p, lambda); });
      out.rate_stiffness.col(i) =
          along(i, q, 100.0 * step, [&](const Vector& p) { return rate_of(t, p, v); });
    }
  }

  void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                             Matrix& by_position, Matrix& by_velocity) const override {
    constexpr double nested = 1e-3;  // differences of differences
    const auto accelerated = [&](const Vector& p, const Vector& u) {
      Vector out(static_cast<Index>(rows_.size()));
      row_acceleration(t, p, u, acceleration, out);
      return out;
    };
    for (Index i = 0; i < v.size(); ++i) {
      by_position.col(i) = along(i, q, nested * functions_.difference_length,
                                 [&](const Vector& p) { return accelerated(p, v); });
      by_velocity.col(i) =
          central_difference(nested * std::max(1.0, v.lpNorm<Eigen::Infinity>()),
                             [&](double s) { return accelerated(q, v + s * Vector::Unit(v.size(), i)); });
    }
  }

 private:
  static double root(const Vector& acceleration) { return std::sqrt(acceleration.lpNorm<Eigen::Infinity>()); }
  /// A time in which something this fast moves a small part of the length that counts as large.
  double time_step(double part, double speed) const {
    return part * functions_.difference_length / std::max(1.0, speed);
  }
  template <class Function>
  Vector along(Index i, const Vector& q, double step, const Function& f) const {
    const Vector unit = Vector::Unit(group_.dimension(), i);
    return central_difference(step, [&](double s) -> Vector { return f(group_.advance(q, s * unit)); });
  }

  Matrix mass_of(const Vector& q) const {
    Matrix m = Matrix::Zero(group_.dimension(), group_.dimension());
    functions_.mass(q, m);
    return m;
  }
  Vector force(double t, const Vector& q, const Vector& v) const {
    Vector f = Vector::Zero(group_.dimension());
    functions_.force(t, q, v, f);
    return f;
  }
  Vector gap_of(double t, const Vector& q) const {
    Vector phi = Vector::Zero(static_cast<Index>(rows_.size()));
    if (!functions_.constraint) return phi;
    functions_.constraint(t, q, phi);
    for (Index i = 0; i < phi.size(); ++i)
      if (!rows_[static_cast<std::size_t>(i)].is_position()) phi[i] = 0.0;
    return phi;
  }

  Matrix jacobian_of(double t, const Vector& q) const {
    Matrix b = Matrix::Zero(static_cast<Index>(rows_.size()), group_.dimension());
    if (functions_.jacobian) {
      functions_.jacobian(t, q, b);
      return b;
    }
    if (rows_.empty()) return b;
    for (Index i = 0; i < b.cols(); ++i) {
      const Vector unit = Vector::Unit(b.cols(), i);
      b.col(i) = fourth_order_derivative(fourth_order_step * functions_.difference_length,
                                         [&](double s) { return gap_of(t, group_.advance(q, s * unit)); });
    }
    return b;
  }

  Vector row_force(double t, const Vector& q, const Vector& lambda) const {
    if (rows_.empty()) return Vector::Zero(group_.dimension());
    return jacobian_of(t, q).transpose() * lambda;
  }

  /// B v + b.
  Vector rate_of(double t, const Vector& q, const Vector& v) const {
    if (rows_.empty()) return Vector::Zero(0);
    const auto step = time_step(fourth_order_step, v.lpNorm<Eigen::Infinity>());
    if (!functions_.jacobian)
      return fourth_order_derivative(step, [&](double s) { return gap_of(t + s, group_.advance(q, s * v)); });
    Vector rate = jacobian_of(t, q) * v;
    if (functions_.is_rheonomic && functions_.constraint)
      rate += fourth_order_derivative(step, [&](double s) { return gap_of(t + s, q); });
    if (functions_.offset) {
      Vector offset = Vector::Zero(rate.size());
      functions_.offset(t, q, offset);
      for (Index i = 0; i < rate.size(); ++i)
        if (!rows_[static_cast<std::size_t>(i)].is_position()) rate[i] += offset[i];
    }
    return rate;
  }

  void set_force_tangents(double t, const Vector& q, const Vector& v, AnySystem::AllTangents& out) const {
    const double faster = std::max(1.0, v.lpNorm<Eigen::Infinity>());
    for (Index i = 0; i < v.size(); ++i) {
      out.stiffness.col(i) = -along(i, q, matrix_step * functions_.difference_length,
                                    [&](const Vector& p) { return force(t, p, v); });
      out.damping.col(i) = -central_difference(
          matrix_step * faster, [&](double s) { return force(t, q, v + s * Vector::Unit(v.size(), i)); });
    }
  }

  ProductGroup group_;
  std::vector<Row> rows_;
  SystemFunctions functions_;
};

}  // namespace

AnySystem function_system(ProductGroup group, std::vector<Row> rows, SystemFunctions functions) {
  auto implementation = std::make_shared<FunctionSystem>(group, std::move(rows), std::move(functions));
  return {std::move(group), std::move(implementation)};
}

}  // namespace kreisel
