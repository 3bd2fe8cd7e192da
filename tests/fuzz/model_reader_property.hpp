// What must hold for any bytes given to the reader of models: an error of ours, or a model that survives being written.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "kreisel/core/error.hpp"
#include "kreisel/io/model_reader.hpp"
#include "kreisel/io/model_writer.hpp"

namespace kreisel {

/// Ends the process when it does not hold: a fuzzer sees that, and so does a test.
inline void require_reader_property(const std::string& bytes) {
  const auto fail = [](const char* what, const std::string& text) {
    std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
    std::abort();
  };
  std::string written;
  try {
    written = write_model(read_model_text("any.json", bytes).model);
  } catch (const Error& error) {
    if (error.code() != ExitCode::bad_model) fail("wrong kind of error", error.fact());
    if (!error.where().starts_with("any.json:")) fail("an error without its place", error.fact());
    if (error.fact().empty() || error.hint().empty()) fail("an error without cause or remedy", error.where());
    return;
  }
  try {
    if (write_model(read_model_text("written.json", written).model) != written)
      fail("changed by reading", written);
  } catch (const Error& error) {
    fail(("written, but not read: " + error.fact() + " at " + error.where()).c_str(), written);
  }
}

}  // namespace kreisel
