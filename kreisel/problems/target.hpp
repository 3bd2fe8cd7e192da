// What a run, a check or a description is about: a built-in problem, found by its name, or a model file.
//
// A model file is what ends in .json, .urdf, .xml or exists as a file. Its parameters and its group are set like those of a problem.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kreisel/core/parameters.hpp"
#include "kreisel/model/model.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel {

struct OwnElements;

struct TargetInstance {
  ProblemInstance problem;
  std::map<std::string, std::string> parameters;  // all of them, defaults included
  std::optional<Model> model = {};                // empty: a built-in problem
};

struct Target {
  std::string name, description, citation;
  std::vector<Parameter> parameters;
  std::function<TargetInstance(const Settings&)> make;
  bool is_model = false;
  std::string model_text = {};          // of the file, as it is
  std::vector<std::string> notes = {};  // what reading the file changed

  bool knows(const std::string& key) const;
  std::string kind() const { return is_model ? "model" : "problem"; }
};

/// Ends like a model file, ours or of a format in exchange/formats.hpp, or exists as a file.
bool is_model_file(const std::string& text);

/// Throws UnknownName with near misses; for a model file FileError, ParseError or ModelError with the place in the file.
Target find_target(const std::string& text);

/// The text of a model file that is none; `name` is what messages call it.
Target target_of_text(const std::string& name, const std::string& text);

/// A model built in code. The group can be set like that of a file.
Target target_of(const Model& model);
Target target_of(const Model& model, const OwnElements& own);

/// Settings of the target and the others, in their order.
struct DividedSettings {
  Settings target, others;
};
DividedSettings divide(const Settings& settings, const Target& target);

}  // namespace kreisel
