// Counts what malloc is asked for. To be included by one file of a program only: it replaces functions of the C library.
#pragma once

#include <cstddef>
#include <cstdlib>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define KREISEL_COUNTS_ALLOCATIONS 1
#else
#define KREISEL_COUNTS_ALLOCATIONS 0
#endif

namespace {
long allocations = 0;
}

#if KREISEL_COUNTS_ALLOCATIONS
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): names of the C library
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  ++allocations;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr;
}
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
#endif
