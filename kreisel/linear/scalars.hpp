// Arithmetic of real and complex entries alike, without the checks for infinity that std::complex makes.
#pragma once

#include <cmath>
#include <complex>

namespace kreisel {

using Complex = std::complex<double>;

/// Big enough to compare pivots by.
inline double magnitude(double x) {
  return std::abs(x);
}
inline double magnitude(const Complex& x) {
  return std::abs(x.real()) + std::abs(x.imag());
}

inline double product(double x, double y) {
  return x * y;
}
inline Complex product(const Complex& x, const Complex& y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

inline double reciprocal_of(double x) {
  return 1.0 / x;
}
inline Complex reciprocal_of(const Complex& x) {
  const double square = x.real() * x.real() + x.imag() * x.imag();
  return {x.real() / square, -x.imag() / square};
}

}  // namespace kreisel
