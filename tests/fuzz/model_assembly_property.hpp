// What must hold for any bytes that are read as a model: assembling ends, with an error that has a place in the file, or
// with a system of finite start values.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "kreisel/core/error.hpp"
#include "kreisel/io/model_reader.hpp"
#include "kreisel/model/assemble.hpp"

namespace kreisel {

/// Ends the process when it does not hold.
inline void require_assembly_property(const std::string& bytes) {
  const auto fail = [](const char* what, const std::string& text) {
    std::fprintf(stderr, "%s: %s\n", what, text.c_str());
    std::abort();
  };
  std::optional<ModelFile> file;
  try {
    file = read_model_text("any.json", bytes);
  } catch (const Error&) {
    return;  // the subject of model_reader_property.hpp
  }
  try {
    const AssembledModel model = assemble(file->model);
    if (!model.q0.allFinite() || !model.v0.allFinite()) fail("start values are not finite", file->model.name);
  } catch (const ModelError& error) {
    if (error.fact().empty() || error.hint().empty())
      fail("an error without cause or remedy", error.pointer());
    if (!error.pointer().starts_with('/')) fail("an error without its place", error.fact());
    if (!file->located(error).where().starts_with("any.json:")) fail("no line", error.fact());
  }
}

}  // namespace kreisel
