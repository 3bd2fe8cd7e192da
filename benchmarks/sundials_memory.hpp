// SUNDIALS objects that free themselves, and failures that speak.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sunmatrix/sunmatrix_dense.h>

namespace kreisel::benchmarks {

inline void check(int flag, const char* call) {
  if (flag < 0) throw std::runtime_error(std::string(call) + " failed with " + std::to_string(flag));
}

struct SundialsDeleter {
  void operator()(_SUNContext* x) const { SUNContext_Free(&x); }
  void operator()(_generic_N_Vector* x) const { N_VDestroy(x); }
  void operator()(_generic_SUNMatrix* x) const { SUNMatDestroy(x); }
  void operator()(_generic_SUNLinearSolver* x) const { SUNLinSolFree(x); }
  void operator()(_generic_SUNNonlinearSolver* x) const { SUNNonlinSolFree(x); }
};
template <class T>
using SundialsPointer = std::unique_ptr<T, SundialsDeleter>;

inline SundialsPointer<_SUNContext> make_context() {
  SUNContext context = nullptr;
  check(SUNContext_Create(nullptr, &context), "SUNContext_Create");
  return SundialsPointer<_SUNContext>(context);
}

}  // namespace kreisel::benchmarks
