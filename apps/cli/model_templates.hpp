// The files of models/new/, compiled into the program (model_templates.cpp.in).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kreisel::cli {

struct ModelTemplate {
  std::string name, about;  // the first line of its comment
  std::string_view text;
};

const std::vector<ModelTemplate>& model_templates();

}  // namespace kreisel::cli
