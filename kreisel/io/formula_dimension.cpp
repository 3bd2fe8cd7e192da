// Runs the program of a formula on dimensions instead of numbers.
#include "kreisel/io/formula_dimension.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "kreisel/io/formula_evaluator.hpp"
#include "kreisel/model/formula.hpp"

namespace kreisel {
namespace {

using Operation = Formula::Operation;

/// On the stack: a number written in the formula, a sine or the like, something of a known dimension, or something of any.
struct Measure {
  enum Kind { number, pure, known, open } kind = open;
  Dimension dimension = {};
  double value = 0.0;  // of a number: exponents need it
};

Dimension scaled(const Dimension& d, int times) {
  return {d.length * times, d.mass * times, d.time * times, d.angle * times};
}
Dimension sum(const Dimension& a, const Dimension& b) {
  return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.angle + b.angle};
}

/// A factor written as a number may stand for anything in SI units: "=mass*0.02/12" is a moment of inertia.
Measure product(const Measure& a, const Measure& b, int sign) {
  const auto is = [](const Measure& x, Measure::Kind kind) { return x.kind == kind; };
  if (is(a, Measure::open) || is(b, Measure::open)) return {};
  if (!is(a, Measure::known) && !is(b, Measure::known))
    return {is(a, Measure::pure) && is(b, Measure::pure) ? Measure::pure : Measure::number};
  if (is(a, Measure::number) || is(b, Measure::number)) return {};
  return {Measure::known, sum(a.dimension, scaled(b.dimension, sign))};
}

/// Sums, comparisons, the larger of two: a number takes the dimension of its partner.
Measure like(const Measure& a, const Measure& b) {
  if (a.kind == Measure::known && b.kind == Measure::known && !fits(a.dimension, b.dimension, false))
    throw FormulaRefusal{
        fmt::format("the formula adds or compares {} and {}", described(a.dimension), described(b.dimension)),
        "check the units of the parameters in it"};
  if (a.kind == Measure::known) return a;
  if (b.kind == Measure::known) return b;
  return a.kind == Measure::open || b.kind == Measure::open ? Measure{} : Measure{Measure::number};
}

Measure power(const Measure& base, const Measure& exponent) {
  if (base.kind == Measure::number && exponent.kind == Measure::number) return {Measure::number};
  const bool is_whole = exponent.kind == Measure::number && exponent.value == std::round(exponent.value) &&
                        std::abs(exponent.value) < 10.0;
  if (base.kind != Measure::known || !is_whole) return {};
  return {Measure::known, scaled(base.dimension, static_cast<int>(exponent.value))};
}

Measure root(const Measure& of) {
  const Dimension& d = of.dimension;
  if (of.kind != Measure::known) return of;
  if (d.length % 2 != 0 || d.mass % 2 != 0 || d.time % 2 != 0 || d.angle % 2 != 0) return {};
  return {Measure::known, {d.length / 2, d.mass / 2, d.time / 2, d.angle / 2}};
}

bool is_inverse_angle(Operation operation) {
  return operation == Operation::arcsine || operation == Operation::arccosine ||
         operation == Operation::arctangent;
}

Measure of_one(Operation operation, const Measure& x) {
  switch (operation) {
    case Operation::negate:
      return {x.kind, x.dimension, -x.value};
    case Operation::absolute:
      return x;
    case Operation::root:
      return root(x);
    default:
      if (is_inverse_angle(operation) && x.kind != Measure::open) return {Measure::known, {.angle = 1}};
      return {x.kind == Measure::open ? Measure::open : Measure::pure};
  }
}

Measure of_two(Operation operation, const Measure& a, const Measure& b) {
  switch (operation) {
    case Operation::multiply:
      return product(a, b, 1);
    case Operation::divide:
      return product(a, b, -1);
    case Operation::power:
      return power(a, b);
    case Operation::add:
    case Operation::subtract:
    case Operation::smallest:
    case Operation::largest:
      return like(a, b);
    case Operation::both:
    case Operation::either:
      return {Measure::number};
    case Operation::arctangent2:
      like(a, b);
      return {Measure::known, {.angle = 1}};
    default:
      like(a, b);  // comparisons
      return {Measure::number};
  }
}

/// The part that runs when all conditions are true; the other branch is a number of the same kind.
Measure run(const std::vector<Formula::Instruction>& program, const std::vector<Measure>& variables) {
  std::vector<Measure> stack;
  const auto pop = [&] {
    const Measure top = stack.back();
    stack.pop_back();
    return top;
  };
  for (std::size_t at = 0; at < program.size(); ++at) {
    const Formula::Instruction& instruction = program[at];
    const Operation operation = instruction.operation;
    if (operation == Operation::number) {
      stack.push_back({Measure::number, {}, instruction.value});
    } else if (operation == Operation::variable) {
      stack.push_back(variables[static_cast<std::size_t>(instruction.index)]);
    } else if (operation == Operation::jump_if_zero) {
      pop();
    } else if (operation == Operation::jump) {
      at = static_cast<std::size_t>(instruction.index);
    } else if (Formula::takes_one(operation)) {
      stack.back() = of_one(operation, stack.back());
    } else {
      for (int n = 1; n < Formula::arguments(instruction); ++n) {
        const Measure second = pop();
        stack.back() = of_two(operation, stack.back(), second);
      }
    }
  }
  return stack.back();
}

}  // namespace

bool fits(const Dimension& found, const Dimension& wanted, bool is_name_alone) {
  Dimension same = found;
  if (!is_name_alone) same.angle = wanted.angle;
  return same == wanted;
}

std::optional<Dimension> dimension_of_formula(const std::string& formula,
                                              const std::map<std::string, double>& numbers,
                                              const ParameterDimensions& dimensions) {
  if (dimensions.empty()) return std::nullopt;
  FormulaNames names;
  std::vector<Measure> measures;
  for (const auto& [name, value] : numbers) {
    names.variables.push_back(name);
    const auto known = dimensions.find(name);
    measures.push_back(known == dimensions.end() ? Measure{} : Measure{Measure::known, known->second});
  }
  const Measure result = run(Formula(formula, names, {}).program(), measures);
  if (result.kind != Measure::known) return std::nullopt;
  return result.dimension;
}

}  // namespace kreisel
