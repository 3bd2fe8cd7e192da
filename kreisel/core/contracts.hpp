// KREISEL_EXPECTS(condition): a broken contract is a bug of the caller; checked in all but the release build.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace kreisel::detail {
[[noreturn]] inline void contract_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: contract broken: %s\n", file, line, condition);
  std::abort();
}
}  // namespace kreisel::detail

#ifdef KREISEL_NO_CONTRACTS
#define KREISEL_EXPECTS(condition) static_cast<void>(0)
#else
#define KREISEL_EXPECTS(condition) \
  ((condition) ? static_cast<void>(0) : ::kreisel::detail::contract_failed(#condition, __FILE__, __LINE__))
#endif
