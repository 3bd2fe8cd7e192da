// Bad input is an exception that says what is wrong, where, and what to do next.
//
// Numerical difficulty is never an exception: it is a returned status (methods/step_attempt.hpp,
// integrate/outcome.hpp). A bug is a failed contract (core/contracts.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace kreisel {

/// Failure classes with their process exit codes; docs/exit-codes.md explains each.
enum class ExitCode : int {
  success = 0,
  internal = 1,
  usage = 2,               // options that are unknown, contradictory or out of range
  unknown_name = 3,        // no such problem, method, group, parameter
  file = 4,                // cannot read or write
  inconsistent_start = 5,  // q0, v0 violate the rows beyond the stated limit
  solver_failed = 6,       // Newton or the linear kernel gave up at the smallest step
  non_finite = 7,          // NaN or infinity in the model's functions or the state
  step_too_small = 8,      // step floor reached
  step_limit = 9,          // too many steps, rejections, or wall time
  check_failed = 10,       // `kreisel check` found a wrong derivative
  bad_model = 11,          // a model file that is no JSON, or a model that cannot be
  audit_failed = 12,       // a run whose joints or energy are off by far more than its tolerance
  interrupted = 130        // SIGINT or SIGTERM
};

class Error : public std::runtime_error {
 public:
  Error(ExitCode code, std::string fact, std::string where, std::string hint)
      : std::runtime_error(fact), code_(code), where_(std::move(where)), hint_(std::move(hint)) {}

  ExitCode code() const { return code_; }
  std::string fact() const { return what(); }
  const std::string& where() const { return where_; }
  const std::string& hint() const { return hint_; }

 private:
  ExitCode code_;
  std::string where_;
  std::string hint_;
};

struct OptionError : Error {
  OptionError(std::string fact, std::string where, std::string hint)
      : Error(ExitCode::usage, std::move(fact), std::move(where), std::move(hint)) {}
};

struct UnknownName : Error {
  UnknownName(std::string fact, std::string where, std::string hint)
      : Error(ExitCode::unknown_name, std::move(fact), std::move(where), std::move(hint)) {}
};

struct FileError : Error {
  FileError(std::string fact, std::string where, std::string hint)
      : Error(ExitCode::file, std::move(fact), std::move(where), std::move(hint)) {}
};

struct StartError : Error {
  StartError(std::string fact, std::string where, std::string hint)
      : Error(ExitCode::inconsistent_start, std::move(fact), std::move(where), std::move(hint)) {}
};

/// A text that is not what its format says. `where` is FILE:LINE:COLUMN.
struct ParseError : Error {
  ParseError(std::string fact, std::string where, std::string hint)
      : Error(ExitCode::bad_model, std::move(fact), std::move(where), std::move(hint)) {}
};

/// A model that cannot be. `pointer` names the value as in [RFC 6901], "/joints/2/axis"; whoever read the model
/// from a file puts FILE:LINE:COLUMN before it.
class ModelError : public Error {
 public:
  ModelError(std::string fact, const std::string& pointer, std::string hint)
      : ModelError(std::move(fact), pointer, pointer, std::move(hint)) {}
  ModelError(std::string fact, std::string where, std::string pointer, std::string hint)
      : Error(ExitCode::bad_model, std::move(fact), std::move(where), std::move(hint)),
        pointer_(std::move(pointer)) {}

  const std::string& pointer() const { return pointer_; }

 private:
  std::string pointer_;
};

}  // namespace kreisel
