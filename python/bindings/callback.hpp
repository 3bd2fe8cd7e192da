// Python functions called from the time loop: exceptions are kept, arguments are fresh arrays, answers are checked.
//
// The loop runs without the interpreter's lock; every call takes it. A Python exception ends the run by CallbackFailure,
// which carries nothing of Python, and is raised again by whoever holds the lock at the end.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "kreisel/core/types.hpp"

namespace kreisel::python {

namespace py = pybind11;

/// Thrown through the time loop; the exception itself is in the log.
struct CallbackFailure {};

/// What the calls of a system or of events cost, and how they failed.
struct CallLog {
  long calls = 0;
  double seconds = 0.0;
  py::object failure = {};  // a Python exception

  /// Keeps the exception that is on its way. With the lock.
  [[noreturn]] void fail(const py::error_already_set& error) {
    failure = error.value();
    if (const py::object trace = error.trace()) failure.attr("__traceback__") = trace;
    throw CallbackFailure{};
  }

  /// Hands the exception over: it knows the frames that know this, which nobody would ever free.
  py::object take_failure() { return std::exchange(failure, py::none()); }
};

py::array_t<double> array_of(const Vector& values);

/// Vectors and matrices by rows; raises kreisel.ShapeError, which names the function and what it should have returned.
void copy_vector(const py::object& answer, const std::string& who, Eigen::Ref<Vector> out);
void copy_matrix(const py::object& answer, const std::string& who, Matrix& out);
/// Two things in a tuple or a list.
std::pair<py::object, py::object> pair_of(const py::object& answer, const std::string& who,
                                          const std::string& wanted);

class Callback {
 public:
  Callback(std::string who, py::object function, std::shared_ptr<CallLog> log)
      : who_(std::move(who)), function_(std::move(function)), log_(std::move(log)) {}

  /// Calls it, hands its answer and its name to `take`, and counts. Takes the lock.
  template <class Take, class... Arguments>
  void call(const Take& take, const Arguments&... arguments) const {
    using Clock = std::chrono::steady_clock;
    const py::gil_scoped_acquire lock;
    const Clock::time_point begin = Clock::now();
    try {
      take(function_(as_python(arguments)...), who_);
    } catch (const py::error_already_set& error) {
      log_->fail(error);
    }
    ++log_->calls;
    log_->seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  }

 private:
  static py::object as_python(double number) { return py::float_(number); }
  static py::object as_python(const Vector& vector) { return array_of(vector); }

  std::string who_;
  py::object function_;
  std::shared_ptr<CallLog> log_;
};

}  // namespace kreisel::python
