#include "kreisel/problems/chain.hpp"

#include <cmath>
#include <string>

#include "kreisel/core/error.hpp"
#include "kreisel/problems/model_problem.hpp"

namespace kreisel {
namespace chain_problem {

ProblemInstance make(const Parameters& parameters) {
  const std::string& name = parameters.choice("shape");
  const ChainShape shape = name == "net"    ? ChainShape::net
                           : name == "ring" ? ChainShape::ring
                                            : ChainShape::chain;
  const auto size = static_cast<Index>(std::lround(parameters.number("bodies")));
  const Index least = shape == ChainShape::ring ? 3 : shape == ChainShape::net ? 2 : 1;
  if (size < least)
    throw OptionError("bodies = " + std::to_string(size) + " is too few for a " + name, "--set bodies",
                      "give " + std::to_string(least) + " or more");
  Model model = chain_model(shape, size);
  model.group = parameters.choice("group");
  return model_problem(model);
}

}  // namespace chain_problem

ProblemEntry chain() {
  using namespace chain_problem;
  return {
      .name = "chain",
      .description =
          "Equal rods (0.1 m, 0.1 kg) with ball joints, horizontal at the start, falling: a chain pinned "
          "at one "
          "end, a ring pinned at one knot, or a net pinned at two opposite corners. Any number of rods; the "
          "cost of a "
          "step grows with it linearly.",
      .citation = "a standard benchmark of multibody programs; data as in docs/benchmarks.md",
      .parameters = {{.name = "bodies",
                      .value = 20.0,
                      .description = "rods of a chain or a ring; knots along one side of a net",
                      .lowest = 1.0,
                      .highest = 1e6},
                     {.name = "shape", .description = "form", .choices = {"chain", "ring", "net"}},
                     {.name = "group",
                      .description = "of every rod",
                      .choices = {"r3xso3", "r3xs3", "se3", "s3_semi_r3"}}},
      .make = make};
}

}  // namespace kreisel
