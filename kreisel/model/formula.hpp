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
  const std::vector<Instruction>& program() const { return program_; }
  static bool takes_one(Operation operation) {
    return operation >= Operation::negate && operation <= Operation::sign &&
           operation != Operation::arctangent2;
  }
  static int arguments(const Instruction& instruction) {
    return instruction.operation >= Operation::smallest ? instruction.index : 2;
  }

  /// The value for these values of the variables, in the order of their names.
  template <class S>
  S evaluate(const S* variables) const;

 private:
  template <class S>
  static void apply(const Instruction& instruction, std::array<S, most_depth>& stack, std::size_t& size);
  template <class S>
  static S of_angle(Operation operation, const S& x);
  template <class S>
  static S of_one(Operation operation, const S& x);
  template <class S>
  static S of_two(Operation operation, const S& a, const S& b);
  static bool compare(Operation operation, double x, double y);

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
/// sinh or cosh.
inline double hyperbolic(double x, bool is_sine) {
  return is_sine ? std::sinh(x) : std::cosh(x);
}
template <class T>
Dual<T> hyperbolic(const Dual<T>& x, bool is_sine) {
  return {hyperbolic(x.value, is_sine), hyperbolic(x.value, !is_sine) * x.derivative};
}

}  // namespace detail

template <class S>
S Formula::of_angle(Operation operation, const S& x) {
  using std::acos, std::asin, std::atan2, std::cos, std::sin, std::tan;
  switch (operation) {
    case Operation::sine:
      return sin(x);
    case Operation::cosine:
      return cos(x);
    case Operation::tangent:
      return tan(x);
    case Operation::arcsine:
      return asin(x);
    case Operation::arccosine:
      return acos(x);
    default:
      return atan2(x, S(1.0));
  }
}

template <class S>
S Formula::of_one(Operation operation, const S& x) {
  using std::abs, std::exp, std::log, std::sqrt;
  switch (operation) {
    case Operation::negate:
      return -x;
    case Operation::sinh:
      return detail::hyperbolic(x, true);
    case Operation::cosh:
      return detail::hyperbolic(x, false);
    case Operation::tanh:
      return detail::hyperbolic_tangent(x);
    case Operation::exponential:
      return exp(x);
    case Operation::logarithm:
      return log(x);
    case Operation::root:
      return sqrt(x);
    case Operation::absolute:
      return abs(x);
    case Operation::sign:
      return S(value_of(x) > 0.0 ? 1.0 : value_of(x) < 0.0 ? -1.0 : 0.0);
    default:
      return of_angle(operation, x);
  }
}

inline bool Formula::compare(Operation operation, double x, double y) {
  switch (operation) {
    case Operation::less:
      return x < y;
    case Operation::less_equal:
      return x <= y;
    case Operation::greater:
      return x > y;
    case Operation::greater_equal:
      return x >= y;
    case Operation::equal:
      return x == y;
    case Operation::not_equal:
      return x != y;
    case Operation::both:
      return x != 0.0 && y != 0.0;
    default:
      return x != 0.0 || y != 0.0;  // either
  }
}

template <class S>
S Formula::of_two(Operation operation, const S& a, const S& b) {
  using std::atan2;
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::subtract:
      return a - b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return a / b;
    case Operation::power:
      return detail::power_of(a, b);
    case Operation::arctangent2:
      return atan2(a, b);
    case Operation::smallest:
      return value_of(b) < value_of(a) ? b : a;
    case Operation::largest:
      return value_of(b) > value_of(a) ? b : a;
    default:
      return S(compare(operation, value_of(a), value_of(b)) ? 1.0 : 0.0);
  }
}

template <class S>
void Formula::apply(const Instruction& instruction, std::array<S, most_depth>& stack, std::size_t& size) {
  const Operation operation = instruction.operation;
  if (takes_one(operation)) {
    stack[size - 1] = of_one(operation, stack[size - 1]);
    return;
  }
  for (int n = 1; n < arguments(instruction); ++n) {
    stack[size - 2] = of_two(operation, stack[size - 2], stack[size - 1]);
    --size;
  }
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
