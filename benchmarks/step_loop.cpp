// The bare steps of the heavy top, for instruction counts: scripts/count_instructions runs it under callgrind.
//
//   step_loop FORMULATION STEPS [H [fixed|any]]     prints the heap allocations of all steps but the first
#include <cstdio>
#include <cstdlib>
#include <string>

#include "benchmarks/heavy_top_case.hpp"

namespace {
long allocations = 0;
}

// Under `new` and under Eigen lies malloc, and glibc lets a program put its own in front.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

using namespace kreisel;

namespace {

Formulation formulation_named(const std::string& name) {
  for (const NamedChoice<Formulation>& entry : formulations) {
    if (entry.name == name) return entry.value;
  }
  std::fprintf(stderr, "step_loop: no formulation \"%s\"\n", name.c_str());
  std::exit(2);
}

void step(Stepper& stepper, double h, long i) {
  if (stepper.attempt(h).status != StepStatus::completed) {
    std::fprintf(stderr, "step_loop: step %ld failed\n", i);
    std::exit(1);
  }
  stepper.accept(static_cast<double>(i) * h);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "usage: step_loop FORMULATION STEPS [H [fixed|any]]\n");
    return 2;
  }
  StepperOptions options;
  options.formulation = formulation_named(arguments[1]);
  const long steps = std::atol(arguments[2]);
  const double h = count > 3 ? std::atof(arguments[3]) : 1e-3;
  const bool any = count > 4 && std::string(arguments[4]) == "any";
  const auto type = any ? benchmarks::SystemType::any_system : benchmarks::SystemType::fixed_size;
  const auto stepper = benchmarks::heavy_top_stepper(type, options);
  stepper->start(benchmarks::heavy_top_start());
  step(*stepper, h, 1);
  const long before = allocations;
  for (long i = 2; i <= steps; ++i) step(*stepper, h, i);
  std::printf("%ld\n", allocations - before);
  return 0;
}
