// Dual numbers: exact derivatives in one direction by computing with value + derivative·ε, ε² = 0.
//
// Dual<Dual<double>> gives second derivatives, three levels third ones. Code written for a scalar type S
// calls sqrt, sin, ... after `using std::sqrt;` and works for double and for every level. Forward mode with
// one direction: [Griewank, Walther 2008] section 3.1.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include <Eigen/Core>

namespace kreisel {

/// T is double or a Dual itself. Uninitialised like a double unless written `Dual<T> x{}`.
template <class T>
struct Dual {
  T value;
  T derivative;

  Dual() = default;
  constexpr Dual(const T& value_, const T& derivative_) : value(value_), derivative(derivative_) {}

  template <class Constant>
  requires std::is_arithmetic_v<Constant>
  constexpr Dual(Constant constant) : value(static_cast<T>(constant)), derivative(static_cast<T>(0)) {}

  /// A number of the level below is a constant on this level.
  constexpr Dual(const T& constant) requires(!std::is_arithmetic_v<T>) : value(constant), derivative(0) {}

  constexpr Dual& operator+=(const Dual& b) { return *this = *this + b; }
  constexpr Dual& operator-=(const Dual& b) { return *this = *this - b; }
  constexpr Dual& operator*=(const Dual& b) { return *this = *this * b; }
  constexpr Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend constexpr Dual operator+(const Dual& a) { return a; }
  friend constexpr Dual operator-(const Dual& a) { return {-a.value, -a.derivative}; }

  friend constexpr Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.derivative + b.derivative};
  }
  friend constexpr Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.derivative - b.derivative};
  }
  friend constexpr Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.derivative + a.derivative * b.value};
  }
  friend constexpr Dual operator/(const Dual& a, const Dual& b) {
    const T quotient = a.value / b.value;
    return {quotient, (a.derivative - quotient * b.derivative) / b.value};
  }

  // A compiler may not drop 0·x, so arithmetic with constants is spelt out.
  friend constexpr Dual operator+(const Dual& a, double b) { return {a.value + b, a.derivative}; }
  friend constexpr Dual operator+(double a, const Dual& b) { return {a + b.value, b.derivative}; }
  friend constexpr Dual operator-(const Dual& a, double b) { return {a.value - b, a.derivative}; }
  friend constexpr Dual operator-(double a, const Dual& b) { return {a - b.value, -b.derivative}; }
  friend constexpr Dual operator*(const Dual& a, double b) { return {a.value * b, a.derivative * b}; }
  friend constexpr Dual operator*(double a, const Dual& b) { return {a * b.value, a * b.derivative}; }
  friend constexpr Dual operator/(const Dual& a, double b) { return {a.value / b, a.derivative / b}; }
  friend constexpr Dual operator/(double a, const Dual& b) {
    const T quotient = a / b.value;
    return {quotient, -(quotient * b.derivative) / b.value};
  }

  // Comparisons look at values only: a branch must go the way it goes without derivatives.
  friend constexpr bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend constexpr bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }
  friend constexpr bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend constexpr bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend constexpr bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend constexpr bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }

  friend Dual sqrt(const Dual& x) {
    using std::sqrt;
    const T root = sqrt(x.value);
    return {root, x.derivative / (2.0 * root)};
  }
  friend Dual exp(const Dual& x) {
    using std::exp;
    const T power = exp(x.value);
    return {power, power * x.derivative};
  }
  friend Dual log(const Dual& x) {
    using std::log;
    return {log(x.value), x.derivative / x.value};
  }
  friend Dual sin(const Dual& x) {
    using std::cos, std::sin;
    return {sin(x.value), cos(x.value) * x.derivative};
  }
  friend Dual cos(const Dual& x) {
    using std::cos, std::sin;
    return {cos(x.value), -sin(x.value) * x.derivative};
  }
  friend Dual tan(const Dual& x) {
    using std::tan;
    const T slope = tan(x.value);
    return {slope, (1.0 + slope * slope) * x.derivative};
  }
  friend Dual asin(const Dual& x) {
    using std::asin, std::sqrt;
    return {asin(x.value), x.derivative / sqrt((1.0 - x.value) * (1.0 + x.value))};
  }
  friend Dual acos(const Dual& x) {
    using std::acos, std::sqrt;
    return {acos(x.value), -x.derivative / sqrt((1.0 - x.value) * (1.0 + x.value))};
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const T squared_length = x.value * x.value + y.value * y.value;
    return {atan2(y.value, x.value), (x.value * y.derivative - y.value * x.derivative) / squared_length};
  }
  friend Dual abs(const Dual& x) { return x.value < T(0) ? -x : x; }

  friend Dual pow(const Dual& base, double exponent) {
    using std::pow;
    if (exponent == 0.0) return Dual(1.0);  // not 0·base^(-1), which is NaN at base 0
    return {pow(base.value, exponent), exponent * pow(base.value, exponent - 1.0) * base.derivative};
  }
  friend Dual pow(const Dual& base, const Dual& exponent) {
    using std::log, std::pow;
    const T power = pow(base.value, exponent.value);
    const T by_base = exponent.value * pow(base.value, exponent.value - 1.0) * base.derivative;
    return {power, by_base + power * log(base.value) * exponent.derivative};
  }
};

/// The plain number inside, for branches, tolerances and output.
constexpr double value_of(double x) {
  return x;
}
template <class T>
constexpr double value_of(const Dual<T>& x) {
  return value_of(x.value);
}

/// True when the value and every derivative are finite.
inline bool is_finite(double x) {
  return std::isfinite(x);
}
template <class T>
bool is_finite(const Dual<T>& x) {
  return is_finite(x.value) && is_finite(x.derivative);
}

}  // namespace kreisel

// Eigen mixes Matrix<double> and Matrix<Dual> in sums, in products with a vector and in fixed-size products
// below 8x8; larger matrix products need a.cast<Dual<T>>() because Eigen's blocked kernel knows one scalar
// type only.
namespace Eigen {

template <class T>
struct NumTraits<kreisel::Dual<T>> : GenericNumTraits<double> {
  using Real = kreisel::Dual<T>;
  using NonInteger = kreisel::Dual<T>;
  using Nested = kreisel::Dual<T>;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 2 * NumTraits<T>::ReadCost,
    AddCost = 2 * NumTraits<T>::AddCost,
    MulCost = 3 * NumTraits<T>::MulCost + NumTraits<T>::AddCost
  };
  static Real epsilon() { return Real(NumTraits<double>::epsilon()); }
  static Real dummy_precision() { return Real(NumTraits<double>::dummy_precision()); }
  static Real highest() { return Real(std::numeric_limits<double>::max()); }
  static Real lowest() { return Real(std::numeric_limits<double>::lowest()); }
};

template <class T, class Operation>
struct ScalarBinaryOpTraits<kreisel::Dual<T>, double, Operation> {
  using ReturnType = kreisel::Dual<T>;
};
template <class T, class Operation>
struct ScalarBinaryOpTraits<double, kreisel::Dual<T>, Operation> {
  using ReturnType = kreisel::Dual<T>;
};

}  // namespace Eigen
