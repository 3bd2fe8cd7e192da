// Time of the kernel in blocks: one factorisation and one solution, per body.
#include <benchmark/benchmark.h>

#include <functional>

#include "kreisel/core/random.hpp"
#include "tests/support/random_mechanism.hpp"

namespace kreisel {
namespace {

using testing::Mechanism;

template <class Scalar>
BlockSaddlePoint<Scalar> kernel_of(const Mechanism& mechanism) {
  BlockSaddlePoint<double> real;
  real.resize(mechanism.pattern());
  mechanism.fill(real);
  BlockSaddlePoint<Scalar> kernel;
  kernel.resize(real.s.shared_pattern());
  // The shift of a stage of an implicit Runge-Kutta method: any that is not real.
  const Scalar shift = [] {
    if constexpr (std::is_same_v<Scalar, double>)
      return 1.0;
    else
      return Complex(2.7, 3.1);
  }();
  kernel.s.values() = shift * real.s.values().template cast<Scalar>();
  kernel.u.values() = real.u.values().template cast<Scalar>();
  kernel.l.values() = real.l.values().template cast<Scalar>();
  return kernel;
}

template <class Scalar>
void factorize_and_solve(benchmark::State& state, const Mechanism& mechanism, bool factorizes, bool solves) {
  auto kernel = kernel_of<Scalar>(mechanism);
  VectorOf<Scalar, Dynamic> x(kernel.s.rows()), y(kernel.l.rows());
  if (kernel.factorize() != KernelStatus::regular) return state.SkipWithError("singular");
  for (auto _ : state) {
    if (factorizes) benchmark::DoNotOptimize(kernel.factorize());
    x.setOnes();
    y.setOnes();
    if (solves) kernel.solve(x, y);
    benchmark::DoNotOptimize(x.data());
  }
  using benchmark::Counter;
  const auto bodies = static_cast<double>(mechanism.centres.size());
  state.counters["per_body"] = Counter(bodies, Counter::kIsIterationInvariantRate | Counter::kInvert);
  state.counters["dropped"] = static_cast<double>(kernel.dropped().size());
}

/// The same by KLU with the pivots of its first factorisation.
void pivoted(benchmark::State& state, const Mechanism& mechanism) {
  const auto kernel = kernel_of<double>(mechanism);
  PivotedFallback<double> klu;
  Vector b(kernel.s.rows() + kernel.l.rows());
  for (auto _ : state) {
    benchmark::DoNotOptimize(klu.factorize(kernel.s, kernel.u, kernel.l, kernel.c, {}));
    b.setOnes();
    klu.solve(b.data());
    benchmark::DoNotOptimize(b.data());
  }
  using benchmark::Counter;
  state.counters["per_body"] = Counter(static_cast<double>(mechanism.centres.size()),
                                       Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void add_all() {
  Random random(1);
  const std::pair<const char*, Mechanism> models[] = {
      {"chain_1000", testing::chain(1000, random)},    {"chain_100000", testing::chain(100000, random)},
      {"ring_10000", testing::ring(10000, random)},    {"star_300x2", testing::star(300, 2, random)},
      {"star_3000x1", testing::star(3000, 1, random)}, {"rod_net_20x20", testing::rod_net(20, random)},
      {"rod_net_40x40", testing::rod_net(40, random)}};
  for (const auto& [name, mechanism] : models) {
    const std::string base = name;
    const auto add = [&, &m = mechanism](const std::string& what, auto run) {
      benchmark::RegisterBenchmark((base + what).c_str(), [m, run](benchmark::State& s) {
        run(s, m);
      })->Unit(benchmark::kMicrosecond);
    };
    add("/real", [](auto& s, const Mechanism& m) { factorize_and_solve<double>(s, m, true, true); });
    add("/real/solve", [](auto& s, const Mechanism& m) { factorize_and_solve<double>(s, m, false, true); });
    add("/klu", [](auto& s, const Mechanism& m) { pivoted(s, m); });
    add("/complex", [](auto& s, const Mechanism& m) { factorize_and_solve<Complex>(s, m, true, true); });
    add("/complex/solve",
        [](auto& s, const Mechanism& m) { factorize_and_solve<Complex>(s, m, false, true); });
  }
}

}  // namespace
}  // namespace kreisel

int main(int count, char** arguments) {
  kreisel::add_all();
  benchmark::Initialize(&count, arguments);
  benchmark::RunSpecifiedBenchmarks();
}
