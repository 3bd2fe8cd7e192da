// run.json: everything about a run but its samples; docs/output.md explains the keys.
#pragma once

#include <string>

#include "kreisel/run/run.hpp"

namespace kreisel {

/// Indented, with a newline at the end. Numbers read back as the same double; what is not finite is null.
std::string record_json(const RunRecord& record);

/// {"status": "error", "message": …, "where": …, "hint": …, "exit_code": …, "version": …}
std::string error_json(const Error& error);

/// "g++ 12.2.0" or "clang 14.0.6".
std::string compiler_name();

}  // namespace kreisel
