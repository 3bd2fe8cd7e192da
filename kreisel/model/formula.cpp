// From muParser's program in reverse Polish notation to ours, with the depth of the stack and what is used.
#include "kreisel/model/formula.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"

namespace kreisel {
namespace {

using Operation = Formula::Operation;
using Instruction = Formula::Instruction;

constexpr double pi = 3.14159265358979323846;
constexpr std::size_t longest_text = 4000;

// Every function is a different address, by which it is found in muParser's program.
template <int number>
double one(double) {
  return number;
}
double two(double, double) {
  return 0.0;
}
template <int number>
double many(const double*, int) {
  return number;
}

struct NamedFunction {
  std::string_view name;
  double (*address)(double);
  Operation operation;
};
const NamedFunction functions[] = {
    {"sin", one<1>, Operation::sine},       {"cos", one<2>, Operation::cosine},
    {"tan", one<3>, Operation::tangent},    {"asin", one<4>, Operation::arcsine},
    {"acos", one<5>, Operation::arccosine}, {"atan", one<6>, Operation::arctangent},
    {"sinh", one<7>, Operation::sinh},      {"cosh", one<8>, Operation::cosh},
    {"tanh", one<9>, Operation::tanh},      {"exp", one<10>, Operation::exponential},
    {"log", one<11>, Operation::logarithm}, {"sqrt", one<12>, Operation::root},
    {"abs", one<13>, Operation::absolute},  {"sign", one<14>, Operation::sign},
};

constexpr std::pair<mu::ECmdCode, Operation> operators[] = {
    {mu::cmADD, Operation::add},          {mu::cmSUB, Operation::subtract},
    {mu::cmMUL, Operation::multiply},     {mu::cmDIV, Operation::divide},
    {mu::cmPOW, Operation::power},        {mu::cmLT, Operation::less},
    {mu::cmLE, Operation::less_equal},    {mu::cmGT, Operation::greater},
    {mu::cmGE, Operation::greater_equal}, {mu::cmEQ, Operation::equal},
    {mu::cmNEQ, Operation::not_equal},    {mu::cmLAND, Operation::both},
    {mu::cmLOR, Operation::either},
};

/// muParser with our functions; none of them is ever called by it.
class Reader : public mu::Parser {
 public:
  Reader(const FormulaNames& names, std::vector<double>& variables) {
    ClearFun();
    ClearConst();
    ClearInfixOprt();
    DefineConst("pi", pi);
    for (const NamedFunction& function : functions)
      DefineFun(std::string(function.name), function.address, false);
    DefineFun("atan2", two, false);
    DefineFun("min", many<1>, false);
    DefineFun("max", many<2>, false);
    DefineInfixOprt("-", one<0>, mu::prINFIX, false);
    DefineInfixOprt("+", one<-1>, mu::prINFIX, false);
    EnableOptimizer(false);  // it would fold constants by calling them
    for (std::size_t i = 0; i < names.variables.size(); ++i) DefineVar(names.variables[i], &variables[i]);
    for (const auto& [name, value] : names.parameters) DefineConst(name, value);
  }
};

/// Takes over the program of a reader.
class Translation {
 public:
  Translation(const mu::ParserByteCode& code, const std::vector<double>& variables) : variables_(variables) {
    const mu::SToken* token = code.GetBase();
    for (; token->Cmd != mu::cmEND; ++token) translate(*token, static_cast<int>(program.size()));
  }
  bool ok = true;
  std::vector<Instruction> program;

 private:
  void translate(const mu::SToken& token, int at) {
    for (const auto& [code, operation] : operators)
      if (token.Cmd == code) return add(operation);
    switch (token.Cmd) {
      case mu::cmVAL:
        return add(Operation::number, 0, token.Val.data2);
      case mu::cmVAR:
        return add(Operation::variable, static_cast<int>(token.Val.ptr - variables_.data()));
      case mu::cmIF:
        return add(Operation::jump_if_zero, at + token.Oprt.offset);
      case mu::cmELSE:
        return add(Operation::jump, at + token.Oprt.offset);
      case mu::cmENDIF:
        return add(Operation::jump, at);  // nothing; it keeps the places of the others
      case mu::cmFUNC:
        return add_function(token);
      default:
        ok = false;  // assignments, texts
    }
  }
  void add_function(const mu::SToken& token) {
    const auto is = [&](auto* function) {
      return token.Fun.cb._pRawFun == reinterpret_cast<mu::erased_fun_type>(function);
    };
    for (const NamedFunction& function : functions)
      if (is(function.address)) return add(function.operation);
    if (is(one<0>)) return add(Operation::negate);
    if (is(one<-1>)) return add(Operation::jump, static_cast<int>(program.size()));
    if (is(two)) return add(Operation::arctangent2);
    const int arguments = std::abs(token.Fun.argc);
    if (is(many<1>)) return add(Operation::smallest, arguments);
    if (is(many<2>)) return add(Operation::largest, arguments);
    ok = false;
  }
  void add(Operation operation, int index = 0, double value = 0.0) {
    program.push_back({operation, index, value});
  }

  const std::vector<double>& variables_;
};

std::string list_of(const FormulaNames& names) {
  std::string text = "pi";
  for (const auto& name : names.variables) text += ", " + name;
  for (const auto& [name, value] : names.parameters) text += ", " + name;
  return text;
}

[[noreturn]] void complain(const std::string& text, const std::string& why, const FormulaNames& names,
                           const std::string& pointer) {
  throw ModelError(
      fmt::format("\"{}\" is no formula: {}", text, why), pointer,
      fmt::format(
          "formulas have + - * / ^ ( ), conditions such as t < 1 ? 2 : 3, functions such as sin, sqrt, min, "
          "and know {}",
          list_of(names)));
}

}  // namespace

Formula::Formula(const std::string& text, const FormulaNames& names, const std::string& pointer) {
  if (text.size() > longest_text) complain(text.substr(0, 40) + "...", "it is too long", names, pointer);
  std::vector<double> variables(names.variables.size() + 1, 0.0);
  try {
    Reader reader(names, variables);
    reader.SetExpr(text);
    int results = 0;
    reader.Eval(results);
    if (results != 1) complain(text, "it has more than one value", names, pointer);
    const mu::ParserByteCode& code = reader.GetByteCode();
    if (code.GetMaxStackSize() >= most_depth) complain(text, "it is nested too deeply", names, pointer);
    Translation translation(code, variables);
    if (!translation.ok) complain(text, "assignments and texts have no place in it", names, pointer);
    program_ = std::move(translation.program);
  } catch (const mu::Parser::exception_type& error) {
    complain(text, error.GetMsg(), names, pointer);
  }
}

bool Formula::uses(int variable) const {
  return std::any_of(program_.begin(), program_.end(), [&](const Instruction& instruction) {
    return instruction.operation == Operation::variable && instruction.index == variable;
  });
}

bool Formula::is_constant() const {
  return std::none_of(program_.begin(), program_.end(), [](const Instruction& instruction) {
    return instruction.operation == Operation::variable;
  });
}

double evaluate_constant(const std::string& text, const std::map<std::string, double>& parameters,
                         const std::string& pointer) {
  const double value = Formula(text, {{}, parameters}, pointer).evaluate<double>(nullptr);
  if (!std::isfinite(value))
    throw ModelError(fmt::format("the value of \"{}\" is not finite", text), pointer,
                     "give a formula with a finite value");
  return value;
}

bool is_reserved_name(const std::string& name) {
  static constexpr std::string_view others[] = {"atan2", "min", "max", "pi", "t"};
  return std::find(std::begin(others), std::end(others), name) != std::end(others) ||
         std::any_of(std::begin(functions), std::end(functions),
                     [&](const NamedFunction& function) { return function.name == name; });
}

}  // namespace kreisel
