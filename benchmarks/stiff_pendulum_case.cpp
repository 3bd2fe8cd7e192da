// Start, trusted end and error of the stiff pendulum.
#include "benchmarks/stiff_pendulum_case.hpp"

#include <array>
#include <charconv>

#include "kreisel/problems/all.hpp"

namespace kreisel::benchmarks {
namespace {

constexpr double t_end = 10.0;
constexpr double smallest_with_digits = 1e-5;  // among the ε of kreisel/problems/stiff_pendulum.cpp

ProblemInstance instance_of(double epsilon, PendulumForm form) {
  const ProblemEntry& entry = find_problem("stiff_pendulum");
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), epsilon).ptr;
  Parameters parameters(entry.parameters);
  parameters.set("epsilon", {text.data(), end});
  parameters.set("form", form == PendulumForm::row ? "row" : "force");
  return entry.make(parameters);
}

Vector digits_of(double epsilon) {
  return references_of(instance_of(epsilon, PendulumForm::row), t_end, {"x", "y"});
}

/// The motion without vibration is a series in ε²: below the last ε with digits its first term is enough.
Vector trusted_end(double epsilon) {
  if (epsilon >= smallest_with_digits) return digits_of(epsilon);
  const double ratio = epsilon / smallest_with_digits;
  const Vector rigid = digits_of(0.0);
  return rigid + ratio * ratio * (digits_of(smallest_with_digits) - rigid);
}

}  // namespace

DaeCase stiff_pendulum_case(double epsilon, PendulumForm form) {
  DaeCase dae = dae_case("stiff_pendulum", instance_of(epsilon, form), trusted_end(epsilon));
  if (form == PendulumForm::row) {
    const ElasticPendulumRow law{.stiffness = 1.0 / (epsilon * epsilon), .gravity = 1.0};
    dae.fixed_size = [law](const MethodCoefficients& coefficients, const StepperOptions& options) {
      return stiff_pendulum_stepper(law, coefficients, options);
    };
  }
  return dae;
}

}  // namespace kreisel::benchmarks
