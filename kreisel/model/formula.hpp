// Formulas of models: text read by muParser, computed with any scalar type.
//
// muParser reads the text, knows precedence and finds mistakes; its program in reverse Polish notation is taken over once
// and run on doubles or on dual numbers. Derivatives are therefore exact to round-off, of any order.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "kreisel/core/contracts.hpp"
#include "kreisel/core/dual.hpp"
#include "kreisel/core/types.hpp"

namespace kreisel {

/// What a formula may use: names of variables, and parameters with their values.
struct FormulaNames {
  std::vector<std::string> variables = {};
  std::map<std::string, double> parameters = {};
};

class Formula {
 public:
  static constexpr int most_depth = 64;
  enum class Operation : unsigned char {
    number,
    variable,
    add,
    subtract,
    multiply,
    divide,
    power,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    both,
    either,
    jump_if_zero,
    jump,
    negate,
    sine,
    cosine,
    tangent,
    arcsine,
    arccosine,
    arctangent,
    arctangent2,
    sinh,
    cosh,
    tanh,
    exponential,
    logarithm,
    root,
    absolute,
    sign,
    smallest,
    largest
  };
  struct Instruction {
    Operation operation = Operation::number;
    int index = 0;       // of the variable; where to go; how many arguments
    double value = 0.0;  // of the number
  };

  /// The number 0.
  Formula() : Formula(0.0) {}
  explicit Formula(double value) : program_{{Operation::number, 0, value}} {}
  /// Throws ModelError at `pointer` when the text is no formula of these names.
  Formula(const std::string& text, const FormulaNames& names, const std::string& pointer);

  bool uses(int variable) const;
  bool is_constant() const;

  /// The value for these values of the variables, in the order of their names.
  template <class S>
  S evaluate(const S* variables) const;

 private:
  template <class S>
  static void apply(const Instruction& instruction, std::array<S, most_depth>& stack, std::size_t& size);
  template <class S>
  static void apply_function(Operation operation, S& x);

  std::vector<Instruction> program_;
};

/// The value of a formula of parameters only.
double evaluate_constant(const std::string& text, const std::map<std::string, double>& parameters,
                         const std::string& pointer);
/// Names formulas cannot use for parameters: functions and constants.
bool is_reserved_name(const std::string& name);

namespace detail {

inline bool has_derivatives(double) {
  return false;
}
template <class T>
bool has_derivatives(const Dual<T>& x) {
  return has_derivatives(x.value) || value_of(x.derivative) != 0.0 || has_derivatives(x.derivative);
}
/// A base below zero is fine as long as the exponent is a number.
template <class S>
S power_of(const S& base, const S& exponent) {
  using std::pow;
  if (has_derivatives(exponent)) return pow(base, exponent);
  return pow(base, value_of(exponent));
}

inline double hyperbolic_tangent(double x) {
  return std::tanh(x);
}
template <class T>
Dual<T> hyperbolic_tangent(const Dual<T>& x) {
  const T value = hyperbolic_tangent(x.value);
  return {value, (1.0 - value * value) * x.derivative};
}
/// sinh for sign = -1, cosh for sign = 1.
inline double hyperbolic(double x, bool is_sine) {
  return is_sine ? std::sinh(x) : std::cosh(x);
}
template <class T>
Dual<T> hyperbolic(const Dual<T>& x, bool is_sine) {
  return {hyperbolic(x.value, is_sine), hyperbolic(x.value, !is_sine) * x.derivative};
}

}  // namespace detail

template <class S>
void Formula::apply_function(Operation operation, S& x) {
  using std::abs, std::acos, std::asin, std::atan2, std::cos, std::exp, std::log, std::sin, std::sqrt,
      std::tan;
  switch (operation) {
    case Operation::negate:
      x = -x;
      return;
    case Operation::sine:
      x = sin(x);
      return;
    case Operation::cosine:
      x = cos(x);
      return;
    case Operation::tangent:
      x = tan(x);
      return;
    case Operation::arcsine:
      x = asin(x);
      return;
    case Operation::arccosine:
      x = acos(x);
      return;
    case Operation::arctangent:
      x = atan2(x, S(1.0));
      return;
    case Operation::sinh:
      x = detail::hyperbolic(x, true);
      return;
    case Operation::cosh:
      x = detail::hyperbolic(x, false);
      return;
    case Operation::tanh:
      x = detail::hyperbolic_tangent(x);
      return;
    case Operation::exponential:
      x = exp(x);
      return;
    case Operation::logarithm:
      x = log(x);
      return;
    case Operation::root:
      x = sqrt(x);
      return;
    case Operation::absolute:
      x = abs(x);
      return;
    default:
      x = S(value_of(x) > 0.0 ? 1.0 : value_of(x) < 0.0 ? -1.0 : 0.0);
      return;  // sign
  }
}

template <class S>
void Formula::apply(const Instruction& instruction, std::array<S, most_depth>& stack, std::size_t& size) {
  using std::atan2;
  if (instruction.operation >= Operation::negate && instruction.operation != Operation::arctangent2 &&
      instruction.operation < Operation::smallest)
    return apply_function(instruction.operation, stack[size - 1]);
  if (instruction.operation >= Operation::smallest) {
    for (int n = 1; n < instruction.index; ++n) {
      S &a = stack[size - 2], &b = stack[size - 1];
      if ((instruction.operation == Operation::smallest) == (value_of(b) < value_of(a))) a = b;
      --size;
    }
    return;
  }
  S &a = stack[size - 2], &b = stack[size - 1];
  const double x = value_of(a), y = value_of(b);
  switch (instruction.operation) {
    case Operation::add:
      a = a + b;
      break;
    case Operation::subtract:
      a = a - b;
      break;
    case Operation::multiply:
      a = a * b;
      break;
    case Operation::divide:
      a = a / b;
      break;
    case Operation::power:
      a = detail::power_of(a, b);
      break;
    case Operation::arctangent2:
      a = atan2(a, b);
      break;
    case Operation::less:
      a = S(x < y ? 1.0 : 0.0);
      break;
    case Operation::less_equal:
      a = S(x <= y ? 1.0 : 0.0);
      break;
    case Operation::greater:
      a = S(x > y ? 1.0 : 0.0);
      break;
    case Operation::greater_equal:
      a = S(x >= y ? 1.0 : 0.0);
      break;
    case Operation::equal:
      a = S(x == y ? 1.0 : 0.0);
      break;
    case Operation::not_equal:
      a = S(x != y ? 1.0 : 0.0);
      break;
    case Operation::both:
      a = S(x != 0.0 && y != 0.0 ? 1.0 : 0.0);
      break;
    default:
      a = S(x != 0.0 || y != 0.0 ? 1.0 : 0.0);
      break;
  }
  --size;
}

template <class S>
S Formula::evaluate(const S* variables) const {
  std::array<S, most_depth> stack;
  std::size_t size = 0;
  for (std::size_t at = 0; at < program_.size(); ++at) {
    const Instruction& instruction = program_[at];
    switch (instruction.operation) {
      case Operation::number:
        stack[size++] = S(instruction.value);
        break;
      case Operation::variable:
        stack[size++] = variables[instruction.index];
        break;
      case Operation::jump_if_zero:
        if (value_of(stack[--size]) == 0.0) at = static_cast<std::size_t>(instruction.index);
        break;
      case Operation::jump:
        at = static_cast<std::size_t>(instruction.index);
        break;
      default:
        apply(instruction, stack, size);
    }
  }
  KREISEL_EXPECTS(size == 1);
  return stack[0];
}

}  // namespace kreisel
