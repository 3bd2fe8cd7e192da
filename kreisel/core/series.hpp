// Truncated power series in one small parameter: code written for a scalar type S computes the expansion of its result.
//
// x = x[0] + x[1] ε + ... + x[K] εᴷ, everything beyond dropped. Elementary functions by comparing coefficients in the
// differential equation that each satisfies, [Griewank, Walther 2008] section 13.2.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include <Eigen/Core>

namespace kreisel {

template <int K>
class Series {
 public:
  static constexpr int order = K;

  Series() = default;
  template <class Constant>
  requires std::is_arithmetic_v<Constant>
  constexpr Series(Constant constant) { (*this)[0] = static_cast<double>(constant); }

  constexpr double& operator[](int k) { return coefficients_[static_cast<std::size_t>(k)]; }
  constexpr double operator[](int k) const { return coefficients_[static_cast<std::size_t>(k)]; }

  Series& operator+=(const Series& b) { return *this = *this + b; }
  Series& operator-=(const Series& b) { return *this = *this - b; }
  Series& operator*=(const Series& b) { return *this = *this * b; }
  Series& operator/=(const Series& b) { return *this = *this / b; }

  friend Series operator+(const Series& a) { return a; }
  friend Series operator-(const Series& a) { return -1.0 * a; }
  friend Series operator+(Series a, const Series& b) {
    for (int k = 0; k <= K; ++k) a[k] += b[k];
    return a;
  }
  friend Series operator-(Series a, const Series& b) {
    for (int k = 0; k <= K; ++k) a[k] -= b[k];
    return a;
  }
  friend Series operator*(const Series& a, const Series& b) {
    Series product;
    for (int k = 0; k <= K; ++k)
      for (int j = 0; j <= k; ++j) product[k] += a[j] * b[k - j];
    return product;
  }
  friend Series operator/(const Series& a, const Series& b) {
    Series quotient;
    for (int k = 0; k <= K; ++k) {
      double rest = a[k];
      for (int j = 0; j < k; ++j) rest -= quotient[j] * b[k - j];
      quotient[k] = rest / b[0];
    }
    return quotient;
  }
  friend Series operator+(Series a, double b) { return a[0] += b, a; }
  friend Series operator+(double a, Series b) { return b[0] += a, b; }
  friend Series operator-(Series a, double b) { return a[0] -= b, a; }
  friend Series operator-(double a, const Series& b) { return a + (-b); }
  friend Series operator*(Series a, double b) {
    for (double& x : a.coefficients_) x *= b;
    return a;
  }
  friend Series operator*(double a, const Series& b) { return b * a; }
  friend Series operator/(const Series& a, double b) { return a * (1.0 / b); }

  // Branches go by the limit ε = 0.
  friend bool operator<(const Series& a, const Series& b) { return a[0] < b[0]; }
  friend bool operator>(const Series& a, const Series& b) { return a[0] > b[0]; }
  friend bool operator<=(const Series& a, const Series& b) { return a[0] <= b[0]; }
  friend bool operator>=(const Series& a, const Series& b) { return a[0] >= b[0]; }
  friend bool operator==(const Series& a, const Series& b) { return a[0] == b[0]; }
  friend bool operator!=(const Series& a, const Series& b) { return a[0] != b[0]; }

  /// dx/dε; its last coefficient is unknown and left zero.
  Series derivative() const {
    Series d;
    for (int k = 0; k < K; ++k) d[k] = (k + 1) * (*this)[k + 1];
    return d;
  }
  /// The series with this value and derivative.
  static Series integral(double value, const Series& derivative) {
    Series x(value);
    for (int k = 1; k <= K; ++k) x[k] = derivative[k - 1] / k;
    return x;
  }

  friend Series sqrt(const Series& x) { return pow(x, 0.5); }
  friend Series pow(const Series& x, double exponent) {
    if (exponent == 0.0) return Series(1.0);
    Series power(std::pow(x[0], exponent));
    for (int k = 1; k <= K; ++k) {
      double sum = 0.0;
      for (int j = 1; j <= k; ++j) sum += (exponent * j - (k - j)) * x[j] * power[k - j];
      if (sum != 0.0) power[k] = sum / (k * x[0]);
    }
    return power;
  }
  friend Series pow(const Series& x, const Series& exponent) { return exp(exponent * log(x)); }
  friend Series exp(const Series& x) {
    Series e(std::exp(x[0]));
    for (int k = 1; k <= K; ++k)
      for (int j = 1; j <= k; ++j) e[k] += j * x[j] * e[k - j] / k;
    return e;
  }
  friend Series log(const Series& x) { return integral(std::log(x[0]), x.derivative() / x); }
  friend Series sin(const Series& x) { return sine_and_cosine(x)[0]; }
  friend Series cos(const Series& x) { return sine_and_cosine(x)[1]; }
  friend Series tan(const Series& x) {
    const auto [s, c] = sine_and_cosine(x);
    return s / c;
  }
  friend Series asin(const Series& x) {
    return integral(std::asin(x[0]), x.derivative() / sqrt((1.0 - x) * (1.0 + x)));
  }
  friend Series acos(const Series& x) {
    return integral(std::acos(x[0]), -x.derivative() / sqrt((1.0 - x) * (1.0 + x)));
  }
  friend Series atan2(const Series& y, const Series& x) {
    return integral(std::atan2(y[0], x[0]), (x * y.derivative() - y * x.derivative()) / (x * x + y * y));
  }
  friend Series abs(const Series& x) { return x[0] < 0.0 ? -x : x; }

 private:
  static std::array<Series, 2> sine_and_cosine(const Series& x) {
    Series s(std::sin(x[0])), c(std::cos(x[0]));
    for (int k = 1; k <= K; ++k) {
      for (int j = 1; j <= k; ++j) {
        s[k] += j * x[j] * c[k - j] / k;
        c[k] -= j * x[j] * s[k - j] / k;
      }
    }
    return {s, c};
  }

  std::array<double, K + 1> coefficients_{};
};

template <int K>
constexpr double value_of(const Series<K>& x) {
  return x[0];
}

}  // namespace kreisel

namespace Eigen {

template <int K>
struct NumTraits<kreisel::Series<K>> : GenericNumTraits<double> {
  using Real = kreisel::Series<K>;
  using NonInteger = kreisel::Series<K>;
  using Nested = kreisel::Series<K>;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = K + 1,
    AddCost = K + 1,
    MulCost = (K + 1) * (K + 2)
  };
  static Real epsilon() { return Real(NumTraits<double>::epsilon()); }
  static Real dummy_precision() { return Real(NumTraits<double>::dummy_precision()); }
  static Real highest() { return Real(std::numeric_limits<double>::max()); }
  static Real lowest() { return Real(std::numeric_limits<double>::lowest()); }
};

template <int K, class Operation>
struct ScalarBinaryOpTraits<kreisel::Series<K>, double, Operation> {
  using ReturnType = kreisel::Series<K>;
};
template <int K, class Operation>
struct ScalarBinaryOpTraits<double, kreisel::Series<K>, Operation> {
  using ReturnType = kreisel::Series<K>;
};

}  // namespace Eigen
