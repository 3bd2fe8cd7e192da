// Four models beside the one that runs, and differences between them at the same point.
#include "kreisel/gradients/parameter_direction.hpp"

#include <algorithm>
#include <cmath>

namespace kreisel {
namespace {

constexpr double relative_step = 1e-3;

Vector row_numbers(const AnySystem& system, double Row::*member) {
  Vector out(row_count(system));
  for (Index i = 0; i < out.size(); ++i) out[i] = system.rows()[static_cast<std::size_t>(i)].*member;
  return out;
}

}  // namespace

ParameterDirection::ParameterDirection(std::string name, double value,
                                       const std::function<ModelAt(double)>& make, double typical)
    : name_(std::move(name)),
      value_(value),
      step_(relative_step * (value != 0.0 ? std::abs(value) : typical)),
      sides_{make(value + step_), make(value - step_), make(value + 0.5 * step_), make(value - 0.5 * step_)} {
  compliance_ = of([](const ModelAt& m, double) { return row_numbers(m.system, &Row::compliance); });
  relaxation_ = of([](const ModelAt& m, double) { return row_numbers(m.system, &Row::relaxation); });
}

Vector ParameterDirection::of(const std::function<Vector(const ModelAt&, double)>& f) const {
  const Vector wide = (f(sides_[0], step_) - f(sides_[1], -step_)) / (2.0 * step_);
  const Vector narrow = (f(sides_[2], 0.5 * step_) - f(sides_[3], -0.5 * step_)) / step_;
  return narrow + (narrow - wide) / 3.0;
}

Vector ParameterDirection::balance(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                                   const Vector& lambda) const {
  return of([&](const ModelAt& m, double) {
    Vector r = Vector::Zero(v.size());
    m.system.balance(t, q, v, acceleration, lambda, r);
    return r;
  });
}

Vector ParameterDirection::gap(double t, const Vector& q) const {
  return of([&](const ModelAt& m, double) {
    Vector phi = Vector::Zero(row_count(m.system));
    m.system.gap(t, q, phi);
    return phi;
  });
}

Vector ParameterDirection::rate(double t, const Vector& q, const Vector& v) const {
  return of([&](const ModelAt& m, double) {
    Vector out = Vector::Zero(row_count(m.system));
    m.system.rate(t, q, v, out);
    return out;
  });
}

Vector ParameterDirection::row_acceleration(double t, const Vector& q, const Vector& v,
                                            const Vector& acceleration) const {
  return of([&](const ModelAt& m, double) {
    Vector out = Vector::Zero(row_count(m.system));
    m.system.row_acceleration(t, q, v, acceleration, out);
    return out;
  });
}

}  // namespace kreisel
