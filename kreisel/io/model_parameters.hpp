// The "parameters" of a model file: numbers, quantities and formulas of each other, in any order.
#pragma once

#include <map>
#include <string>

#include "kreisel/io/formula_evaluator.hpp"
#include "kreisel/io/json_document.hpp"
#include "kreisel/io/mistakes.hpp"

namespace kreisel {

/// Texts that replace values of parameters: "2", "5 mm", "=2*width"; name -> text.
using ParameterTexts = std::map<std::string, std::string>;

/// The value of every parameter. Mistakes of the file are collected; an override that is no number is an
/// OptionError, one of an unknown parameter UnknownName.
FormulaEvaluator read_parameters(const JsonDocument& document, const ParameterTexts& overrides,
                                 Mistakes& mistakes);

}  // namespace kreisel
