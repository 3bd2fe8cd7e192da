// What must hold for any bytes given to the readers of foreign formats: an error of ours with its place, or a model that
// survives being written, and that assembles or is refused.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "kreisel/core/error.hpp"
#include "kreisel/exchange/formats.hpp"
#include "kreisel/io/model_reader.hpp"
#include "kreisel/io/model_writer.hpp"
#include "kreisel/model/assemble.hpp"

namespace kreisel {

/// Ends the process when it does not hold. True: it was read.
inline bool require_foreign_property(const std::string& bytes) {
  const auto fail = [](const char* what, const std::string& text) {
    std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
    std::abort();
  };
  ImportedModel imported;
  try {
    imported = read_foreign(SourceText("any.xml", bytes));
  } catch (const Error& error) {
    if (error.code() != ExitCode::bad_model) fail("wrong kind of error", error.fact());
    if (error.where().find("any.xml:") == std::string::npos) fail("an error without its place", error.fact());
    if (error.fact().empty() || error.hint().empty()) fail("an error without cause or remedy", error.where());
    return false;
  }
  std::string written;
  try {
    written = write_model(imported.model);
    if (write_model(read_model_text("written.json", written).model) != written)
      fail("changed by reading", written);
  } catch (const ModelError& error) {
    if (error.fact().find("cannot be written") == std::string::npos)
      fail(("written, but not read: " + error.fact() + " at " + error.where()).c_str(), written);
  }
  try {
    assemble(imported.model);
  } catch (const ModelError& error) {
    if (imported.located(error).where().find("any.xml:") == std::string::npos)
      fail("refused without a place in the file", error.fact() + " at " + error.where());
  }
  return true;
}

}  // namespace kreisel
